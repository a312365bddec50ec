// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#pragma once

#include "CoreMinimal.h"
#include "Stats/Stats.h"

struct FSphereTreeBudgetReport;

// stat SphereTree
DECLARE_STATS_GROUP(TEXT("SphereTree"), STATGROUP_SphereTree, STATCAT_Advanced);
DECLARE_CYCLE_STAT_EXTERN(TEXT("Frame"), STAT_SphereTreeFrame, STATGROUP_SphereTree, SPHERETREE_API);
DECLARE_CYCLE_STAT_EXTERN(TEXT("Move and importance"), STAT_SphereTreeMove, STATGROUP_SphereTree, SPHERETREE_API);
DECLARE_CYCLE_STAT_EXTERN(TEXT("Broad phase"), STAT_SphereTreeBroadPhase, STATGROUP_SphereTree, SPHERETREE_API);
DECLARE_CYCLE_STAT_EXTERN(TEXT("Traversal"), STAT_SphereTreeTraversal, STATGROUP_SphereTree, SPHERETREE_API);
DECLARE_CYCLE_STAT_EXTERN(TEXT("Events"), STAT_SphereTreeEvents, STATGROUP_SphereTree, SPHERETREE_API);
DECLARE_CYCLE_STAT_EXTERN(TEXT("Queries"), STAT_SphereTreeQueries, STATGROUP_SphereTree, SPHERETREE_API);
DECLARE_DWORD_COUNTER_STAT_EXTERN(TEXT("Bodies"), STAT_SphereTreeBodies, STATGROUP_SphereTree, SPHERETREE_API);
DECLARE_DWORD_COUNTER_STAT_EXTERN(TEXT("Pairs"), STAT_SphereTreePairs, STATGROUP_SphereTree, SPHERETREE_API);
DECLARE_DWORD_COUNTER_STAT_EXTERN(TEXT("Open pairs"), STAT_SphereTreeOpenPairs, STATGROUP_SphereTree, SPHERETREE_API);
DECLARE_DWORD_COUNTER_STAT_EXTERN(TEXT("Contacts"), STAT_SphereTreeContacts, STATGROUP_SphereTree, SPHERETREE_API);
DECLARE_DWORD_COUNTER_STAT_EXTERN(TEXT("Tests"), STAT_SphereTreeTests, STATGROUP_SphereTree, SPHERETREE_API);
DECLARE_DWORD_COUNTER_STAT_EXTERN(TEXT("Overruns"), STAT_SphereTreeOverruns, STATGROUP_SphereTree, SPHERETREE_API);

/** Tells stat SphereTree and the CSV profiler what a frame did. */
struct FSphereTreeStats
{
	static void Tell(const FSphereTreeBudgetReport& Report);
};
