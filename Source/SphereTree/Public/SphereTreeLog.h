// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#pragma once

#include "CoreMinimal.h"

SPHERETREE_API DECLARE_LOG_CATEGORY_EXTERN(LogSphereTree, Log, All);
