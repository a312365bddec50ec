#pragma once

#include "UObject/UObjectBaseUtility.h"

struct FAssetRegistryTagMetadata;

// [D Runtime/CoreUObject/UObject/FObjectInitializer, 5.4: UObjectGlobals.h] 5.3+
class FObjectInitializer {
public:
    static const FObjectInitializer& Get();
};

// [D Runtime/CoreUObject/UObjectBase, UObjectBaseUtility; UObject/PostDuplicate] 5.3+
class UObject {
public:
    UObject();
    explicit UObject(const FObjectInitializer&) : UObject() {}
    virtual ~UObject();
    UObject(const UObject&) = delete;
    UObject& operator=(const UObject&) = delete;
    static UClass* StaticClass();

    UClass* GetClass() const { return ClassPrivate; }
    UObject* GetOuter() const { return OuterPrivate; }
    FName GetFName() const { return NamePrivate; }
    FString GetName() const { return NamePrivate.ToString(); }
    FString GetPathName() const;
    UPackage* GetPackage() const;
    UPackage* GetOutermost() const { return GetPackage(); }
    template <typename T>
    T* GetTypedOuter() const;
    bool IsA(const UClass* Other) const;
    template <typename T>
    bool IsA() const {
        return IsA(T::StaticClass());
    }
    bool HasAnyFlags(EObjectFlags In) const { return (ObjectFlags & In) != 0; }
    void SetFlags(EObjectFlags In) { ObjectFlags = ObjectFlags | In; }
    void ClearFlags(EObjectFlags In) { ObjectFlags = EObjectFlags(uint32(ObjectFlags) & ~uint32(In)); }
    bool IsTemplate() const;
    void AddToRoot() { bRooted = true; }
    void RemoveFromRoot() { bRooted = false; }
    void MarkAsGarbage() { bGarbage = true; }
    bool MarkPackageDirty() const;
    // Remembers the object for undo, if it is RF_Transactional and a transaction is open. [D UObject/Modify] 5.3+
    virtual bool Modify(bool bAlwaysMarkDirty = true);

    // [D Runtime/Engine/GameFramework/AActor/IsSelectedInEditor, 5.0, 5.5;
    // Components/UActorComponent/IsSelectedInEditor, 5.3, 5.4: both override UObject's] 5.3+
    virtual bool IsSelectedInEditor() const { return bStandInSelected; }
    bool bStandInSelected = false;

    virtual UWorld* GetWorld() const;
    virtual void PostInitProperties() {}
    virtual void PostLoad() {}
    virtual void PostEditUndo() {}
    virtual void PostDuplicate(EDuplicateMode::Type) {}
    virtual void BeginDestroy() {}
    virtual void PostDuplicate(bool) {}
    virtual void Serialize(FArchive& Ar);
    virtual void PreSave(FObjectPreSaveContext SaveContext);
    virtual void GetResourceSizeEx(FResourceSizeEx& CumulativeResourceSize);
    virtual void PostEditChangeProperty(FPropertyChangedEvent& Event);
    void PostEditChange();

    // [N Runtime/CoreUObject/UObject/UObject__FAssetRegistryTag] 5.3+
    struct FAssetRegistryTag {
        enum ETagType { TT_Hidden, TT_Alphabetical, TT_Numerical, TT_Dimensional, TT_Chronological };
        FAssetRegistryTag(FName InName, const FString& InValue, ETagType InType)
            : Name(InName), Type(InType), Value(InValue) {}
        FName Name;
        ETagType Type;
        FString Value;
    };
#if STANDIN_MINOR >= 4
    // [D GetAssetRegistryTags; spine-runtimes#2728, Inkpot#107] 5.4+. The older form is deprecated from here on, and a
    // warning is an error: it is absent.
    virtual void GetAssetRegistryTags(FAssetRegistryTagsContext Context) const;
#else
    // [EpicSandbox; Inkpot#107] up to 5.3
    virtual void GetAssetRegistryTags(TArray<FAssetRegistryTag>& OutTags) const;
#endif
    // [D Runtime/CoreUObject/UObject/UObject/IsDataValid] 5.3+
    virtual EDataValidationResult IsDataValid(FDataValidationContext& Context) const;

    UFunction* FindFunction(FName FunctionName) const;
    virtual void ProcessEvent(UFunction* Function, void* Parameters);
    // [N Runtime/CoreUObject/UObject/UObject/LoadConfig, ReloadConfig] 5.3+
    void LoadConfig();
    void ReloadConfig() { LoadConfig(); }

    virtual void StandInReferences(StandInVisitor& Visitor);
    uint64 StandInId() const { return InternalId; }
    bool StandInGarbage() const { return bGarbage; }
    bool StandInRooted() const { return bRooted; }
    friend void StandInName(UObject* Object, const FString& Package, const FString& Name);

protected:
    template <typename T>
    T* CreateDefaultSubobject(FName SubobjectName);

private:
    friend struct StandInObjects;
    UClass* ClassPrivate = nullptr;
    UObject* OuterPrivate = nullptr;
    FName NamePrivate, ScriptPackage;  // the second for reflection's own objects
    EObjectFlags ObjectFlags = RF_NoFlags;
    uint64 InternalId = 0;  // place and serial number in the table of objects
    bool bRooted = false, bGarbage = false, bMarked = false;
};

// [D Runtime/CoreUObject/UObject/FPropertyChangedEvent, 5.1: UnrealType.h] 5.3+
struct FPropertyChangedEvent {
    class FProperty* Property = nullptr;
};

// [N Runtime/CoreUObject/UObject/IsValid] 5.3+
inline bool IsValid(const UObject* Object) { return Object && !Object->StandInGarbage(); }

/// Names an object of reflection itself, which is made before there are packages.
void StandInName(UObject* Object, const FString& Package, const FString& Name);

/// What undo needs: bytes of objects from before they were modified.
struct StandInTransactions {
    static void Begin(const FText& Name);
    static void End();
    static void Record(UObject* Object);
    static bool Undo();
    static int32 Count();
    static void Clear();
};

/// The table of all objects.
struct StandInObjects {
    static UObject* Make(UClass* Class, UObject* Outer, FName Name, EObjectFlags Flags);
    static UObject* Find(uint64 Id);  // null once it is garbage
    static UObject* FindByPath(const FString& Path);
    static TArray<UObject*> Within(const UObject* Whole);  // all that lies in it, however deep
    static void Collect();
    static int32 Count();
    static int32 CountOf(const UClass* Class);
    static TArray<UObject*> All();  // without garbage
};
