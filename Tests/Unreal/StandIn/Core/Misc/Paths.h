#pragma once

#include "Containers/UnrealString.h"

// [D Runtime/Core/Misc/FPaths/FileExists, 5.3] 5.3+
struct FPaths {
    static bool FileExists(const FString& InPath);
};
