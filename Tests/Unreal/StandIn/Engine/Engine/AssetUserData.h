#pragma once

#include "UObject/UObjectGlobals.h"

// [D Runtime/Engine/UAssetUserData] 5.3+
class UAssetUserData : public UObject {
    STANDIN_CLASS(UAssetUserData, UObject)
};
