#pragma once

#include "AssetRegistry/IAssetRegistry.h"
#include "Modules/ModuleInterface.h"

// [D Runtime/AssetRegistry/FAssetRegistryModule; cesium-unreal CesiumIonServer.cpp, VoxelCore VoxelObjectUtilities.cpp]
// 5.3+
class FAssetRegistryModule : public IModuleInterface {
public:
    static void AssetCreated(UObject* NewAsset);
    static void AssetDeleted(UObject* DeletedAsset);
};
