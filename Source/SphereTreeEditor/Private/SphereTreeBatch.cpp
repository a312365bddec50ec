// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "SphereTreeBatch.h"

#include "AssetRegistry/ARFilter.h"
#include "AssetRegistry/IAssetRegistry.h"
#include "Engine/StaticMesh.h"
#include "Misc/PackageName.h"
#include "Misc/Parse.h"
#include "Misc/Paths.h"
#include "SourceControlHelpers.h"
#include "SphereTreeAsset.h"
#include "SphereTreeBakeKey.h"
#include "SphereTreeLog.h"
#include "SphereTreeReport.h"
#include "SphereTreeSettings.h"
#include "UObject/Package.h"
#include "UObject/SavePackage.h"
#include "UObject/UObjectGlobals.h"

namespace
{
	/** An enum's value by its name; false when there is none of that name. */
	template <typename TEnum>
	bool ReadEnum(const FString& Word, TEnum& Out)
	{
		const int64 Value = StaticEnum<TEnum>()->GetValueByNameString(Word);
		if (Value != INDEX_NONE)
		{
			Out = static_cast<TEnum>(Value);
		}
		return Value != INDEX_NONE;
	}

	bool ParseRecipe(const TCHAR* Params, FSphereTreeBatchOptions& Out, FString& OutWhyNot)
	{
		FString Word;
		if (FParse::Value(Params, TEXT("Recipe="), Word))
		{
			Out.bRecipeGiven = true;
			Out.Settings.Method = ESphereTreeMethod::Tight;
			if (!ReadEnum(Word, Out.Settings.Preset))
			{
				OutWhyNot = FString::Printf(TEXT("-Recipe is Fast, Balanced or Tight; not %s."), *Word);
				return false;
			}
		}
		if (FParse::Value(Params, TEXT("Method="), Word))
		{
			Out.bRecipeGiven = true;
			if (!ReadEnum(Word, Out.Settings.Method))
			{
				OutWhyNot = FString::Printf(TEXT("-Method=%s is no method."), *Word);
				return false;
			}
		}
		float MaxErrorCm = 0.0f;
		Out.bRecipeGiven |= FParse::Value(Params, TEXT("Depth="), Out.Settings.Depth);
		Out.bRecipeGiven |= FParse::Value(Params, TEXT("Branching="), Out.Settings.Branching);
		Out.bRecipeGiven |= FParse::Value(Params, TEXT("MaxSpheres="), Out.Settings.MaxSpheres);
		if (FParse::Value(Params, TEXT("MaxErrorCm="), MaxErrorCm))
		{
			Out.bRecipeGiven = true;
			Out.Settings.MaxErrorCm = static_cast<double>(MaxErrorCm);
		}
		return true;
	}

	bool ParseShard(const FString& Word, FSphereTreeBatchOptions& Out)
	{
		FString Index;
		FString Count;
		if (!Word.Split(TEXT("/"), &Index, &Count) || !Index.IsNumeric() || !Count.IsNumeric())
		{
			return false;
		}
		Out.Shard = FCString::Atoi(*Index);
		Out.Shards = FCString::Atoi(*Count);
		return Out.Shard >= 1 && Out.Shard <= Out.Shards;
	}

	/** The packages that a bake touched: the tree's, and the mesh's, which names it. */
	FString SaveBoth(const FSphereTreeBakeOutcome& Outcome, UStaticMesh& Mesh, FSphereTreeBatch::FSave Save)
	{
		FString WhyNot;
		for (UPackage* Package : {Outcome.Asset->GetPackage(), Mesh.GetPackage()})
		{
			if (Package->IsDirty() && !Save(*Package, WhyNot))
			{
				return WhyNot;
			}
		}
		return FString();
	}
}

bool FSphereTreeBatchOptions::Parse(const FString& Params, FSphereTreeBatchOptions& Out, FString& OutWhyNot)
{
	Out = FSphereTreeBatchOptions();
	Out.Settings = GetDefault<USphereTreeSettings>()->DefaultBake;
	FParse::Value(*Params, TEXT("Path="), Out.Path);
	FParse::Value(*Params, TEXT("Report="), Out.Report);
	Out.bForce = FParse::Param(*Params, TEXT("Force"));
	FString Word;
	if (FParse::Value(*Params, TEXT("Shard="), Word) && !ParseShard(Word, Out))
	{
		OutWhyNot = FString::Printf(TEXT("A shard is written i/n, with i from 1 to n, like 2/8; not %s."), *Word);
		return false;
	}
	if (!Out.Path.StartsWith(TEXT("/")))
	{
		OutWhyNot = FString::Printf(TEXT("-Path is a folder of packages, like /Game/Props; not %s."), *Out.Path);
		return false;
	}
	return ParseRecipe(*Params, Out, OutWhyNot);
}

bool FSphereTreeBatch::IsInShard(const FString& PackageName, int32 Shard, int32 Shards)
{
	return SphereTreeBakeKey::NameHash(PackageName) % static_cast<uint64>(Shards) == static_cast<uint64>(Shard - 1);
}

TArray<FAssetData> FSphereTreeBatch::ListMeshes(const FSphereTreeBatchOptions& Options)
{
	IAssetRegistry& Registry = IAssetRegistry::GetChecked();
	Registry.SearchAllAssets(true);
	FARFilter Filter;
	Filter.ClassPaths.Add(UStaticMesh::StaticClass()->GetClassPathName());
	Filter.PackagePaths.Add(FName(*Options.Path));
	Filter.bRecursivePaths = true;
	TArray<FAssetData> Meshes;
	Registry.GetAssets(Filter, Meshes);
	Meshes.RemoveAll([&Options](const FAssetData& Data) { return !IsInShard(Data.PackageName.ToString(), Options.Shard, Options.Shards); });
	Meshes.Sort([](const FAssetData& A, const FAssetData& B) { return A.PackageName.LexicalLess(B.PackageName); });
	return Meshes;
}

TArray<FSphereTreeBatchLine> FSphereTreeBatch::Run(const FSphereTreeBatchOptions& Options, FSave Save)
{
	TArray<FSphereTreeBatchLine> Lines;
	ISphereTreeBakeProgress Silent;
	int32 SinceCollected = 0;
	for (const FAssetData& Data : ListMeshes(Options))
	{
		FSphereTreeBatchLine& Line = Lines.AddDefaulted_GetRef();
		Line.Outcome.MeshPath = Data.GetObjectPathString();
		Line.Outcome.MeshName = Data.AssetName.ToString();
		Line.Outcome.Reason = TEXT("It cannot be loaded. Open it in the editor.");
		if (UStaticMesh* Mesh = Cast<UStaticMesh>(Data.GetAsset()))
		{
			Line.Outcome = FSphereTreeBaker::Bake(*Mesh, Options.bRecipeGiven ? Options.Settings : FSphereTreeBaker::SettingsFor(*Mesh), Silent, Options.bForce);
			Line.SaveFault = Line.Outcome.Result == ESphereTreeBakeResult::Built ? SaveBoth(Line.Outcome, *Mesh, Save) : FString();
		}
		Line.Json = SphereTreeReport::MeshJson(Line.Outcome, Line.SaveFault);
		UE_LOG(LogSphereTree, Display, TEXT("%s: %s"), *Line.Outcome.MeshPath, *SphereTreeReport::ResultWord(Line.Outcome.Result));
		if (++SinceCollected == 100)
		{
			// A farm bakes thousands: what is saved need not stay.
			SinceCollected = 0;
			CollectGarbage(RF_NoFlags, true);
		}
	}
	return Lines;
}

FString FSphereTreeBatch::WriteReport(const FSphereTreeBatchOptions& Options, const TArray<FSphereTreeBatchLine>& Lines)
{
	FString Text = FString::Printf(TEXT("{\n  \"path\": %s,\n  \"shard\": \"%d/%d\",\n  \"meshes\": [\n"), *SphereTreeReport::Quote(Options.Path), Options.Shard, Options.Shards);
	for (int32 Index = 0; Index < Lines.Num(); ++Index)
	{
		Text += TEXT("    ") + Lines[Index].Json + (Index + 1 < Lines.Num() ? TEXT(",\n") : TEXT("\n"));
	}
	int32 Bad = 0;
	for (const FSphereTreeBatchLine& Line : Lines)
	{
		Bad += Line.IsBad() ? 1 : 0;
	}
	return Text + FString::Printf(TEXT("  ],\n  \"count\": %d,\n  \"failed\": %d\n}\n"), Lines.Num(), Bad);
}

int32 FSphereTreeBatch::ExitCode(const TArray<FSphereTreeBatchLine>& Lines)
{
	return Lines.ContainsByPredicate([](const FSphereTreeBatchLine& Line) { return Line.IsBad(); }) ? 3 : 0;
}

bool FSphereTreeBatch::SaveThroughSourceControl(UPackage& Package, FString& OutWhyNot)
{
	const FString File = FPackageName::LongPackageNameToFilename(Package.GetName(), FPackageName::GetAssetPackageExtension());
	// A new file can be added only once it is there; one that is there can be written only once it is checked out.
	const bool bControlled = USourceControlHelpers::IsAvailable();
	const bool bNew = !FPaths::FileExists(File);
	if (bControlled && !bNew && !USourceControlHelpers::CheckOutOrAddFile(File, true))
	{
		OutWhyNot = FString::Printf(TEXT("%s cannot be checked out: %s"), *File, *USourceControlHelpers::LastErrorMsg().ToString());
		return false;
	}
	FSavePackageArgs Arguments;
	Arguments.TopLevelFlags = RF_Public | RF_Standalone;
	if (!UPackage::SavePackage(&Package, nullptr, *File, Arguments))
	{
		OutWhyNot = FString::Printf(TEXT("%s cannot be written. Is it read-only?"), *File);
		return false;
	}
	if (bControlled && bNew && !USourceControlHelpers::MarkFileForAdd(File, true))
	{
		OutWhyNot = FString::Printf(TEXT("%s is saved, but cannot be marked for add: %s"), *File, *USourceControlHelpers::LastErrorMsg().ToString());
		return false;
	}
	return true;
}
