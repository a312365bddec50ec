#pragma once

#include "Engine/EngineTypes.h"

// [N Runtime/Engine/FURL] 5.3+
struct FURL {
    FString Map;
};
