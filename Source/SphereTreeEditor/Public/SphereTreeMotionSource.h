// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#pragma once

#include "CoreMinimal.h"
#include "SphereTreeSubsetTypes.h"

class UAnimSequence;
class USphereTreeAsset;
class UWorld;

/** Two bones of a skeleton, and where the trees are on them. */
struct FSphereTreeBones
{
	FName FirstBone;
	FName SecondBone;

	/** The first tree, seen from its bone. */
	FTransform FirstOffset;

	/** The second tree, seen from its bone. */
	FTransform SecondOffset;
};

/** Where a table's motion comes from: physics constraints of a level, animations. Each says false and a sentence when it cannot. */
class SPHERETREEEDITOR_API FSphereTreeMotionSource
{
public:
	/** The limits of the physics constraint that joins components with the two trees: of the selected ones, if some are. There must be just one. */
	static bool FromLevel(const UWorld* World, const USphereTreeAsset& First, const USphereTreeAsset& Second, FSphereTreeMotion& OutMotion, FString& OutWhyNot);

	/** How the second bone moves, seen from the first, over a whole animation; so many samples for each of its keys. */
	static bool FromAnimation(const UAnimSequence& Sequence, const FSphereTreeBones& Bones, int32 SamplesPerKey, FSphereTreeMotion& OutMotion, FString& OutWhyNot);

	/** Recorded poses of two bodies in one frame of reference; repeated ones count once. Both have the same even scale. */
	static bool FromSamples(int32 Count, TFunctionRef<void(int32, FTransform&, FTransform&)> Sample, FSphereTreeMotion& OutMotion, FString& OutWhyNot);
};
