#pragma once

#include "CoreMinimal.h"

// [D Runtime/Engine/PhysicsEngine/FKSphereElem; HoudiniEngineForUnreal HoudiniMeshTranslator.cpp:6870] 5.3+
struct FKSphereElem {
    FVector Center{0, 0, 0};
    float Radius = 1;
};
