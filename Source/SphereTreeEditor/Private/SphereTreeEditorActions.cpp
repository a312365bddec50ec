// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "SphereTreeEditorActions.h"

#include "Editor.h"
#include "Engine/Engine.h"
#include "Engine/StaticMesh.h"
#include "SphereTreeAsset.h"
#include "SphereTreeLog.h"
#include "SphereTreeMotionSource.h"
#include "SphereTreeNotice.h"
#include "SphereTreeSlowTask.h"
#include "SphereTreeSubsetAsset.h"

#define LOCTEXT_NAMESPACE "SphereTreeEditor"

namespace
{
	int32 CountOf(const TArray<FSphereTreeBakeOutcome>& Outcomes, ESphereTreeBakeResult Result)
	{
		int32 Count = 0;
		for (const FSphereTreeBakeOutcome& Outcome : Outcomes)
		{
			Count += Outcome.Result == Result ? 1 : 0;
		}
		return Count;
	}

	FText DescribeOne(const FSphereTreeBakeOutcome& Outcome)
	{
		const FText Name = FText::FromString(Outcome.MeshName);
		const USphereTreeAsset* Asset = Outcome.Asset.Get();
		switch (Outcome.Result)
		{
		case ESphereTreeBakeResult::Built:
			return FText::Format(LOCTEXT("Built", "{0}: {1} spheres, the finest stick out {2} cm at most"), Name, FText::AsNumber(Asset->GetSphereCount()),
				FText::FromString(FString::Printf(TEXT("%.3g"), Asset->GetLevels().Last().ErrorCm)));
		case ESphereTreeBakeResult::Fresh:
			return FText::Format(LOCTEXT("Fresh", "{0}: its sphere tree is up to date"), Name);
		case ESphereTreeBakeResult::Cancelled:
			return FText::Format(LOCTEXT("Cancelled", "{0}: cancelled, nothing was changed"), Name);
		default:
			return FText::Format(LOCTEXT("Failed", "{0} got no sphere tree. {1}"), Name, FText::FromString(Outcome.Reason));
		}
	}
}

TArray<UStaticMesh*> FSphereTreeEditorActions::LoadMeshes(const TArray<FAssetData>& Selected)
{
	TArray<UStaticMesh*> Meshes;
	for (const FAssetData& Data : Selected)
	{
		UObject* Object = Data.GetAsset();
		const USphereTreeAsset* Tree = Cast<USphereTreeAsset>(Object);
		UStaticMesh* Mesh = Tree ? Tree->SourceMesh.LoadSynchronous() : Cast<UStaticMesh>(Object);
		if (Mesh)
		{
			Meshes.AddUnique(Mesh);
		}
		else if (Tree)
		{
			UE_LOG(LogSphereTree, Warning, TEXT("%s cannot be rebuilt: its mesh %s is gone. Set Source Mesh."), *Tree->GetPathName(), *Tree->SourceMesh.ToString());
		}
	}
	return Meshes;
}

TArray<FSphereTreeBakeOutcome> FSphereTreeEditorActions::Build(const TArray<UStaticMesh*>& Meshes, const FSphereTreeBakeSettings* Settings, bool bForce)
{
	TArray<FSphereTreeBakeOutcome> Outcomes;
	{
		FSphereTreeSlowTask Progress(Meshes.Num(), LOCTEXT("Building", "Building sphere trees"), LOCTEXT("BuildingOne", "Building the sphere tree of {0} ({1} of {2})"));
		Outcomes = FSphereTreeBaker::BakeAll(Meshes, Settings, Progress, bForce);
	}
	if (!Outcomes.IsEmpty())
	{
		FSphereTreeNotice::Show(Describe(Outcomes), CountOf(Outcomes, ESphereTreeBakeResult::Failed) > 0, Outcomes.Last().Asset.Get());
	}
	return Outcomes;
}

FText FSphereTreeEditorActions::Describe(const TArray<FSphereTreeBakeOutcome>& Outcomes)
{
	if (Outcomes.Num() == 1)
	{
		return DescribeOne(Outcomes[0]);
	}
	TArray<FString> Lines;
	const int32 Built = CountOf(Outcomes, ESphereTreeBakeResult::Built);
	const int32 Fresh = CountOf(Outcomes, ESphereTreeBakeResult::Fresh);
	Lines.Add(FText::Format(LOCTEXT("Many", "{0} sphere trees built, {1} were up to date"), Built, Fresh).ToString());
	for (const FSphereTreeBakeOutcome& Outcome : Outcomes)
	{
		if (Outcome.Result == ESphereTreeBakeResult::Failed || Outcome.Result == ESphereTreeBakeResult::Cancelled)
		{
			Lines.Add(DescribeOne(Outcome).ToString());
		}
	}
	return FText::FromString(FString::Join(Lines, TEXT("\n")));
}

FSphereTreeTableOutcome FSphereTreeEditorActions::BuildTable(USphereTreeAsset& First, USphereTreeAsset& Second, const FSphereTreeMotion& Motion, const FSphereTreeSubsetSettings& Settings)
{
	FSphereTreeTableOutcome Outcome;
	{
		FSphereTreeSlowTask Progress(1, LOCTEXT("Tabulating", "Building a sphere tree table"), LOCTEXT("TabulatingOne", "Building the table {0}"));
		Outcome = FSphereTreeTabulator::Tabulate(First, Second, Motion, Settings, Progress);
	}
	TellOfTable(Outcome);
	return Outcome;
}

FSphereTreeTableOutcome FSphereTreeEditorActions::BuildTableFromLevel(USphereTreeAsset& First, USphereTreeAsset& Second)
{
	FSphereTreeTableOutcome Outcome;
	Outcome.Name = FSphereTreeTabulator::NameFor(First, Second);
	FSphereTreeMotion Motion;
	const UWorld* World = GEditor->GetEditorWorldContext().World();
	if (FSphereTreeMotionSource::FromLevel(World, First, Second, Motion, Outcome.Reason))
	{
		return BuildTable(First, Second, Motion, FSphereTreeTabulator::SettingsFor(First, Second));
	}
	TellOfTable(Outcome);
	return Outcome;
}

FText FSphereTreeEditorActions::DescribeTable(const FSphereTreeTableOutcome& Outcome)
{
	const FText Name = FText::FromString(Outcome.Name);
	const USphereTreeSubsetAsset* Table = Outcome.Asset.Get();
	if (Outcome.Result == ESphereTreeBakeResult::Built && Table)
	{
		const FSphereTreeSubsetFigures Figures = Table->GetFigures();
		return FText::Format(LOCTEXT("TableBuilt", "{0}: {1} of {2} and {3} of {4} spheres are left, {5} tests"), Name, Figures.FirstKept, Figures.FirstSpheres, Figures.SecondKept,
			Figures.SecondSpheres, FText::AsNumber(static_cast<int32>(Figures.Tests)));
	}
	return Outcome.Result == ESphereTreeBakeResult::Cancelled ? FText::Format(LOCTEXT("Cancelled", "{0}: cancelled, nothing was changed"), Name)
		: FText::Format(LOCTEXT("TableFailed", "{0} was not built. {1}"), Name, FText::FromString(Outcome.Reason));
}

void FSphereTreeEditorActions::TellOfTable(const FSphereTreeTableOutcome& Outcome)
{
	const bool bBad = Outcome.Result == ESphereTreeBakeResult::Failed;
	if (bBad)
	{
		UE_LOG(LogSphereTree, Warning, TEXT("%s was not built: %s"), *Outcome.Name, *Outcome.Reason);
	}
	FSphereTreeNotice::Show(DescribeTable(Outcome), bBad, Outcome.Asset.Get());
}

#undef LOCTEXT_NAMESPACE
