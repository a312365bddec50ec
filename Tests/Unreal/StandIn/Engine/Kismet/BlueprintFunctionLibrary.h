#pragma once

#include "UObject/UObjectGlobals.h"

// [N Runtime/Engine/Kismet/UBlueprintFunctionLibrary] 5.3+
class UBlueprintFunctionLibrary : public UObject {
    STANDIN_CLASS(UBlueprintFunctionLibrary, UObject)
};
