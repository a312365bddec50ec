#pragma once

#include "MeshDescription.h"

// [D Runtime/MeshDescription/TVertexAttributesRef, TVertexAttributesConstRef] 5.3+
template <typename T>
class TVertexAttributesRef {
public:
    explicit TVertexAttributesRef(FMeshDescription& In) : Description(&In) {}
    T& operator[](FVertexID Vertex) const {
        check(Description->StandInRegistered && Description->AllVertices.IsValid(Vertex));
        return Description->AllVertices.StandInPlaces[Vertex.GetValue()]->Position;
    }

private:
    FMeshDescription* Description;
};
template <typename T>
class TVertexAttributesConstRef {
public:
    explicit TVertexAttributesConstRef(const FMeshDescription& In) : Description(&In) {}
    const T& operator[](FVertexID Vertex) const {
        check(Description->StandInRegistered && Description->AllVertices.IsValid(Vertex));
        return Description->AllVertices.StandInPlaces[Vertex.GetValue()]->Position;
    }

private:
    const FMeshDescription* Description;
};

// [D Runtime/StaticMeshDescription/FStaticMeshConstAttributes, FStaticMeshAttributes] 5.3+
class FStaticMeshConstAttributes {
public:
    explicit FStaticMeshConstAttributes(const FMeshDescription& In) : Description(&In) {}
    TVertexAttributesConstRef<FVector3f> GetVertexPositions() const {
        return TVertexAttributesConstRef<FVector3f>(*Description);
    }

private:
    const FMeshDescription* Description;
};
class FStaticMeshAttributes {
public:
    explicit FStaticMeshAttributes(FMeshDescription& In) : Description(&In) {}
    void Register() { Description->StandInRegistered = true; }
    TVertexAttributesRef<FVector3f> GetVertexPositions() { return TVertexAttributesRef<FVector3f>(*Description); }

private:
    FMeshDescription* Description;
};
