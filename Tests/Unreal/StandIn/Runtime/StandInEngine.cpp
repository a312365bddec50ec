// Worlds, actors and components, ticked by hand.

#include "Camera/PlayerCameraManager.h"
#include "Components/StaticMeshComponent.h"
#include "CoreGlobals.h"
#include "DrawDebugHelpers.h"
#include "Engine/DeveloperSettings.h"
#include "Engine/Engine.h"
#include "Engine/StaticMesh.h"
#include "EngineUtils.h"
#include "GameFramework/Actor.h"
#include "GameFramework/PlayerController.h"
#include "GameFramework/WorldSettings.h"
#include "GameplayDebugger.h"
#include "Kismet/BlueprintAsyncActionBase.h"
#include "Kismet/BlueprintFunctionLibrary.h"
#include "PhysicsEngine/BodyInstance.h"
#include "PhysicsEngine/PhysicsConstraintComponent.h"
#include "Subsystems/SubsystemCollection.h"
#include "UObject/Package.h"
#include "VisualLogger/VisualLogger.h"

STANDIN_IMPLEMENT(UActorComponent, "Engine")
STANDIN_IMPLEMENT(USceneComponent, "Engine")
STANDIN_IMPLEMENT(UPrimitiveComponent, "Engine")
STANDIN_IMPLEMENT(UStaticMeshComponent, "Engine")
STANDIN_IMPLEMENT(UPhysicsConstraintComponent, "Engine")
STANDIN_IMPLEMENT(UAssetUserData, "Engine")
STANDIN_IMPLEMENT(AActor, "Engine")
STANDIN_IMPLEMENT(APlayerController, "Engine")
STANDIN_IMPLEMENT(APlayerCameraManager, "Engine")
STANDIN_IMPLEMENT(AWorldSettings, "Engine")
STANDIN_IMPLEMENT(USubsystem, "Engine")
STANDIN_IMPLEMENT(UWorldSubsystem, "Engine")
UClass* UTickableWorldSubsystem::StaticClass() {
    static UClass* Class =
        StandInReflection::BeginClass("Engine", "UTickableWorldSubsystem", UWorldSubsystem::StaticClass(), nullptr);
    return Class;
}
STANDIN_IMPLEMENT(UWorld, "Engine")
STANDIN_IMPLEMENT(UEngine, "Engine")
STANDIN_IMPLEMENT(UBlueprintFunctionLibrary, "Engine")
STANDIN_IMPLEMENT(UBlueprintAsyncActionBase, "Engine")
STANDIN_IMPLEMENT(UDeveloperSettings, "DeveloperSettings")

UEngine* GEngine = nullptr;
bool GIsEditor = true;

const FName UCollisionProfile::NoCollision_ProfileName(u"NoCollision");
const FName UCollisionProfile::BlockAll_ProfileName(u"BlockAll");
const FName UCollisionProfile::BlockAllDynamic_ProfileName(u"BlockAllDynamic");
FName UCollisionProfile::CustomCollisionProfileName(u"Custom");

// The profiles that every project has, as the default ini lists them: only those that need no list of channels.
void FBodyInstance::SetCollisionProfileName(FName Name) {
    Profile = Name;
    if (Name == UCollisionProfile::NoCollision_ProfileName) {
        Enabled = ECollisionEnabled::NoCollision;
    } else if (Name == UCollisionProfile::BlockAll_ProfileName ||
               Name == UCollisionProfile::BlockAllDynamic_ProfileName) {
        Enabled = ECollisionEnabled::QueryAndPhysics;
        Responses = FCollisionResponseContainer(ECR_Block);
        ObjectType = Name == UCollisionProfile::BlockAll_ProfileName ? ECC_WorldStatic : ECC_WorldDynamic;
    } else if (Name == FName(u"OverlapAllDynamic")) {
        Enabled = ECollisionEnabled::QueryOnly;
        Responses = FCollisionResponseContainer(ECR_Overlap);
        ObjectType = ECC_WorldDynamic;
    }
}

FArchive& operator<<(FArchive& Ar, FBodyInstance& Body) {
    Ar << Body.ObjectType << Body.Enabled << Body.Profile;
    for (uint8& Response : Body.Responses.EnumArray) Ar << Response;
    return Ar;
}

namespace {

template <typename T>
void ArchiveObject(FArchive& Ar, T*& Object) {
    UObject* Plain = Object;
    Ar << Plain;
    Object = static_cast<T*>(Plain);
}
template <typename T>
void ArchiveObjects(FArchive& Ar, TArray<T*>& Objects) {
    int32 Count = Objects.Num();
    Ar << Count;
    if (Ar.IsLoading()) {
        if (!StandInTrustCount(Ar, Count, 1)) return;
        Objects.SetNumZeroed(Count);
    }
    for (T*& Object : Objects) ArchiveObject(Ar, Object);
}

}  // namespace

AActor* UActorComponent::GetOwner() const { return GetTypedOuter<AActor>(); }
UWorld* UActorComponent::GetWorld() const {
    const AActor* Owner = GetOwner();
    return Owner ? Owner->GetWorld() : nullptr;
}
void UActorComponent::RegisterComponent() {
    AActor* Owner = GetOwner();
    if (bRegistered || bBeingDestroyed || !ensure(Owner) || !Owner->GetWorld()) return;
    Owner->Components.AddUnique(this);
    bRegistered = true;
    bSuperCalled = false;
    OnRegister();
    checkf(bSuperCalled, TEXT("OnRegister must call Super"));
    if (Owner->HasActorBegunPlay()) StandInBegin();
}
// [D Runtime/Engine/UActorComponent/BeginPlay]: with the actor, or at once when it is playing already.
void UActorComponent::StandInBegin() {
    if (bBegunPlay || !bRegistered) return;
    BeginPlay();
    ensureMsgf(bBegunPlay, TEXT("BeginPlay must call Super"));
}
void UActorComponent::StandInEnd(EEndPlayReason::Type Reason) {
    if (!bBegunPlay) return;
    EndPlay(Reason);
    ensureMsgf(!bBegunPlay, TEXT("EndPlay must call Super"));
}
void UActorComponent::UnregisterComponent() {
    if (!bRegistered) return;
    bSuperCalled = false;
    OnUnregister();
    checkf(bSuperCalled, TEXT("OnUnregister must call Super"));
    bRegistered = false;
}
void UActorComponent::DestroyComponent(bool) {
    if (bBeingDestroyed) return;
    bBeingDestroyed = true;
    StandInEnd(EEndPlayReason::Destroyed);
    UnregisterComponent();
    if (AActor* Owner = GetOwner()) Owner->Components.Remove(this);
    OnComponentDestroyed(false);
    MarkAsGarbage();
}

const FAttachmentTransformRules FAttachmentTransformRules::KeepRelativeTransform{false};
const FAttachmentTransformRules FAttachmentTransformRules::KeepWorldTransform{true};

FBoxSphereBounds USceneComponent::CalcBounds(const FTransform& LocalToWorld) const {
    return FBoxSphereBounds(LocalToWorld.GetLocation(), FVector::ZeroVector, 0);
}
void USceneComponent::UpdateComponentToWorld() {
    ComponentToWorldPrivate =
        AttachParentPrivate ? RelativePrivate * AttachParentPrivate->ComponentToWorldPrivate : RelativePrivate;
    UpdateBounds();
    if (bWantsOnUpdateTransform && IsRegistered()) OnUpdateTransform(EUpdateTransformFlags::None);
    const TArray<USceneComponent*> Copy = AttachChildrenPrivate;
    for (USceneComponent* Child : Copy) Child->UpdateComponentToWorld();
}
void USceneComponent::OnUpdateTransform(EUpdateTransformFlags, ETeleportType) {}
// [D Runtime/Engine/USceneComponent/SetupAttachment]: "to be attached to when the component is registered".
void USceneComponent::OnRegister() {
    if (AttachParentPrivate) AttachParentPrivate->AttachChildrenPrivate.AddUnique(this);
    UpdateComponentToWorld();
    UActorComponent::OnRegister();
}
void USceneComponent::SetRelativeTransform(const FTransform& Transform) {
    RelativePrivate = Transform;
    UpdateComponentToWorld();
}
void USceneComponent::SetRelativeLocation(FVector Location) {
    RelativePrivate.SetLocation(Location);
    UpdateComponentToWorld();
}
void USceneComponent::SetRelativeRotation(FRotator Rotation) {
    RelativePrivate.SetRotation(FQuat(Rotation));
    UpdateComponentToWorld();
}
void USceneComponent::SetRelativeScale3D(FVector Scale) {
    RelativePrivate.SetScale3D(Scale);
    UpdateComponentToWorld();
}
void USceneComponent::SetWorldTransform(const FTransform& Transform) {
    SetRelativeTransform(
        AttachParentPrivate ? Transform.GetRelativeTransform(AttachParentPrivate->ComponentToWorldPrivate) : Transform);
}
void USceneComponent::SetWorldLocation(FVector Location) {
    FTransform Now = ComponentToWorldPrivate;
    Now.SetLocation(Location);
    SetWorldTransform(Now);
}
void USceneComponent::SetupAttachment(USceneComponent* InParent, FName) {
    check(!IsRegistered());
    AttachParentPrivate = InParent;
}
bool USceneComponent::AttachToComponent(USceneComponent* InParent, const FAttachmentTransformRules& Rules) {
    const FTransform Kept = ComponentToWorldPrivate;
    if (AttachParentPrivate) AttachParentPrivate->AttachChildrenPrivate.Remove(this);
    AttachParentPrivate = InParent;
    if (AttachParentPrivate) AttachParentPrivate->AttachChildrenPrivate.AddUnique(this);
    if (Rules.bKeepWorld)
        SetWorldTransform(Kept);
    else
        UpdateComponentToWorld();
    return true;
}
void USceneComponent::DestroyComponent(bool bPromoteChildren) {
    if (AttachParentPrivate) AttachParentPrivate->AttachChildrenPrivate.Remove(this);
    for (USceneComponent* Child : AttachChildrenPrivate) Child->AttachParentPrivate = nullptr;
    AttachChildrenPrivate.Reset();
    AttachParentPrivate = nullptr;
    UActorComponent::DestroyComponent(bPromoteChildren);
}
void USceneComponent::StandInReferences(StandInVisitor& Visitor) {
    UActorComponent::StandInReferences(Visitor);
    if (AttachParentPrivate) Visitor.Visit(AttachParentPrivate);
    for (USceneComponent* Child : AttachChildrenPrivate) Visitor.Visit(Child);
}
void USceneComponent::Serialize(FArchive& Ar) {
    Super::Serialize(Ar);
    Ar << RelativePrivate;
    ArchiveObject(Ar, AttachParentPrivate);
}
bool UPrimitiveComponent::WasRecentlyRendered(float Tolerance) const {
    return static_cast<float>(GetWorld()->GetTimeSeconds()) - StandInLastRendered <= Tolerance;
}
void UStaticMeshComponent::StandInReferences(StandInVisitor& Visitor) {
    Super::StandInReferences(Visitor);
    if (Mesh) Visitor.Visit(Mesh);
}
void UStaticMeshComponent::Serialize(FArchive& Ar) {
    Super::Serialize(Ar);
    ArchiveObject(Ar, Mesh);
}

UWorld* AActor::GetWorld() const { return GetTypedOuter<UWorld>(); }
FVector AActor::GetActorLocation() const { return GetActorTransform().GetLocation(); }
FTransform AActor::GetActorTransform() const {
    return RootComponent ? RootComponent->GetComponentTransform() : FTransform();
}
bool AActor::SetActorLocation(const FVector& Location) {
    if (!RootComponent) return false;
    RootComponent->SetWorldLocation(Location);
    return true;
}
bool AActor::SetActorTransform(const FTransform& Transform) {
    if (!RootComponent) return false;
    RootComponent->SetWorldTransform(Transform);
    return true;
}
void AActor::SetActorScale3D(FVector Scale) {
    if (RootComponent) RootComponent->SetRelativeScale3D(Scale);
}
bool AActor::Destroy(bool, bool) {
    if (bDestroyed) return false;
    bDestroyed = true;
    StandInEnd(EEndPlayReason::Destroyed);
    if (UWorld* World = GetWorld()) World->StandInActors.Remove(this);
    const TArray<UActorComponent*> Copy = Components;
    for (UActorComponent* Component : Copy) Component->DestroyComponent();
    MarkAsGarbage();
    return true;
}
UActorComponent* AActor::FindComponentByClass(const TSubclassOf<UActorComponent> Class) const {
    for (UActorComponent* Component : Components)
        if (Component->IsA(Class.Get())) return Component;
    return nullptr;
}
void AActor::StandInReferences(StandInVisitor& Visitor) {
    UObject::StandInReferences(Visitor);
    if (RootComponent) Visitor.Visit(RootComponent);
    for (UActorComponent* Component : Components) Visitor.Visit(Component);
    for (UActorComponent* Component : InstanceComponents)
        if (Component) Visitor.Visit(Component);
}
void AActor::Serialize(FArchive& Ar) {
    Super::Serialize(Ar);
    ArchiveObject(Ar, RootComponent);
    ArchiveObjects(Ar, InstanceComponents);
}
void AActor::BeginPlay() {
    bBegunPlay = true;
    for (UActorComponent* Component : TArray<UActorComponent*>(Components)) Component->StandInBegin();
}
void AActor::EndPlay(const EEndPlayReason::Type Reason) {
    bBegunPlay = false;
    for (UActorComponent* Component : TArray<UActorComponent*>(Components)) Component->StandInEnd(Reason);
}
void AActor::StandInBegin() {
    if (bBegunPlay) return;
    BeginPlay();
    ensureMsgf(bBegunPlay, TEXT("BeginPlay must call Super"));
}
void AActor::StandInEnd(EEndPlayReason::Type Reason) {
    if (!bBegunPlay) return;
    EndPlay(Reason);
    ensureMsgf(!bBegunPlay, TEXT("EndPlay must call Super"));
}
void AActor::StandInRegisterComponents() {
    if (RootComponent && !RootComponent->IsRegistered()) RootComponent->RegisterComponent();
    for (UObject* Object : StandInObjects::Within(this))
        if (UActorComponent* Component = Cast<UActorComponent>(Object))
            if (Component->GetOwner() == this && !Component->IsRegistered()) Component->RegisterComponent();
}
void APlayerController::GetPlayerViewPoint(FVector& Location, FRotator& Rotation) const {
    Location = GetActorLocation();
    Rotation = GetActorTransform().GetRotation().Rotator();
}
void APlayerController::StandInReferences(StandInVisitor& Visitor) {
    Super::StandInReferences(Visitor);
    if (PlayerCameraManager) Visitor.Visit(PlayerCameraManager);
}
void AWorldSettings::NotifyBeginPlay() { GetWorld()->BeginPlay(); }

UWorld* UWorldSubsystem::GetWorld() const { return GetTypedOuter<UWorld>(); }
bool UWorldSubsystem::DoesSupportWorldType(const EWorldType::Type Type) const {
    return Type == EWorldType::Game || Type == EWorldType::Editor || Type == EWorldType::PIE;
}

UWorld* UWorld::CreateWorld(EWorldType::Type InType, bool, FName Name, UPackage* Package) {
    UWorld* World = NewObject<UWorld>(Package ? Package : GetTransientPackage(), Name);
    World->AddToRoot();
    World->WorldType = InType;
    World->InitWorld();
    return World;
}
void UWorld::InitWorld() {
    check(Subsystems.IsEmpty());
    FSubsystemCollectionBase Collection;
    for (UClass* (*Make)() : StandInReflection::Classes()) {
        UClass* Class = Make();
        if (!Class->IsChildOf(UWorldSubsystem::StaticClass()) || Class == UWorldSubsystem::StaticClass() ||
            Class == UTickableWorldSubsystem::StaticClass())
            continue;
        const UWorldSubsystem* Default = static_cast<UWorldSubsystem*>(Class->GetDefaultObject());
        if (!Default->DoesSupportWorldType(WorldType) || !Default->ShouldCreateSubsystem(this)) continue;
        UWorldSubsystem* Subsystem = NewObject<UWorldSubsystem>(this, Class);
        Subsystems.Add(Subsystem);
        Subsystem->Initialize(Collection);
    }
    for (UWorldSubsystem* Subsystem : Subsystems) Subsystem->PostInitialize();
    if (!Settings) Settings = SpawnActor<AWorldSettings>();
}
// The actors of a level, and what is in it when it is copied; the rest is made anew.
void UWorld::Serialize(FArchive& Ar) {
    Super::Serialize(Ar);
    ArchiveObjects(Ar, StandInActors);
    ArchiveObject(Ar, Settings);
}
// [D unreal-engine-actor-lifecycle, "Play in Editor"]: after PostDuplicate the actors are made ready here, and the last
// of their components is registered at the latest now.
void UWorld::InitializeActorsForPlay(const FURL&) {
    for (AActor* Actor : TArray<AActor*>(StandInActors)) Actor->StandInRegisterComponents();
}
void UWorld::BeginPlay() {
    if (bBegunPlay) return;
    for (UWorldSubsystem* Subsystem : Subsystems) Subsystem->OnWorldBeginPlay(*this);
    bBegunPlay = true;
    const TArray<AActor*> Copy = StandInActors;
    for (AActor* Actor : Copy) Actor->StandInBegin();
}
AActor* UWorld::StandInSpawn(UClass* Class, const FTransform* Transform, const FActorSpawnParameters& Parameters) {
    // [D Runtime/Engine/UWorld/BeginTearingDown]: "This will block the creation of new gameplay objects."
    if (!ensureMsgf(!bIsTearingDown, TEXT("the world is ending"))) return nullptr;
    AActor* Actor = NewObject<AActor>(this, Class, Parameters.Name);
    StandInActors.Add(Actor);
    if (APlayerController* Controller = Cast<APlayerController>(Actor)) {
        Controllers.Add(Controller);
        Controller->PlayerCameraManager = SpawnActor<APlayerCameraManager>();
    }
    if (Transform) Actor->SetActorTransform(*Transform);
    if (bBegunPlay) Actor->StandInBegin();
    return Actor;
}
void UWorld::DestroyWorld(bool) {
    // Which of the two the engine does first is not documented: one version of ours does it this way, the next the
    // other.
    const auto EndComponents = [this] {
        for (AActor* Actor : TArray<AActor*>(StandInActors)) {
            Actor->StandInEnd(WorldType == EWorldType::PIE ? EEndPlayReason::EndPlayInEditor : EEndPlayReason::Quit);
            for (UActorComponent* Component : TArray<UActorComponent*>(Actor->Components))
                Component->UnregisterComponent();
        }
    };
    const auto EndSubsystems = [this] {
        for (UWorldSubsystem* Subsystem : Subsystems) Subsystem->Deinitialize();
    };
    if (STANDIN_MINOR % 2 == 0) EndComponents();
    EndSubsystems();
    if (STANDIN_MINOR % 2 != 0) EndComponents();
    Subsystems.Empty();
    RemoveFromRoot();
    MarkAsGarbage();
}
void UWorld::StandInTickGroup(ETickingGroup Group, float DeltaSeconds) {
    const TArray<AActor*> Copy = StandInActors;
    for (AActor* Actor : Copy) {
        if (Actor->PrimaryActorTick.bCanEverTick && Actor->PrimaryActorTick.TickGroup == Group)
            Actor->Tick(DeltaSeconds);
        for (UActorComponent* Component : TArray<UActorComponent*>(Actor->Components))
            if (Component->PrimaryComponentTick.bCanEverTick && Component->PrimaryComponentTick.TickGroup == Group)
                Component->TickComponent(DeltaSeconds, LEVELTICK_All, &Component->PrimaryComponentTick);
    }
}
// The order: physics groups, tickable objects, late groups (ikrima.dev ticking-order; UNREAL-2.md A9).
void UWorld::Tick(ELevelTick, float DeltaSeconds) {
    if (!bPaused) TimeSeconds += static_cast<double>(DeltaSeconds);
    for (int Group = TG_PrePhysics; Group <= TG_PostPhysics; ++Group)
        StandInTickGroup(ETickingGroup(Group), DeltaSeconds);
    for (UWorldSubsystem* Subsystem : Subsystems) {
        UTickableWorldSubsystem* Tickable = Cast<UTickableWorldSubsystem>(Subsystem);
        if (!Tickable || !Tickable->IsInitialized() || !Tickable->IsTickable()) continue;
        if (!IsGameWorld() && !Tickable->IsTickableInEditor()) continue;
        if (bPaused && !Tickable->IsTickableWhenPaused()) continue;
        Tickable->Tick(DeltaSeconds);
    }
    StandInTickGroup(TG_PostUpdateWork, DeltaSeconds);
}
void UWorld::StandInReferences(StandInVisitor& Visitor) {
    UObject::StandInReferences(Visitor);
    for (AActor* Actor : StandInActors) Visitor.Visit(Actor);
    for (UWorldSubsystem* Subsystem : Subsystems) Visitor.Visit(Subsystem);
}

FWorldContext& UEngine::CreateNewWorldContext(EWorldType::Type Type) {
    Contexts.Add(new FWorldContext());
    Contexts.Last()->WorldType = Type;
    return *Contexts.Last();
}
void UEngine::DestroyWorldContext(UWorld* World) {
    Contexts.RemoveAll([&](FWorldContext* Context) {
        const bool bGone = Context->Current == World;
        if (bGone) delete Context;
        return bGone;
    });
}
UWorld* UEngine::GetWorldFromContextObject(const UObject* Object, EGetWorldErrorMode Mode) const {
    UWorld* World = Object ? Object->GetWorld() : nullptr;
    if (!World && Mode == EGetWorldErrorMode::LogAndReturnNull) {
        static const FLogCategoryBase LogScript(u"LogScript", ELogVerbosity::Log);
        StandInLog(LogScript, ELogVerbosity::Error,
                   u"No world was found for object passed in to UEngine::GetWorldFromContextObject().");
    }
    return World;
}
void UEngine::StandInReferences(StandInVisitor& Visitor) {
    UObject::StandInReferences(Visitor);
    for (FWorldContext* Context : Contexts)
        if (Context->Current) Visitor.Visit(Context->Current);
}

void UBlueprintAsyncActionBase::RegisterWithGameInstance(const UObject*) { AddToRoot(); }
void UBlueprintAsyncActionBase::SetReadyToDestroy() { RemoveFromRoot(); }

StandInDrawn& StandInDrawings() {
    static StandInDrawn Drawn;
    return Drawn;
}
void DrawDebugSphere(const UWorld*, FVector const&, float, int32, FColor const&, bool, float, uint8, float) {
    ++StandInDrawings().Spheres;
}
void DrawDebugLine(const UWorld*, FVector const&, FVector const&, FColor const&, bool, float, uint8, float) {
    ++StandInDrawings().Lines;
}
void DrawDebugCircle(const UWorld*, FVector, float, int32, const FColor&, bool, float, uint8, float, FVector, FVector,
                     bool) {
    ++StandInDrawings().Circles;
}
FVisualLogger& FVisualLogger::Get() {
    static FVisualLogger Only;
    return Only;
}
void StandInVisualLog(const UObject*, const FString&) { ++FVisualLogger::Get().StandInEntries; }

IGameplayDebugger& IGameplayDebugger::Get() {
    static IGameplayDebugger Only;
    return Only;
}
void IGameplayDebugger::RegisterCategory(FName Name, FOnGetCategory Make, EGameplayDebuggerCategoryState, int32) {
    StandInNames.Add(Name);
    StandInMakers.Add(Make);
}
void IGameplayDebugger::UnregisterCategory(FName Name) {
    const int32 At = StandInNames.Find(Name);
    if (At == INDEX_NONE) return;
    StandInNames.RemoveAt(At);
    StandInMakers.RemoveAt(At);
}
