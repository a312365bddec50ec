#pragma once

#include "CoreMinimal.h"

#include <optional>

// [D Runtime/MeshDescription/FElementID] 5.3+
struct FElementID {
    FElementID() = default;
    explicit FElementID(int32 In) : IDValue(In) {}
    int32 GetValue() const { return IDValue; }
    friend bool operator==(FElementID A, FElementID B) { return A.IDValue == B.IDValue; }

protected:
    int32 IDValue = INDEX_NONE;
};

// [D Runtime/MeshDescription/FVertexID, FVertexInstanceID, FTriangleID, FPolygonGroupID] 5.3+
struct FVertexID : FElementID {
    using FElementID::FElementID;
};
struct FVertexInstanceID : FElementID {
    using FElementID::FElementID;
};
struct FTriangleID : FElementID {
    using FElementID::FElementID;
};
struct FPolygonGroupID : FElementID {
    using FElementID::FElementID;
};

// [D Runtime/MeshDescription/TMeshElementArray; HoudiniEngineForUnreal UnrealMeshTranslator.cpp:2948: the arrays are
// sparse] 5.3+
template <typename Element, typename Id>
class TMeshElementArray {
public:
    int32 Num() const {
        int32 Count = 0;
        for (const std::optional<Element>& One : StandInPlaces) Count += One.has_value();
        return Count;
    }
    int32 GetArraySize() const { return StandInPlaces.Num(); }
    bool IsValid(Id Which) const {
        return StandInPlaces.IsValidIndex(Which.GetValue()) && StandInPlaces[Which.GetValue()].has_value();
    }
    TArray<Id> GetElementIDs() const {
        TArray<Id> Ids;
        for (int32 Index = 0; Index < StandInPlaces.Num(); ++Index)
            if (StandInPlaces[Index].has_value()) Ids.Add(Id(Index));
        return Ids;
    }
    TArray<std::optional<Element>> StandInPlaces;
};

struct StandInVertex {
    FVector3f Position;
};
struct StandInTriangle {
    FVertexID Corners[3];
};

// [D Runtime/MeshDescription/FMeshDescription: CreateTriangle, GetTriangleVertices, DeleteTriangles (5.5: removes what
// is orphaned, compacts nothing)] 5.3+
struct FMeshDescription {
    const TMeshElementArray<StandInVertex, FVertexID>& Vertices() const { return AllVertices; }
    const TMeshElementArray<StandInTriangle, FTriangleID>& Triangles() const { return AllTriangles; }
    FVertexID CreateVertex();
    FVertexInstanceID CreateVertexInstance(const FVertexID VertexID);
    FPolygonGroupID CreatePolygonGroup() { return FPolygonGroupID(Groups++); }
    FTriangleID CreateTriangle(const FPolygonGroupID PolygonGroupID, TArrayView<const FVertexInstanceID> Instances);
    TArrayView<const FVertexID> GetTriangleVertices(const FTriangleID TriangleID) const {
        return TArrayView<const FVertexID>(AllTriangles.StandInPlaces[TriangleID.GetValue()]->Corners);
    }
    void DeleteTriangles(const TArray<FTriangleID>& Triangles);
    bool StandInRegistered = false;
    TMeshElementArray<StandInVertex, FVertexID> AllVertices;
    TMeshElementArray<StandInTriangle, FTriangleID> AllTriangles;

private:
    TArray<FVertexID> Instances;
    int32 Groups = 0;
};
