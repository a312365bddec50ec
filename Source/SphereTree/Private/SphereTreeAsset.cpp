// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "SphereTreeAsset.h"

#include "ProfilingDebugging/ResourceSize.h"
#include "SphereTreeCustomVersion.h"
#include "SphereTreeLog.h"
#include "SphereTreeRuntime.h"
#include "SphereTreeSettings.h"
#include "UObject/ObjectMacros.h"
#include "UObject/UObjectGlobals.h"
#if !UE_VERSION_OLDER_THAN(5, 4, 0)
#include "UObject/AssetRegistryTagsContext.h"
#endif
#if WITH_EDITOR
#include "Misc/DataValidation.h"
#endif

#define LOCTEXT_NAMESPACE "SphereTree"

bool USphereTreeAsset::SetArchive(TConstArrayView<uint8> Bytes, uint64 InSourceHash, FString& OutWhyNot)
{
	TSharedPtr<const FSphereTreeRuntime, ESPMode::ThreadSafe> Made = FSphereTreeRuntime::Make(Bytes, OutWhyNot);
	if (!Made.IsValid())
	{
		return false;
	}
	Archive = TArray<uint8>(Bytes.GetData(), Bytes.Num());
	SourceHash = InSourceHash;
	bStale = false;
	Runtime = Made;
	OnTreeChanged.Broadcast();
	return true;
}

bool USphereTreeAsset::HasTree() const
{
	return Runtime.IsValid();
}

int32 USphereTreeAsset::GetSphereCount() const
{
	return Runtime.IsValid() ? Runtime->SphereCount : 0;
}

TArray<FSphereTreeLevel> USphereTreeAsset::GetLevels() const
{
	return Runtime.IsValid() ? Runtime->Levels : TArray<FSphereTreeLevel>();
}

bool USphereTreeAsset::IsSolid() const
{
	return Runtime.IsValid() && Runtime->Tree->isSolid;
}

bool USphereTreeAsset::IsStale() const
{
	return bStale || (HasTree() && SourceHash == 0);
}

void USphereTreeAsset::Serialize(FArchive& Ar)
{
	Super::Serialize(Ar);

	Ar.UsingCustomVersion(FSphereTreeCustomVersion::GUID);
	Ar << Archive;
	if (Ar.IsSaving() || Ar.CustomVer(FSphereTreeCustomVersion::GUID) >= FSphereTreeCustomVersion::SourceHash)
	{
		Ar << SourceHash;
	}
	else if (Ar.IsLoading())
	{
		SourceHash = 0;
	}
}

void USphereTreeAsset::PostLoad()
{
	Super::PostLoad();

	Runtime.Reset();
	if (Archive.IsEmpty())
	{
		return;
	}
	FString WhyNot;
	Runtime = FSphereTreeRuntime::Make(Archive, WhyNot);
	if (!Runtime.IsValid())
	{
		// The package stays loadable and the asset can be rebuilt; only what nobody can read is let go.
		UE_LOG(LogSphereTree, Error, TEXT("The sphere tree %s cannot be read and is left empty: %s Rebuild it from its mesh %s."), *GetPathName(), *WhyNot, *SourceMesh.ToString());
		Archive.Empty();
		SourceHash = 0;
	}
}

void USphereTreeAsset::GetResourceSizeEx(FResourceSizeEx& CumulativeResourceSize)
{
	Super::GetResourceSizeEx(CumulativeResourceSize);
	CumulativeResourceSize.AddDedicatedSystemMemoryBytes(Archive.GetAllocatedSize());
	if (Runtime.IsValid())
	{
		CumulativeResourceSize.AddDedicatedSystemMemoryBytes(Runtime->GetMemory());
	}
}

void USphereTreeAsset::CollectTags(TArray<FAssetRegistryTag>& OutTags) const
{
	TArray<FString> Spheres;
	TArray<FString> Errors;
	for (const FSphereTreeLevel& Level : GetLevels())
	{
		Spheres.Add(FString::FromInt(Level.Spheres));
		Errors.Add(FString::Printf(TEXT("%.3g"), Level.ErrorCm));
	}
	OutTags.Add(FAssetRegistryTag("Spheres", FString::FromInt(GetSphereCount()), FAssetRegistryTag::TT_Numerical));
	OutTags.Add(FAssetRegistryTag("SpheresPerLevel", FString::Join(Spheres, TEXT(" / ")), FAssetRegistryTag::TT_Alphabetical));
	OutTags.Add(FAssetRegistryTag("ErrorPerLevelCm", FString::Join(Errors, TEXT(" / ")), FAssetRegistryTag::TT_Alphabetical));
	OutTags.Add(FAssetRegistryTag("Method", Runtime.IsValid() ? Runtime->Method : FString(), FAssetRegistryTag::TT_Alphabetical));
	OutTags.Add(FAssetRegistryTag("Stale", IsStale() ? TEXT("True") : TEXT("False"), FAssetRegistryTag::TT_Alphabetical));
}

#if UE_VERSION_OLDER_THAN(5, 4, 0)
void USphereTreeAsset::GetAssetRegistryTags(TArray<FAssetRegistryTag>& OutTags) const
{
	Super::GetAssetRegistryTags(OutTags);
	CollectTags(OutTags);
}
#else
void USphereTreeAsset::GetAssetRegistryTags(FAssetRegistryTagsContext Context) const
{
	Super::GetAssetRegistryTags(Context);
	TArray<FAssetRegistryTag> Tags;
	CollectTags(Tags);
	for (const FAssetRegistryTag& Tag : Tags)
	{
		Context.AddTag(Tag);
	}
}
#endif

#if WITH_EDITOR
TFunction<bool(const USphereTreeAsset&)> USphereTreeAsset::AskStale;

EDataValidationResult USphereTreeAsset::IsDataValid(FDataValidationContext& Context) const
{
	const EDataValidationResult Inherited = Super::IsDataValid(Context);
	if (!HasTree())
	{
		Context.AddError(LOCTEXT("NoTree", "There is no sphere tree in this asset. Build it from its static mesh."));
		return EDataValidationResult::Invalid;
	}
	if (IsStale() || (AskStale && AskStale(*this)))
	{
		Context.AddWarning(LOCTEXT("Stale", "The sphere tree is older than its mesh or its settings. Rebuild it."));
	}
	WarnOfLimits(Context);
	return CombineDataValidationResults(Inherited, EDataValidationResult::Valid);
}

void USphereTreeAsset::WarnOfLimits(FDataValidationContext& Context) const
{
	const USphereTreeSettings& Project = *GetDefault<USphereTreeSettings>();
	const double FinestError = GetLevels().Last().ErrorCm;
	if (Project.ErrorLimitCm > 0.0f && FinestError > static_cast<double>(Project.ErrorLimitCm))
	{
		Context.AddWarning(FText::Format(
			LOCTEXT("AboveLimit", "The finest level of the sphere tree sticks out {0} cm; the project allows {1} cm. Rebuild it deeper, or with Max Error Cm."),
			FText::AsNumber(FinestError), FText::AsNumber(Project.ErrorLimitCm)));
	}
	// A sphere that moves costs two operations, and about forty operations fit into a microsecond (SphereTreeSettings.h).
	const double PerFrame = Project.BudgetKind == ESphereTreeBudgetKind::Time ? Project.FrameTimeBudgetMs * 40000.0 : Project.OperationsPerFrame;
	if (2.0 * GetSphereCount() > PerFrame)
	{
		Context.AddWarning(FText::Format(
			LOCTEXT("BeyondBudget", "The sphere tree has {0} spheres; a frame's budget can visit {1} at most. Bake fewer, or raise the budget."),
			FText::AsNumber(GetSphereCount()), FText::AsNumber(FMath::FloorToInt32(PerFrame / 2.0))));
	}
}

void USphereTreeAsset::PostEditUndo()
{
	Super::PostEditUndo();
	// The bytes came back; what is made from them has to follow.
	FString WhyNot;
	Runtime = Archive.IsEmpty() ? nullptr : FSphereTreeRuntime::Make(Archive, WhyNot);
	OnTreeChanged.Broadcast();
}
#endif

#undef LOCTEXT_NAMESPACE
