#pragma once

#include "HAL/Platform.h"
#include "Misc/AssertionMacros.h"

#include <type_traits>

template <typename T>
class TArray;

// [D Runtime/Core/MakeArrayView, 5.4, 5.5] 5.3+
template <typename T>
class TArrayView {
public:
    TArrayView() = default;
    TArrayView(T* InData, int32 InNum) : Data(InData), Count(InNum) {}
    TArrayView(const TArray<std::remove_const_t<T>>& Array) requires std::is_const_v<T> : Data(Array.GetData()),
                                                                                          Count(Array.Num()) {}
    TArrayView(TArray<std::remove_const_t<T>>& Array) : Data(Array.GetData()), Count(Array.Num()) {}
    template <size_t N>
    TArrayView(T (&Values)[N]) : Data(Values), Count(static_cast<int32>(N)) {}
    T* GetData() const { return Data; }
    int32 Num() const { return Count; }
    bool IsEmpty() const { return Count == 0; }
    T& operator[](int32 Index) const {
        check(Index >= 0 && Index < Count);
        return Data[Index];
    }
    T* begin() const { return Data; }
    T* end() const { return Data + Count; }

private:
    T* Data = nullptr;
    int32 Count = 0;
};

// [N Runtime/Core/Containers/TConstArrayView] 5.3+
template <typename T>
using TConstArrayView = TArrayView<const T>;
