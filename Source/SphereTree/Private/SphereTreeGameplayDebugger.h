// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#pragma once

#include "CoreMinimal.h"

/** The page "SphereTree" of the Gameplay Debugger. Does nothing where the debugger is not compiled in. */
struct FSphereTreeDebuggerPage
{
	static void Register();
	static void Unregister();
};
