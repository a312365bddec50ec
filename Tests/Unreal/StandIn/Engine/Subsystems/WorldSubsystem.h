#pragma once

#include "Engine/EngineTypes.h"
#include "Subsystems/Subsystem.h"
#include "Tickable.h"

// [D Runtime/Engine/Subsystems/UWorldSubsystem, 5.4] 5.3+. Without an override: game, editor and PIE worlds.
class UWorldSubsystem : public USubsystem {
    STANDIN_CLASS(UWorldSubsystem, USubsystem)
public:
    UWorld* GetWorld() const final;
    virtual void PostInitialize() {}
    virtual void OnWorldBeginPlay(UWorld&) {}
    virtual bool DoesSupportWorldType(const EWorldType::Type WorldType) const;
};

// [D Runtime/Engine/UTickableWorldSubsystem: "Subclasses must forward calls to the Initialize/Deinitialize functions to
// correctly enable ticking"] 5.3+
class UTickableWorldSubsystem : public UWorldSubsystem, public FTickableGameObject {
    STANDIN_CLASS(UTickableWorldSubsystem, UWorldSubsystem)
public:
    void Initialize(FSubsystemCollectionBase&) override { bInitialized = true; }
    void Deinitialize() override { bInitialized = false; }
    bool IsInitialized() const { return bInitialized; }
    UWorld* GetTickableGameObjectWorld() const override { return GetWorld(); }
    // Tick and GetStatId stay pure: whoever derives must have both, and may not count on a Super of either. [K]

private:
    bool bInitialized = false;
};
