// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "SphereTreeMenus.h"

#include "ContentBrowserMenuContexts.h"
#include "Engine/StaticMesh.h"
#include "SphereTreeAsset.h"
#include "SphereTreeBakeOptions.h"
#include "SphereTreeCollisionExport.h"
#include "SphereTreeEditorActions.h"
#include "SphereTreeLog.h"
#include "Styling/AppStyle.h"
#include "Textures/SlateIcon.h"
#include "ToolMenus.h"

#define LOCTEXT_NAMESPACE "SphereTreeEditor"

namespace
{
	const FName MenuOwnerName("SphereTreeEditor");
	FDelegateHandle MenuStartupHandle;

	bool AreAllOf(const TArray<FAssetData>& Selected, const UClass* Class)
	{
		for (const FAssetData& Data : Selected)
		{
			if (!Data.IsInstanceOf(Class))
			{
				return false;
			}
		}
		return !Selected.IsEmpty();
	}

	void ExportAll(const TArray<FAssetData>& Selected)
	{
		for (const FAssetData& Data : Selected)
		{
			USphereTreeAsset* Asset = Cast<USphereTreeAsset>(Data.GetAsset());
			FString WhyNot;
			if (Asset && !FSphereTreeCollisionExport::Export(*Asset, Asset->PreviewLevel, WhyNot))
			{
				UE_LOG(LogSphereTree, Warning, TEXT("%s was not exported: %s"), *Asset->GetPathName(), *WhyNot);
			}
		}
	}

	void BuildTableOf(const TArray<FAssetData>& Selected)
	{
		USphereTreeAsset* First = Cast<USphereTreeAsset>(Selected[0].GetAsset());
		USphereTreeAsset* Second = Cast<USphereTreeAsset>(Selected[1].GetAsset());
		if (First && Second)
		{
			FSphereTreeEditorActions::BuildTableFromLevel(*First, *Second);
		}
	}

	void AddEntries(FToolMenuSection& Section)
	{
		const UContentBrowserAssetContextMenuContext* Context = UContentBrowserAssetContextMenuContext::FindContextWithAssets(Section);
		if (!Context)
		{
			return;
		}
		for (const FSphereTreeMenuEntry& Entry : FSphereTreeMenus::EntriesFor(Context->SelectedAssets))
		{
			const TFunction<void()> Execute = Entry.Execute;
			Section.AddMenuEntry(Entry.Name, Entry.Label, Entry.ToolTip, FSlateIcon(FAppStyle::GetAppStyleSetName(), "ClassIcon.SphereComponent"),
				FUIAction(FExecuteAction::CreateLambda([Execute]() { Execute(); })));
		}
	}
}

TArray<FSphereTreeMenuEntry> FSphereTreeMenus::EntriesFor(const TArray<FAssetData>& Selected)
{
	TArray<FSphereTreeMenuEntry> Entries;
	const auto Rebuild = [Selected]() { FSphereTreeEditorActions::Build(FSphereTreeEditorActions::LoadMeshes(Selected), nullptr, true); };
	if (AreAllOf(Selected, UStaticMesh::StaticClass()))
	{
		Entries.Add({"SphereTreeBuild", LOCTEXT("Build", "Build Sphere Tree"), LOCTEXT("BuildTip", "Bakes a tree of spheres for each mesh, with the tree's own settings or the project's."),
			[Selected]() { FSphereTreeEditorActions::Build(FSphereTreeEditorActions::LoadMeshes(Selected), nullptr, false); }});
		Entries.Add({"SphereTreeBuildWith", LOCTEXT("BuildWith", "Build Sphere Tree..."), LOCTEXT("BuildWithTip", "The same, with a recipe of your choice."),
			[Selected]() { USphereTreeBakeOptions::AskAndBuild(FSphereTreeEditorActions::LoadMeshes(Selected)); }});
		Entries.Add({"SphereTreeRebuild", LOCTEXT("Rebuild", "Rebuild Sphere Tree"), LOCTEXT("RebuildTip", "Bakes again, even what is up to date."), Rebuild});
	}
	else if (AreAllOf(Selected, USphereTreeAsset::StaticClass()))
	{
		Entries.Add({"SphereTreeRebuild", LOCTEXT("Rebuild", "Rebuild Sphere Tree"), LOCTEXT("RebuildTip", "Bakes again, even what is up to date."), Rebuild});
		Entries.Add({"SphereTreeExport", LOCTEXT("Export", "Export Level to Simple Collision"), LOCTEXT("ExportTip", "The spheres of the preview level become the mesh's simple collision."),
			[Selected]() { ExportAll(Selected); }});
		if (Selected.Num() == 2)
		{
			Entries.Add({"SphereTreeTable", LOCTEXT("BuildTable", "Build Sphere Tree Table"),
				LOCTEXT("BuildTableTip", "Finds the few spheres of the two that can meet, by the limits of the physics constraint that joins them in the level."), [Selected]() { BuildTableOf(Selected); }});
		}
	}
	return Entries;
}

void FSphereTreeMenus::Register(TFunction<void()> WhenReady)
{
	MenuStartupHandle = UToolMenus::RegisterStartupCallback(FSimpleMulticastDelegate::FDelegate::CreateLambda([WhenReady]()
	{
		AddToMenus();
		WhenReady();
	}));
}

void FSphereTreeMenus::Unregister()
{
	UToolMenus::UnRegisterStartupCallback(MenuStartupHandle);
	UToolMenus::UnregisterOwner(MenuOwnerName);
}

void FSphereTreeMenus::AddToMenus()
{
	FToolMenuOwnerScoped Owner(MenuOwnerName);
	for (const TCHAR* Menu : {TEXT("ContentBrowser.AssetContextMenu.StaticMesh"), TEXT("ContentBrowser.AssetContextMenu.SphereTreeAsset")})
	{
		FToolMenuSection& Section = UToolMenus::Get()->ExtendMenu(Menu)->FindOrAddSection("GetAssetActions");
		Section.AddDynamicEntry("SphereTree", FNewToolMenuSectionDelegate::CreateStatic(&AddEntries));
	}
}

#undef LOCTEXT_NAMESPACE
