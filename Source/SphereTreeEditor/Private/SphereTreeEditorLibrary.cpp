// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "SphereTreeEditorLibrary.h"

#include "Animation/AnimSequence.h"
#include "AssetRegistry/ARFilter.h"
#include "AssetRegistry/IAssetRegistry.h"
#include "Engine/StaticMesh.h"
#include "SphereTreeAsset.h"
#include "SphereTreeBatch.h"
#include "SphereTreeCollisionExport.h"
#include "SphereTreeEditorActions.h"
#include "SphereTreeLog.h"
#include "SphereTreeMotionSource.h"
#include "SphereTreeReport.h"
#include "SphereTreeSettings.h"
#include "SphereTreeStaleness.h"
#include "SphereTreeSubsetAsset.h"
#include "UObject/Package.h"

namespace
{
	FSphereTreeBuildResult ToResult(const FSphereTreeBakeOutcome& Outcome)
	{
		FSphereTreeBuildResult Result;
		Result.MeshPath = Outcome.MeshPath;
		Result.Outcome = SphereTreeReport::ResultWord(Outcome.Result);
		Result.Reason = Outcome.Reason;
		Result.Tree = Outcome.Asset.Get();
		Result.bFromCache = Outcome.bFromCache;
		return Result;
	}

	TArray<FSphereTreeBuildResult> ToResults(const TArray<FSphereTreeBakeOutcome>& Outcomes)
	{
		TArray<FSphereTreeBuildResult> Results;
		for (const FSphereTreeBakeOutcome& Outcome : Outcomes)
		{
			Results.Add(ToResult(Outcome));
		}
		return Results;
	}

	FSphereTreeTableResult ToTableResult(const FSphereTreeTableOutcome& Outcome)
	{
		FSphereTreeTableResult Result;
		Result.TableName = Outcome.Name;
		Result.Outcome = SphereTreeReport::ResultWord(Outcome.Result);
		Result.Reason = Outcome.Reason;
		Result.Table = Outcome.Asset.Get();
		return Result;
	}

	FSphereTreeTableOutcome MakeLacksTrees()
	{
		FSphereTreeTableOutcome Outcome;
		Outcome.Reason = TEXT("A table needs two sphere trees.");
		return Outcome;
	}

	/** A script may pass none; it is told, and the call does nothing. */
	bool IsGiven(const UObject* Object)
	{
		if (!Object)
		{
			UE_LOG(LogSphereTree, Warning, TEXT("A sphere tree was expected, and none was given."));
		}
		return Object != nullptr;
	}

	TArray<FAssetData> FindAssetsBelow(const FString& Folder, const UClass* Class)
	{
		FARFilter Filter;
		Filter.ClassPaths.Add(Class->GetClassPathName());
		Filter.PackagePaths.Add(FName(*Folder));
		Filter.bRecursivePaths = true;
		TArray<FAssetData> Found;
		IAssetRegistry::GetChecked().GetAssets(Filter, Found);
		Found.Sort([](const FAssetData& A, const FAssetData& B) { return A.PackageName.LexicalLess(B.PackageName); });
		return Found;
	}
}

FSphereTreeBakeSettings USphereTreeEditorLibrary::GetDefaultBakeSettings()
{
	return GetDefault<USphereTreeSettings>()->DefaultBake;
}

TArray<FString> USphereTreeEditorLibrary::FindStaticMeshes(const FString& Folder)
{
	TArray<FString> Paths;
	for (const FAssetData& Data : FindAssetsBelow(Folder, UStaticMesh::StaticClass()))
	{
		Paths.Add(Data.GetObjectPathString());
	}
	return Paths;
}

TArray<USphereTreeAsset*> USphereTreeEditorLibrary::FindSphereTrees(const FString& Folder)
{
	TArray<USphereTreeAsset*> Trees;
	for (const FAssetData& Data : FindAssetsBelow(Folder, USphereTreeAsset::StaticClass()))
	{
		if (USphereTreeAsset* Tree = Cast<USphereTreeAsset>(Data.GetAsset()))
		{
			Trees.Add(Tree);
		}
	}
	return Trees;
}

TArray<FSphereTreeBuildResult> USphereTreeEditorLibrary::BuildSphereTrees(const TArray<UStaticMesh*>& Meshes, const FSphereTreeBakeSettings& Settings, bool bForce)
{
	TArray<UStaticMesh*> Given = Meshes;
	Given.RemoveAll([](const UStaticMesh* Mesh) { return Mesh == nullptr; });
	return ToResults(FSphereTreeEditorActions::Build(Given, &Settings, bForce));
}

TArray<FSphereTreeBuildResult> USphereTreeEditorLibrary::BuildSphereTreesByPath(const TArray<FString>& MeshPaths, bool bForce)
{
	TArray<UStaticMesh*> Meshes;
	for (const FString& Path : MeshPaths)
	{
		if (UStaticMesh* Mesh = Cast<UStaticMesh>(FSoftObjectPath(Path).TryLoad()))
		{
			Meshes.Add(Mesh);
		}
		else
		{
			UE_LOG(LogSphereTree, Warning, TEXT("There is no static mesh %s."), *Path);
		}
	}
	return ToResults(FSphereTreeEditorActions::Build(Meshes, nullptr, bForce));
}

FSphereTreeBuildResult USphereTreeEditorLibrary::RebuildSphereTree(USphereTreeAsset* Tree)
{
	FSphereTreeBakeOutcome Outcome;
	Outcome.Reason = TEXT("Its mesh is gone. Set Source Mesh.");
	UStaticMesh* Mesh = IsGiven(Tree) ? Tree->SourceMesh.LoadSynchronous() : nullptr;
	const TArray<FSphereTreeBakeOutcome> Outcomes = Mesh ? FSphereTreeEditorActions::Build({Mesh}, &Tree->BakeSettings, true) : TArray<FSphereTreeBakeOutcome>();
	return ToResult(Outcomes.IsEmpty() ? Outcome : Outcomes[0]);
}

bool USphereTreeEditorLibrary::IsSphereTreeStale(USphereTreeAsset* Tree)
{
	return IsGiven(Tree) && FSphereTreeStaleness::Refresh(*Tree);
}

bool USphereTreeEditorLibrary::ExportSphereTreeLevel(USphereTreeAsset* Tree, int32 Level)
{
	FString WhyNot;
	if (!IsGiven(Tree) || FSphereTreeCollisionExport::Export(*Tree, Level, WhyNot))
	{
		return Tree != nullptr;
	}
	UE_LOG(LogSphereTree, Warning, TEXT("%s was not exported: %s"), *Tree->GetPathName(), *WhyNot);
	return false;
}

FSphereTreeFigures USphereTreeEditorLibrary::GetSphereTreeFigures(USphereTreeAsset* Tree)
{
	FSphereTreeFigures Figures;
	if (IsGiven(Tree))
	{
		Figures.TreePath = Tree->GetPathName();
		Figures.MeshPath = Tree->SourceMesh.ToString();
		Figures.SphereCount = Tree->GetSphereCount();
		Figures.Levels = Tree->GetLevels();
		Figures.BakeReport = Tree->BakeReport;
	}
	return Figures;
}

bool USphereTreeEditorLibrary::SaveSphereTree(USphereTreeAsset* Tree)
{
	FString WhyNot;
	const UStaticMesh* Mesh = IsGiven(Tree) ? Tree->SourceMesh.LoadSynchronous() : nullptr;
	bool bSaved = Tree && FSphereTreeBatch::SaveThroughSourceControl(*Tree->GetPackage(), WhyNot);
	if (bSaved && Mesh && Mesh->GetPackage()->IsDirty())
	{
		bSaved = FSphereTreeBatch::SaveThroughSourceControl(*Mesh->GetPackage(), WhyNot);
	}
	if (Tree && !bSaved)
	{
		UE_LOG(LogSphereTree, Warning, TEXT("%s"), *WhyNot);
	}
	return bSaved;
}

FSphereTreeTableResult USphereTreeEditorLibrary::BuildSphereTreeTable(USphereTreeAsset* First, USphereTreeAsset* Second, const FSphereTreeMotion& Motion, const FSphereTreeSubsetSettings& Settings)
{
	return ToTableResult(IsGiven(First) && IsGiven(Second) ? FSphereTreeEditorActions::BuildTable(*First, *Second, Motion, Settings) : MakeLacksTrees());
}

FSphereTreeTableResult USphereTreeEditorLibrary::BuildSphereTreeTableFromLevel(USphereTreeAsset* First, USphereTreeAsset* Second)
{
	return ToTableResult(IsGiven(First) && IsGiven(Second) ? FSphereTreeEditorActions::BuildTableFromLevel(*First, *Second) : MakeLacksTrees());
}

bool USphereTreeEditorLibrary::MakeSphereTreeMotionFromAnimation(const UAnimSequence* Sequence, FName FirstBone, FName SecondBone, const FTransform& FirstOffset, const FTransform& SecondOffset, int32 SamplesPerKey, FSphereTreeMotion& OutMotion, FString& OutWhyNot)
{
	OutWhyNot = TEXT("There is no animation to take a motion from.");
	if (Sequence && FSphereTreeMotionSource::FromAnimation(*Sequence, {FirstBone, SecondBone, FirstOffset, SecondOffset}, SamplesPerKey, OutMotion, OutWhyNot))
	{
		OutWhyNot.Empty();
		return true;
	}
	// A script that gets false gets nothing else.
	UE_LOG(LogSphereTree, Warning, TEXT("%s"), *OutWhyNot);
	return false;
}
