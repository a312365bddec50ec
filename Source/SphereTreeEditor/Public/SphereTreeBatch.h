// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#pragma once

#include "AssetRegistry/AssetData.h"
#include "CoreMinimal.h"
#include "SphereTreeBaker.h"

class UPackage;

/** What a command line asks for. */
struct SPHERETREEEDITOR_API FSphereTreeBatchOptions
{
	/** Below which meshes are baked, packages of other mounts too: /Game/Props. */
	FString Path = TEXT("/Game");

	/** The project's recipe, changed by -Recipe= and its kin; where nothing was said, trees keep their own. */
	FSphereTreeBakeSettings Settings;
	bool bRecipeGiven = false;

	/** The Shard-th of Shards parts, from 1. */
	int32 Shard = 1;
	int32 Shards = 1;
	bool bForce = false;

	/** Where the report goes; empty for none. */
	FString Report;

	/** False, with a sentence, for what makes no sense. */
	static bool Parse(const FString& Params, FSphereTreeBatchOptions& Out, FString& OutWhyNot);
};

/** One mesh of a batch: what became of it, and whether its packages were saved. */
struct FSphereTreeBatchLine
{
	FSphereTreeBakeOutcome Outcome;
	FString SaveFault;

	/** Its line of the report, written while its tree was in memory. */
	FString Json;

	bool IsBad() const { return Outcome.Result == ESphereTreeBakeResult::Failed || Outcome.Result == ESphereTreeBakeResult::Cancelled || !SaveFault.IsEmpty(); }
};

/** Bakes whole folders. Machines share the work by the names of packages, with nothing between them but the depot. */
class SPHERETREEEDITOR_API FSphereTreeBatch
{
public:
	/** Saves a package; false with a reason. */
	using FSave = TFunctionRef<bool(UPackage& Package, FString& OutWhyNot)>;

	static bool IsInShard(const FString& PackageName, int32 Shard, int32 Shards);

	/** The meshes of the shard, by name. Waits for the asset registry. */
	static TArray<FAssetData> ListMeshes(const FSphereTreeBatchOptions& Options);

	static TArray<FSphereTreeBatchLine> Run(const FSphereTreeBatchOptions& Options, FSave Save);

	/** JSON: counts, then a line for each mesh. */
	static FString WriteReport(const FSphereTreeBatchOptions& Options, const TArray<FSphereTreeBatchLine>& Lines);

	/** 0 when every mesh has its tree, 3 when some failed: as the command-line tool's batch. */
	static int32 ExitCode(const TArray<FSphereTreeBatchLine>& Lines);

	/** Checks the package's file out of source control and saves it; a new one is marked for add afterwards. */
	static bool SaveThroughSourceControl(UPackage& Package, FString& OutWhyNot);
};
