// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#pragma once

#include "CoreMinimal.h"
#include "Templates/SharedPointer.h"

class USphereTreeAsset;
struct FSphereTreeRuntime;

/** A sphere as the editor shows it, in the mesh's own centimetres. */
struct FSphereTreePictureSphere
{
	FVector Centre = FVector::ZeroVector;
	double Radius = 0.0;
	double ErrorCm = 0.0;
	int32 Level = 0;
	bool bLeaf = false;

	/** Dark where it fits, bright where it sticks out, as in the pictures of the documentation. */
	FLinearColor Colour;
};

/** The spheres of a tree, for thumbnails, viewports and exports. */
struct SPHERETREEEDITOR_API FSphereTreePicture
{
	TArray<FSphereTreePictureSphere> Spheres;

	static FSphereTreePicture Read(const USphereTreeAsset& Asset);

	/** The spheres of a level and the leaves above it: all that covers the mesh. Empty when there is no such level. */
	TArray<FSphereTreePictureSphere> OfLevel(int32 Level) const;

	/** The coarsest level with enough spheres to show the shape. */
	int32 LevelToShow() const;
};

/** The picture of the tree that was asked for last: read anew when it is another tree, or has been built anew. */
class SPHERETREEEDITOR_API FSphereTreeLastPicture
{
public:
	const FSphereTreePicture& Of(const USphereTreeAsset& Asset);

private:
	TSharedPtr<const FSphereTreeRuntime, ESPMode::ThreadSafe> Seen;
	FSphereTreePicture Picture;
};
