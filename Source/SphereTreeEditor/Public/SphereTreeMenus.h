// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#pragma once

#include "AssetRegistry/AssetData.h"
#include "CoreMinimal.h"

/** One line of the content browser's menu. */
struct FSphereTreeMenuEntry
{
	FName Name;
	FText Label;
	FText ToolTip;
	TFunction<void()> Execute;
};

/** The entries on static meshes and on sphere trees. */
class SPHERETREEEDITOR_API FSphereTreeMenus
{
public:
	/** Once the editor is up; what else has to wait for it is done then, too. Never in a commandlet. */
	static void Register(TFunction<void()> WhenReady);
	static void Unregister();

	/** What the menu offers for a selection. Nothing is loaded before an entry is executed. */
	static TArray<FSphereTreeMenuEntry> EntriesFor(const TArray<FAssetData>& Selected);

private:
	static void AddToMenus();
};
