#pragma once

// [D Runtime/CoreUObject/UObject/TWeakObjectPtr: the header that declares it] 5.3+
#include "UObject/WeakObjectPtr.h"
