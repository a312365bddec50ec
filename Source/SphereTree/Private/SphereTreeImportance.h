// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#pragma once

#include "CoreMinimal.h"
#include "SphereTreeTypes.h"

class UWorld;

/** How much a body matters to whoever looks on. */
struct FSphereTreeImportance
{
	double HalfDistance = 1000.0;
	double DoubleSpeed = 500.0;
	double Unseen = 0.25;

	/**
	 * From 0 up; 1 is a body at rest right before the viewer. Without any view (a dedicated server) only the speed counts.
	 * bDrawn: it was drawn lately, or nobody knows.
	 */
	double Measure(TConstArrayView<FSphereTreeView> Views, const FVector& Center, double Radius, double Speed, bool bDrawn) const;

	/** The project's weights. */
	static FSphereTreeImportance Read();

	/** The players' views in a world; none on a dedicated server. */
	static void CollectViews(const UWorld& World, TArray<FSphereTreeView>& OutViews);
};
