#pragma once

#include "Editor.h"

// [D Editor/UnrealEd/Subsystems/UAssetEditorSubsystem/OpenEditorForAsset] 5.3+. Finds the asset's definition, as the
// engine does.
class UAssetEditorSubsystem : public UEditorSubsystem {
    STANDIN_CLASS(UAssetEditorSubsystem, UEditorSubsystem)
public:
    bool OpenEditorForAsset(UObject* Asset);
};
