// Objects: making, finding, duplicating and collecting them.

#include "CoreGlobals.h"
#include "Misc/ConfigCacheIni.h"
#include "Misc/DataValidation.h"
#include "ProfilingDebugging/ResourceSize.h"
#include "Serialization/MemoryReader.h"
#include "Serialization/MemoryWriter.h"
#include "StandInDuplicator.h"
#include "UObject/Class.h"
#include "UObject/GCObject.h"
#include "UObject/ObjectSaveContext.h"
#include "UObject/Package.h"
#include "UObject/UObjectGlobals.h"
#include "UObject/UnrealType.h"
#if STANDIN_MINOR >= 4
#include "UObject/AssetRegistryTagsContext.h"
#endif

#include <vector>

namespace {

struct FPlace {
    UObject* Object = nullptr;
    uint32 Serial = 0;
};
std::vector<FPlace>& Table() {
    static std::vector<FPlace> Places(1);  // 0 is nobody
    return Places;
}
std::vector<uint32>& FreePlaces() {
    static std::vector<uint32> Free;
    return Free;
}

struct FPending {
    UClass* Class = nullptr;
    UObject* Outer = nullptr;
    FName Name;
    EObjectFlags Flags = RF_NoFlags;
};
FPending Pending;
uint32 NextSerial = 1;
int32 NextName = 0;

std::vector<FGCObject*>& Keepers() {
    static std::vector<FGCObject*> List;
    return List;
}

uint64 TakePlace(UObject* Object) {
    uint32 Index = static_cast<uint32>(Table().size());
    if (FreePlaces().empty()) {
        Table().push_back({});
    } else {
        Index = FreePlaces().back();
        FreePlaces().pop_back();
    }
    Table()[Index] = {Object, ++NextSerial};
    return (static_cast<uint64>(Index) << 32) | NextSerial;
}

}  // namespace

FGCObject::FGCObject() { Keepers().push_back(this); }
FGCObject::~FGCObject() { std::erase(Keepers(), this); }

const FObjectInitializer& FObjectInitializer::Get() {
    static FObjectInitializer Only;
    return Only;
}

UObject::UObject() {
    ClassPrivate = Pending.Class;
    OuterPrivate = Pending.Outer;
    NamePrivate = Pending.Name;
    ObjectFlags = Pending.Flags;
    Pending = {};
    InternalId = TakePlace(this);
}

UObject::~UObject() {
    const uint32 Index = static_cast<uint32>(InternalId >> 32);
    Table()[Index].Object = nullptr;
    FreePlaces().push_back(Index);
}

UObject* StandInObjects::Make(UClass* Class, UObject* Outer, FName Name, EObjectFlags Flags) {
    if (Name.IsNone()) Name = FName(FString::Printf(u"%s_%d", *Class->GetName(), NextName++));
    const UObject* Default = EObjectFlags(Flags & RF_ClassDefaultObject) ? nullptr : Class->GetDefaultObject();
    Pending = {Class, Outer, Name, Flags};
    UObject* Object = Class->StandInConstruct();
    // What a designer or an ini changed on the default object holds for new ones; subobjects are their own.
    if (Default)
        for (const UStruct* Step = Class; Step; Step = Step->GetSuperStruct())
            for (const FProperty* Property : Step->Properties)
                if (!Property->Type->bIsObject)
                    Property->Type->Copy(Property->ContainerPtrToValuePtr<void>(Object),
                                         Property->ContainerPtrToValuePtr<void>(Default));
    Object->PostInitProperties();
    return Object;
}

UObject* StandInObjects::Find(uint64 Id) {
    const FPlace& Place = Table()[static_cast<size_t>(Id >> 32)];
    return Place.Object && Place.Serial == static_cast<uint32>(Id) && !Place.Object->bGarbage ? Place.Object : nullptr;
}

UObject* StandInObjects::FindByPath(const FString& Path) {
    for (const FPlace& Place : Table())
        if (Place.Object && !Place.Object->bGarbage && Place.Object->GetPathName() == Path) return Place.Object;
    return nullptr;
}

TArray<UObject*> StandInObjects::All() {
    TArray<UObject*> Found;
    for (const FPlace& Place : Table())
        if (Place.Object && !Place.Object->bGarbage) Found.Add(Place.Object);
    return Found;
}
TArray<UObject*> StandInObjects::Within(const UObject* Whole) {
    TArray<UObject*> Found;
    for (const FPlace& Place : Table())
        for (const UObject* Step = Place.Object; Step; Step = Step->OuterPrivate)
            if (Step->OuterPrivate == Whole && !Place.Object->bGarbage) Found.Add(Place.Object);
    return Found;
}
int32 StandInObjects::Count() {
    int32 Found = 0;
    for (const FPlace& Place : Table()) Found += Place.Object != nullptr;
    return Found;
}
int32 StandInObjects::CountOf(const UClass* Class) {
    int32 Found = 0;
    for (const FPlace& Place : Table())
        Found += Place.Object && Place.Object->IsA(Class) && !Place.Object->HasAnyFlags(RF_ClassDefaultObject);
    return Found;
}

// Mark and sweep: what no root reaches through a reflected property goes, as in the engine.
void StandInObjects::Collect() {
    struct FMarker final : StandInVisitor {
        std::vector<UObject*> Open;
        void Visit(UObject* Object) override {
            if (Object->bMarked) return;
            Object->bMarked = true;
            Open.push_back(Object);
        }
    } Marker;
    for (const FPlace& Place : Table())
        if (Place.Object && (Place.Object->bRooted || Place.Object->HasAnyFlags(RF_Standalone | RF_ClassDefaultObject)))
            Marker.Visit(Place.Object);
    FReferenceCollector Collector(Marker);
    for (FGCObject* Keeper : Keepers()) Keeper->AddReferencedObjects(Collector);
    while (!Marker.Open.empty()) {
        UObject* Object = Marker.Open.back();
        Marker.Open.pop_back();
        Object->StandInReferences(Marker);
    }
    std::vector<UObject*> Gone;
    for (const FPlace& Place : Table()) {
        if (!Place.Object) continue;
        if (!Place.Object->bMarked && !Place.Object->bRooted) Gone.push_back(Place.Object);
        Place.Object->bMarked = false;
    }
    for (UObject* Object : Gone) {
        Object->bGarbage = true;
        Object->BeginDestroy();
    }
    for (UObject* Object : Gone) delete Object;
}

void CollectGarbage(EObjectFlags, bool) { StandInObjects::Collect(); }

bool StandInIsAlive(const void*, uint64 Serial) { return Serial == 0 || StandInObjects::Find(Serial) != nullptr; }
uint64 StandInSerial(const void* Object) { return static_cast<const UObject*>(Object)->StandInId(); }
uint64 StandInIdOf(const UObject* Object) { return Object->StandInId(); }
UObject* StandInFindObject(uint64 Id) { return StandInObjects::Find(Id); }
uint64 StandInNextDelegate() {
    static uint64 Next = 0;
    return ++Next;
}

FString UObject::GetPathName() const {
    if (!OuterPrivate) return ScriptPackage.IsNone() ? GetName() : ScriptPackage.ToString() + u"." + GetName();
    return OuterPrivate->GetPathName() + (OuterPrivate->GetOuter() ? u":" : u".") + GetName();
}
UPackage* UObject::GetPackage() const {
    const UObject* Step = this;
    while (Step->OuterPrivate) Step = Step->OuterPrivate;
    return const_cast<UPackage*>(Cast<UPackage>(Step));
}
bool UObject::IsA(const UClass* Other) const { return ClassPrivate && ClassPrivate->IsChildOf(Other); }
bool UObject::IsTemplate() const {
    for (const UObject* Step = this; Step; Step = Step->OuterPrivate)
        if (Step->HasAnyFlags(RF_ClassDefaultObject | RF_ArchetypeObject)) return true;
    return false;
}
UWorld* UObject::GetWorld() const { return OuterPrivate ? OuterPrivate->GetWorld() : nullptr; }

void UObject::StandInReferences(StandInVisitor& Visitor) {
    if (OuterPrivate) Visitor.Visit(OuterPrivate);
    for (const UStruct* Step = ClassPrivate; Step; Step = Step->GetSuperStruct())
        Step->StandInVisitValues(this, Visitor);
}

void UObject::Serialize(FArchive& Ar) {
    for (const UStruct* Step = ClassPrivate; Step; Step = Step->GetSuperStruct())
        Step->StandInSerializeValues(Ar, this);
}

void UObject::PreSave(FObjectPreSaveContext) {}
void UObject::GetResourceSizeEx(FResourceSizeEx&) {}
FCoreUObjectDelegates::FOnObjectPropertyChanged FCoreUObjectDelegates::OnObjectPropertyChanged;
void UObject::PostEditChangeProperty(FPropertyChangedEvent& Event) {
    FCoreUObjectDelegates::OnObjectPropertyChanged.Broadcast(this, Event);
}
bool UObject::MarkPackageDirty() const {
    UPackage* Package = GetPackage();
    if (!Package || Package == GetTransientPackage()) return false;
    Package->SetDirtyFlag(true);
    return true;
}
bool UObject::Modify(bool bAlwaysMarkDirty) {
    if (bAlwaysMarkDirty) MarkPackageDirty();
    StandInTransactions::Record(this);
    return true;
}
void UObject::PostEditChange() {
    FPropertyChangedEvent Event;
    PostEditChangeProperty(Event);
}
EDataValidationResult UObject::IsDataValid(FDataValidationContext&) const {
    return EDataValidationResult::NotValidated;
}
EDataValidationResult CombineDataValidationResults(EDataValidationResult A, EDataValidationResult B) {
    if (A == EDataValidationResult::Invalid || B == EDataValidationResult::Invalid)
        return EDataValidationResult::Invalid;
    return A == EDataValidationResult::Valid ? A : B;
}
#if STANDIN_MINOR >= 4
void UObject::GetAssetRegistryTags(FAssetRegistryTagsContext) const {}
#else
void UObject::GetAssetRegistryTags(TArray<FAssetRegistryTag>&) const {}
#endif

UFunction* UObject::FindFunction(FName FunctionName) const { return ClassPrivate->FindFunctionByName(FunctionName); }

void UObject::ProcessEvent(UFunction* Function, void* Parameters) {
    std::vector<void*> Arguments;
    for (const FProperty* Property : Function->Properties)
        Arguments.push_back(Property->ContainerPtrToValuePtr<void>(Parameters));
    Function->StandInCall(this, Arguments.data());
}

void UObject::LoadConfig() {
    if (!ClassPrivate->HasAnyClassFlags(CLASS_Config)) return;
    const FString File = ClassPrivate->ClassConfigName == FName(u"Game") ? GGameIni : GEngineIni;
    for (const UStruct* Step = ClassPrivate; Step; Step = Step->GetSuperStruct())
        for (const FProperty* Property : Step->Properties) {
            FString Value;
            if (Property->HasAnyPropertyFlags(CPF_Config) &&
                GConfig->GetString(*ClassPrivate->GetPathName(), *Property->GetName(), Value, File))
                ensure(Property->Type->FromText(Value, Property->ContainerPtrToValuePtr<void>(this)));
        }
}

UObject* StandInDuplicate(const UObject* Source, UObject* Outer, FName Name) {
    FObjectDuplicationParameters Parameters(const_cast<UObject*>(Source), Outer);
    Parameters.DestName = Name;
    UObject* Copy = StaticDuplicateObjectEx(Parameters);
    return Copy;
}

namespace {

struct FSavedObject {
    uint64 Id;
    TArray<uint8> Bytes;
};
struct FTransactionRecord {
    FText Name;
    TArray<FSavedObject> Objects;
};
TArray<FTransactionRecord>& Records() {
    static TArray<FTransactionRecord> List;
    return List;
}
int32 OpenTransactions = 0;

}  // namespace

// One within another belongs to it, as in the engine.
void StandInTransactions::Begin(const FText& Name) {
    if (OpenTransactions++ == 0) Records().Add({Name, {}});
}
void StandInTransactions::End() {
    check(OpenTransactions > 0);
    if (--OpenTransactions == 0 && Records().Last().Objects.IsEmpty()) Records().Pop();
}
void StandInTransactions::Record(UObject* Object) {
    if (OpenTransactions == 0 || !Object->HasAnyFlags(RF_Transactional)) return;
    FTransactionRecord& Now = Records().Last();
    for (const FSavedObject& One : Now.Objects)
        if (One.Id == Object->StandInId()) return;
    FSavedObject& Saved = Now.Objects.AddDefaulted_GetRef();
    Saved.Id = Object->StandInId();
    FMemoryWriter Writer(Saved.Bytes, true);
    FDuplicator Saver(Writer, true);
    Object->Serialize(Saver);
}
bool StandInTransactions::Undo() {
    if (Records().IsEmpty() || OpenTransactions > 0) return false;
    const FTransactionRecord Last = Records().Pop();
    for (int32 i = Last.Objects.Num() - 1; i >= 0; --i) {
        UObject* Object = StandInObjects::Find(Last.Objects[i].Id);
        if (!Object) continue;
        FMemoryReader Reader(Last.Objects[i].Bytes, true);
        FDuplicator Loader(Reader, false);
        Object->Serialize(Loader);
    }
    for (const FSavedObject& One : Last.Objects)
        if (UObject* Object = StandInObjects::Find(One.Id)) Object->PostEditUndo();
    return true;
}
int32 StandInTransactions::Count() { return Records().Num(); }
void StandInTransactions::Clear() { Records().Empty(); }

void StandInName(UObject* Object, const FString& Package, const FString& Name) {
    Object->NamePrivate = FName(Name);
    Object->ScriptPackage = FName(Package);
}

UClass* UPackage::StaticClass() {
    static UClass* Class = StandInReflection::BeginClass("CoreUObject", "UPackage", UObject::StaticClass(),
                                                         []() -> UObject* { return new UPackage(); });
    return Class;
}
// What is in a package keeps it alive, as in the engine.
UPackage* CreatePackage(const TCHAR* Name) {
    if (UPackage* Known = Cast<UPackage>(StandInObjects::FindByPath(Name))) return Known;
    return static_cast<UPackage*>(StandInObjects::Make(UPackage::StaticClass(), nullptr, FName(Name), RF_Public));
}
UPackage* GetTransientPackage() {
    static UPackage* Package = nullptr;
    if (!Package) {
        Package = CreatePackage(u"/Engine/Transient");
        Package->AddToRoot();
    }
    return Package;
}
