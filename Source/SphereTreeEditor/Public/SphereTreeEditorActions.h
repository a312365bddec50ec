// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#pragma once

#include "AssetRegistry/AssetData.h"
#include "CoreMinimal.h"
#include "SphereTreeBaker.h"
#include "SphereTreeTabulator.h"

/** What menus, panels and scripts do: bake with a progress bar, tell what came of it. */
class SPHERETREEEDITOR_API FSphereTreeEditorActions
{
public:
	/** Loads what was selected. A sphere tree stands for the mesh that it was baked from. */
	static TArray<UStaticMesh*> LoadMeshes(const TArray<FAssetData>& Selected);

	/** With a progress bar that can be cancelled, and a notification at the end. No settings: the tree's own, or the project's. */
	static TArray<FSphereTreeBakeOutcome> Build(const TArray<UStaticMesh*>& Meshes, const FSphereTreeBakeSettings* Settings, bool bForce);

	/** What the notification says: spheres and error for one mesh, counts for many, reasons for failures. */
	static FText Describe(const TArray<FSphereTreeBakeOutcome>& Outcomes);

	/** The table of two trees and a motion, with a progress bar that can be cancelled, and a notification at the end. */
	static FSphereTreeTableOutcome BuildTable(USphereTreeAsset& First, USphereTreeAsset& Second, const FSphereTreeMotion& Motion, const FSphereTreeSubsetSettings& Settings);

	/** The same with the motion of the physics constraint that joins the two in the level. */
	static FSphereTreeTableOutcome BuildTableFromLevel(USphereTreeAsset& First, USphereTreeAsset& Second);

	/** What the notification of a table says. */
	static FText DescribeTable(const FSphereTreeTableOutcome& Outcome);

private:
	static void TellOfTable(const FSphereTreeTableOutcome& Outcome);
};
