#pragma once

#include "GameFramework/Actor.h"

// [D Runtime/Engine/GameFramework/AWorldSettings/NotifyBeginPlay, 5.3; SUSS SussTestWorldFixture.h] 5.3+
class AWorldSettings : public AActor {
    STANDIN_CLASS(AWorldSettings, AActor)
public:
    virtual void NotifyBeginPlay();
    virtual void NotifyMatchStarted() {}
};
