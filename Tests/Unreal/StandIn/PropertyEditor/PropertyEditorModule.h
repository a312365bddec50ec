#pragma once

#include "IDetailCustomization.h"
#include "Modules/ModuleInterface.h"

class IDetailsView;

// [D Editor/PropertyEditor/FOnGetDetailCustomizationInstance] 5.3+
using FOnGetDetailCustomizationInstance = TDelegate<TSharedRef<IDetailCustomization>()>;

// [D Editor/PropertyEditor/FDetailsViewArgs; EpicSandbox MyCustomAssetEditor.cpp] 5.3+
struct FDetailsViewArgs {
    enum ENameAreaSettings { HideNameArea, ObjectsUseNameArea, ActorsUseNameArea, ComponentsAndActorsUseNameArea };
    ENameAreaSettings NameAreaSettings = ActorsUseNameArea;
    bool bAllowSearch = true, bHideSelectionTip = false;
};

// [D Editor/PropertyEditor/FPropertyEditorModule: RegisterCustomClassLayout 5.4, UnregisterCustomClassLayout 5.1;
// HoudiniEngineForUnreal HoudiniEngineEditor.cpp, UnrealJolt] 5.3+. Class names have no prefix.
class FPropertyEditorModule : public IModuleInterface {
public:
    virtual void RegisterCustomClassLayout(FName ClassName, FOnGetDetailCustomizationInstance Delegate) {
        StandInNames.Add(ClassName);
        StandInLayouts.Add(Delegate);
    }
    virtual void UnregisterCustomClassLayout(FName ClassName) {
        const int32 At = StandInNames.Find(ClassName);
        if (At == INDEX_NONE) return;
        StandInNames.RemoveAt(At);
        StandInLayouts.RemoveAt(At);
    }
    void NotifyCustomizationModuleChanged() {}
    virtual TSharedRef<IDetailsView> CreateDetailView(const FDetailsViewArgs& DetailsViewArgs);
    TArray<FName> StandInNames;
    TArray<FOnGetDetailCustomizationInstance> StandInLayouts;
};
