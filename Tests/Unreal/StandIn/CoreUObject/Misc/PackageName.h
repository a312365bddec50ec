#pragma once

#include "Containers/UnrealString.h"

// [D Runtime/CoreUObject/Misc/FPackageName, GetLongPackagePath 5.0 and 5.4; AGXUnreal AGX_EditorUtilities.cpp] 5.3+
struct FPackageName {
    static FString LongPackageNameToFilename(const FString& LongPackageName, const FString& Extension = FString());
    static FString GetLongPackagePath(const FString& InLongPackageName);
    static const FString& GetAssetPackageExtension();
};
