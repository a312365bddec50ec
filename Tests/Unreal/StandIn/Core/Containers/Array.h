#pragma once

#include "Containers/ArrayView.h"
#include "HAL/Platform.h"
#include "Misc/AssertionMacros.h"

#include <algorithm>
#include <initializer_list>
#include <type_traits>
#include <utility>
#include <vector>

#if STANDIN_MINOR >= 4
// [D Runtime/Core/Containers/EAllowShrinking] 5.4+; 5.3 has none (UNREAL-2.md A16).
enum class EAllowShrinking : uint8 { No, Yes };
#endif

/// A ranged-for over an array that grows or shrinks meanwhile is an error in the engine too. [sinbad/SPUD#48]
template <typename T, typename Owner>
struct StandInChecked {
    T* At;
    const Owner* Of;
    int32 Num;
    T& operator*() const { return *At; }
    StandInChecked& operator++() {
        ++At;
        return *this;
    }
    bool operator!=(const StandInChecked& Other) const {
        const bool bUnchangedDuringRangedFor = Of->Num() == Num;
        return ensure(bUnchangedDuringRangedFor) && At != Other.At;
    }
};

// [D Runtime/Core/Containers/TArray] 5.3+. A bool is kept as a byte, as in the engine. What is added or removed may not
// be an element of the array itself [HL2UE4AssetImporter#12].
template <typename T>
class TArray {
    using FStored = std::conditional_t<std::is_same_v<T, bool>, uint8, T>;

public:
    using ElementType = T;
    TArray() = default;
    TArray(std::initializer_list<T> Values) : Kept(Values.begin(), Values.end()) {}
    TArray(const T* Values, int32 Count) : Kept(Values, Values + Count) {}
    template <typename Other>
    requires std::is_convertible_v<Other*, T*>
    explicit TArray(const TArrayView<Other>& View) : Kept(View.begin(), View.end()) {}

    int32 Num() const { return static_cast<int32>(Kept.size()); }
    int32 Max() const { return static_cast<int32>(Kept.capacity()); }
    bool IsEmpty() const { return Kept.empty(); }
    bool IsValidIndex(int32 Index) const { return Index >= 0 && Index < Num(); }
    T* GetData() { return reinterpret_cast<T*>(Kept.data()); }
    const T* GetData() const { return reinterpret_cast<const T*>(Kept.data()); }
    T& operator[](int32 Index) {
        check(IsValidIndex(Index));
        return GetData()[Index];
    }
    const T& operator[](int32 Index) const {
        check(IsValidIndex(Index));
        return GetData()[Index];
    }
    T& Last() { return (*this)[Num() - 1]; }
    const T& Last() const { return (*this)[Num() - 1]; }

    int32 Add(const T& Value) {
        StandInCheckAddress(&Value);
        Kept.push_back(Value);
        return Num() - 1;
    }
    int32 Add(T&& Value) {
        StandInCheckAddress(&Value);
        Kept.push_back(std::move(Value));
        return Num() - 1;
    }
    template <typename... Args>
    int32 Emplace(Args&&... Values) {
        Kept.emplace_back(std::forward<Args>(Values)...);
        return Num() - 1;
    }
    template <typename... Args>
    T& Emplace_GetRef(Args&&... Values) {
        return (*this)[Emplace(std::forward<Args>(Values)...)];
    }
    T& AddDefaulted_GetRef() { return Emplace_GetRef(); }
    T& Add_GetRef(const T& Value) { return (*this)[Add(Value)]; }
    int32 AddUnique(const T& Value) {
        StandInCheckAddress(&Value);
        const int32 Found = Find(Value);
        return Found != INDEX_NONE ? Found : Add(Value);
    }
    void Append(const TArray& Other) { Kept.insert(Kept.end(), Other.Kept.begin(), Other.Kept.end()); }
    void Append(const T* Values, int32 Count) { Kept.insert(Kept.end(), Values, Values + Count); }
    void SetNum(int32 Count) { Kept.resize(static_cast<size_t>(Count)); }
    void SetNumZeroed(int32 Count) { Kept.resize(static_cast<size_t>(Count)); }
    void SetNumUninitialized(int32 Count) { Kept.resize(static_cast<size_t>(Count)); }
    void Init(const T& Value, int32 Count) { Kept.assign(static_cast<size_t>(Count), Value); }
    void Reserve(int32 Count) { Kept.reserve(static_cast<size_t>(Count)); }
    void Reset(int32 Slack = 0) {
        Kept.clear();
        Reserve(Slack);
    }
    void Empty(int32 Slack = 0) {
        Kept = {};
        Reserve(Slack);
    }
    void Shrink() { Kept.shrink_to_fit(); }
    size_t GetAllocatedSize() const { return Kept.capacity() * sizeof(FStored); }

    void RemoveAt(int32 Index) {
        check(IsValidIndex(Index));
        Kept.erase(Kept.begin() + Index);
    }
    void RemoveAtSwap(int32 Index) {
        check(IsValidIndex(Index));
        if (Index + 1 != Num()) Kept[static_cast<size_t>(Index)] = std::move(Kept.back());
        Kept.pop_back();
    }
    int32 Remove(const T& Value) {
        StandInCheckAddress(&Value);
        const int32 Before = Num();
        Kept.erase(std::remove(Kept.begin(), Kept.end(), Value), Kept.end());
        return Before - Num();
    }
    int32 RemoveSwap(const T& Value) { return Remove(Value); }
    template <typename Predicate>
    int32 RemoveAll(const Predicate& Matches) {
        const int32 Before = Num();
        Kept.erase(std::remove_if(Kept.begin(), Kept.end(), Matches), Kept.end());
        return Before - Num();
    }
    T Pop() {
        T Value = std::move(Last());
        Kept.pop_back();
        return Value;
    }
    int32 Find(const T& Value) const {
        for (int32 Index = 0; Index < Num(); ++Index)
            if ((*this)[Index] == Value) return Index;
        return INDEX_NONE;
    }
    bool Contains(const T& Value) const { return Find(Value) != INDEX_NONE; }
    template <typename Predicate>
    T* FindByPredicate(const Predicate& Matches) {
        for (T& Value : *this)
            if (Matches(Value)) return &Value;
        return nullptr;
    }
    template <typename Predicate>
    const T* FindByPredicate(const Predicate& Matches) const {
        return const_cast<TArray*>(this)->FindByPredicate(Matches);
    }
    template <typename Predicate>
    bool ContainsByPredicate(const Predicate& Matches) const {
        return FindByPredicate(Matches) != nullptr;
    }
    template <typename Predicate>
    int32 IndexOfByPredicate(const Predicate& Matches) const {
        for (int32 Index = 0; Index < Num(); ++Index)
            if (Matches((*this)[Index])) return Index;
        return INDEX_NONE;
    }
    // [D Runtime/Core/TArray/Sort, newest] The engine gives the predicate what raw pointers point to: none are sorted
    // here.
    template <typename Predicate>
    void Sort(const Predicate& Before) {
        static_assert(!std::is_pointer_v<T>, "TArray::Sort dereferences raw pointers");
        std::sort(GetData(), GetData() + Num(), Before);
    }
    void Sort() {
        Sort([](const T& A, const T& B) { return A < B; });
    }

    StandInChecked<T, TArray> begin() { return {GetData(), this, Num()}; }
    StandInChecked<T, TArray> end() { return {GetData() + Num(), this, Num()}; }
    StandInChecked<const T, TArray> begin() const { return {GetData(), this, Num()}; }
    StandInChecked<const T, TArray> end() const { return {GetData() + Num(), this, Num()}; }
    friend bool operator==(const TArray& A, const TArray& B) { return A.Kept == B.Kept; }
    friend bool operator!=(const TArray& A, const TArray& B) { return !(A == B); }

private:
    void StandInCheckAddress(const T* Value) const {
        checkf(Value < GetData() || Value >= GetData() + Max(), TEXT("an element of the array that is being changed"));
    }

    std::vector<FStored> Kept;
};
