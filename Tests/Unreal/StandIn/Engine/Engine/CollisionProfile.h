#pragma once

#include "Engine/EngineTypes.h"

// [D Runtime/Engine/UCollisionProfile] 5.3+
class UCollisionProfile : public UObject {
public:
    static const FName NoCollision_ProfileName, BlockAll_ProfileName, BlockAllDynamic_ProfileName;
    static FName CustomCollisionProfileName;
};
