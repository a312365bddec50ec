#pragma once

#include "Containers/Array.h"
#include "Containers/UnrealString.h"

// [D Runtime/Core/Misc/FConfigCacheIni] 5.3+. Kept in memory.
class FConfigCacheIni {
public:
    void SetString(const TCHAR* Section, const TCHAR* Key, const TCHAR* Value, const FString& File);
    bool GetString(const TCHAR* Section, const TCHAR* Key, FString& Value, const FString& File) const;
    bool RemoveKey(const TCHAR* Section, const TCHAR* Key, const FString& File);
    bool EmptySection(const TCHAR* Section, const FString& File);

private:
    struct FLine {
        FString File, Section, Key, Value;
    };
    TArray<FLine> Lines;
};

// [D Runtime/Core/CoreGlobals] 5.3+
extern FConfigCacheIni* GConfig;
