// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#pragma once

#include "CoreMinimal.h"
#include "SphereTree/Contact.h"

#include <vector>

struct FSphereTreeBody;
struct FSphereTreeWorld;

/**
 * A component with several elements is several bodies of the core. Their contacts with another component become one, between
 * the two components' first bodies: it begins with the first of them and ends with the last. Contacts of all others pass
 * untouched.
 */
class FSphereTreeMerge
{
public:
	void Run(const FSphereTreeWorld& World, int32 MostPoints, spheretree::Contacts& Contacts);

	/** Nothing was merged in the last frame, so nothing can end. */
	bool IsEmpty() const { return Living.empty(); }

private:
	/** Two components by their first bodies, the lower name first. */
	struct FKey
	{
		uint64 A = 0;
		uint64 B = 0;

		bool operator<(const FKey& Other) const { return A != Other.A ? A < Other.A : B < Other.B; }
		bool operator==(const FKey& Other) const { return A == Other.A && B == Other.B; }
	};

	struct FFound
	{
		FKey Key;
		size_t Contact = 0;
		bool bFlipped = false;
	};

	struct FLiving
	{
		FKey Key;
		uint64 Id = 0;
	};

	void Sort(const FSphereTreeWorld& World, const spheretree::Contacts& Contacts);
	void Keep(const spheretree::Contacts& From, spheretree::Contact Contact);
	void Join(const spheretree::Contacts& From, size_t First, size_t Last, int32 MostPoints);
	void AddPoints(const spheretree::Contacts& From, const FFound& Part);
	void End(const spheretree::Contacts& From);
	const FLiving* FindIn(const std::vector<FLiving>& List, const FKey& Key) const;

	std::vector<FFound> Found;
	std::vector<FLiving> Living;
	std::vector<FLiving> Next;
	std::vector<uint64> MergedIds;
	std::vector<uint64> NextIds;
	spheretree::Contacts Out;
	uint64 NextId = 1;
};
