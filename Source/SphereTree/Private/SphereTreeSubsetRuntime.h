// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#pragma once

#include "CoreMinimal.h"
#include "SphereTree/MotionConstraint.h"
#include "SphereTree/SubsetQuery.h"
#include "SphereTreeSubsetTypes.h"

#include <memory>

struct FSphereTreeRuntime;

/** A table as frames read it. Made once for an asset, shared by all pairs, never changed. */
struct FSphereTreeSubsetRuntime
{
	std::shared_ptr<const spheretree::PackedSubsets> Subsets;

	/** Bytes to table; null, with a sentence, when they are not sound. */
	static TSharedPtr<const FSphereTreeSubsetRuntime, ESPMode::ThreadSafe> Make(TConstArrayView<uint8> Archive, FString& OutWhyNot);

	/** The engine's constraint as the core's: degrees become radians. */
	static spheretree::MotionConstraint ToConstraint(const FSphereTreeMotion& Motion);

	/** Are these the trees that it was made from? Of spheres that are no tree's nobody can say, and they are believed. */
	bool IsMadeOf(const FSphereTreeRuntime& First, const FSphereTreeRuntime& Second) const;

	size_t GetMemory() const;
};
