// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "SphereTreeGeometry.h"

#include "Engine/StaticMesh.h"
#include "Engine/StaticMeshSourceData.h"
#include "MeshDescription.h"
#include "Misc/EngineVersionComparison.h"
#include "StaticMeshAttributes.h"
#include "StaticMeshCompiler.h"
#include "StaticMeshResources.h"

namespace
{
	bool IsNaniteMesh(const UStaticMesh& Mesh)
	{
#if UE_VERSION_OLDER_THAN(5, 7, 0)
		return Mesh.NaniteSettings.bEnabled != 0;
#else
		return Mesh.GetNaniteSettings().bEnabled != 0;
#endif
	}

	/** The engine's triangles are clockwise seen from outside, the core's the other way round; a mirror turns them once more. */
	void AddTriangle(FSphereTreeGeometry& Geometry, int32 A, int32 B, int32 C, bool bMirrored)
	{
		Geometry.Corners.Add(A);
		Geometry.Corners.Add(bMirrored ? B : C);
		Geometry.Corners.Add(bMirrored ? C : B);
	}

	bool IsMirror(const FVector& Scale)
	{
		return Scale.X * Scale.Y * Scale.Z < 0.0;
	}

	/** Ids of a description have gaps where something was deleted: they are numbered anew. */
	void AddDescription(const FMeshDescription& Description, const FVector& Scale, FSphereTreeGeometry& Geometry)
	{
		const FStaticMeshConstAttributes Attributes(Description);
		const TVertexAttributesConstRef<FVector3f> Positions = Attributes.GetVertexPositions();
		TArray<int32> Places;
		Places.Init(INDEX_NONE, Description.Vertices().GetArraySize());
		for (const FVertexID Vertex : Description.Vertices().GetElementIDs())
		{
			Places[Vertex.GetValue()] = Geometry.Positions.Add(FVector(Positions[Vertex]) * Scale);
		}
		for (const FTriangleID Triangle : Description.Triangles().GetElementIDs())
		{
			const TArrayView<const FVertexID> Corners = Description.GetTriangleVertices(Triangle);
			AddTriangle(Geometry, Places[Corners[0].GetValue()], Places[Corners[1].GetValue()], Places[Corners[2].GetValue()], IsMirror(Scale));
		}
	}

	/**
	 * Whether render data has the build scale in it already is not documented, and plugins disagree. The mesh's own bounds
	 * know: of the two readings, the one whose box is nearer to them.
	 */
	FVector FindLeftOverScale(const UStaticMesh& Mesh, const FPositionVertexBuffer& Positions, const FVector& BuildScale)
	{
		FVector Low(1e30);
		FVector High(-1e30);
		for (uint32 Index = 0; Index < Positions.GetNumVertices(); ++Index)
		{
			const FVector Position(Positions.VertexPosition(Index));
			Low = FVector(FMath::Min(Low.X, Position.X), FMath::Min(Low.Y, Position.Y), FMath::Min(Low.Z, Position.Z));
			High = FVector(FMath::Max(High.X, Position.X), FMath::Max(High.Y, Position.Y), FMath::Max(High.Z, Position.Z));
		}
		const FVector Extent = (High - Low) * 0.5;
		const FVector Known = Mesh.GetBounds().BoxExtent;
		const FVector Scaled(FMath::Abs(Extent.X * BuildScale.X), FMath::Abs(Extent.Y * BuildScale.Y), FMath::Abs(Extent.Z * BuildScale.Z));
		return (Scaled - Known).Size() < (Extent - Known).Size() ? BuildScale : FVector::OneVector;
	}

	bool ReadRenderData(const UStaticMesh& Mesh, const FVector& BuildScale, FSphereTreeGeometry& Geometry)
	{
		const FStaticMeshRenderData* RenderData = Mesh.GetRenderData();
		if (!RenderData || RenderData->LODResources.Num() == 0)
		{
			return false;
		}
		const FStaticMeshLODResources& Lod = RenderData->LODResources[0];
		const FPositionVertexBuffer& Positions = Lod.VertexBuffers.PositionVertexBuffer;
		const FVector Scale = FindLeftOverScale(Mesh, Positions, BuildScale);
		for (uint32 Index = 0; Index < Positions.GetNumVertices(); ++Index)
		{
			Geometry.Positions.Add(FVector(Positions.VertexPosition(Index)) * Scale);
		}
		const FIndexArrayView Indices = Lod.IndexBuffer.GetArrayView();
		for (int32 First = 0; First + 2 < Indices.Num(); First += 3)
		{
			AddTriangle(Geometry, static_cast<int32>(Indices[First]), static_cast<int32>(Indices[First + 1]), static_cast<int32>(Indices[First + 2]), IsMirror(Scale));
		}
		Geometry.Source = TEXT("render data of LOD 0");
		Geometry.Remark = TEXT("LOD 0 is generated and has no description of its own: its render data was baked.");
		return Geometry.GetTriangleCount() > 0;
	}

	bool ReadLod0(UStaticMesh& Mesh, FSphereTreeGeometry& Out, FString& OutWhyNot)
	{
		const bool bHasModel = Mesh.GetNumSourceModels() > 0;
		const FVector Scale = bHasModel ? Mesh.GetSourceModel(0).BuildSettings.BuildScale3D : FVector::OneVector;
		if (const FMeshDescription* Description = bHasModel ? Mesh.GetMeshDescription(0) : nullptr)
		{
			AddDescription(*Description, Scale, Out);
			Out.Source = TEXT("LOD 0");
			return true;
		}
		if (IsNaniteMesh(Mesh))
		{
			OutWhyNot = TEXT("It is a Nanite mesh without its imported triangles; what is left is the coarse fallback, which would give a wrong tree. Import it again.");
			return false;
		}
		if (!ReadRenderData(Mesh, Scale, Out))
		{
			OutWhyNot = TEXT("It has neither imported triangles nor render data. Import it again.");
			return false;
		}
		return true;
	}
}

bool FSphereTreeGeometry::Read(UStaticMesh& Mesh, ESphereTreeMeshSource Wanted, FSphereTreeGeometry& Out, FString& OutWhyNot)
{
	Out = FSphereTreeGeometry();
	if (Mesh.IsCompiling())
	{
		UStaticMesh* const Meshes[] = {&Mesh};
		FStaticMeshCompilingManager::Get().FinishCompilation(Meshes);
	}
	if (Wanted == ESphereTreeMeshSource::NaniteSource && Mesh.IsHiResMeshDescriptionValid())
	{
		if (const FMeshDescription* Finer = Mesh.GetHiResMeshDescription())
		{
			AddDescription(*Finer, Mesh.GetHiResSourceModel().BuildSettings.BuildScale3D, Out);
			Out.Source = TEXT("Nanite source");
		}
	}
	if (Out.Source.IsEmpty() && !ReadLod0(Mesh, Out, OutWhyNot))
	{
		return false;
	}
	if (Wanted == ESphereTreeMeshSource::NaniteSource && Out.Source != TEXT("Nanite source"))
	{
		Out.Remark += FString(Out.Remark.IsEmpty() ? TEXT("") : TEXT(" ")) + TEXT("There is no finer Nanite source: LOD 0 was baked.");
	}
	if (Out.GetTriangleCount() == 0)
	{
		OutWhyNot = TEXT("It has no triangles. Import it again.");
		return false;
	}
	return true;
}
