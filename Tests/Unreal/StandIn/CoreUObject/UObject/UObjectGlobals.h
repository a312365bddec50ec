#pragma once

#include "UObject/Class.h"
#include "UObject/ObjectPtr.h"

class UPackage;

// [D creating-objects-in-unreal-engine: GetTransientPackage; N CreatePackage] 5.3+
UPackage* GetTransientPackage();
UPackage* CreatePackage(const TCHAR* Name);

// [D Runtime/CoreUObject/UObject/FCoreUObjectDelegates/OnObjectPropertyChanged] 5.3+
struct FCoreUObjectDelegates {
    using FOnObjectPropertyChanged = TMulticastDelegate<void(UObject*, FPropertyChangedEvent&)>;
    static FOnObjectPropertyChanged OnObjectPropertyChanged;
};

// [D Runtime/CoreUObject/UObject/NewObject/2, /3, 5.4] 5.3+
template <typename T>
T* NewObject(UObject* Outer, const UClass* Class, FName Name = NAME_None, EObjectFlags Flags = RF_NoFlags) {
    check(Class && Class->IsChildOf(T::StaticClass()) && !Class->HasAnyClassFlags(CLASS_Abstract));
    return static_cast<T*>(StandInObjects::Make(const_cast<UClass*>(Class), Outer, Name, Flags));
}
template <typename T>
T* NewObject(UObject* Outer = reinterpret_cast<UObject*>(GetTransientPackage()), FName Name = NAME_None,
             EObjectFlags Flags = RF_NoFlags) {
    return NewObject<T>(Outer, T::StaticClass(), Name, Flags);
}

// [D Runtime/CoreUObject/UObject/GetDefault, 5.5] 5.3+
template <typename T>
const T* GetDefault() {
    return static_cast<const T*>(T::StaticClass()->GetDefaultObject());
}
template <typename T>
T* GetMutableDefault() {
    return static_cast<T*>(T::StaticClass()->GetDefaultObject());
}

// [D Runtime/CoreUObject/UObject/FObjectDuplicationParameters, application_version=5.3] 5.3+; "only the constructor
// parameters are required to be valid".
struct FObjectDuplicationParameters {
    FObjectDuplicationParameters(UObject* InSourceObject, UObject* InDestOuter)
        : SourceObject(InSourceObject), DestOuter(InDestOuter) {}
    UObject* SourceObject;
    UObject* DestOuter;
    FName DestName;
    EObjectFlags ApplyFlags = RF_NoFlags;
    uint32 PortFlags = 0;
    EDuplicateMode::Type DuplicateMode = EDuplicateMode::Normal;
    bool bSkipPostLoad = false;
};

// [D Runtime/CoreUObject/StaticDuplicateObjectEx] 5.3+
UObject* StaticDuplicateObjectEx(FObjectDuplicationParameters& Parameters);

// [D Runtime/CoreUObject/UObject/DuplicateObject/2, 5.4] 5.3+
UObject* StandInDuplicate(const UObject* Source, UObject* Outer, FName Name);
template <typename T>
T* DuplicateObject(const T* Source, UObject* Outer, FName Name = NAME_None) {
    return static_cast<T*>(StandInDuplicate(Source, Outer, Name));
}

// [D Runtime/CoreUObject/UObject/CombineDataValidationResults, application_version=5.4: this header, not
// Misc/DataValidation.h] 5.3+
enum class EDataValidationResult : uint8 { Invalid, Valid, NotValidated };
EDataValidationResult CombineDataValidationResults(EDataValidationResult A, EDataValidationResult B);

// [D Runtime/CoreUObject/UObject/CollectGarbage, 5.4] 5.3+
void CollectGarbage(EObjectFlags KeepFlags, bool bPerformFullPurge = true);

// [D Runtime/CoreUObject/UObject/FObjectInitializer/CreateDefaultSubobject/1, 5.3] 5.3+
template <typename T>
T* UObject::CreateDefaultSubobject(FName SubobjectName) {
    return NewObject<T>(this, T::StaticClass(), SubobjectName);
}
