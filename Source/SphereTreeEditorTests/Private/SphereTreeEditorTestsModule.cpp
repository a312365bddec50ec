// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "Modules/ModuleManager.h"

IMPLEMENT_MODULE(FDefaultModuleImpl, SphereTreeEditorTests);
