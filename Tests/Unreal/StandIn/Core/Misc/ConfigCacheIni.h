#pragma once

#include "Containers/Array.h"
#include "Containers/UnrealString.h"

// [D Runtime/Core/Misc/FConfigCacheIni/GetString, 5.0; SetString, RemoveKey, 5.4] 5.3+. Kept in memory.
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

// [N Runtime/Core/CoreGlobals] 5.3+
extern FConfigCacheIni* GConfig;
