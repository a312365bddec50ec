#pragma once

// [D Runtime/CoreUObject/Templates/Cast] 5.3+
#include "UObject/Class.h"
