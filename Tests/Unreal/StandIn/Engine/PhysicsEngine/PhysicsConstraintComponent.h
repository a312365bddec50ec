#pragma once

#include "Components/SceneComponent.h"
#include "PhysicsEngine/ConstraintInstance.h"

// [D Runtime/Engine/PhysicsEngine/UPhysicsConstraintComponent] 5.3+
class UPhysicsConstraintComponent : public USceneComponent {
    STANDIN_CLASS(UPhysicsConstraintComponent, USceneComponent)
public:
    FConstraintInstance ConstraintInstance;
};
