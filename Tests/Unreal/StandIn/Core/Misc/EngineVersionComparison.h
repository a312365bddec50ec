#pragma once

#include "HAL/Platform.h"

// [D Runtime/Core/Misc/UE_VERSION_OLDER_THAN; sentry-unreal, nakama-unreal#137] 5.3+
#define UE_VERSION_OLDER_THAN(Major, Minor, Patch) ((Major) > 5 || ((Major) == 5 && (Minor) > STANDIN_MINOR))
