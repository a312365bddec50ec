// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#pragma once

#include "CoreMinimal.h"
#include "Engine/EngineTypes.h"
#include "SphereTree/Traversal.h"

/** What one frame goes by: the console's word, else the world's, else the project's. */
struct FSphereTreeFrameSettings
{
	spheretree::Budget Budget;
	double BudgetMs = 0.0;
	bool bTimed = true;
	spheretree::TraversalOptions Traversal;
	int32 MaxContactsPerPair = 4;

	/** WorldMs and WorldOperations are the world's own budget; negative: none. */
	static FSphereTreeFrameSettings Read(double WorldMs, int64 WorldOperations);
};

/** A query's budget. */
struct FSphereTreeQuerySettings
{
	static spheretree::Budget ReadBudget(int32 Operations);
	static ECollisionChannel ReadChannel(ECollisionChannel Channel);
};

/** What is to be drawn; all off in Shipping. */
struct FSphereTreeDrawSettings
{
	bool bContacts = false;
	bool bOpenPairs = false;
	int32 Level = -1;

	bool IsAny() const { return bContacts || bOpenPairs || Level >= 0; }

	static FSphereTreeDrawSettings Read();
};
