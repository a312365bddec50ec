// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#pragma once

#include "CoreMinimal.h"
#include "Engine/EngineTypes.h"
#include "UObject/ObjectPtr.h"
#include "SphereTreeTypes.generated.h"

class USphereTreeComponent;

/** What ends the search for contacts in a frame. */
UENUM(BlueprintType)
enum class ESphereTreeBudgetKind : uint8
{
	/** Milliseconds: a frame never takes longer, whatever the machine. */
	Time,
	/** Operations: the same result on every machine and for every number of threads. For lockstep and replays. */
	Operations,
	/** Whichever ends first. */
	Both
};

/** Which pair of bodies is refined next while the budget lasts. */
UENUM(BlueprintType)
enum class ESphereTreeScheduler : uint8
{
	/** Every pair is confirmed or refuted first; then the largest error times importance is refined. */
	BestFirst,
	/** All pairs in turns, level by level. */
	BreadthFirst,
	/** The important pairs in turns, then the others. */
	TwoClass,
	/** One pair after the other. For comparison only. */
	DepthFirst
};

/** How the spheres of a tree are found when it is baked. */
UENUM(BlueprintType)
enum class ESphereTreeMethod : uint8
{
	Octree,
	SolidOctree,
	Grid,
	HubbardMerge,
	Merge,
	Burst,
	Expand,
	Spawn,
	/** Merge and Expand, the better of the two for each node. */
	Combined,
	/** Centres and parts chosen together for the least worst error: the tightest. */
	Tight
};

/** How much work the method Tight may do. The same on every machine: an effort is a number of steps. */
UENUM(BlueprintType)
enum class ESphereTreePreset : uint8
{
	/** For previews: a fraction of a second. */
	Fast,
	/** For daily work: nearly as tight as Tight, in a quarter of its time. */
	Balanced,
	/** For what you ship: all that it can do. */
	Tight
};

/** Which triangles of a static mesh are baked. */
UENUM(BlueprintType)
enum class ESphereTreeMeshSource : uint8
{
	/** LOD 0 as it was imported. */
	Lod0,
	/** The finer source of a Nanite mesh, where it has one; LOD 0 otherwise. Never the Nanite fallback. */
	NaniteSource
};

/** Whether more budget would say more about a contact. */
UENUM(BlueprintType)
enum class ESphereTreeContactState : uint8
{
	/** Interrupted: more budget would tell more. */
	Open,
	/** As fine as the two trees are. */
	Leaf
};

/** Where the importance of a component comes from. */
UENUM(BlueprintType)
enum class ESphereTreeImportanceMode : uint8
{
	/** From the players' views: distance, angle from the gaze, whether it was drawn lately, and its speed. */
	FromViews,
	/** The component's own number, whatever the views see. */
	Fixed
};

/** Why two components are not in contact. */
UENUM(BlueprintType)
enum class ESphereTreeNoContactReason : uint8
{
	/** They are: there is a contact. */
	InContact,
	/** One of the two is not registered, has no tree, or its collision is off. */
	NotInScene,
	/** Both are the same component, or both are static. */
	NeverTested,
	/** Their collision responses to each other's object types say Ignore. */
	Filtered,
	/** Their bounds do not even overlap. */
	BroadPhase,
	/** Their spheres were proven apart at some level. */
	Refuted,
	/** They were added or moved since the last frame: ask again after it. */
	NotYetTested
};

/** Everything that decides what a bake makes. Same settings and same mesh give the same bytes. */
USTRUCT(BlueprintType)
struct SPHERETREE_API FSphereTreeBakeSettings
{
	GENERATED_BODY()

	/** How much the method Tight may do. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sphere Tree")
	ESphereTreePreset Preset = ESphereTreePreset::Balanced;

	/** How the spheres of one node are found. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sphere Tree")
	ESphereTreeMethod Method = ESphereTreeMethod::Tight;

	/** Children per node, at most. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sphere Tree", meta = (ClampMin = 2, ClampMax = 8))
	int32 Branching = 8;

	/** Levels below the root. Each is about Branching times as many spheres. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sphere Tree", meta = (ClampMin = 0, ClampMax = 8))
	int32 Depth = 3;

	/** The smallest tree whose finest spheres stick out no farther than this; Tight goes as deep as it takes. 0: no target. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sphere Tree", meta = (ClampMin = 0, Units = "cm"))
	double MaxErrorCm = 0.0;

	/** The tightest tree of at most so many spheres, all levels counted. 0: no limit. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sphere Tree", meta = (ClampMin = 0))
	int32 MaxSpheres = 0;

	/** Which triangles are baked. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sphere Tree")
	ESphereTreeMeshSource MeshSource = ESphereTreeMeshSource::Lod0;

	/** Points over the whole surface that the spheres are fitted to, at least. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sphere Tree", meta = (ClampMin = 100, ClampMax = 1000000))
	int32 SamplePoints = 5000;

	/** Moves and resizes the spheres of each node after the method: tighter, and slower to bake. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sphere Tree")
	bool bOptimise = false;

	/** Drops spheres that save less work than they cost accuracy. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sphere Tree")
	bool bBalance = false;

	/** Covers the interior as well, so that a body wholly inside another is found. Closed meshes only. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sphere Tree")
	bool bSolid = false;

	/** Another seed gives another tree of the same quality. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sphere Tree", meta = (ClampMin = 1))
	int64 Seed = 1;
};

/** One level of a baked tree. */
USTRUCT(BlueprintType)
struct SPHERETREE_API FSphereTreeLevel
{
	GENERATED_BODY()

	/** Spheres of this level. */
	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, Category = "Sphere Tree")
	int32 Spheres = 0;

	/** Certified: no sphere of this level sticks out farther than this, in the mesh's own centimetres. */
	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, Category = "Sphere Tree", meta = (Units = "cm"))
	double ErrorCm = 0.0;

	/** The mean of the certified errors of its spheres. */
	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, Category = "Sphere Tree", meta = (Units = "cm"))
	double MeanErrorCm = 0.0;
};

/** What a bake had to say; for people, not for the game. */
USTRUCT(BlueprintType)
struct SPHERETREE_API FSphereTreeBakeReport
{
	GENERATED_BODY()

	/** How long the bake took, on the machine that did it. */
	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, Category = "Sphere Tree", meta = (Units = "s"))
	double Seconds = 0.0;

	/** Which triangles were baked. */
	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, Category = "Sphere Tree")
	FString Source;

	/** How many of them. */
	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, Category = "Sphere Tree")
	int32 Triangles = 0;

	/** For each level, the volume that its spheres fill outside of the mesh, in cubic centimetres. Measured by rays. */
	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, Category = "Sphere Tree")
	TArray<double> WastedVolumes;

	/** Repairs of the mesh, fallbacks, targets that were not reached. */
	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, Category = "Sphere Tree")
	TArray<FString> Remarks;
};

/** A point at which two components touch, as far as the budget allowed to find out. */
USTRUCT(BlueprintType)
struct SPHERETREE_API FSphereTreeContact
{
	GENERATED_BODY()

	/** Between the two spheres that touch, in the world. */
	UPROPERTY(BlueprintReadOnly, Category = "Sphere Tree")
	FVector Point = FVector::ZeroVector;

	/** Unit vector from the component that was asked towards the other one. */
	UPROPERTY(BlueprintReadOnly, Category = "Sphere Tree")
	FVector Normal = FVector::UpVector;

	/** How far the two spheres overlap, in centimetres. */
	UPROPERTY(BlueprintReadOnly, Category = "Sphere Tree", meta = (Units = "cm"))
	double Depth = 0.0;

	/** Certified: the true surfaces are at most this far apart, in centimetres. Smaller is more exact. */
	UPROPERTY(BlueprintReadOnly, Category = "Sphere Tree", meta = (Units = "cm"))
	double ErrorBound = 0.0;

	/** The level of the sphere of the component that was asked; the root is 0. */
	UPROPERTY(BlueprintReadOnly, Category = "Sphere Tree")
	int32 Level = 0;

	/** The level of the other component's sphere. */
	UPROPERTY(BlueprintReadOnly, Category = "Sphere Tree")
	int32 OtherLevel = 0;

	/** Whether more budget would say more. */
	UPROPERTY(BlueprintReadOnly, Category = "Sphere Tree")
	ESphereTreeContactState State = ESphereTreeContactState::Open;

	/** Two leaves overlap. Otherwise the contact may yet turn out to be none. */
	UPROPERTY(BlueprintReadOnly, Category = "Sphere Tree")
	bool bConfirmed = false;

	/** The two only overlap: neither of them blocks the other. */
	UPROPERTY(BlueprintReadOnly, Category = "Sphere Tree")
	bool bOverlap = false;

	/** The other component. None when it has been destroyed meanwhile. */
	UPROPERTY(BlueprintReadOnly, Category = "Sphere Tree")
	TObjectPtr<USphereTreeComponent> Other;

	/** Point, in the frame of the component that was asked. */
	UPROPERTY(BlueprintReadOnly, Category = "Sphere Tree")
	FVector LocalPoint = FVector::ZeroVector;

	/** Point, in the other component's frame. */
	UPROPERTY(BlueprintReadOnly, Category = "Sphere Tree")
	FVector OtherLocalPoint = FVector::ZeroVector;

	/** When in the frame they came closest, from 0 to 1; always 0 unless a component sweeps between frames. */
	UPROPERTY(BlueprintReadOnly, Category = "Sphere Tree")
	double TimeFraction = 0.0;

	/** The same number from Begin to End. */
	UPROPERTY(BlueprintReadOnly, Category = "Sphere Tree")
	int64 ContactId = 0;
};

/** What a line trace, a sweep or an overlap found. */
USTRUCT(BlueprintType)
struct SPHERETREE_API FSphereTreeHit
{
	GENERATED_BODY()

	/** The component that was hit. */
	UPROPERTY(BlueprintReadOnly, Category = "Sphere Tree")
	TObjectPtr<USphereTreeComponent> Component;

	/** Where the ray, or the centre of the moving sphere, is at the hit. */
	UPROPERTY(BlueprintReadOnly, Category = "Sphere Tree")
	FVector Location = FVector::ZeroVector;

	/** Where the surface of the touched sphere is. */
	UPROPERTY(BlueprintReadOnly, Category = "Sphere Tree")
	FVector ImpactPoint = FVector::ZeroVector;

	/** Of the touched sphere, towards the asker. */
	UPROPERTY(BlueprintReadOnly, Category = "Sphere Tree")
	FVector Normal = FVector::UpVector;

	/** Along the way. The true surface never comes earlier. For an overlap: minus the depth. */
	UPROPERTY(BlueprintReadOnly, Category = "Sphere Tree", meta = (Units = "cm"))
	double Distance = 0.0;

	/** Certified: the body lies within this of the touched point, in centimetres. */
	UPROPERTY(BlueprintReadOnly, Category = "Sphere Tree", meta = (Units = "cm"))
	double ErrorBound = 0.0;

	/** The component blocks the query's channel; otherwise it only overlaps it. */
	UPROPERTY(BlueprintReadOnly, Category = "Sphere Tree")
	bool bBlocking = false;

	/** A leaf was hit. False: the query's budget ended before the leaves. */
	UPROPERTY(BlueprintReadOnly, Category = "Sphere Tree")
	bool bLeaf = false;
};

/** How far two components are apart. */
USTRUCT(BlueprintType)
struct SPHERETREE_API FSphereTreeDistance
{
	GENERATED_BODY()

	/** Certified: they are at least this far apart. 0 when they may touch. */
	UPROPERTY(BlueprintReadOnly, Category = "Sphere Tree", meta = (Units = "cm"))
	double Least = 0.0;

	/** Certified: they are at most this far apart. */
	UPROPERTY(BlueprintReadOnly, Category = "Sphere Tree", meta = (Units = "cm"))
	double Most = 0.0;

	/** On the first component's sphere that gives Most. */
	UPROPERTY(BlueprintReadOnly, Category = "Sphere Tree")
	FVector PointA = FVector::ZeroVector;

	/** On the second component's sphere. */
	UPROPERTY(BlueprintReadOnly, Category = "Sphere Tree")
	FVector PointB = FVector::ZeroVector;

	/** The bounds are as close as was wanted, or as the trees allow. */
	UPROPERTY(BlueprintReadOnly, Category = "Sphere Tree")
	bool bFinished = false;
};

/** What the last frame's search cost, and what it reached. */
USTRUCT(BlueprintType)
struct SPHERETREE_API FSphereTreeBudgetReport
{
	GENERATED_BODY()

	/** Milliseconds that the traversal took. */
	UPROPERTY(BlueprintReadOnly, Category = "Sphere Tree", meta = (Units = "ms"))
	double SpentMs = 0.0;

	/** Milliseconds left of the budget; 0 when only operations count. */
	UPROPERTY(BlueprintReadOnly, Category = "Sphere Tree", meta = (Units = "ms"))
	double LeftMs = 0.0;

	/** Milliseconds of the whole step: moving, traversal, contacts, events. */
	UPROPERTY(BlueprintReadOnly, Category = "Sphere Tree", meta = (Units = "ms"))
	double FrameMs = 0.0;

	/** Operations spent: two for each sphere moved, one for each test of two spheres. */
	UPROPERTY(BlueprintReadOnly, Category = "Sphere Tree")
	int64 Operations = 0;

	/** Tests of two spheres. */
	UPROPERTY(BlueprintReadOnly, Category = "Sphere Tree")
	int64 Tests = 0;

	/** Components in the scene. */
	UPROPERTY(BlueprintReadOnly, Category = "Sphere Tree")
	int32 Bodies = 0;

	/** Pairs whose bounds overlap. */
	UPROPERTY(BlueprintReadOnly, Category = "Sphere Tree")
	int32 Pairs = 0;

	/** Pairs neither confirmed nor refuted when the budget ended: they count as touching. */
	UPROPERTY(BlueprintReadOnly, Category = "Sphere Tree")
	int32 OpenPairs = 0;

	/** Pairs in contact. */
	UPROPERTY(BlueprintReadOnly, Category = "Sphere Tree")
	int32 Contacts = 0;

	/** The largest error bound of any contact, in centimetres. */
	UPROPERTY(BlueprintReadOnly, Category = "Sphere Tree", meta = (Units = "cm"))
	double WorstError = 0.0;

	/** Nothing was left to refine. */
	UPROPERTY(BlueprintReadOnly, Category = "Sphere Tree")
	bool bFinished = true;

	/** Microseconds beyond the time budget in the last frame: less than one slice. */
	UPROPERTY(BlueprintReadOnly, Category = "Sphere Tree")
	double OverrunMicroseconds = 0.0;

	/** Frames so far whose traversal took longer than its time budget plus 0.1 ms. */
	UPROPERTY(BlueprintReadOnly, Category = "Sphere Tree")
	int32 Overruns = 0;

	/** Frames so far. */
	UPROPERTY(BlueprintReadOnly, Category = "Sphere Tree")
	int64 Frame = 0;
};

/** Why two components are not in contact, for people. */
USTRUCT(BlueprintType)
struct SPHERETREE_API FSphereTreeNoContact
{
	GENERATED_BODY()

	/** The kind of reason. */
	UPROPERTY(BlueprintReadOnly, Category = "Sphere Tree")
	ESphereTreeNoContactReason Reason = ESphereTreeNoContactReason::NotInScene;

	/** The reason as a sentence, with names and figures. */
	UPROPERTY(BlueprintReadOnly, Category = "Sphere Tree")
	FString Sentence;

	/** Refuted: the level at which no two spheres overlap any more. */
	UPROPERTY(BlueprintReadOnly, Category = "Sphere Tree")
	int32 Level = 0;

	/** Certified: they are at least this far apart. */
	UPROPERTY(BlueprintReadOnly, Category = "Sphere Tree", meta = (Units = "cm"))
	double Distance = 0.0;
};

/** A point of view that makes what it sees important: a player's, or one of your own. */
USTRUCT(BlueprintType)
struct SPHERETREE_API FSphereTreeView
{
	GENERATED_BODY()

	/** Where the viewer is. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sphere Tree")
	FVector Location = FVector::ZeroVector;

	/** Unit vector along the gaze. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sphere Tree")
	FVector Direction = FVector::ForwardVector;

	/** Of the view, from side to side, in degrees. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sphere Tree", meta = (ClampMin = 1, ClampMax = 179))
	double FieldOfView = 90.0;
};
