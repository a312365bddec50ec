#pragma once

#include "CoreMinimal.h"

class UClass;
class UEnum;
class UScriptStruct;
class UObject;

// [D Runtime/CoreUObject/UObject/EObjectFlags, 5.5] 5.3+
enum EObjectFlags : uint32 {
    RF_NoFlags = 0,
    RF_Public = 1,
    RF_Standalone = 2,
    RF_Transactional = 8,
    RF_ClassDefaultObject = 0x10,
    RF_ArchetypeObject = 0x20,
    RF_Transient = 0x40,
    RF_DuplicateTransient = 0x00800000,
};
inline EObjectFlags operator|(EObjectFlags A, EObjectFlags B) { return EObjectFlags(uint32(A) | uint32(B)); }

// [D Runtime/CoreUObject/EPropertyFlags] 5.3+
enum EPropertyFlags : uint64 {
    CPF_Edit = 1,
    CPF_BlueprintVisible = 4,
    CPF_BlueprintReadOnly = 0x10,
    CPF_Parm = 0x80,
    CPF_OutParm = 0x100,
    CPF_ReturnParm = 0x400,
    CPF_Transient = 0x2000,
    CPF_Config = 0x4000,
    CPF_BlueprintAssignable = 0x10000000,
    CPF_EditorOnly = 0x800000000,
};

// [D Runtime/CoreUObject/EFunctionFlags: UObject/Script.h] 5.3+
enum EFunctionFlags : uint32 {
    FUNC_Native = 0x400,
    FUNC_Static = 0x2000,
    FUNC_BlueprintCallable = 0x04000000,
    FUNC_BlueprintPure = 0x10000000,
};

// [D Runtime/CoreUObject/EClassFlags] 5.3+
enum EClassFlags : uint32 { CLASS_None = 0, CLASS_Abstract = 1, CLASS_DefaultConfig = 2, CLASS_Config = 4 };

// [D unreal-engine-reflection-system: UCLASS, USTRUCT, UENUM, UFUNCTION, UPROPERTY, UMETA, UPARAM] 5.3+. What they say
// is read by Tests/Unreal/HeaderTool; to the compiler they are nothing.
#define UCLASS(...)
#define USTRUCT(...)
#define UENUM(...)
#define UFUNCTION(...)
#define UPROPERTY(...)
#define UMETA(...)
#define UPARAM(...)
#define UINTERFACE(...)

// [N Runtime/CoreUObject/UObject/GENERATED_BODY] 5.3+. Its contents are in the file's own generated header.
#define STANDIN_JOIN_INNER(A, B, C) A##_##B##_##C
#define STANDIN_JOIN(A, B, C) STANDIN_JOIN_INNER(A, B, C)
#define GENERATED_BODY(...) STANDIN_JOIN(STANDIN_FILE_ID, __LINE__, GENERATED_BODY)

// [ALS-Refactored *.cpp; D 5.3 coding practice] 5.3+
#define UE_INLINE_GENERATED_CPP_BY_NAME(Name) "HAL/Platform.h"

/// The enum that the header tool has described.
template <typename E>
struct StandInEnumOf;

// [N Runtime/CoreUObject/StaticEnum] 5.3+
template <typename E>
UEnum* StaticEnum() {
    return StandInEnumOf<E>::Get();
}
