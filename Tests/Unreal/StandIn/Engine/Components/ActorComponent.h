#pragma once

#include "Engine/EngineTypes.h"
#include "UObject/UObjectGlobals.h"

class AActor;
class UWorld;

// [D Runtime/Engine/Components/UActorComponent/OnRegister, 5.5] 5.3+. Super must be called in OnRegister and
// OnUnregister; a component that forgets it dies here.
class UActorComponent : public UObject {
    STANDIN_CLASS(UActorComponent, UObject)
public:
    AActor* GetOwner() const;
    UWorld* GetWorld() const override;
    bool IsRegistered() const { return bRegistered; }
    void RegisterComponent();
    void UnregisterComponent();
    virtual void DestroyComponent(bool bPromoteChildren = false);
    bool IsBeingDestroyed() const { return bBeingDestroyed; }
    virtual void OnComponentDestroyed(bool) {}
    virtual void BeginPlay() { bBegunPlay = true; }
    virtual void EndPlay(const EEndPlayReason::Type) { bBegunPlay = false; }
    bool HasBegunPlay() const { return bBegunPlay; }
    virtual void TickComponent(float, ELevelTick, FActorComponentTickFunction*) {}
    void MarkRenderStateDirty() {}
    // [HoudiniEngineForUnreal HoudiniMeshTranslator.cpp:3400] 5.3+
    bool IsPhysicsStateCreated() const { return bRegistered; }
    void RecreatePhysicsState() { ++StandInPhysics; }
    int32 StandInPhysics = 0;
    FActorComponentTickFunction PrimaryComponentTick;
    /// BeginPlay and EndPlay as the engine calls them: an override that forgets its Super is told.
    void StandInBegin();
    void StandInEnd(EEndPlayReason::Type Reason);
    uint8 bAutoActivate : 1 = 0;

protected:
    virtual void OnRegister() { bSuperCalled = true; }
    virtual void OnUnregister() { bSuperCalled = true; }

private:
    bool bRegistered = false, bBegunPlay = false, bBeingDestroyed = false, bSuperCalled = false;
};
