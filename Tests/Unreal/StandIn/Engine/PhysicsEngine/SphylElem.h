#pragma once

#include "PhysicsEngine/ShapeElem.h"

// [D Runtime/Engine/PhysicsEngine/FKSphylElem, 5.3, and __ctor/2, 5.4: the axis is z, the length that of the segment]
// 5.3+
struct FKSphylElem : public FKShapeElem {
    FVector Center{0, 0, 0};
    FRotator Rotation{0, 0, 0};
    float Radius = 1, Length = 1;
    FKSphylElem() = default;
    FKSphylElem(float InRadius, float InLength) : Radius(InRadius), Length(InLength) {}
};
