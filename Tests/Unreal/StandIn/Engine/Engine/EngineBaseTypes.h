#pragma once

#include "Engine/EngineTypes.h"

// [D Runtime/Engine/FURL] 5.3+
struct FURL {
    FString Map;
};
