// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#pragma once

#include "CoreMinimal.h"

class USphereTreeAsset;

/** Notices when a mesh or the settings of its tree change, and tells before something is played. */
class SPHERETREEEDITOR_API FSphereTreeStaleness
{
public:
	static void Start();
	static void Stop();

	/** Only once there is an editor. */
	static void HearImports();

	/** Compares hashes and remembers the answer in the asset, for its tags and thumbnail. Dirties the package if it changed. */
	static bool Refresh(USphereTreeAsset& Asset);

	/** An object was edited or imported anew: if it is a mesh with a loaded tree, or a tree, looks at it. */
	static void LookAt(UObject* Object);

	/** Of all trees that are loaded, how many are stale; each is told in the log, and all together in a message. */
	static int32 WarnBeforePlay();
};
