// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#pragma once

#include "CoreMinimal.h"
#include "Engine/EngineTypes.h"
#include "SphereTree/Scene.h"

/** How a component meets others, as its collision preset says. */
struct FSphereTreeFilter
{
	ECollisionChannel ObjectType = ECC_WorldDynamic;
	FCollisionResponseContainer Responses;

	bool operator==(const FSphereTreeFilter& Other) const;

	/** What two filters say to each other: the lower of the two responses. */
	static ECollisionResponse Between(const FSphereTreeFilter& A, const FSphereTreeFilter& B);

	/** One bit for each channel that is not ignored: what queries are matched with. */
	uint32 GetSeenBits() const;
};

/**
 * The filters in use, each once. A filter is a response class of the core: whether two classes block, overlap or ignore each
 * other is decided here when a class appears, not for each pair of bodies.
 */
class FSphereTreeFilters
{
public:
	spheretree::ResponseClass Acquire(const FSphereTreeFilter& Filter, spheretree::Scene& Scene);
	void Release(spheretree::ResponseClass Class);
	ECollisionResponse Between(spheretree::ResponseClass A, spheretree::ResponseClass B) const;
	const FSphereTreeFilter& Get(spheretree::ResponseClass Class) const { return Entries[Class].Filter; }

private:
	struct FEntry
	{
		FSphereTreeFilter Filter;
		int32 Users = 0;
	};

	TArray<FEntry> Entries;
};
