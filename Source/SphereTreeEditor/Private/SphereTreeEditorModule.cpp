// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "CoreGlobals.h"
#include "Modules/ModuleManager.h"
#include "SphereTreeAsset.h"
#include "SphereTreeAssetDetails.h"
#include "SphereTreeMenus.h"
#include "SphereTreeStaleness.h"
#include "SphereTreeThumbnailRenderer.h"
#include "SphereTreeVisualizer.h"
#include "ThumbnailRendering/ThumbnailManager.h"

/** Hooks into the editor. Asset definition, factory, commandlet and library are found by reflection. */
class FSphereTreeEditorModule : public IModuleInterface
{
public:
	virtual void StartupModule() override
	{
		FSphereTreeStaleness::Start();
		bHasWindows = !IsRunningCommandlet();
		if (bHasWindows)
		{
			// The module loads early, because commandlets are looked for before the editor is up; visualizers and imports belong
			// to an editor that does not exist yet.
			FSphereTreeMenus::Register([]()
			{
				FSphereTreeVisualizer::Register();
				FSphereTreeStaleness::HearImports();
			});
			FSphereTreeAssetDetails::Register();
			UThumbnailManager::Get().RegisterCustomRenderer(USphereTreeAsset::StaticClass(), USphereTreeThumbnailRenderer::StaticClass());
		}
	}

	virtual void ShutdownModule() override
	{
		FSphereTreeStaleness::Stop();
		if (bHasWindows && UObjectInitialized())
		{
			FSphereTreeMenus::Unregister();
			FSphereTreeAssetDetails::Unregister();
			FSphereTreeVisualizer::Unregister();
			UThumbnailManager::Get().UnregisterCustomRenderer(USphereTreeAsset::StaticClass());
		}
	}

private:
	bool bHasWindows = false;
};

IMPLEMENT_MODULE(FSphereTreeEditorModule, SphereTreeEditor);
