#pragma once

#include "UObject/UObjectGlobals.h"

// [D Runtime/CoreUObject/UObject/UPackage] 5.3+
class UPackage : public UObject {
    STANDIN_CLASS(UPackage, UObject)
public:
    bool IsDirty() const { return bDirty; }

private:
    bool bDirty = false;
};
