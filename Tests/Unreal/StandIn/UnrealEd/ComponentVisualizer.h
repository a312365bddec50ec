#pragma once

#include "CoreMinimal.h"

class FPrimitiveDrawInterface;
class FSceneView;
class UActorComponent;

// [D Editor/UnrealEd/FComponentVisualizer; AGXUnreal, MixedReality-UXTools] 5.3+
class FComponentVisualizer : public TSharedFromThis<FComponentVisualizer> {
public:
    virtual ~FComponentVisualizer() = default;
    virtual void OnRegister() {}
    virtual void DrawVisualization(const UActorComponent*, const FSceneView*, FPrimitiveDrawInterface*) {}
};
