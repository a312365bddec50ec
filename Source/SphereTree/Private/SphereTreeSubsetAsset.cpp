// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "SphereTreeSubsetAsset.h"

#include "ProfilingDebugging/ResourceSize.h"
#include "SphereTree/Archive.h"
#include "SphereTreeAsset.h"
#include "SphereTreeConvert.h"
#include "SphereTreeCustomVersion.h"
#include "SphereTreeLog.h"
#include "SphereTreeParallel.h"
#include "SphereTreeSubsetRuntime.h"
#include "UObject/ObjectMacros.h"
#include "UObject/UObjectGlobals.h"
#if !UE_VERSION_OLDER_THAN(5, 4, 0)
#include "UObject/AssetRegistryTagsContext.h"
#endif
#if WITH_EDITOR
#include "Misc/DataValidation.h"
#endif

#define LOCTEXT_NAMESPACE "SphereTree"

namespace
{
	spheretree::Result<spheretree::BodySpheres> ReadSpheres(const USphereTreeAsset& Asset, int32 Level)
	{
		const TArray<uint8>& Bytes = Asset.GetArchive();
		const spheretree::Result<spheretree::SphereTree> Tree = spheretree::ReadArchive(Bytes.GetData(), static_cast<size_t>(Bytes.Num()));
		if (!Tree)
		{
			return spheretree::Error{Tree.Sentence()};
		}
		return spheretree::SpheresOfLevel(*Tree, Level);
	}

	spheretree::SubsetOptions ToOptions(const FSphereTreeSubsetSettings& Settings)
	{
		spheretree::SubsetOptions Options;
		Options.fraction = Settings.Fraction;
		Options.slop = Settings.SlopCm;
		Options.loss = Settings.LossCm;
		Options.keep = static_cast<spheretree::SubsetKeep>(Settings.Keep);
		return Options;
	}

	spheretree::Host MakeTabulationHost(const TFunction<bool(double)>& Progress, bool& bEnded)
	{
		spheretree::Host Host;
		Host.parallelFor = &SphereTreeParallel::For;
		if (Progress)
		{
			Host.progress = [&Progress, &bEnded](double Fraction)
			{
				bEnded = bEnded || !Progress(Fraction);
				return !bEnded;
			};
		}
		return Host;
	}
}

TArray<uint8> USphereTreeSubsetAsset::Compute(const USphereTreeAsset& First, const USphereTreeAsset& Second, const FSphereTreeMotion& InMotion, const FSphereTreeSubsetSettings& InSettings, const TFunction<bool(double)>& Progress, FString& OutWhyNot)
{
	const spheretree::Result<spheretree::BodySpheres> A = ReadSpheres(First, InSettings.FirstLevel);
	const spheretree::Result<spheretree::BodySpheres> B = ReadSpheres(Second, InSettings.SecondLevel);
	if (!A || !B)
	{
		OutWhyNot = SphereTreeConvert::ToString(!A ? A.Sentence() : B.Sentence());
		return {};
	}
	bool bEnded = false;
	const spheretree::MotionConstraint Constraint = FSphereTreeSubsetRuntime::ToConstraint(InMotion);
	const spheretree::Result<spheretree::SubsetTable> Table = spheretree::TabulateSubsets(*A, *B, Constraint, ToOptions(InSettings), {}, MakeTabulationHost(Progress, bEnded));
	if (!Table)
	{
		OutWhyNot = bEnded ? FString() : SphereTreeConvert::ToString(Table.Sentence());
		return {};
	}
	const std::vector<uint8_t> Bytes = spheretree::WriteSubsets(*Table);
	return TArray<uint8>(Bytes.data(), static_cast<int32>(Bytes.size()));
}

bool USphereTreeSubsetAsset::SetTable(TConstArrayView<uint8> Bytes, USphereTreeAsset& First, USphereTreeAsset& Second, const FSphereTreeMotion& InMotion, const FSphereTreeSubsetSettings& InSettings, FString& OutWhyNot)
{
	if (!SetArchive(Bytes, OutWhyNot))
	{
		return false;
	}
	FirstTree = &First;
	SecondTree = &Second;
	Motion = InMotion;
	Settings = InSettings;
	return true;
}

bool USphereTreeSubsetAsset::Tabulate(USphereTreeAsset& First, USphereTreeAsset& Second, const FSphereTreeMotion& InMotion, const FSphereTreeSubsetSettings& InSettings, FString& OutWhyNot)
{
	const TArray<uint8> Bytes = Compute(First, Second, InMotion, InSettings, nullptr, OutWhyNot);
	return !Bytes.IsEmpty() && SetTable(Bytes, First, Second, InMotion, InSettings, OutWhyNot);
}

bool USphereTreeSubsetAsset::SetArchive(TConstArrayView<uint8> Bytes, FString& OutWhyNot)
{
	TSharedPtr<const FSphereTreeSubsetRuntime, ESPMode::ThreadSafe> Made = FSphereTreeSubsetRuntime::Make(Bytes, OutWhyNot);
	if (!Made.IsValid())
	{
		return false;
	}
	Archive = TArray<uint8>(Bytes.GetData(), Bytes.Num());
	Runtime = Made;
	return true;
}

bool USphereTreeSubsetAsset::HasTable() const
{
	return Runtime.IsValid();
}

FSphereTreeSubsetFigures USphereTreeSubsetAsset::GetFigures() const
{
	FSphereTreeSubsetFigures Out;
	if (Runtime.IsValid())
	{
		const spheretree::SubsetFigures& Figures = Runtime->Subsets->table.figures;
		Out.FirstSpheres = static_cast<int32>(Figures.all[0]);
		Out.SecondSpheres = static_cast<int32>(Figures.all[1]);
		Out.FirstKept = static_cast<int32>(Figures.kept[0]);
		Out.SecondKept = static_cast<int32>(Figures.kept[1]);
		Out.CollidingPairs = Figures.collidingPairs;
		Out.Tests = Figures.keptPairs;
		Out.SlopCm = Runtime->Subsets->table.slop;
	}
	return Out;
}

void USphereTreeSubsetAsset::Serialize(FArchive& Ar)
{
	Super::Serialize(Ar);

	Ar.UsingCustomVersion(FSphereTreeCustomVersion::GUID);
	Ar << Archive;
}

void USphereTreeSubsetAsset::PostLoad()
{
	Super::PostLoad();

	Runtime.Reset();
	if (Archive.IsEmpty())
	{
		return;
	}
	FString WhyNot;
	Runtime = FSphereTreeSubsetRuntime::Make(Archive, WhyNot);
	if (!Runtime.IsValid())
	{
		// The package stays loadable and the table can be made again; only what nobody can read is let go.
		UE_LOG(LogSphereTree, Error, TEXT("The table of sphere subsets %s cannot be read and is left empty: %s Make it again from its two trees."), *GetPathName(), *WhyNot);
		Archive.Empty();
	}
}

void USphereTreeSubsetAsset::GetResourceSizeEx(FResourceSizeEx& CumulativeResourceSize)
{
	Super::GetResourceSizeEx(CumulativeResourceSize);
	CumulativeResourceSize.AddDedicatedSystemMemoryBytes(Archive.GetAllocatedSize());
	if (Runtime.IsValid())
	{
		CumulativeResourceSize.AddDedicatedSystemMemoryBytes(Runtime->GetMemory());
	}
}

void USphereTreeSubsetAsset::CollectTags(TArray<FAssetRegistryTag>& OutTags) const
{
	const FSphereTreeSubsetFigures Figures = GetFigures();
	OutTags.Add(FAssetRegistryTag("FirstSpheres", FString::FromInt(Figures.FirstKept), FAssetRegistryTag::TT_Numerical));
	OutTags.Add(FAssetRegistryTag("SecondSpheres", FString::FromInt(Figures.SecondKept), FAssetRegistryTag::TT_Numerical));
	OutTags.Add(FAssetRegistryTag("Tests", FString::FromInt(static_cast<int32>(Figures.Tests)), FAssetRegistryTag::TT_Numerical));
}

#if UE_VERSION_OLDER_THAN(5, 4, 0)
void USphereTreeSubsetAsset::GetAssetRegistryTags(TArray<FAssetRegistryTag>& OutTags) const
{
	Super::GetAssetRegistryTags(OutTags);
	CollectTags(OutTags);
}
#else
void USphereTreeSubsetAsset::GetAssetRegistryTags(FAssetRegistryTagsContext Context) const
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
EDataValidationResult USphereTreeSubsetAsset::IsDataValid(FDataValidationContext& Context) const
{
	const EDataValidationResult Inherited = Super::IsDataValid(Context);
	if (!HasTable())
	{
		Context.AddError(LOCTEXT("NoTable", "There is no table of sphere subsets in this asset. Make it from two sphere trees and a constraint."));
		return EDataValidationResult::Invalid;
	}
	const USphereTreeAsset* First = FirstTree.LoadSynchronous();
	const USphereTreeAsset* Second = SecondTree.LoadSynchronous();
	if (First && Second && First->HasTree() && Second->HasTree() && !Runtime->IsMadeOf(*First->GetRuntime(), *Second->GetRuntime()))
	{
		Context.AddWarning(LOCTEXT("TableOfOthers", "The trees of this table were built anew after it, so it does not answer for them. Build it again."));
	}
	return CombineDataValidationResults(Inherited, EDataValidationResult::Valid);
}

void USphereTreeSubsetAsset::PostEditUndo()
{
	Super::PostEditUndo();
	// The bytes came back; what is made from them has to follow.
	FString WhyNot;
	Runtime = Archive.IsEmpty() ? nullptr : FSphereTreeSubsetRuntime::Make(Archive, WhyNot);
}
#endif

#undef LOCTEXT_NAMESPACE
