#pragma once

// [D Runtime/CoreUObject/Templates, 5.4: Cast, CastChecked] 5.3+
#include "UObject/Class.h"
