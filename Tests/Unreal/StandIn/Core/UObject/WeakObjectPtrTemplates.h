#pragma once

#include "HAL/Platform.h"

#include <cstddef>
#include <type_traits>

class UObject;
template <typename T>
struct TObjectPtr;
uint64 StandInIdOf(const UObject* Object);
UObject* StandInFindObject(uint64 Id);

// [D Runtime/Core/UObject/TWeakObjectPtr, application_version=5.5: the module is Core] 5.3+. Null once the object is
// garbage.
template <typename T = UObject>
class TWeakObjectPtr {
public:
    TWeakObjectPtr() = default;
    TWeakObjectPtr(std::nullptr_t) {}
    template <typename Other>
    requires std::is_convertible_v<Other*, T*> TWeakObjectPtr(Other* In) : Id(In ? StandInIdOf(In) : 0) {}
    template <typename Other>
    requires std::is_convertible_v<Other*, T*> TWeakObjectPtr(const TObjectPtr<Other>& In) : TWeakObjectPtr(In.Get()) {}
    T* Get() const { return static_cast<T*>(Id ? StandInFindObject(Id) : nullptr); }
    bool IsValid() const { return Get() != nullptr; }
    T* operator->() const { return Get(); }
    T& operator*() const { return *Get(); }
    void Reset() { Id = 0; }
    bool IsStale() const { return Id != 0 && !IsValid(); }
    bool IsExplicitlyNull() const { return Id == 0; }
    explicit operator bool() const { return IsValid(); }
    friend bool operator==(const TWeakObjectPtr& A, const TWeakObjectPtr& B) { return A.Id == B.Id; }
    friend bool operator==(const TWeakObjectPtr& A, const T* B) { return A.Get() == B; }

private:
    uint64 Id = 0;
};
