// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "SphereTreeParallel.h"

#include "Async/ParallelFor.h"

void SphereTreeParallel::For(int64_t Count, const std::function<void(int64_t)>& Body)
{
	ParallelFor(static_cast<int32>(Count), [&Body](int32 Index) { Body(Index); });
}
