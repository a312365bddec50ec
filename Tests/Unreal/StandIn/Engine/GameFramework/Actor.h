#pragma once

#include "Components/SceneComponent.h"
#include "Templates/SubclassOf.h"

// [D Runtime/Engine/GameFramework/AActor] 5.3+
class AActor : public UObject {
    STANDIN_CLASS(AActor, UObject)
public:
    UWorld* GetWorld() const override;
    USceneComponent* GetRootComponent() const { return RootComponent; }
    bool SetRootComponent(USceneComponent* Component) {
        RootComponent = Component;
        return true;
    }
    FVector GetActorLocation() const;
    FTransform GetActorTransform() const;
    bool SetActorLocation(const FVector& Location);
    bool SetActorTransform(const FTransform& Transform);
    void SetActorScale3D(FVector Scale);
    // [D Runtime/Engine/GameFramework/AActor/AddInstanceComponent, GetInstanceComponents,
    // application_version=5.3] 5.3+. Who is neither here nor the root nor a property of somebody may be left behind
    // when the actor is copied or saved.
    void AddInstanceComponent(UActorComponent* Component) { InstanceComponents.AddUnique(Component); }
    const TArray<UActorComponent*>& GetInstanceComponents() const { return InstanceComponents; }
    bool HasActorBegunPlay() const { return bBegunPlay; }
    bool Destroy(bool bNetForce = false, bool bShouldModifyLevel = true);
    bool IsActorBeingDestroyed() const { return bDestroyed; }
    UActorComponent* FindComponentByClass(const TSubclassOf<UActorComponent> Class) const;
    template <typename T>
    T* FindComponentByClass() const {
        return static_cast<T*>(FindComponentByClass(TSubclassOf<UActorComponent>(T::StaticClass())));
    }
    template <typename T>
    void GetComponents(TArray<T*>& Out) const {
        Out.Reset();
        for (UActorComponent* Component : Components)
            if (T* Found = Cast<T>(Component)) Out.Add(Found);
    }
    virtual void Tick(float) {}
    FActorTickFunction PrimaryActorTick;
    void StandInReferences(StandInVisitor& Visitor) override;
    void Serialize(FArchive& Ar) override;
    void StandInBegin();
    void StandInEnd(EEndPlayReason::Type Reason);
    void StandInRegisterComponents();
    TArray<UActorComponent*> Components;  // all whose outer is this actor and that were registered

protected:
    virtual void BeginPlay();
    virtual void EndPlay(const EEndPlayReason::Type Reason);
    friend class UWorld;
    USceneComponent* RootComponent = nullptr;
    TArray<UActorComponent*> InstanceComponents;
    bool bDestroyed = false, bBegunPlay = false;
};
