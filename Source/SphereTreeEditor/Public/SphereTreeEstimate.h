// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#pragma once

#include "CoreMinimal.h"
#include "SphereTreeTypes.h"

/** What a bake will come to, before it is done: spheres are a bound, seconds a guess. */
struct SPHERETREEEDITOR_API FSphereTreeEstimate
{
	int64 MostSpheres = 0;
	double Seconds = 0.0;

	/** One for each mesh; summed. */
	static FSphereTreeEstimate Of(const FSphereTreeBakeSettings& Settings, const TArray<int32>& TriangleCounts);

	FText ToText() const;
};
