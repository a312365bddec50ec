// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#pragma once

#include "CoreMinimal.h"
#include "EditorViewportClient.h"
#include "PreviewScene.h"
#include "SEditorViewport.h"
#include "SphereTreePicture.h"
#include "Toolkits/AssetEditorToolkit.h"
#include "UObject/GCObject.h"
#include "UObject/WeakObjectPtrTemplates.h"

class IDetailsView;
class SDockTab;
class USphereTreeAsset;
class UStaticMeshComponent;

/** Draws the spheres of the preview level over the mesh. */
class FSphereTreeViewportClient : public FEditorViewportClient
{
public:
	FSphereTreeViewportClient(USphereTreeAsset& InAsset, FPreviewScene& Scene, const TSharedRef<SEditorViewport>& Viewport);

	//~ FEditorViewportClient
	virtual void Draw(const FSceneView* View, FPrimitiveDrawInterface* PDI) override;

private:
	TWeakObjectPtr<USphereTreeAsset> Asset;
	FSphereTreeLastPicture Picture;
};

/** The viewport of the asset editor. */
class SSphereTreeViewport : public SEditorViewport
{
public:
	SLATE_BEGIN_ARGS(SSphereTreeViewport) {}
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs, USphereTreeAsset* InAsset, const TSharedRef<FPreviewScene>& InScene);

	//~ SEditorViewport
	virtual TSharedRef<FEditorViewportClient> MakeEditorViewportClient() override;

private:
	TWeakObjectPtr<USphereTreeAsset> Asset;
	TSharedPtr<FPreviewScene> Scene;
};

/** Mesh and spheres on the left, details on the right. */
class FSphereTreeAssetEditor : public FAssetEditorToolkit, public FGCObject
{
public:
	void Open(EToolkitMode::Type Mode, const TSharedPtr<IToolkitHost>& Host, USphereTreeAsset* InAsset);

	//~ FAssetEditorToolkit
	virtual void RegisterTabSpawners(const TSharedRef<FTabManager>& InTabManager) override;
	virtual void UnregisterTabSpawners(const TSharedRef<FTabManager>& InTabManager) override;
	virtual FName GetToolkitFName() const override;
	virtual FText GetBaseToolkitName() const override;
	virtual FString GetWorldCentricTabPrefix() const override;
	virtual FLinearColor GetWorldCentricTabColorScale() const override;

	//~ FGCObject
	virtual void AddReferencedObjects(FReferenceCollector& Collector) override;
	virtual FString GetReferencerName() const override;

private:
	TSharedRef<SDockTab> SpawnViewport(const FSpawnTabArgs& Arguments);
	TSharedRef<SDockTab> SpawnDetails(const FSpawnTabArgs& Arguments);
	void MakeContents();

	TObjectPtr<USphereTreeAsset> Asset;
	TObjectPtr<UStaticMeshComponent> MeshComponent;
	TSharedPtr<FPreviewScene> Scene;
	TSharedPtr<SSphereTreeViewport> Viewport;
	TSharedPtr<IDetailsView> Details;
};
