#pragma once

#include "UObject/UObjectGlobals.h"

// [D Runtime/Engine/Kismet/UBlueprintAsyncActionBase, 5.3, 5.4] 5.3+. A game instance keeps a registered action alive;
// without one (a hand-made test world) it is nobody's, so the stand-in keeps it itself until SetReadyToDestroy.
class UBlueprintAsyncActionBase : public UObject {
    STANDIN_CLASS(UBlueprintAsyncActionBase, UObject)
public:
    virtual void Activate() {}
    virtual void RegisterWithGameInstance(const UObject* WorldContextObject);
    virtual void SetReadyToDestroy();
};
