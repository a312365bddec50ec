// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#pragma once

#include "CoreMinimal.h"
#include "SphereTree/ConvexShape.h"
#include "SphereTree/Scene.h"

#include <memory>

class UBodySetup;

/**
 * One element of a mesh's simple collision: a shape of the core, and where it stands in the component's frame.
 *
 * The core scales a shape along the shape's own axes. Spheres and boxes that are not turned have the component's axes; turned
 * boxes and convex elements are hulls in the component's frame: all of these are scaled as the mesh is. Only a capsule that is
 * turned and scaled unevenly would be sheared: its ends go where the mesh's do, and its thickness is stretched along its own
 * axes.
 */
struct FSphereTreePart
{
	std::shared_ptr<const spheretree::ConvexShape> Shape;
	spheretree::BodyHandle Handle;
	FVector Center = FVector::ZeroVector;
	FQuat Turn = FQuat::Identity;
	FSphere Ball = FSphere(FVector::ZeroVector, 0.0);
	bool bCapsule = false;

	/** Where the shape is, how it is turned, and how it is scaled along its own axes, when its component is there. */
	FTransform Place(const FTransform& Component) const;
};

namespace SphereTreeSimple
{
	/** The elements whose collision is on: spheres, boxes, capsules, convex elements, in this order. */
	TArray<FSphereTreePart> MakeParts(const UBodySetup& Setup);

	/** A ball around all of them, in the component's frame. */
	FSphere FindBall(const TArray<FSphereTreePart>& Parts);
}
