#pragma once

#include "PhysicsEngine/ShapeElem.h"

// [D Runtime/Engine/PhysicsEngine/FKSphereElem, 5.5; HoudiniEngineForUnreal HoudiniMeshTranslator.cpp:6870] 5.3+
struct FKSphereElem : public FKShapeElem {
    FVector Center{0, 0, 0};
    float Radius = 1;
    FKSphereElem() = default;
    explicit FKSphereElem(float InRadius) : Radius(InRadius) {}
};
