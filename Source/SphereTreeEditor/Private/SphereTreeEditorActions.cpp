// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "SphereTreeEditorActions.h"

#include "CoreGlobals.h"
#include "Editor.h"
#include "Engine/StaticMesh.h"
#include "Framework/Notifications/NotificationManager.h"
#include "Misc/App.h"
#include "Misc/ScopedSlowTask.h"
#include "SphereTreeAsset.h"
#include "SphereTreeLog.h"
#include "Subsystems/AssetEditorSubsystem.h"
#include "Widgets/Notifications/SNotificationList.h"

#include <atomic>

#define LOCTEXT_NAMESPACE "SphereTreeEditor"

namespace
{
	/** The editor's progress bar. It belongs to the game thread, which takes part in the work and so comes by often enough. */
	class FSlowTaskProgress final : public ISphereTreeBakeProgress
	{
	public:
		explicit FSlowTaskProgress(int32 Count) : Task(static_cast<float>(Count), LOCTEXT("Building", "Building sphere trees"))
		{
			if (!FApp::IsUnattended() && !IsRunningCommandlet())
			{
				Task.MakeDialog(true);
			}
		}

		virtual bool Begin(int32 Index, int32 Count, const FString& MeshName) override
		{
			Step(static_cast<float>(Index), FText::Format(LOCTEXT("BuildingOne", "Building the sphere tree of {0} ({1} of {2})"), FText::FromString(MeshName), Index + 1, Count));
			First = Index;
			return !bCancelled;
		}

		virtual bool Advance(double Fraction) override
		{
			if (IsInGameThread())
			{
				Step(static_cast<float>(First) + static_cast<float>(Fraction), FText::GetEmpty());
			}
			return !bCancelled;
		}

	private:
		void Step(float Reached, const FText& Message)
		{
			// A frame is announced before its work, so what was reached is what the last one promised.
			if (Reached > Told || !Message.IsEmpty())
			{
				Task.EnterProgressFrame(FMath::Max(Reached - Told, 0.0f), Message);
				Told = FMath::Max(Told, Reached);
			}
			bCancelled = bCancelled || Task.ShouldCancel();
		}

		FScopedSlowTask Task;
		float Told = 0.0f;
		int32 First = 0;
		std::atomic<bool> bCancelled{false};
	};

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
		FSlowTaskProgress Progress(Meshes.Num());
		Outcomes = FSphereTreeBaker::BakeAll(Meshes, Settings, Progress, bForce);
	}
	if (!Outcomes.IsEmpty() && !FApp::IsUnattended() && !IsRunningCommandlet())
	{
		Notify(Outcomes);
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

void FSphereTreeEditorActions::Notify(const TArray<FSphereTreeBakeOutcome>& Outcomes)
{
	FNotificationInfo Info(Describe(Outcomes));
	const bool bBad = CountOf(Outcomes, ESphereTreeBakeResult::Failed) > 0;
	Info.ExpireDuration = bBad ? 12.0f : 6.0f;
	Info.bUseSuccessFailIcons = true;
	const TWeakObjectPtr<USphereTreeAsset> Asset = Outcomes.Last().Asset;
	if (Asset.IsValid())
	{
		Info.Hyperlink = FSimpleDelegate::CreateLambda([Asset]()
		{
			if (Asset.IsValid())
			{
				GEditor->GetEditorSubsystem<UAssetEditorSubsystem>()->OpenEditorForAsset(Asset.Get());
			}
		});
		Info.HyperlinkText = FText::FromString(Asset->GetName());
	}
	const TSharedPtr<SNotificationItem> Item = FSlateNotificationManager::Get().AddNotification(Info);
	if (Item.IsValid())
	{
		Item->SetCompletionState(bBad ? SNotificationItem::CS_Fail : SNotificationItem::CS_Success);
	}
}

#undef LOCTEXT_NAMESPACE
