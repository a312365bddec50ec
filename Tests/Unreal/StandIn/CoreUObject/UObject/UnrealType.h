#pragma once

#include "UObject/Class.h"

// [D Runtime/CoreUObject/UObject/FProperty/ContainerPtrToValuePtr, GetPropertyFlags, application_version=5.3
// and 5.5] 5.3+
class FProperty {
public:
    FName GetFName() const { return Name; }
    FString GetName() const { return Name.ToString(); }
    FString GetCPPType() const { return CppType; }
    bool HasAnyPropertyFlags(uint64 Wanted) const { return (Flags & Wanted) != 0; }
    bool HasMetaData(const TCHAR* Key) const;
    FString GetMetaData(const TCHAR* Key) const;
    template <typename T>
    T* ContainerPtrToValuePtr(void* Container) const {
        return static_cast<T*>(static_cast<void*>(static_cast<uint8*>(Container) + Offset));
    }
    template <typename T>
    const T* ContainerPtrToValuePtr(const void* Container) const {
        return ContainerPtrToValuePtr<T>(const_cast<void*>(Container));
    }
    FName Name;
    FString CppType;
    size_t Offset = 0;
    uint64 Flags = 0;
    const StandInType* Type = nullptr;
    TArray<StandInMeta> Meta;
};

// [D Runtime/CoreUObject/UObject/TFieldIterator, 5.5] 5.3+. Own fields first, then those of the supers.
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
