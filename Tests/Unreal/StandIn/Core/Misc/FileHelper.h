#pragma once

#include "Containers/UnrealString.h"

// [D Runtime/Core/Misc/FFileHelper] 5.3+
struct FFileHelper {
    static bool SaveStringToFile(const FString& Text, const TCHAR* File);
    static bool LoadFileToString(FString& Text, const TCHAR* File);
};
