#pragma once

#include "Engine/EngineBaseTypes.h"
#include "Subsystems/WorldSubsystem.h"
#include "UObject/WeakObjectPtrTemplates.h"

class AActor;
class APlayerController;
class AWorldSettings;
class UGameInstance;

// [D Runtime/Engine/ENetMode] 5.3+
enum ENetMode : int { NM_Standalone, NM_DedicatedServer, NM_ListenServer, NM_Client, NM_MAX };

// [D Runtime/Engine/FActorSpawnParameters] 5.3+
struct FActorSpawnParameters {
    FName Name;
};

// [D Runtime/Engine/FConstPlayerControllerIterator; VRExpansionPlugin] 5.3+
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
    template <typename T>
    T* SpawnActor(UClass* Class = T::StaticClass(), const FTransform* Transform = nullptr) {
        return static_cast<T*>(StandInSpawn(Class, Transform));
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

    AActor* StandInSpawn(UClass* Class, const FTransform* Transform);
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
