#pragma once

#include "UObject/Class.h"

// [D Runtime/CoreUObject/Templates, 5.4: TSubclassOf] 5.3+
template <typename T>
class TSubclassOf {
public:
    TSubclassOf() = default;
    TSubclassOf(UClass* In) : Class(In && In->IsChildOf(T::StaticClass()) ? In : nullptr) {}
    UClass* Get() const { return Class; }
    operator UClass*() const { return Class; }
    UClass* operator->() const { return Class; }

private:
    UClass* Class = nullptr;
};
