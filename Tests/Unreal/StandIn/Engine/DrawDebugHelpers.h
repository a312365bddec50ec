#pragma once

#include "CoreMinimal.h"

class UWorld;

// [ALS-Refactored: ENABLE_DRAW_DEBUG guards] 5.3+
#define ENABLE_DRAW_DEBUG (!UE_BUILD_SHIPPING)

// [UnrealJolt, SUSS calls; the defaults are not relied upon: every argument is required here] 5.3+
void DrawDebugSphere(const UWorld* World, FVector const& Center, float Radius, int32 Segments, FColor const& Color,
                     bool bPersistentLines, float LifeTime, uint8 DepthPriority, float Thickness);
void DrawDebugLine(const UWorld* World, FVector const& Start, FVector const& End, FColor const& Color,
                   bool bPersistentLines, float LifeTime, uint8 DepthPriority, float Thickness);
// [D Runtime/Engine/DrawDebugCircle/2, 5.4; a double radius in the newest] 5.3+
void DrawDebugCircle(const UWorld* World, FVector Center, float Radius, int32 Segments, const FColor& Color,
                     bool bPersistentLines, float LifeTime, uint8 DepthPriority, float Thickness, FVector YAxis,
                     FVector ZAxis, bool bDrawAxis);

struct StandInDrawn {
    int32 Spheres = 0, Lines = 0, Circles = 0;
};
StandInDrawn& StandInDrawings();
