#pragma once

#include "GameFramework/Actor.h"

class APlayerCameraManager;

// [D Runtime/Engine/GameFramework/APlayerController/GetPlayerViewPoint, 5.4; cesium-unreal Cesium3DTileset.cpp] 5.3+
class APlayerController : public AActor {
    STANDIN_CLASS(APlayerController, AActor)
public:
    virtual void GetPlayerViewPoint(FVector& Location, FRotator& Rotation) const;
    APlayerCameraManager* PlayerCameraManager = nullptr;
    void StandInReferences(StandInVisitor& Visitor) override;
};
