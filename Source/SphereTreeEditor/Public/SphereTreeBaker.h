// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#pragma once

#include "CoreMinimal.h"
#include "SphereTreeTypes.h"
#include "UObject/WeakObjectPtrTemplates.h"

class USphereTreeAsset;
class UStaticMesh;

/** How the bake of one mesh ended. */
enum class ESphereTreeBakeResult : uint8
{
	/** Baked, or taken from the derived data cache. */
	Built,
	/** The tree was up to date; nothing was touched. */
	Fresh,
	Failed,
	/** Nothing was left behind. */
	Cancelled
};

/** What became of one mesh. */
struct FSphereTreeBakeOutcome
{
	ESphereTreeBakeResult Result = ESphereTreeBakeResult::Failed;
	FString MeshPath;
	FString MeshName;

	/** Why it failed, and what to do about it. */
	FString Reason;

	TWeakObjectPtr<USphereTreeAsset> Asset;
	bool bFromCache = false;

	/** Of this run; a cached tree took as long as the cache did. */
	double Seconds = 0.0;
};

/** Hears how far a bake has come. Whoever returns false ends it. */
class ISphereTreeBakeProgress
{
public:
	virtual ~ISphereTreeBakeProgress() = default;

	/** The next mesh, on the game thread. */
	virtual bool Begin(int32 Index, int32 Count, const FString& MeshName) { return true; }

	/** From any thread, one call at a time; never falls. */
	virtual bool Advance(double Fraction) { return true; }
};

/** Bakes static meshes into sphere-tree assets. Game thread only; the work itself is spread over all threads. */
class SPHERETREEEDITOR_API FSphereTreeBaker
{
public:
	/** The settings of a mesh that has a tree are the tree's own; of others, the project's. */
	static FSphereTreeBakeSettings SettingsFor(UStaticMesh& Mesh);

	/** Where the tree of a mesh belongs: ST_<Mesh>, beside it. */
	static FString PackageNameFor(const UStaticMesh& Mesh);

	/** Bakes one mesh. A tree that is up to date is left alone unless forced. */
	static FSphereTreeBakeOutcome Bake(UStaticMesh& Mesh, const FSphereTreeBakeSettings& Settings, ISphereTreeBakeProgress& Progress, bool bForce);

	/** One after the other; one that fails does not stop the others. A cancel keeps what is finished. No settings: SettingsFor. */
	static TArray<FSphereTreeBakeOutcome> BakeAll(const TArray<UStaticMesh*>& Meshes, const FSphereTreeBakeSettings* Settings, ISphereTreeBakeProgress& Progress, bool bForce);

	/** Did the mesh or the settings change since the bake? By hash of the triangles; loads the mesh if need be. */
	static bool IsStale(const USphereTreeAsset& Asset);
};
