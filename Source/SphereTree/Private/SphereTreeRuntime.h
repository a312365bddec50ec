// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#pragma once

#include "CoreMinimal.h"
#include "SphereTree/PackedTree.h"
#include "SphereTreeTypes.h"

#include <memory>

/** A tree as frames read it. Made once for an asset, shared by all components, never changed. */
struct FSphereTreeRuntime
{
	std::shared_ptr<const spheretree::PackedTree> Tree;
	TArray<FSphereTreeLevel> Levels;

	/** Of the spheres of each level: whether a table was made from them. */
	TArray<uint64> Fingerprints;
	FString Method;
	int32 SphereCount = 0;

	/** Bytes to tree; null, with a sentence, when they are not sound. */
	static TSharedPtr<const FSphereTreeRuntime, ESPMode::ThreadSafe> Make(TConstArrayView<uint8> Archive, FString& OutWhyNot);

	/** The root ball: around everything, in the mesh's own frame. */
	FSphere GetBounds() const;

	size_t GetMemory() const;
};
