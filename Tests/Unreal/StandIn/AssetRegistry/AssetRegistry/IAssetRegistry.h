#pragma once

#include "AssetRegistry/ARFilter.h"
#include "AssetRegistry/AssetData.h"

// [D Runtime/AssetRegistry/IAssetRegistry; VoxelCore VoxelObjectHelpers.cpp] 5.3+. A search that nobody waited for has
// found nothing yet.
class IAssetRegistry {
public:
    static IAssetRegistry& GetChecked();
    void SearchAllAssets(bool bSynchronousSearch) { bSearched = bSearched || bSynchronousSearch; }
    bool GetAssets(const FARFilter& Filter, TArray<FAssetData>& OutAssetData) const;
    FAssetData GetAssetByObjectPath(const FSoftObjectPath& ObjectPath, bool bIncludeOnlyOnDiskAssets = false) const;

    bool bSearched = true;
};
