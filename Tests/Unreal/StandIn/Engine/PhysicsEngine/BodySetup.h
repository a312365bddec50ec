#pragma once

#include "PhysicsEngine/AggregateGeom.h"
#include "UObject/UObjectGlobals.h"

// [D Runtime/Engine/PhysicsEngine/UBodySetup: RemoveSimpleCollision 5.3, InvalidatePhysicsData 5.1, CreatePhysicsMeshes
// 5.3] 5.3+
class UBodySetup : public UObject {
    STANDIN_CLASS(UBodySetup, UObject)
public:
    FKAggregateGeom AggGeom;
    void RemoveSimpleCollision() { AggGeom = {}; }
    virtual void InvalidatePhysicsData() { bStandInCooked = false; }
    virtual void CreatePhysicsMeshes() { bStandInCooked = true; }
    void Serialize(FArchive& Ar) override;
    bool bStandInCooked = false;
};
