#pragma once

#include "CoreMinimal.h"

class FSceneView;

// [D Runtime/Engine/ESceneDepthPriorityGroup] 5.3+
enum ESceneDepthPriorityGroup { SDPG_World, SDPG_Foreground };

class FPrimitiveDrawInterface;

#if STANDIN_MINOR < 6
// [D Runtime/Engine/FPrimitiveDrawInterface, application_version=5.5: SceneManagement.h] up to 5.5
class FPrimitiveDrawInterface {
public:
    int32 StandInSpheres = 0;
};

// [AGXUnreal AGX_CableComponentVisualizer.cpp: seven arguments; D Runtime/Engine/DrawWireSphere] up to 5.5
void DrawWireSphere(FPrimitiveDrawInterface* PDI, const FVector& Base, const FLinearColor& Color, double Radius,
                    int32 NumSides, uint8 DepthPriority, float Thickness = 0);
#endif
