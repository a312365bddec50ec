#pragma once

#include "UObject/Class.h"

// [D Runtime/CoreUObject/UObject/TFieldIterator] 5.3+. Own fields first, then those of the supers.
template <typename T>
class TFieldIterator;

// [D Runtime/CoreUObject/UObject/TFieldIterator] 5.3+
template <>
class TFieldIterator<FProperty> {
public:
    explicit TFieldIterator(const UStruct* InStruct) : Struct(InStruct) { Settle(); }
    explicit operator bool() const { return Struct != nullptr; }
    void operator++() {
        ++Index;
        Settle();
    }
    FProperty* operator*() const { return Struct->Properties[Index]; }
    FProperty* operator->() const { return **this; }

private:
    void Settle() {
        while (Struct && Index >= Struct->Properties.Num()) {
            Struct = Struct->GetSuperStruct();
            Index = 0;
        }
    }
    const UStruct* Struct;
    int32 Index = 0;
};

// [D Runtime/CoreUObject/UObject/TFieldIterator] 5.3+
template <>
class TFieldIterator<UFunction> {
public:
    explicit TFieldIterator(const UClass* InClass) : Class(InClass) { Settle(); }
    explicit operator bool() const { return Class != nullptr; }
    void operator++() {
        ++Index;
        Settle();
    }
    UFunction* operator*() const { return Class->Functions[Index]; }
    UFunction* operator->() const { return **this; }

private:
    void Settle() {
        while (Class && Index >= Class->Functions.Num()) {
            Class = Class->GetSuperClass();
            Index = 0;
        }
    }
    const UClass* Class;
    int32 Index = 0;
};
