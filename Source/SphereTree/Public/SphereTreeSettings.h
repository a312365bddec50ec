// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#pragma once

#include "CoreMinimal.h"
#include "Engine/DeveloperSettings.h"
#include "Engine/EngineTypes.h"
#include "SphereTreeTypes.h"
#include "SphereTreeSettings.generated.h"

/**
 * Project Settings, Plugins, Sphere Tree. Each of the run-time figures has a console variable SphereTree.* that overrides it
 * where it is set (-1: not set), in the editor and in a packaged game alike.
 */
UCLASS(config = Game, defaultconfig, meta = (DisplayName = "Sphere Tree"))
class SPHERETREE_API USphereTreeSettings : public UDeveloperSettings
{
	GENERATED_BODY()

public:
	/** What ends the search for contacts in a frame. SphereTree.BudgetKind (0 time, 1 operations, 2 both) */
	UPROPERTY(config, EditAnywhere, Category = "Budget")
	ESphereTreeBudgetKind BudgetKind = ESphereTreeBudgetKind::Time;

	/** Milliseconds of a frame for the search. SphereTree.FrameTimeBudgetMs */
	UPROPERTY(config, EditAnywhere, Category = "Budget", meta = (ClampMin = 0, ClampMax = 1000, Units = "ms"))
	float FrameTimeBudgetMs = 1.0f;

	/** Operations of a frame: two for a moved sphere, one for a test. About 40 fit into a microsecond. SphereTree.OperationsPerFrame */
	UPROPERTY(config, EditAnywhere, Category = "Budget", meta = (ClampMin = 0))
	int32 OperationsPerFrame = 40000;

	/** Operations of one query (trace, sweep, overlap, distance). Queries have a budget of their own. SphereTree.OperationsPerQuery */
	UPROPERTY(config, EditAnywhere, Category = "Budget", meta = (ClampMin = 1))
	int32 OperationsPerQuery = 20000;

	/** Which pair is refined next. SphereTree.Scheduler (0 best first, 1 breadth first, 2 two classes, 3 depth first) */
	UPROPERTY(config, EditAnywhere, Category = "Budget")
	ESphereTreeScheduler Scheduler = ESphereTreeScheduler::BestFirst;

	/** Pieces that the search is cut into for worker threads; 1 keeps it on the game thread. SphereTree.WorkerThreads */
	UPROPERTY(config, EditAnywhere, Category = "Budget", meta = (ClampMin = 1, ClampMax = 64))
	int32 WorkerThreads = 1;

	/** Contact points that are kept for two bodies. SphereTree.MaxContactsPerPair */
	UPROPERTY(config, EditAnywhere, Category = "Contacts", meta = (ClampMin = 1, ClampMax = 64))
	int32 MaxContactsPerPair = 4;

	/** Queries find components that do not ignore this channel. Any trace channel of the project will do. */
	UPROPERTY(config, EditAnywhere, Category = "Contacts")
	TEnumAsByte<ECollisionChannel> QueryChannel = ECC_Visibility;

	/** Distance in centimetres at which a body is half as important as right before the viewer. */
	UPROPERTY(config, EditAnywhere, Category = "Importance", meta = (ClampMin = 1, Units = "cm"))
	float HalfImportanceDistance = 1000.0f;

	/** Speed in centimetres per second that makes a body twice as important. */
	UPROPERTY(config, EditAnywhere, Category = "Importance", meta = (ClampMin = 1))
	float DoubleImportanceSpeed = 500.0f;

	/** Importance left for what lies behind the viewer, or was not drawn lately. */
	UPROPERTY(config, EditAnywhere, Category = "Importance", meta = (ClampMin = 0, ClampMax = 1))
	float UnseenImportance = 0.25f;

	/** Finds contacts in level editor worlds too, while nothing is played. Previews always do. */
	UPROPERTY(config, EditAnywhere, Category = "Editor")
	bool bTickInLevelEditor = false;

	/** Draws the contacts in every world, as SphereTree.Debug.Contacts does. Never in Shipping. */
	UPROPERTY(config, EditAnywhere, Category = "Debug")
	bool bDrawContacts = false;

	/** Draws the spheres of this level, as SphereTree.Debug.Level does; -1 draws none. Never in Shipping. */
	UPROPERTY(config, EditAnywhere, Category = "Debug", meta = (ClampMin = -1, ClampMax = 8))
	int32 DrawLevel = -1;

	/** What Build Sphere Tree uses when it is not asked for options. */
	UPROPERTY(config, EditAnywhere, Category = "Bake")
	FSphereTreeBakeSettings DefaultBake;

	/** Data validation warns of trees whose finest level sticks out farther than this. 0: no limit. */
	UPROPERTY(config, EditAnywhere, Category = "Bake", meta = (ClampMin = 0, Units = "cm"))
	float ErrorLimitCm = 0.0f;

	//~ UDeveloperSettings
	virtual FName GetCategoryName() const override;
};
