#pragma once

#include "Components/ActorComponent.h"

// [D Runtime/Engine/Components/USceneComponent; MixedReality-UXTools UxtBackPlateComponent.cpp
// (bWantsOnUpdateTransform)] 5.3+
class USceneComponent : public UActorComponent {
    STANDIN_CLASS(USceneComponent, UActorComponent)
public:
    const FTransform& GetComponentTransform() const { return ComponentToWorldPrivate; }
    FVector GetComponentLocation() const { return ComponentToWorldPrivate.GetLocation(); }
    FQuat GetComponentQuat() const { return ComponentToWorldPrivate.GetRotation(); }
    FVector GetComponentScale() const { return ComponentToWorldPrivate.GetScale3D(); }
    void SetWorldLocation(FVector Location);
    void SetWorldTransform(const FTransform& Transform);
    void SetRelativeLocation(FVector Location);
    void SetRelativeRotation(FRotator Rotation);
    void SetRelativeScale3D(FVector Scale);
    void SetRelativeTransform(const FTransform& Transform);
    const FTransform& GetRelativeTransform() const { return RelativePrivate; }
    USceneComponent* GetAttachParent() const { return AttachParentPrivate; }
    void SetupAttachment(USceneComponent* InParent, FName Socket = NAME_None);
    bool AttachToComponent(USceneComponent* InParent, const FAttachmentTransformRules& Rules);
    virtual FVector GetComponentVelocity() const { return ComponentVelocity; }
    void SetMobility(EComponentMobility::Type In) { Mobility = In; }
    virtual FBoxSphereBounds CalcBounds(const FTransform& LocalToWorld) const;
    virtual void UpdateBounds() { Bounds = CalcBounds(ComponentToWorldPrivate); }
    void UpdateComponentToWorld();
    void DestroyComponent(bool bPromoteChildren = false) override;
    // An object's memory is zeroed before its constructor. [D unreal-object-handling-in-unreal-engine]
    FBoxSphereBounds Bounds{FVector(0, 0, 0), FVector(0, 0, 0), 0};
    FVector ComponentVelocity{0, 0, 0};
    EComponentMobility::Type Mobility = EComponentMobility::Movable;
    void StandInReferences(StandInVisitor& Visitor) override;
    void Serialize(FArchive& Ar) override;

protected:
    void OnRegister() override;
    virtual void OnUpdateTransform(EUpdateTransformFlags UpdateTransformFlags,
                                   ETeleportType Teleport = ETeleportType::None);
    uint8 bWantsOnUpdateTransform : 1 = 0;

private:
    FTransform RelativePrivate, ComponentToWorldPrivate;
    USceneComponent* AttachParentPrivate = nullptr;
    TArray<USceneComponent*> AttachChildrenPrivate;
};
