#pragma once

#include "AssetDefinition.h"
#include "Framework/Docking/TabManager.h"
#include "UObject/GCObject.h"

// [D Editor/UnrealEd/Toolkits/FAssetEditorToolkit; EpicSandbox MyCustomAssetEditor.cpp, SUDS, rive-unreal] 5.3+
class FAssetEditorToolkit : public TSharedFromThis<FAssetEditorToolkit> {
public:
    virtual ~FAssetEditorToolkit() = default;
    virtual void InitAssetEditor(const EToolkitMode::Type Mode, const TSharedPtr<IToolkitHost>& InitToolkitHost,
                                 const FName AppIdentifier, const TSharedRef<FTabManager::FLayout>& Layout,
                                 const bool bCreateDefaultStandaloneMenu, const bool bCreateDefaultToolbar,
                                 UObject* ObjectToEdit);
    void RegenerateMenusAndToolbars() {}
    virtual void RegisterTabSpawners(const TSharedRef<FTabManager>&) {}
    virtual void UnregisterTabSpawners(const TSharedRef<FTabManager>&) {}
    virtual FName GetToolkitFName() const = 0;
    virtual FText GetBaseToolkitName() const = 0;
    virtual FString GetWorldCentricTabPrefix() const = 0;
    virtual FLinearColor GetWorldCentricTabColorScale() const = 0;

    static TArray<TSharedRef<FAssetEditorToolkit>>& StandInOpen();
    void StandInClose();
    TArray<TSharedRef<SDockTab>> StandInTabs;

private:
    TSharedPtr<FTabManager> Tabs;
};
