#pragma once

#include "CoreMinimal.h"

struct FMeshDescription;

// [D Runtime/Engine/FMeshBuildSettings; HoudiniEngineForUnreal UnrealMeshTranslator.cpp:1826] 5.3+
struct FMeshBuildSettings {
    FVector BuildScale3D{1, 1, 1};
};

// [D Runtime/Engine/FStaticMeshSourceModel] 5.3+
struct FStaticMeshSourceModel {
    FMeshBuildSettings BuildSettings;
    std::shared_ptr<FMeshDescription> StandInDescription;
};
