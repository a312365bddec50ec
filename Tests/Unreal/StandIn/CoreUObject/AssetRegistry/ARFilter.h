#pragma once

#include "UObject/Class.h"

// [D Runtime/CoreUObject/AssetRegistry/FARFilter; ACL ACLDatabaseBuildCommandlet.cpp] 5.3+
struct FARFilter {
    TArray<FName> PackageNames, PackagePaths;
    TArray<FTopLevelAssetPath> ClassPaths;
    bool bRecursivePaths = false, bRecursiveClasses = false;
};
