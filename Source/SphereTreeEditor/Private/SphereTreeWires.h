// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#pragma once

#include "CoreMinimal.h"

class FPrimitiveDrawInterface;
struct FSphereTreePictureSphere;

namespace SphereTreeWires
{
	/** At most so many spheres are drawn: each is a few dozen lines, every frame. */
	inline constexpr int32 MostDrawn = 1000;

	void Draw(FPrimitiveDrawInterface* PDI, const TArray<FSphereTreePictureSphere>& Spheres, const FTransform& Transform);
}
