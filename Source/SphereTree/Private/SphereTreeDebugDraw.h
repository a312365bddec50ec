// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#pragma once

#include "CoreMinimal.h"

class UWorld;
struct FSphereTreeWorld;

/** What SphereTree.Debug.* shows. Nothing, and at no cost, when all is off; not there at all in Shipping. */
struct FSphereTreeDebugDraw
{
	static void Draw(const UWorld& World, const FSphereTreeWorld& Scene);

	/** Levels by colour, the root white. */
	static FColor ColorOf(int32 Level);
};
