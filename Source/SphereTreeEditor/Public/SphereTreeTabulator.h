// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#pragma once

#include "CoreMinimal.h"
#include "SphereTreeBaker.h"
#include "SphereTreeSubsetTypes.h"
#include "UObject/WeakObjectPtrTemplates.h"

class USphereTreeAsset;
class USphereTreeSubsetAsset;

/** What became of one table. */
struct FSphereTreeTableOutcome
{
	/** Built, failed or cancelled. */
	ESphereTreeBakeResult Result = ESphereTreeBakeResult::Failed;

	/** The table's name, whether it was built or not. */
	FString Name;

	/** Why it failed, and what to do about it. */
	FString Reason;

	TWeakObjectPtr<USphereTreeSubsetAsset> Asset;
};

/** Makes tables of two sphere trees and a motion. Game thread only; the work itself is spread over all threads. */
class SPHERETREEEDITOR_API FSphereTreeTabulator
{
public:
	/** STT_<First>_<Second>; the ST_ of the trees is left out. */
	static FString NameFor(const USphereTreeAsset& First, const USphereTreeAsset& Second);

	/** Where the table belongs: beside the first tree. */
	static FString PackageNameFor(const USphereTreeAsset& First, const USphereTreeAsset& Second);

	/** The settings of the table that is there, or the usual ones. */
	static FSphereTreeSubsetSettings SettingsFor(const USphereTreeAsset& First, const USphereTreeAsset& Second);

	/** Makes the table, or makes it anew in the asset that is there. A failure or a cancel leaves everything as it was. */
	static FSphereTreeTableOutcome Tabulate(USphereTreeAsset& First, USphereTreeAsset& Second, const FSphereTreeMotion& Motion, const FSphereTreeSubsetSettings& Settings, ISphereTreeBakeProgress& Progress);
};
