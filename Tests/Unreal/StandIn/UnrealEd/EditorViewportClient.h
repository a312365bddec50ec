#pragma once

#include "CoreMinimal.h"

class FEditorModeTools;
class FPreviewScene;
class FPrimitiveDrawInterface;
class FSceneView;
class SEditorViewport;

// [D Editor/UnrealEd/FEditorViewportClient; EpicSandbox SMyCustomAssetEditorViewportClient.cpp] 5.3+. Neither InputAxis
// nor the toolbar is here: they differ between our versions (UNREAL-2.md B2), and the plugin overrides neither.
class FEditorViewportClient : public TSharedFromThis<FEditorViewportClient> {
public:
    FEditorViewportClient(FEditorModeTools* InModeTools, FPreviewScene* InPreviewScene,
                          const TWeakPtr<SEditorViewport>& InEditorViewportWidget);
    virtual ~FEditorViewportClient() = default;
    void SetRealtime(bool) {}
    virtual void Draw(const FSceneView*, FPrimitiveDrawInterface*) {}
};
