#pragma once

// [N Runtime/Core/ProfilingDebugging/TRACE_CPUPROFILER_EVENT_SCOPE] 5.3+
#define TRACE_CPUPROFILER_EVENT_SCOPE(Name) static_assert(sizeof(#Name) > 1)
