#pragma once

#include "UObject/ObjectMacros.h"

#include <type_traits>

// [N Runtime/CoreUObject/UObject/TObjectPtr] 5.3+
template <typename T>
struct TObjectPtr {
    using ElementType = T;
    TObjectPtr() = default;
    TObjectPtr(std::nullptr_t) {}
    TObjectPtr(T* In) : Kept(In) {}
    template <typename Other>
    requires std::is_convertible_v<Other*, T*> TObjectPtr(const TObjectPtr<Other>& In) : Kept(In.Get()) {}
    T* Get() const { return Kept; }
    operator T*() const { return Kept; }
    T* operator->() const { return Kept; }
    T& operator*() const { return *Kept; }

private:
    T* Kept = nullptr;
};
