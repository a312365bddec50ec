#pragma once

#include "GameFramework/Actor.h"

// [D Runtime/Engine/Camera/APlayerCameraManager/GetFOVAngle, 5.5] 5.3+
class APlayerCameraManager : public AActor {
    STANDIN_CLASS(APlayerCameraManager, AActor)
public:
    virtual float GetFOVAngle() const { return 90; }
};
