// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#pragma once

#include "CoreMinimal.h"
#include "SphereTreeTypes.h"

class UStaticMesh;

/** The triangles of a static mesh as a bake takes them: build scale applied, indices without gaps, facing outward. */
struct SPHERETREEEDITOR_API FSphereTreeGeometry
{
	/** In the mesh's own centimetres. */
	TArray<FVector> Positions;

	/** Three for each triangle, counter-clockwise seen from outside. */
	TArray<int32> Corners;

	/** Where the triangles come from, for people. */
	FString Source;

	/** What had to be done otherwise than asked; empty when nothing had. */
	FString Remark;

	int32 GetTriangleCount() const { return Corners.Num() / 3; }

	/**
	 * Waits while the mesh still compiles. The imported description, of LOD 0 or of the finer Nanite source; render data only
	 * where a generated LOD has no description, and never the fallback of a Nanite mesh. False, with what to do about it.
	 */
	static bool Read(UStaticMesh& Mesh, ESphereTreeMeshSource Wanted, FSphereTreeGeometry& Out, FString& OutWhyNot);
};
