#pragma once

#include "Engine/EngineTypes.h"

// [D Runtime/Engine/PhysicsEngine/FKShapeElem and its page GetCollisionEnabled, 5.3; SetCollisionEnabled, 5.0] 5.3+
struct FKShapeElem {
    virtual ~FKShapeElem() = default;
    ECollisionEnabled::Type GetCollisionEnabled() const { return Enabled; }
    void SetCollisionEnabled(ECollisionEnabled::Type In) { Enabled = In; }

private:
    ECollisionEnabled::Type Enabled = ECollisionEnabled::QueryAndPhysics;
};
