#pragma once

#include "AssetDefinition.h"

// [D Editor/UnrealEd/UAssetDefinitionDefault; EpicSandbox] 5.3+
class UAssetDefinitionDefault : public UAssetDefinition {
    STANDIN_CLASS(UAssetDefinitionDefault, UAssetDefinition)
};
