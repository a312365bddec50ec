// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "SphereTreeAssetEditor.h"

#include "Components/StaticMeshComponent.h"
#include "Engine/StaticMesh.h"
#include "Framework/Docking/TabManager.h"
#include "IDetailsView.h"
#include "Modules/ModuleManager.h"
#include "PropertyEditorModule.h"
#include "SphereTreeAsset.h"
#include "SphereTreeWires.h"
#include "UObject/Package.h"
#include "Widgets/Docking/SDockTab.h"

#define LOCTEXT_NAMESPACE "SphereTreeEditor"

namespace
{
	const FName ViewportTabName("SphereTreeViewport");
	const FName DetailsTabName("SphereTreeDetails");

	TSharedRef<FTabManager::FLayout> MakeAssetEditorLayout()
	{
		return FTabManager::NewLayout("SphereTreeAssetEditor_v1")
			->AddArea(FTabManager::NewPrimaryArea()
				->SetOrientation(Orient_Horizontal)
				->Split(FTabManager::NewStack()->SetSizeCoefficient(0.7f)->AddTab(ViewportTabName, ETabState::OpenedTab))
				->Split(FTabManager::NewStack()->SetSizeCoefficient(0.3f)->AddTab(DetailsTabName, ETabState::OpenedTab)));
	}
}

FSphereTreeViewportClient::FSphereTreeViewportClient(USphereTreeAsset& InAsset, FPreviewScene& InScene, const TSharedRef<SEditorViewport>& InViewport)
	: FEditorViewportClient(nullptr, &InScene, InViewport)
	, Asset(&InAsset)
{
	SetRealtime(true); // so that another preview level shows at once
}

void FSphereTreeViewportClient::Draw(const FSceneView* View, FPrimitiveDrawInterface* PDI)
{
	FEditorViewportClient::Draw(View, PDI);
	const USphereTreeAsset* Tree = Asset.Get();
	if (!Tree)
	{
		return;
	}
	SphereTreeWires::Draw(PDI, Picture.Of(*Tree).OfLevel(Tree->PreviewLevel), FTransform::Identity);
}

void SSphereTreeViewport::Construct(const FArguments& InArgs, USphereTreeAsset* InAsset, const TSharedRef<FPreviewScene>& InScene)
{
	Asset = InAsset;
	Scene = InScene;
	SEditorViewport::Construct(SEditorViewport::FArguments());
}

TSharedRef<FEditorViewportClient> SSphereTreeViewport::MakeEditorViewportClient()
{
	return MakeShared<FSphereTreeViewportClient>(*Asset.Get(), *Scene, SharedThis(this));
}

void FSphereTreeAssetEditor::Open(EToolkitMode::Type Mode, const TSharedPtr<IToolkitHost>& Host, USphereTreeAsset* InAsset)
{
	Asset = InAsset;
	MakeContents(); // before the tabs are spawned, which InitAssetEditor does
	InitAssetEditor(Mode, Host, GetToolkitFName(), MakeAssetEditorLayout(), true, true, InAsset);
	RegenerateMenusAndToolbars();
}

void FSphereTreeAssetEditor::MakeContents()
{
	Scene = MakeShared<FPreviewScene>(FPreviewScene::ConstructionValues());
	MeshComponent = NewObject<UStaticMeshComponent>(GetTransientPackage());
	MeshComponent->SetStaticMesh(Asset->SourceMesh.LoadSynchronous());
	Scene->AddComponent(MeshComponent, FTransform::Identity);
	Viewport = SNew(SSphereTreeViewport, Asset.Get(), Scene.ToSharedRef());
	FDetailsViewArgs Arguments;
	Arguments.NameAreaSettings = FDetailsViewArgs::HideNameArea;
	Details = FModuleManager::LoadModuleChecked<FPropertyEditorModule>("PropertyEditor").CreateDetailView(Arguments);
	Details->SetObject(Asset);
}

void FSphereTreeAssetEditor::RegisterTabSpawners(const TSharedRef<FTabManager>& InTabManager)
{
	FAssetEditorToolkit::RegisterTabSpawners(InTabManager);
	InTabManager->RegisterTabSpawner(ViewportTabName, FOnSpawnTab::CreateSP(this, &FSphereTreeAssetEditor::SpawnViewport)).SetDisplayName(LOCTEXT("ViewportTab", "Spheres"));
	InTabManager->RegisterTabSpawner(DetailsTabName, FOnSpawnTab::CreateSP(this, &FSphereTreeAssetEditor::SpawnDetails)).SetDisplayName(LOCTEXT("DetailsTab", "Details"));
}

void FSphereTreeAssetEditor::UnregisterTabSpawners(const TSharedRef<FTabManager>& InTabManager)
{
	FAssetEditorToolkit::UnregisterTabSpawners(InTabManager);
	InTabManager->UnregisterTabSpawner(ViewportTabName);
	InTabManager->UnregisterTabSpawner(DetailsTabName);
}

TSharedRef<SDockTab> FSphereTreeAssetEditor::SpawnViewport(const FSpawnTabArgs& Arguments)
{
	return SNew(SDockTab)[Viewport.ToSharedRef()];
}

TSharedRef<SDockTab> FSphereTreeAssetEditor::SpawnDetails(const FSpawnTabArgs& Arguments)
{
	return SNew(SDockTab)[Details.ToSharedRef()];
}

FName FSphereTreeAssetEditor::GetToolkitFName() const
{
	return FName("SphereTreeAssetEditor");
}

FText FSphereTreeAssetEditor::GetBaseToolkitName() const
{
	return LOCTEXT("Toolkit", "Sphere Tree Editor");
}

FString FSphereTreeAssetEditor::GetWorldCentricTabPrefix() const
{
	return TEXT("Sphere Tree ");
}

FLinearColor FSphereTreeAssetEditor::GetWorldCentricTabColorScale() const
{
	return FLinearColor(0.95f, 0.55f, 0.15f, 0.5f);
}

void FSphereTreeAssetEditor::AddReferencedObjects(FReferenceCollector& Collector)
{
	Collector.AddReferencedObject(Asset);
	Collector.AddReferencedObject(MeshComponent);
}

FString FSphereTreeAssetEditor::GetReferencerName() const
{
	return TEXT("FSphereTreeAssetEditor");
}

#undef LOCTEXT_NAMESPACE
