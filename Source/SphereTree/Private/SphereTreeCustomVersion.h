// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#pragma once

#include "CoreMinimal.h"

/** What changed in the bytes of an asset, and why. */
struct FSphereTreeCustomVersion
{
	enum Type
	{
		/** The archive's bytes follow the properties. */
		ArchiveBytes = 0,

		/** A hash of the mesh and the settings follows the bytes, so that a stale tree is known without a bake. */
		SourceHash = 1,

		VersionPlusOne,
		LatestVersion = VersionPlusOne - 1
	};

	static const FGuid GUID;
};
