// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "Engine/StaticMesh.h"
#include "MeshDescription.h"
#include "Misc/AutomationTest.h"
#include "SphereTreeEditorFixture.h"
#include "StaticMeshResources.h"

namespace
{
	/** Six times the volume, by the divergence theorem: positive when the triangles face outward. */
	double SixVolumes(const FSphereTreeGeometry& Geometry)
	{
		double Sum = 0.0;
		for (int32 First = 0; First < Geometry.Corners.Num(); First += 3)
		{
			const FVector A = Geometry.Positions[Geometry.Corners[First]];
			const FVector B = Geometry.Positions[Geometry.Corners[First + 1]];
			const FVector C = Geometry.Positions[Geometry.Corners[First + 2]];
			Sum += A.X * (B.Y * C.Z - B.Z * C.Y) + A.Y * (B.Z * C.X - B.X * C.Z) + A.Z * (B.X * C.Y - B.Y * C.X);
		}
		return Sum;
	}

	FSphereTreeGeometry ReadSound(FAutomationTestBase& Test, UStaticMesh& Mesh, ESphereTreeMeshSource Source = ESphereTreeMeshSource::Lod0)
	{
		FSphereTreeGeometry Geometry;
		FString WhyNot;
		Test.TestTrue(TEXT("can be read"), FSphereTreeGeometry::Read(Mesh, Source, Geometry, WhyNot));
		Test.TestEqual(TEXT("why not"), WhyNot, FString());
		return Geometry;
	}

	/** A tetrahedron of render data, its edges on the axes, beside a LOD 0 that has no description. */
	UStaticMesh* MakeGenerated(FSphereTreeEditorFixture& Fixture, const FVector& BuildScale, bool bScaleIsIn)
	{
		UStaticMesh* Mesh = Fixture.MakeEmpty(TEXT("Generated"));
		UStaticMesh* Bare = NewObject<UStaticMesh>(Mesh->GetOuter());
		Bare->AddSourceModel().BuildSettings.BuildScale3D = BuildScale;
		Bare->SetRenderData(MakeUnique<FStaticMeshRenderData>());
		Bare->GetRenderData()->AllocateLODResources(1);
		FStaticMeshLODResources& Lod = Bare->GetRenderData()->LODResources[0];
		const FVector S = bScaleIsIn ? BuildScale : FVector::OneVector;
		Lod.VertexBuffers.PositionVertexBuffer.Init({FVector3f(0, 0, 0), FVector3f(static_cast<float>(10 * S.X), 0, 0), FVector3f(0, static_cast<float>(10 * S.Y), 0), FVector3f(0, 0, static_cast<float>(10 * S.Z))});
		Lod.IndexBuffer.SetIndices({0, 1, 2, 0, 3, 1, 0, 2, 3, 1, 3, 2}, EIndexBufferStride::Force32Bit);
		const FVector Extent(5.0 * BuildScale.X, 5.0 * BuildScale.Y, 5.0 * BuildScale.Z);
		Bare->GetRenderData()->Bounds = FBoxSphereBounds(Extent, Extent, Extent.Size());
		Bare->CalculateExtendedBounds();
		return Bare;
	}
}

BEGIN_DEFINE_SPEC(FSphereTreeGeometrySpec, "SphereTree.Geometry", SPHERETREE_EDITOR_TEST_FLAGS)
END_DEFINE_SPEC(FSphereTreeGeometrySpec)

void FSphereTreeGeometrySpec::Define()
{
	It(TEXT("reads the description of LOD 0, facing outward"), [this]()
	{
		FSphereTreeEditorFixture Fixture;
		const FSphereTreeGeometry Geometry = ReadSound(*this, *Fixture.MakeCube(TEXT("Cube"), 50.0f));
		TestEqual(TEXT("corners"), Geometry.Positions.Num(), 8);
		TestEqual(TEXT("triangles"), Geometry.GetTriangleCount(), 12);
		TestEqual(TEXT("six volumes"), SixVolumes(Geometry), 6.0e6, 1.0);
		TestEqual(TEXT("source"), Geometry.Source, FString(TEXT("LOD 0")));
		TestEqual(TEXT("remark"), Geometry.Remark, FString());
	});

	It(TEXT("closes the gaps that deleted vertices leave"), [this]()
	{
		FSphereTreeEditorFixture Fixture;
		UStaticMesh* Mesh = Fixture.MakeEmpty(TEXT("Sparse"));
		FMeshDescription& Description = *Mesh->GetMeshDescription(0);
		FSphereTreeEditorFixture::AddCube(Description, 20.0f, FVector(500, 0, 0));
		TArray<FTriangleID> First;
		for (const FTriangleID Triangle : Description.Triangles().GetElementIDs())
		{
			First.Add(Triangle);
		}
		FSphereTreeEditorFixture::AddCube(Description, 50.0f);
		Description.DeleteTriangles(First);
		TestTrue(TEXT("ids have gaps"), Description.Vertices().GetArraySize() > Description.Vertices().Num());
		const FSphereTreeGeometry Geometry = ReadSound(*this, *Mesh);
		TestEqual(TEXT("corners"), Geometry.Positions.Num(), 8);
		TestEqual(TEXT("six volumes"), SixVolumes(Geometry), 6.0e6, 1.0);
	});

	It(TEXT("applies the build scale, and stays the right way round when it mirrors"), [this]()
	{
		FSphereTreeEditorFixture Fixture;
		UStaticMesh* Mesh = Fixture.MakeCube(TEXT("Scaled"), 50.0f);
		Mesh->GetSourceModel(0).BuildSettings.BuildScale3D = FVector(2, 3, 1);
		TestEqual(TEXT("six volumes"), SixVolumes(ReadSound(*this, *Mesh)), 36.0e6, 1.0);
		Mesh->GetSourceModel(0).BuildSettings.BuildScale3D = FVector(-2, 1, 1);
		TestEqual(TEXT("six volumes, mirrored"), SixVolumes(ReadSound(*this, *Mesh)), 12.0e6, 1.0);
		Mesh->GetSourceModel(0).BuildSettings.BuildScale3D = FVector(-1, -1, 1);
		TestEqual(TEXT("six volumes, turned"), SixVolumes(ReadSound(*this, *Mesh)), 6.0e6, 1.0);
	});

	It(TEXT("takes the finer source of a Nanite mesh by choice only"), [this]()
	{
		FSphereTreeEditorFixture Fixture;
		UStaticMesh* Mesh = Fixture.MakeCube(TEXT("Nanite"), 50.0f);
		Mesh->NaniteSettings.bEnabled = true;
		const FSphereTreeGeometry Without = ReadSound(*this, *Mesh, ESphereTreeMeshSource::NaniteSource);
		TestEqual(TEXT("LOD 0 where there is none"), Without.Source, FString(TEXT("LOD 0")));
		TestTrue(TEXT("which is said"), Without.Remark.Contains(TEXT("no finer Nanite source")));
		FSphereTreeEditorFixture::AddCube(*Mesh->CreateHiResMeshDescription(), 60.0f);
		Mesh->CommitHiResMeshDescription();
		Mesh->GetHiResSourceModel().BuildSettings.BuildScale3D = FVector(1, 1, -1);
		const FSphereTreeGeometry Finer = ReadSound(*this, *Mesh, ESphereTreeMeshSource::NaniteSource);
		TestEqual(TEXT("the finer one"), Finer.Source, FString(TEXT("Nanite source")));
		TestEqual(TEXT("six volumes"), SixVolumes(Finer), 6.0 * 120 * 120 * 120, 1.0);
		TestEqual(TEXT("LOD 0 when asked"), SixVolumes(ReadSound(*this, *Mesh)), 6.0e6, 1.0);
	});

	It(TEXT("never takes the fallback of a Nanite mesh"), [this]()
	{
		FSphereTreeEditorFixture Fixture;
		UStaticMesh* Mesh = MakeGenerated(Fixture, FVector::OneVector, true);
		Mesh->NaniteSettings.bEnabled = true;
		FSphereTreeGeometry Geometry;
		FString WhyNot;
		TestFalse(TEXT("is read"), FSphereTreeGeometry::Read(*Mesh, ESphereTreeMeshSource::Lod0, Geometry, WhyNot));
		TestTrue(TEXT("says what to do"), WhyNot.Contains(TEXT("fallback")) && WhyNot.Contains(TEXT("Import it again")));
	});

	It(TEXT("falls back to render data for a generated LOD, and says so"), [this]()
	{
		for (const bool bScaleIsIn : {true, false})
		{
			FSphereTreeEditorFixture Fixture;
			UStaticMesh* Mesh = MakeGenerated(Fixture, FVector(2, 3, 4), bScaleIsIn);
			const FSphereTreeGeometry Geometry = ReadSound(*this, *Mesh);
			TestEqual(TEXT("triangles"), Geometry.GetTriangleCount(), 4);
			TestEqual(TEXT("six volumes, scaled once"), SixVolumes(Geometry), 24.0e3, 1e-3);
			TestTrue(TEXT("says so"), Geometry.Remark.Contains(TEXT("render data")));
		}
	});

	It(TEXT("has a sentence for a mesh without triangles"), [this]()
	{
		FSphereTreeEditorFixture Fixture;
		FSphereTreeGeometry Geometry;
		FString WhyNot;
		TestFalse(TEXT("is read"), FSphereTreeGeometry::Read(*Fixture.MakeEmpty(TEXT("Empty")), ESphereTreeMeshSource::Lod0, Geometry, WhyNot));
		TestTrue(TEXT("says why"), WhyNot.Contains(TEXT("no triangles")));
	});
}
