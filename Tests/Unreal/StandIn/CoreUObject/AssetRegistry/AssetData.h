#pragma once

#include "UObject/SoftObjectPtr.h"

// [D Runtime/CoreUObject/AssetRegistry/FAssetData, application_version=5.3] 5.3+
struct FAssetData {
    FAssetData() = default;
    explicit FAssetData(const UObject* Asset);
    FName PackageName, PackagePath, AssetName;
    FTopLevelAssetPath AssetClassPath;
    bool IsValid() const { return !PackageName.IsNone(); }
    UObject* GetAsset() const;
    bool IsInstanceOf(const UClass* BaseClass) const;
    FString GetObjectPathString() const { return PackageName.ToString() + u"." + AssetName.ToString(); }
    FSoftObjectPath GetSoftObjectPath() const { return FSoftObjectPath(GetObjectPathString()); }

    static int32 StandInLoads;  // how often GetAsset was called
};
