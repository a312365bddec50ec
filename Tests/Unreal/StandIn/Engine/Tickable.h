#pragma once

#include "Stats/Stats.h"

class UWorld;

// [D Runtime/Engine/FTickableObjectBase, FTickableGameObject] 5.3+
class FTickableGameObject {
public:
    virtual ~FTickableGameObject() = default;
    virtual void Tick(float DeltaTime) = 0;
    virtual bool IsTickable() const { return true; }
    virtual TStatId GetStatId() const = 0;
    virtual bool IsTickableWhenPaused() const { return false; }
    virtual bool IsTickableInEditor() const { return false; }
    virtual UWorld* GetTickableGameObjectWorld() const { return nullptr; }
};
