#pragma once

#include "Engine/EngineBaseTypes.h"
#include "Subsystems/WorldSubsystem.h"
#include "UObject/WeakObjectPtrTemplates.h"

class AActor;
class APlayerController;
class AWorldSettings;
class UGameInstance;

// [D Plugins/GameplayInsights/FWorldInfo/ENetMode: "synced with EngineBaseTypes.h"] 5.3+
enum ENetMode : int { NM_Standalone, NM_DedicatedServer, NM_ListenServer, NM_Client, NM_MAX };

// [D Runtime/Engine/UWorld/SpawnActor] 5.3+
struct FActorSpawnParameters {
    FName Name;
};

// [D Runtime/Engine/TBasePlayerControllerIterator, 5.0: FConstPlayerControllerIterator; VRExpansionPlugin] 5.3+
using FConstPlayerControllerIterator = class StandInControllerIterator;
class StandInControllerIterator {
public:
    explicit StandInControllerIterator(const TArray<TWeakObjectPtr<APlayerController>>& InList) : List(&InList) {}
    explicit operator bool() const { return Index < List->Num(); }
    void operator++() { ++Index; }
    const TWeakObjectPtr<APlayerController>& operator*() const { return (*List)[Index]; }

private:
    const TArray<TWeakObjectPtr<APlayerController>>* List;
    int32 Index = 0;
};

// [D Runtime/Engine/UWorld; SUSS SussTestWorldFixture.h; ue5coro TestWorld.cpp] 5.3+
class UWorld final : public UObject {
    STANDIN_CLASS(UWorld, UObject)
public:
    static UWorld* CreateWorld(EWorldType::Type InType, bool bInformEngine, FName Name = NAME_None,
                               UPackage* Package = nullptr);
    // [D Runtime/Engine/Engine/UWorld/InitWorld, application_version=5.4] 5.3+; its argument changed its name in 5.4,
    // so it is left out. CreateWorld has called it; a copy of a world has not been initialised.
    void InitWorld();
    void InitializeActorsForPlay(const FURL& Url);
    void BeginPlay();
    bool HasBegunPlay() const { return bBegunPlay; }
    void BeginTearingDown() { bIsTearingDown = true; }
    void DestroyWorld(bool bInformEngine);
    void Tick(ELevelTick Type, float DeltaSeconds);
    UWorld* GetWorld() const override { return const_cast<UWorld*>(this); }
    AWorldSettings* GetWorldSettings() const { return Settings; }
    UGameInstance* GetGameInstance() const { return nullptr; }
    ENetMode GetNetMode() const { return StandInNetMode; }
    bool IsGameWorld() const {
        return WorldType == EWorldType::Game || WorldType == EWorldType::PIE || WorldType == EWorldType::GamePreview;
    }
    bool IsPaused() const { return bPaused; }
    double GetTimeSeconds() const { return TimeSeconds; }
    FConstPlayerControllerIterator GetPlayerControllerIterator() const {
        return FConstPlayerControllerIterator(Controllers);
    }
    // [D Runtime/Engine/UWorld/SpawnActor: its overloads] 5.3+
    template <typename T>
    T* SpawnActor(const FActorSpawnParameters& Parameters = FActorSpawnParameters()) {
        return static_cast<T*>(StandInSpawn(T::StaticClass(), nullptr, Parameters));
    }
    template <typename T>
    T* SpawnActor(UClass* Class, FTransform const& Transform,
                  const FActorSpawnParameters& Parameters = FActorSpawnParameters()) {
        return Cast<T>(StandInSpawn(Class, &Transform, Parameters));
    }
    AActor* SpawnActor(UClass* Class, FTransform const* Transform,
                       const FActorSpawnParameters& Parameters = FActorSpawnParameters()) {
        return StandInSpawn(Class, Transform, Parameters);
    }
    template <typename T>
    T* GetSubsystem() const {
        for (UWorldSubsystem* Subsystem : Subsystems)
            if (Subsystem->IsA(T::StaticClass())) return static_cast<T*>(Subsystem);
        return nullptr;
    }
    template <typename T>
    static T* GetSubsystem(const UWorld* World) {
        return World ? World->GetSubsystem<T>() : nullptr;
    }
    EWorldType::Type WorldType = EWorldType::None;
    uint8 bIsTearingDown : 1 = 0;

    AActor* StandInSpawn(UClass* Class, const FTransform* Transform, const FActorSpawnParameters& Parameters);
    void Serialize(FArchive& Ar) override;
    void StandInReferences(StandInVisitor& Visitor) override;
    void StandInTickGroup(ETickingGroup Group, float DeltaSeconds);
    TArray<AActor*> StandInActors;
    ENetMode StandInNetMode = NM_Standalone;
    bool bPaused = false;

private:
    TArray<UWorldSubsystem*> Subsystems;
    TArray<TWeakObjectPtr<APlayerController>> Controllers;
    AWorldSettings* Settings = nullptr;
    double TimeSeconds = 0;
    bool bBegunPlay = false;
    friend struct StandInWorlds;
};
