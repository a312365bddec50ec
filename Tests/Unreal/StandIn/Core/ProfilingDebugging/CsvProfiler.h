#pragma once

#include "HAL/Platform.h"

// [D csv-profiler: ECsvCustomStatOp] 5.3+
enum class ECsvCustomStatOp : uint8 { Set, Min, Max, Accumulate };

double& StandInCsv(const char* Category, const char* Stat);

// [D csv-profiler; Runtime/Core/ProfilingDebugging/CSV_DEFINE_CATEGORY] 5.3+
#define CSV_DEFINE_CATEGORY(Category, bEnabled) static const char* StandInCsv_##Category = #Category
#define CSV_SCOPED_TIMING_STAT(Category, Stat) (void)StandInCsv_##Category
#define CSV_CUSTOM_STAT(Category, Stat, Value, Op)                                    \
    ((void)(Op), ([]() -> double& {                                                   \
                     static double& Found = StandInCsv(StandInCsv_##Category, #Stat); \
                     return Found;                                                    \
                 }()) = static_cast<double>(Value))
