#pragma once

#include "CoreMinimal.h"

// Older versions do not have the file; whoever includes it asks with __has_include, and gets nothing here.
#if STANDIN_MINOR >= 6
class FPrimitiveDrawInterface;

// [D Runtime/Engine/DrawWireSphere, newest] 5.6+ (when it moved is open: UNREAL-2.md B2)
void DrawWireSphere(FPrimitiveDrawInterface* PDI, const FVector& Base, const FLinearColor& Color, double Radius,
                    int32 NumSides, uint8 DepthPriority, float Thickness = 0);
#endif
