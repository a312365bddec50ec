#pragma once

#include "Widgets/SCompoundWidget.h"

class FEditorViewportClient;

// [D Editor/UnrealEd/SEditorViewport; EpicSandbox SMyCustomAssetEditorViewport.cpp] 5.3+. Constructing makes the
// client.
class SEditorViewport : public SCompoundWidget {
public:
    SLATE_BEGIN_ARGS(SEditorViewport) {}
    SLATE_END_ARGS()
    void Construct(const FArguments&) { Client = MakeEditorViewportClient(); }
    TSharedPtr<FEditorViewportClient> GetViewportClient() const { return Client; }

protected:
    virtual TSharedRef<FEditorViewportClient> MakeEditorViewportClient() = 0;

private:
    TSharedPtr<FEditorViewportClient> Client;
};
