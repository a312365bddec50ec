// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "Modules/ModuleManager.h"
#include "SphereTreeGameplayDebugger.h"
#include "SphereTreeLog.h"

DEFINE_LOG_CATEGORY(LogSphereTree);

/** Starts with the engine; everything else is found by reflection. */
class FSphereTreeModule : public IModuleInterface
{
public:
	virtual void StartupModule() override
	{
		FSphereTreeDebuggerPage::Register();
	}

	virtual void ShutdownModule() override
	{
		FSphereTreeDebuggerPage::Unregister();
	}
};

IMPLEMENT_MODULE(FSphereTreeModule, SphereTree);
