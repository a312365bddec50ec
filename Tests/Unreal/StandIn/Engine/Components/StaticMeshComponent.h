#pragma once

#include "Components/PrimitiveComponent.h"

class UStaticMesh;

// [N Runtime/Engine/Components/UStaticMeshComponent] 5.3+
class UStaticMeshComponent : public UPrimitiveComponent {
    STANDIN_CLASS(UStaticMeshComponent, UPrimitiveComponent)
public:
    UStaticMesh* GetStaticMesh() const { return Mesh; }
    virtual bool SetStaticMesh(UStaticMesh* In) {
        Mesh = In;
        return true;
    }
    void StandInReferences(StandInVisitor& Visitor) override;
    void Serialize(FArchive& Ar) override;

private:
    UStaticMesh* Mesh = nullptr;
};
