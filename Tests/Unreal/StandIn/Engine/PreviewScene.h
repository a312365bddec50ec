#pragma once

#include "Components/ActorComponent.h"
#include "UObject/GCObject.h"

// [D Runtime/Engine/FPreviewScene; EpicSandbox SMyCustomAssetEditorViewport.cpp] 5.3+
class FPreviewScene : public FGCObject {
public:
    struct ConstructionValues {};
    explicit FPreviewScene(ConstructionValues) {}
    virtual void AddComponent(UActorComponent* Component, const FTransform&, bool = false) {
        StandInComponents.Add(Component);
    }
    void AddReferencedObjects(FReferenceCollector& Collector) override {
        for (TObjectPtr<UActorComponent>& Component : StandInComponents) Collector.AddReferencedObject(Component);
    }
    FString GetReferencerName() const override { return u"FPreviewScene"; }
    TArray<TObjectPtr<UActorComponent>> StandInComponents;
};
