#pragma once

#include "UObject/UObjectGlobals.h"

class FSubsystemCollectionBase;

// [D Runtime/Engine/Subsystems/USubsystem/Initialize, 5.5] 5.3+
class USubsystem : public UObject {
    STANDIN_CLASS(USubsystem, UObject)
public:
    virtual bool ShouldCreateSubsystem(UObject*) const { return true; }
    virtual void Initialize(FSubsystemCollectionBase&) {}
    virtual void Deinitialize() {}
};
