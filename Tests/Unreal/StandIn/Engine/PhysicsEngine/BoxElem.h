#pragma once

#include "PhysicsEngine/ShapeElem.h"

// [D Runtime/Engine/PhysicsEngine/FKBoxElem, 5.5, and __ctor/3, 5.2: "extent along the x-axis"] 5.3+. That X, Y and Z
// are whole sides, not halves, no page says; plugins that make boxes from half extents double them.
struct FKBoxElem : public FKShapeElem {
    FVector Center{0, 0, 0};
    FRotator Rotation{0, 0, 0};
    float X = 1, Y = 1, Z = 1;
    FKBoxElem() = default;
    FKBoxElem(float InX, float InY, float InZ) : X(InX), Y(InY), Z(InZ) {}
};
