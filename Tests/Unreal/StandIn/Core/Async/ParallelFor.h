#pragma once

#include "Templates/Function.h"

// [D Runtime/Core/Async/op_bitand, application_version=5.5: EParallelForFlags] 5.3+
enum class EParallelForFlags { None = 0, ForceSingleThread = 1 };

// [D Runtime/Core/Async/ParallelFor/1, 5.4] 5.3+. Here on two threads, from both ends: an order that nobody may rely
// on.
void ParallelFor(int32 Num, TFunctionRef<void(int32)> Body, EParallelForFlags Flags = EParallelForFlags::None);
