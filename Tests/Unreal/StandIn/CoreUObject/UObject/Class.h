#pragma once

#include "UObject/Object.h"

struct StandInMeta {
    const char* Key;
    const char* Value;
};

class FProperty;

// [D Runtime/CoreUObject/UField, newest; N Runtime/CoreUObject/UObject/UStruct] 5.3+
class UStruct : public UObject {
public:
    const FProperty* FindPropertyByName(FName Wanted) const;
    UStruct* GetSuperStruct() const { return Super; }
    bool IsChildOf(const UStruct* Other) const;
    bool HasMetaData(const TCHAR* Key) const;
    FString GetMetaData(const TCHAR* Key) const;
    FText GetToolTipText() const { return FText::FromString(GetMetaData(u"ToolTip")); }
    void StandInReferences(StandInVisitor& Visitor) override;
    void StandInVisitValues(void* Container, StandInVisitor& Visitor) const;
    void StandInSerializeValues(FArchive& Ar, void* Container) const;

    UStruct* Super = nullptr;
    TArray<FProperty*> Properties;  // of this struct, without those of its super
    TArray<StandInMeta> Meta;
};

// [D Runtime/CoreUObject/UObject/UFunction, 5.5: ParmsSize is the "total size of parameters in memory"] 5.3+
class UFunction : public UStruct {
public:
    bool HasAnyFunctionFlags(uint32 Wanted) const { return (FunctionFlags & Wanted) != 0; }
    uint32 FunctionFlags = 0;
    uint8 NumParms = 0;
    uint16 ParmsSize = 0;
    void (*StandInCall)(UObject* Self, void* const* Arguments) = nullptr;
};

// [D Runtime/CoreUObject/UObject/UScriptStruct/InitializeStruct, 5.5] 5.3+
class UScriptStruct : public UStruct {};

// [D Runtime/CoreUObject/UObject/UEnum/GetNameStringByValue, 5.1] 5.3+
class UEnum : public UObject {
public:
    FString GetNameStringByValue(int64 Value) const;
    int64 GetValueByNameString(const FString& Wanted) const;
    FText GetDisplayNameTextByValue(int64 Value) const { return FText::FromString(GetNameStringByValue(Value)); }
    int32 NumEnums() const { return Entries.Num(); }
    struct FEntry {
        const char* Name;
        int64 Value;
    };
    TArray<FEntry> Entries;
};

// [D Runtime/CoreUObject/UObject/FTopLevelAssetPath] 5.3+
struct FTopLevelAssetPath {
    FTopLevelAssetPath() = default;
    explicit FTopLevelAssetPath(const FString& In) : Path(In) {}
    FString ToString() const { return Path; }
    friend bool operator==(const FTopLevelAssetPath& A, const FTopLevelAssetPath& B) { return A.Path == B.Path; }

private:
    FString Path;
};

// [D Runtime/CoreUObject/UObject/UClass/FindFunctionByName, GetSuperClass, 5.3, 5.4] 5.3+
class UClass : public UStruct {
public:
    UClass* GetSuperClass() const { return static_cast<UClass*>(Super); }
    UFunction* FindFunctionByName(FName Wanted) const;
    FTopLevelAssetPath GetClassPathName() const { return FTopLevelAssetPath(GetPathName()); }
    UObject* GetDefaultObject(bool bCreate = true);
    bool HasAnyClassFlags(uint32 Wanted) const { return (ClassFlags & Wanted) != 0; }
    FName ClassConfigName;
    uint32 ClassFlags = 0;
    TArray<UFunction*> Functions;
    UObject* (*StandInConstruct)() = nullptr;
    void StandInReferences(StandInVisitor& Visitor) override;

private:
    UObject* DefaultObject = nullptr;
};

// [D Runtime/CoreUObject/Templates/CastChecked, 5.4, 5.5] 5.3+
template <typename T>
T* Cast(UObject* Object) {
    return Object && Object->IsA(T::StaticClass()) ? static_cast<T*>(Object) : nullptr;
}
template <typename T>
const T* Cast(const UObject* Object) {
    return Cast<T>(const_cast<UObject*>(Object));
}
template <typename T>
T* CastChecked(UObject* Object) {
    T* Found = Cast<T>(Object);
    check(Found);
    return Found;
}

// [N Runtime/CoreUObject/UObject/UObjectBaseUtility/GetTypedOuter] 5.3+
template <typename T>
T* UObject::GetTypedOuter() const {
    for (UObject* Step = GetOuter(); Step; Step = Step->GetOuter())
        if (T* Found = Cast<T>(Step)) return Found;
    return nullptr;
}

/// How hand-written classes of the stand-in are described. Reflected classes of the plugin come from the header tool.
struct StandInReflection {
    static UClass* BeginClass(const char* Module, const char* Name, UClass* Super, UObject* (*Construct)());
    static UScriptStruct* BeginStruct(const char* Name);
    static UEnum* MakeEnum(const char* Name, TArray<UEnum::FEntry> Entries);
    static void AddProperty(UStruct* To, const char* Name, const char* CppType, size_t Offset, uint64 Flags,
                            const StandInType& Type, TArray<StandInMeta> Meta);
    static UFunction* AddFunction(UClass* To, const char* Name, uint32 Flags, size_t ParmsSize,
                                  void (*Call)(UObject*, void* const*), TArray<StandInMeta> Meta);
    static void Register(UClass* (*Class)());
    static const TArray<UClass* (*)()>& Classes();
};
struct StandInRegister {
    explicit StandInRegister(UClass* (*Class)()) { StandInReflection::Register(Class); }
};

#define STANDIN_CLASS(Type, Base) \
public:                           \
    using Super = Base;           \
    using ThisClass = Type;       \
    static UClass* StaticClass(); \
                                  \
private:
#define STANDIN_IMPLEMENT(Type, Module)                                                                 \
    UClass* Type::StaticClass() {                                                                       \
        static UClass* Class = StandInReflection::BeginClass(Module, #Type, Type::Super::StaticClass(), \
                                                             []() -> UObject* { return new Type(); });  \
        return Class;                                                                                   \
    }                                                                                                   \
    static StandInRegister StandInRegister_##Type(&Type::StaticClass);
