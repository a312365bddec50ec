#pragma once

#if STANDIN_MINOR < 6
#error "PrimitiveDrawInterface.h is new in 5.6"
#endif

#include "CoreMinimal.h"

// [AGXUnreal AGX_CableComponentVisualizer.cpp:20; D Runtime/Engine/FPrimitiveDrawInterface, newest] 5.6+
class FPrimitiveDrawInterface {
public:
    int32 StandInSpheres = 0;
};
