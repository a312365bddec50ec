#pragma once

#include "HAL/Platform.h"

// [D Runtime/Core/GenericPlatform/FGenericPlatformTime] 5.3+
struct FPlatformTime {
    static double Seconds();
    static uint64 Cycles64();
    static double ToSeconds64(uint64 Cycles);
    static double ToMilliseconds64(uint64 Cycles) { return ToSeconds64(Cycles) * 1000; }
};
