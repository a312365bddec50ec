// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "SphereTreeBaker.h"

#include "AssetRegistry/AssetRegistryModule.h"
#include "AssetRegistry/IAssetRegistry.h"
#include "Engine/StaticMesh.h"
#include "HAL/PlatformTime.h"
#include "Misc/PackageName.h"
#include "ScopedTransaction.h"
#include "SphereTree/Archive.h"
#include "SphereTree/SphereTree.h"
#include "SphereTree/TreeMeasure.h"
#include "SphereTreeAsset.h"
#include "SphereTreeBakeCache.h"
#include "SphereTreeBakeKey.h"
#include "SphereTreeGeometry.h"
#include "SphereTreeLog.h"
#include "SphereTreeParallel.h"
#include "SphereTreeSettings.h"
#include "SphereTreeUserData.h"
#include "UObject/Package.h"

#include <string>
#include <string_view>

#define LOCTEXT_NAMESPACE "SphereTreeEditor"

namespace
{
	FString FromCoreText(std::string_view Text)
	{
		return FString(UTF8_TO_TCHAR(std::string(Text).c_str()));
	}

	/** The core's needs, met by the engine. */
	spheretree::Host MakeHost(ISphereTreeBakeProgress& Progress, bool& bCancelled)
	{
		spheretree::Host Host;
		Host.parallelFor = &SphereTreeParallel::For;
		Host.clockSeconds = []() { return FPlatformTime::Seconds(); };
		Host.progress = [&Progress, &bCancelled](double Fraction)
		{
			bCancelled = bCancelled || !Progress.Advance(Fraction);
			return !bCancelled;
		};
		Host.log = [](spheretree::LogLevel Level, std::string_view Message)
		{
			UE_LOG(LogSphereTree, Log, TEXT("%s"), *FromCoreText(Message));
		};
		return Host;
	}

	TArray<double> MeasureWaste(const spheretree::SphereTree& Tree, const spheretree::TriangleMesh& Mesh)
	{
		spheretree::MeasureOptions Options;
		Options.directions = 0;
		Options.raysPerLevel = 4000;
		Options.areaSamples = 0;
		Options.raysPerFamily = 0;
		TArray<double> Volumes;
		if (const spheretree::Result<spheretree::TreeMeasure> Measure = spheretree::MeasureTree(Tree, Mesh, Options))
		{
			for (const spheretree::LevelMeasure& Level : Measure->levels)
			{
				Volumes.Add(Level.wastedVolume.value);
			}
		}
		return Volumes;
	}

	/** Triangles to tree. False with a reason, or without one when it was cancelled. */
	bool Compute(const FSphereTreeGeometry& Geometry, const FSphereTreeBakeSettings& Settings, ISphereTreeBakeProgress& Progress, FSphereTreeBaked& Out, FString& OutReason)
	{
		const double Start = FPlatformTime::Seconds();
		bool bCancelled = false;
		const spheretree::TriangleMesh Mesh = SphereTreeBakeKey::ToMesh(Geometry);
		const spheretree::Result<spheretree::BakedTree> Baked = spheretree::BuildTree(Mesh, SphereTreeBakeKey::ToRecipe(Settings), MakeHost(Progress, bCancelled));
		if (!Baked)
		{
			OutReason = bCancelled ? FString() : FromCoreText(Baked.Sentence());
			return false;
		}
		const std::vector<uint8_t> Bytes = spheretree::WriteArchive(Baked->tree);
		Out.Archive = TArray<uint8>(Bytes.data(), static_cast<int32>(Bytes.size()));
		Out.Report.WastedVolumes = MeasureWaste(Baked->tree, Mesh);
		Out.Report.Source = Geometry.Source;
		Out.Report.Triangles = Geometry.GetTriangleCount();
		if (!Geometry.Remark.IsEmpty())
		{
			Out.Report.Remarks.Add(Geometry.Remark);
		}
		for (const std::string& Sentence : Baked->sentences)
		{
			Out.Report.Remarks.Add(FromCoreText(Sentence));
		}
		Out.Report.Seconds = FPlatformTime::Seconds() - Start;
		return true;
	}

	/** The asset that the mesh names or that stands where its tree belongs; null for none yet. False when the place is taken. */
	bool FindTarget(UStaticMesh& Mesh, USphereTreeAsset*& OutAsset, FString& OutReason)
	{
		OutAsset = USphereTreeUserData::FindTree(&Mesh);
		if (OutAsset)
		{
			return true;
		}
		const FString PackageName = FSphereTreeBaker::PackageNameFor(Mesh);
		const FSoftObjectPath Path(PackageName + TEXT(".ST_") + Mesh.GetName());
		const FAssetData Found = IAssetRegistry::GetChecked().GetAssetByObjectPath(Path);
		UObject* Object = Found.IsValid() ? Found.GetAsset() : nullptr;
		OutAsset = Cast<USphereTreeAsset>(Object);
		if (Object && !OutAsset)
		{
			OutReason = FString::Printf(TEXT("%s exists and is no sphere tree. Rename or delete it."), *PackageName);
			return false;
		}
		if (OutAsset && !OutAsset->SourceMesh.IsNull() && OutAsset->SourceMesh.ToSoftObjectPath() != FSoftObjectPath(&Mesh))
		{
			OutReason = FString::Printf(TEXT("%s is the tree of another mesh, %s. Rename or delete it."), *PackageName, *OutAsset->SourceMesh.ToString());
			return false;
		}
		return true;
	}

	USphereTreeAsset* CreateTreeAsset(const UStaticMesh& Mesh)
	{
		UPackage* Package = CreatePackage(*FSphereTreeBaker::PackageNameFor(Mesh));
		const FString Name = FString(TEXT("ST_")) + Mesh.GetName();
		USphereTreeAsset* Asset = NewObject<USphereTreeAsset>(Package, FName(*Name), RF_Public | RF_Standalone | RF_Transactional);
		FAssetRegistryModule::AssetCreated(Asset);
		return Asset;
	}

	/** All edits at once, so that one undo takes them back; a new asset stays, as everywhere in the editor. */
	bool StoreBaked(UStaticMesh& Mesh, USphereTreeAsset*& Asset, const FSphereTreeBakeSettings& Settings, const FSphereTreeBaked& Baked, uint64 Hash, FString& OutReason)
	{
		const FScopedTransaction Transaction(FText::Format(LOCTEXT("BakeTransaction", "Build sphere tree of {0}"), FText::FromString(Mesh.GetName())));
		Asset = Asset ? Asset : CreateTreeAsset(Mesh);
		Asset->Modify();
		if (!Asset->SetArchive(Baked.Archive, Hash, OutReason))
		{
			return false;
		}
		Asset->SourceMesh = &Mesh;
		Asset->BakeSettings = Settings;
		Asset->BakeReport = Baked.Report;
		Asset->PreviewLevel = FMath::Min(Asset->PreviewLevel, Asset->GetLevels().Num() - 1);
		if (USphereTreeUserData::FindTree(&Mesh) != Asset)
		{
			Mesh.Modify();
			USphereTreeUserData::SetTree(&Mesh, Asset);
			Mesh.MarkPackageDirty();
		}
		Asset->MarkPackageDirty();
		return true;
	}
}

FSphereTreeBakeSettings FSphereTreeBaker::SettingsFor(UStaticMesh& Mesh)
{
	const USphereTreeAsset* Tree = USphereTreeUserData::FindTree(&Mesh);
	return Tree ? Tree->BakeSettings : GetDefault<USphereTreeSettings>()->DefaultBake;
}

FString FSphereTreeBaker::PackageNameFor(const UStaticMesh& Mesh)
{
	return FPackageName::GetLongPackagePath(Mesh.GetPackage()->GetName()) + TEXT("/ST_") + Mesh.GetName();
}

FSphereTreeBakeOutcome FSphereTreeBaker::Bake(UStaticMesh& Mesh, const FSphereTreeBakeSettings& Settings, ISphereTreeBakeProgress& Progress, bool bForce)
{
	const double Start = FPlatformTime::Seconds();
	FSphereTreeBakeOutcome Outcome;
	Outcome.MeshPath = Mesh.GetPathName();
	Outcome.MeshName = Mesh.GetName();
	FSphereTreeGeometry Geometry;
	USphereTreeAsset* Asset = nullptr;
	if (!FSphereTreeGeometry::Read(Mesh, Settings.MeshSource, Geometry, Outcome.Reason) || !FindTarget(Mesh, Asset, Outcome.Reason))
	{
		return Outcome;
	}
	Outcome.Asset = Asset;
	const uint64 Hash = SphereTreeBakeKey::SourceHash(Geometry, Settings);
	if (!bForce && Asset && Asset->HasTree() && Asset->GetSourceHash() == Hash && USphereTreeUserData::FindTree(&Mesh) == Asset)
	{
		if (Asset->IsStale()) // an edit that was taken back
		{
			Asset->SetStale(false);
			Asset->MarkPackageDirty();
		}
		Outcome.Result = ESphereTreeBakeResult::Fresh;
		return Outcome;
	}
	FSphereTreeBaked Baked;
	const FString Key = SphereTreeBakeKey::CacheKey(Geometry, Settings);
	Outcome.bFromCache = !bForce && SphereTreeBakeCache::Find(Key, Outcome.MeshPath, Baked);
	if (!Outcome.bFromCache && !Compute(Geometry, Settings, Progress, Baked, Outcome.Reason))
	{
		Outcome.Result = Outcome.Reason.IsEmpty() ? ESphereTreeBakeResult::Cancelled : ESphereTreeBakeResult::Failed;
		return Outcome;
	}
	if (!Outcome.bFromCache)
	{
		SphereTreeBakeCache::Keep(Key, Outcome.MeshPath, Baked);
	}
	if (StoreBaked(Mesh, Asset, Settings, Baked, Hash, Outcome.Reason))
	{
		Outcome.Result = ESphereTreeBakeResult::Built;
	}
	Outcome.Asset = Asset;
	Outcome.Seconds = FPlatformTime::Seconds() - Start;
	return Outcome;
}

TArray<FSphereTreeBakeOutcome> FSphereTreeBaker::BakeAll(const TArray<UStaticMesh*>& Meshes, const FSphereTreeBakeSettings* Settings, ISphereTreeBakeProgress& Progress, bool bForce)
{
	TArray<FSphereTreeBakeOutcome> Outcomes;
	for (int32 Index = 0; Index < Meshes.Num(); ++Index)
	{
		UStaticMesh& Mesh = *Meshes[Index];
		FSphereTreeBakeOutcome Outcome;
		Outcome.MeshPath = Mesh.GetPathName();
		Outcome.MeshName = Mesh.GetName();
		Outcome.Result = ESphereTreeBakeResult::Cancelled;
		if (Progress.Begin(Index, Meshes.Num(), Mesh.GetName()))
		{
			Outcome = Bake(Mesh, Settings ? *Settings : SettingsFor(Mesh), Progress, bForce);
		}
		Outcomes.Add(Outcome);
		if (Outcome.Result == ESphereTreeBakeResult::Failed)
		{
			UE_LOG(LogSphereTree, Warning, TEXT("%s got no sphere tree: %s"), *Outcome.MeshPath, *Outcome.Reason);
		}
		if (Outcome.Result == ESphereTreeBakeResult::Cancelled)
		{
			break;
		}
	}
	return Outcomes;
}

bool FSphereTreeBaker::IsStale(const USphereTreeAsset& Asset)
{
	UStaticMesh* Mesh = Asset.SourceMesh.LoadSynchronous();
	if (!Mesh || !Asset.HasTree())
	{
		return Asset.IsStale();
	}
	FSphereTreeGeometry Geometry;
	FString WhyNot;
	return !FSphereTreeGeometry::Read(*Mesh, Asset.BakeSettings.MeshSource, Geometry, WhyNot)
		|| SphereTreeBakeKey::SourceHash(Geometry, Asset.BakeSettings) != Asset.GetSourceHash();
}

#undef LOCTEXT_NAMESPACE
