// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#pragma once

#include "CoreMinimal.h"
#include "SphereTreeSubsetTypes.generated.h"

/** How the second body of a pair may move relative to the first. */
UENUM(BlueprintType)
enum class ESphereTreeMotion : uint8
{
	/** Not at all. */
	Fixed,
	/** An angle about the axis: a door. */
	Hinge,
	/** An angle about the axis, then one about the second axis: a jaw, a turret. */
	DoubleHinge,
	/** A way along the axis: a piston. */
	Slider,
	/** The axis leans within a cone, and the body twists about it: a shoulder. */
	Ball,
	/** Two ways across the axis and an angle about it. */
	Planar,
	/** Three ways and three angles, each within its range. */
	Box,
	/** Recorded transforms and the straight ways between them: an animation. */
	Poses
};

/** What a table goes on telling when it is reduced. */
UENUM(BlueprintType)
enum class ESphereTreeSubsetKeep : uint8
{
	/** Every two spheres that can meet. */
	Pairs,
	/** Every sphere of the first body that is touched. */
	Rows,
	/** Whether the bodies touch, and some points: the smallest table. */
	Bodies
};

/** From one number to another: centimetres or degrees. */
USTRUCT(BlueprintType)
struct SPHERETREE_API FSphereTreeMotionRange
{
	GENERATED_BODY()

	/** Where it begins. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sphere Tree")
	double Low = 0.0;

	/** Where it ends. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sphere Tree")
	double High = 0.0;
};

/** A constraint as data, in the frame of the first body. Angles are in degrees. */
USTRUCT(BlueprintType)
struct SPHERETREE_API FSphereTreeMotion
{
	GENERATED_BODY()

	/** Which kind of joint it is. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sphere Tree")
	ESphereTreeMotion Kind = ESphereTreeMotion::Hinge;

	/** Where the second body is, seen from the first, when every parameter is zero. Its scale does not count. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sphere Tree")
	FTransform Rest;

	/** The point that the axes pass through. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sphere Tree")
	FVector Pivot = FVector::ZeroVector;

	/** The direction of the axis. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sphere Tree")
	FVector Axis = FVector(0, 0, 1);

	/** The direction of the second axis; for balls, planes and boxes, the first direction across the axis. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sphere Tree")
	FVector SecondAxis = FVector(1, 0, 0);

	/** Hinge: its angle. Double hinge: the angles about the first and the second axis. Slider: its way. Ball: the twist. Planar: two ways, an angle. Box: three ways, three angles. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sphere Tree")
	TArray<FSphereTreeMotionRange> Ranges;

	/** Ball: how far the axis may lean. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sphere Tree", meta = (ClampMin = 0, ClampMax = 180))
	double ConeDegrees = 0.0;

	/** Poses: the second body seen from the first, in the order of the animation. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sphere Tree")
	TArray<FTransform> Poses;
};

/** How a table of subsets is made. */
USTRUCT(BlueprintType)
struct SPHERETREE_API FSphereTreeSubsetSettings
{
	GENERATED_BODY()

	/** The level of the first tree whose spheres are tabulated; too deep means its leaves. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sphere Tree", meta = (ClampMin = 0, ClampMax = 8))
	int32 FirstLevel = 8;

	/** The level of the second tree. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sphere Tree", meta = (ClampMin = 0, ClampMax = 8))
	int32 SecondLevel = 8;

	/** No sphere moves more than this part of its radius between neighbouring samples. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sphere Tree", meta = (ClampMin = 0.01, ClampMax = 16))
	double Fraction = 0.5;

	/** What the table goes on telling when it is reduced. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sphere Tree")
	ESphereTreeSubsetKeep Keep = ESphereTreeSubsetKeep::Bodies;

	/** Contacts may be told so many centimetres early; none is missed. 0 loses nothing, more makes the table smaller. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sphere Tree", meta = (ClampMin = 0))
	double LossCm = 0.0;

	/** How far poses may be off the constraint, because joints give way. Negative: a thousandth of the second body's reach. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sphere Tree")
	double SlopCm = -1.0;
};

/** What a table holds. */
USTRUCT(BlueprintType)
struct SPHERETREE_API FSphereTreeSubsetFigures
{
	GENERATED_BODY()

	/** Spheres of the first body before. */
	UPROPERTY(BlueprintReadOnly, Category = "Sphere Tree")
	int32 FirstSpheres = 0;

	/** Those of them that stay in the table. */
	UPROPERTY(BlueprintReadOnly, Category = "Sphere Tree")
	int32 FirstKept = 0;

	/** Spheres of the second body before. */
	UPROPERTY(BlueprintReadOnly, Category = "Sphere Tree")
	int32 SecondSpheres = 0;

	/** Those of them that stay in the table. */
	UPROPERTY(BlueprintReadOnly, Category = "Sphere Tree")
	int32 SecondKept = 0;

	/** Pairs of spheres that can meet. */
	UPROPERTY(BlueprintReadOnly, Category = "Sphere Tree")
	int64 CollidingPairs = 0;

	/** Pairs that are tested for each question. */
	UPROPERTY(BlueprintReadOnly, Category = "Sphere Tree")
	int64 Tests = 0;

	/** How far poses may be off the constraint. */
	UPROPERTY(BlueprintReadOnly, Category = "Sphere Tree")
	double SlopCm = 0.0;
};

/** What the table of a registered pair said in the last frame. */
USTRUCT(BlueprintType)
struct SPHERETREE_API FSphereTreePairState
{
	GENERATED_BODY()

	/** Is a table in use for the pair? */
	UPROPERTY(BlueprintReadOnly, Category = "Sphere Tree")
	bool bRegistered = false;

	/** Do they touch, as far as is known? */
	UPROPERTY(BlueprintReadOnly, Category = "Sphere Tree")
	bool bTouching = false;

	/** Two spheres overlap; otherwise the budget ended before that was known. */
	UPROPERTY(BlueprintReadOnly, Category = "Sphere Tree")
	bool bConfirmed = false;

	/** The pose lay outside what was tabulated, and the trees answered. */
	UPROPERTY(BlueprintReadOnly, Category = "Sphere Tree")
	bool bFellBack = false;

	/** Why it did. */
	UPROPERTY(BlueprintReadOnly, Category = "Sphere Tree")
	FString Reason;

	/** Certified: the bodies are no farther apart, when they are told to touch. */
	UPROPERTY(BlueprintReadOnly, Category = "Sphere Tree")
	double ErrorBound = 0.0;

	/** Spheres that were tested against each other. */
	UPROPERTY(BlueprintReadOnly, Category = "Sphere Tree")
	int32 Tests = 0;
};
