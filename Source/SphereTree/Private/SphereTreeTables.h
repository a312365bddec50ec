// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#pragma once

#include "CoreMinimal.h"
#include "SphereTree/SubsetQuery.h"
#include "SphereTreeSubsetRuntime.h"
#include "SphereTreeSubsetTypes.h"
#include "UObject/WeakObjectPtrTemplates.h"

#include <memory>
#include <vector>

class USphereTreeComponent;
struct FSphereTreeBody;
struct FSphereTreeWorld;

/** Pairs of components that tables test instead of the trees. */
class FSphereTreeTables
{
public:
	void Use(USphereTreeComponent& First, USphereTreeComponent& Second, const TSharedPtr<const FSphereTreeSubsetRuntime, ESPMode::ThreadSafe>& Runtime);
	bool Drop(const USphereTreeComponent& First, const USphereTreeComponent& Second, FSphereTreeWorld& World);
	bool SetWeights(const USphereTreeComponent& First, const USphereTreeComponent& Second, const TArray<double>& Weights);
	FSphereTreePairState GetState(const USphereTreeComponent& First, const USphereTreeComponent& Second) const;

	/** Before the scene's step: sets the pairs aside whose components have joined since. */
	void Prepare(FSphereTreeWorld& World);

	/** Asks every table; what it spent is taken from the budget. */
	spheretree::Progress Ask(FSphereTreeWorld& World, spheretree::Budget& Budget, int32 MostPoints);

	/** Adds what was found to the contacts of the frame, as the core would have. */
	void Add(spheretree::Contacts& Contacts);

private:
	struct FPair
	{
		TWeakObjectPtr<USphereTreeComponent> Components[2];
		TSharedPtr<const FSphereTreeSubsetRuntime, ESPMode::ThreadSafe> Runtime;
		std::unique_ptr<spheretree::SubsetPair> Query;
		spheretree::BodyHandle Handles[2];
		std::vector<double> Weights;
		spheretree::SubsetContacts Found;
		uint64 Contact = 0;
		bool bLives = false;
		bool bFits = true;
		bool bTouching = false;
		bool bTold = false;
		bool bDropped = false;
	};

	const FPair* Find(const USphereTreeComponent& First, const USphereTreeComponent& Second) const;
	void AskPair(FPair& Pair, FSphereTreeWorld& World, const spheretree::Budget& Budget, int32 MostPoints) const;
	void AddContact(FPair& Pair, spheretree::Contacts& Contacts);

	TArray<std::shared_ptr<FPair>> Pairs;
	TArray<spheretree::EndedContact> Ended;
	uint64 NextContact = 1;
};
