#pragma once

#include "UObject/Package.h"

// [D Runtime/CoreUObject/UObject/FSavePackageArgs; AGXUnreal AGX_EditorUtilities.cpp:615] 5.3+
struct FSavePackageArgs {
    EObjectFlags TopLevelFlags = RF_NoFlags;
    uint32 SaveFlags = 0;
};
