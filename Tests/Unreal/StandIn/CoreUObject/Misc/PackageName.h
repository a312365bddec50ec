#pragma once

#include "Containers/UnrealString.h"

// [D Runtime/CoreUObject/Misc/FPackageName; AGXUnreal AGX_EditorUtilities.cpp] 5.3+
struct FPackageName {
    static FString LongPackageNameToFilename(const FString& LongPackageName, const FString& Extension = FString());
    static const FString& GetAssetPackageExtension();
};
