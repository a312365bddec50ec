// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "SphereTreeStaleness.h"

#include "Containers/Ticker.h"
#include "Editor.h"
#include "Engine/StaticMesh.h"
#include "Logging/MessageLog.h"
#include "SphereTreeAsset.h"
#include "SphereTreeBaker.h"
#include "SphereTreeUserData.h"
#include "Subsystems/ImportSubsystem.h"
#include "UObject/UObjectIterator.h"
#include "UObject/WeakObjectPtrTemplates.h"

#define LOCTEXT_NAMESPACE "SphereTreeEditor"

namespace
{
	FDelegateHandle EditedHandle;
	FDelegateHandle ImportedHandle;
	FDelegateHandle PlayHandle;

	/** A mesh is compiled in the background after an edit. Nobody shall wait for that on our behalf. */
	void LookLater(const TWeakObjectPtr<UStaticMesh>& Mesh)
	{
		FTSTicker::GetCoreTicker().AddTicker(FTickerDelegate::CreateLambda([Mesh](float DeltaTime)
		{
			const bool bWait = Mesh.IsValid() && Mesh->IsCompiling();
			if (Mesh.IsValid() && !bWait)
			{
				FSphereTreeStaleness::LookAt(Mesh.Get());
			}
			return bWait;
		}), 0.5f);
	}
}

void FSphereTreeStaleness::Start()
{
	USphereTreeAsset::AskStale = [](const USphereTreeAsset& Asset) { return FSphereTreeBaker::IsStale(Asset); };
	EditedHandle = FCoreUObjectDelegates::OnObjectPropertyChanged.AddLambda([](UObject* Object, FPropertyChangedEvent& Event) { LookAt(Object); });
	PlayHandle = FEditorDelegates::PreBeginPIE.AddLambda([](const bool bIsSimulating) { WarnBeforePlay(); });
}

void FSphereTreeStaleness::HearImports()
{
	ImportedHandle = GEditor->GetEditorSubsystem<UImportSubsystem>()->OnAssetReimport.AddLambda([](UObject* Object) { LookAt(Object); });
}

void FSphereTreeStaleness::Stop()
{
	USphereTreeAsset::AskStale = nullptr;
	FCoreUObjectDelegates::OnObjectPropertyChanged.Remove(EditedHandle);
	FEditorDelegates::PreBeginPIE.Remove(PlayHandle);
	if (GEditor)
	{
		if (UImportSubsystem* Imports = GEditor->GetEditorSubsystem<UImportSubsystem>())
		{
			Imports->OnAssetReimport.Remove(ImportedHandle);
		}
	}
}

bool FSphereTreeStaleness::Refresh(USphereTreeAsset& Asset)
{
	const bool bStale = FSphereTreeBaker::IsStale(Asset);
	Asset.bCompared = true;
	if (Asset.HasTree() && bStale != Asset.IsStale())
	{
		Asset.SetStale(bStale);
		Asset.MarkPackageDirty();
	}
	return bStale;
}

void FSphereTreeStaleness::LookAt(UObject* Object)
{
	USphereTreeAsset* Asset = Cast<USphereTreeAsset>(Object);
	if (UStaticMesh* Mesh = Cast<UStaticMesh>(Object))
	{
		if (Mesh->IsCompiling())
		{
			LookLater(Mesh);
			return;
		}
		// Only a tree that is loaded: the others are compared when somebody validates or plays them.
		const USphereTreeUserData* UserData = Cast<USphereTreeUserData>(Mesh->GetAssetUserDataOfClass(USphereTreeUserData::StaticClass()));
		Asset = UserData ? UserData->Tree.Get() : nullptr;
	}
	if (Asset && Asset->HasTree() && !Asset->IsTemplate())
	{
		Refresh(*Asset);
	}
}

int32 FSphereTreeStaleness::WarnBeforePlay()
{
	int32 Count = 0;
	for (TObjectIterator<USphereTreeAsset> It; It; ++It)
	{
		// Hashing takes time, and loading a mesh for it even more: once for each tree whose mesh is there.
		const bool bCompare = !It->bCompared && It->SourceMesh.IsValid();
		if (It->HasTree() && !It->IsTemplate() && (bCompare ? Refresh(**It) : It->IsStale()))
		{
			++Count;
			FMessageLog("PIE").Warning(FText::Format(
				LOCTEXT("StaleAtPlay", "The sphere tree {0} is older than its mesh or its settings: contacts are those of the old shape. Rebuild it."),
				FText::FromString(It->GetPathName())));
		}
	}
	return Count;
}

#undef LOCTEXT_NAMESPACE
