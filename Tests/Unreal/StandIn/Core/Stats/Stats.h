#pragma once

#include "HAL/Platform.h"

// [N Runtime/Core/Stats/TStatId] 5.3+
struct TStatId {};

// Every figure that is told here can be asked for by a test.
int64& StandInStat(const char* Name);

// [D stats-system-overview-in-unreal-engine; SUSS SussCommon.h] 5.3+
#define DECLARE_STATS_GROUP(Description, Group, Category) \
    struct FStatGroup_##Group {}
#define DECLARE_CYCLE_STAT(Description, Stat, Group) \
    struct FStat_##Stat {                            \
        FStatGroup_##Group* Of;                      \
    }
#define DECLARE_CYCLE_STAT_EXTERN(Description, Stat, Group, Api) DECLARE_CYCLE_STAT(Description, Stat, Group)
#define DECLARE_DWORD_COUNTER_STAT(Description, Stat, Group) \
    struct FStat_##Stat {                                    \
        FStatGroup_##Group* Of;                              \
    }
#define DECLARE_DWORD_COUNTER_STAT_EXTERN(Description, Stat, Group, Api) \
    DECLARE_DWORD_COUNTER_STAT(Description, Stat, Group)
#define DECLARE_FLOAT_COUNTER_STAT(Description, Stat, Group) \
    struct FStat_##Stat {                                    \
        FStatGroup_##Group* Of;                              \
    }
#define DECLARE_FLOAT_COUNTER_STAT_EXTERN(Description, Stat, Group, Api) \
    DECLARE_FLOAT_COUNTER_STAT(Description, Stat, Group)
#define DEFINE_STAT(Stat) static_assert(sizeof(FStat_##Stat) > 0)
#define STANDIN_STAT(Stat)                        \
    ([]() -> int64& {                             \
        static_assert(sizeof(FStat_##Stat) > 0);  \
        static int64& Found = StandInStat(#Stat); \
        return Found;                             \
    }())
#define SCOPE_CYCLE_COUNTER(Stat) ++STANDIN_STAT(Stat)
#define SET_DWORD_STAT(Stat, Value) (STANDIN_STAT(Stat) = static_cast<int64>(Value))
#define SET_FLOAT_STAT(Stat, Value) (STANDIN_STAT(Stat) = static_cast<int64>(Value))
#define STATCAT_Advanced
#define RETURN_QUICK_DECLARE_CYCLE_STAT(Stat, Group) return TStatId()
