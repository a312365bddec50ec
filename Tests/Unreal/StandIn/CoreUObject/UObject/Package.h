#pragma once

#include "UObject/UObjectGlobals.h"

struct FSavePackageArgs;

// [D Runtime/CoreUObject/UObject/UPackage; AGXUnreal AGX_EditorUtilities.cpp:615 (SavePackage)] 5.3+
class UPackage : public UObject {
    STANDIN_CLASS(UPackage, UObject)
public:
    bool IsDirty() const { return bDirty; }
    void SetDirtyFlag(bool bInDirty) { bDirty = bInDirty; }
    static bool SavePackage(UPackage* Package, UObject* Asset, const TCHAR* Filename, const FSavePackageArgs& Args);

    static TArray<FString> StandInSaved;  // the files, one after the other
    static TArray<FString> StandInFiles;  // those that are there
    static FString StandInReadOnly;       // a part of the names of files that cannot be written

private:
    bool bDirty = false;
};
