// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#pragma once

#include "ComponentVisualizer.h"
#include "CoreMinimal.h"
#include "SphereTreePicture.h"

/** Shows the spheres of selected components in the level viewport. */
class FSphereTreeVisualizer : public FComponentVisualizer
{
public:
	static void Register();
	static void Unregister();

	//~ FComponentVisualizer
	virtual void DrawVisualization(const UActorComponent* Component, const FSceneView* View, FPrimitiveDrawInterface* PDI) override;

private:
	/** Most selections share a tree. */
	FSphereTreeLastPicture Picture;
};
