#pragma once

#include "PhysicsEngine/ShapeElem.h"

// [D Runtime/Engine/PhysicsEngine/FKConvexElem, 5.3, and its pages GetTransform, SetTransform, 5.3, 5.4: "applied to
// convex mesh vertices"] 5.3+
struct FKConvexElem : public FKShapeElem {
    TArray<FVector> VertexData;
    FTransform GetTransform() const { return Transform; }
    void SetTransform(const FTransform& InTransform) { Transform = InTransform; }

protected:
    FTransform Transform;
};
