#pragma once

#include "CoreMinimal.h"

// [carla CarlaToolsFunctionLibrary.cpp:70; glTFRuntime glTFRuntimeParserStaticMeshes.cpp] 5.3+
class FPositionVertexBuffer {
public:
    void Init(const TArray<FVector3f>& In) { Positions = In; }
    uint32 GetNumVertices() const { return static_cast<uint32>(Positions.Num()); }
    const FVector3f& VertexPosition(uint32 Index) const { return Positions[static_cast<int32>(Index)]; }

private:
    TArray<FVector3f> Positions;
};

// [D Runtime/Engine/FStaticMeshVertexBuffers] 5.3+
struct FStaticMeshVertexBuffers {
    FPositionVertexBuffer PositionVertexBuffer;
};

// [D Runtime/Engine/FIndexArrayView] 5.3+
class FIndexArrayView {
public:
    explicit FIndexArrayView(const TArray<uint32>& In) : Indices(In) {}
    uint32 operator[](int32 Index) const { return Indices[Index]; }
    int32 Num() const { return Indices.Num(); }

private:
    const TArray<uint32>& Indices;
};

// [D Runtime/Engine/EIndexBufferStride__Type] 5.3+
namespace EIndexBufferStride {
enum Type { Force16Bit, Force32Bit, AutoDetect };
}

// [D Runtime/Engine/FRawStaticIndexBuffer; glTFRuntime glTFRuntimeParserStaticMeshes.cpp] 5.3+
class FRawStaticIndexBuffer {
public:
    void SetIndices(const TArray<uint32>& In, EIndexBufferStride::Type) { Indices = In; }
    FIndexArrayView GetArrayView() const { return FIndexArrayView(Indices); }

private:
    TArray<uint32> Indices;
};

// [D Runtime/Engine/FStaticMeshLODResources] 5.3+
struct FStaticMeshLODResources {
    FStaticMeshVertexBuffers VertexBuffers;
    FRawStaticIndexBuffer IndexBuffer;
};

// [D Runtime/Engine/FStaticMeshRenderData; glTFRuntime glTFRuntimeParserStaticMeshes.cpp] 5.3+
class FStaticMeshRenderData {
public:
    void AllocateLODResources(int32 Count) { LODResources.SetNum(Count); }
    TArray<FStaticMeshLODResources> LODResources;
    FBoxSphereBounds Bounds;
};
