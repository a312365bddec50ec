// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#pragma once

#include "CoreMinimal.h"
#include "SphereTreeTypes.h"

/** What a bake makes of triangles: the archive, and what there is to say about it. */
struct FSphereTreeBaked
{
	TArray<uint8> Archive;
	FSphereTreeBakeReport Report;
};

/** The derived data cache, so that a team bakes a mesh once. Whoever has the engine's cache shared has this one shared. */
namespace SphereTreeBakeCache
{
	/** False when the cache does not know the key, or what it knows is damaged. */
	bool Find(const FString& Key, const FString& MeshPath, FSphereTreeBaked& Out);
	void Keep(const FString& Key, const FString& MeshPath, const FSphereTreeBaked& Baked);
}
