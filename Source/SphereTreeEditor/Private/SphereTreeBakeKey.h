// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#pragma once

#include "CoreMinimal.h"
#include "SphereTree/Recipe.h"
#include "SphereTree/TriangleMesh.h"
#include "SphereTreeTypes.h"

struct FSphereTreeGeometry;

/** What identifies a bake. The same on every machine and in every engine version. */
namespace SphereTreeBakeKey
{
	/** The plugin's version, which a test compares with the descriptor: another core makes other trees. */
	inline const TCHAR* const CoreVersion = TEXT("0.1.0");

	spheretree::Recipe ToRecipe(const FSphereTreeBakeSettings& Settings);
	spheretree::TriangleMesh ToMesh(const FSphereTreeGeometry& Geometry);

	/** Of triangles and settings; what an asset remembers to know whether it is stale. Never 0. */
	uint64 SourceHash(const FSphereTreeGeometry& Geometry, const FSphereTreeBakeSettings& Settings);

	/** Of triangles, settings and core version: letters, digits and _ only. */
	FString CacheKey(const FSphereTreeGeometry& Geometry, const FSphereTreeBakeSettings& Settings);

	/** Of a package's name, without regard to case: which shard a mesh belongs to. */
	uint64 NameHash(const FString& PackageName);
}
