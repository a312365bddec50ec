#pragma once

#include "Misc/Guid.h"
#include "UObject/NameTypes.h"

// [D Runtime/Core/Serialization/FCustomVersionRegistration, 5.5; cesium-unreal Private/CesiumCustomVersion.cpp] 5.3+
class FCustomVersionRegistration {
public:
    FCustomVersionRegistration(FGuid Key, int32 Version, FName FriendlyName);
};

int32 StandInLatestVersion(const FGuid& Key);
