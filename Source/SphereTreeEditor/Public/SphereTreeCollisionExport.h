// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#pragma once

#include "CoreMinimal.h"

class USphereTreeAsset;

/** For people who want Chaos to have the spheres. */
class SPHERETREEEDITOR_API FSphereTreeCollisionExport
{
public:
	/** The spheres of a level, and the leaves above it, replace the simple collision of the source mesh. Can be undone. */
	static bool Export(const USphereTreeAsset& Asset, int32 Level, FString& OutWhyNot);
};
