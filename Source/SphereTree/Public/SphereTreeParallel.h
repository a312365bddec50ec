// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#pragma once

#include "CoreMinimal.h"

#include <cstdint>
#include <functional>

/** The engine's threads, in the form that the core asks its host for. */
namespace SphereTreeParallel
{
	/** Calls Body for every number below Count, on any thread and in any order; back when all are done. */
	SPHERETREE_API void For(int64_t Count, const std::function<void(int64_t)>& Body);
}
