// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "SphereTreeTables.h"

#include "SphereTreeComponent.h"
#include "SphereTreeConvert.h"
#include "SphereTreeLog.h"
#include "SphereTreeWorld.h"

#include <limits>

using namespace SphereTreeConvert;

namespace
{
	// The core counts its contacts from below; these are told apart by their highest bit.
	constexpr uint64 OfTables = uint64(1) << 63;
}

const FSphereTreeTables::FPair* FSphereTreeTables::Find(const USphereTreeComponent& First, const USphereTreeComponent& Second) const
{
	for (const std::shared_ptr<FPair>& Pair : Pairs)
	{
		const USphereTreeComponent* A = Pair->Components[0].Get();
		const USphereTreeComponent* B = Pair->Components[1].Get();
		if (!Pair->bDropped && ((A == &First && B == &Second) || (A == &Second && B == &First)))
		{
			return Pair.get();
		}
	}
	return nullptr;
}

void FSphereTreeTables::Use(USphereTreeComponent& First, USphereTreeComponent& Second, const TSharedPtr<const FSphereTreeSubsetRuntime, ESPMode::ThreadSafe>& Runtime)
{
	// One that was there before is dropped, its contact ended; the new one begins its own.
	if (const FPair* Old = Find(First, Second))
	{
		const_cast<FPair*>(Old)->bDropped = true;
	}
	std::shared_ptr<FPair> Pair = std::make_shared<FPair>();
	Pair->Components[0] = &First;
	Pair->Components[1] = &Second;
	Pair->Runtime = Runtime;
	for (const spheretree::DisplacementField& Field : Runtime->Subsets->table.fields)
	{
		Pair->Weights.push_back(FMath::Clamp(0.0, Field.weight.low, Field.weight.high));
	}
	Pairs.Add(Pair);
}

bool FSphereTreeTables::SetWeights(const USphereTreeComponent& First, const USphereTreeComponent& Second, const TArray<double>& Weights)
{
	FPair* Pair = const_cast<FPair*>(Find(First, Second));
	if (!Pair || static_cast<size_t>(Weights.Num()) != Pair->Weights.size())
	{
		return false;
	}
	Pair->Weights.assign(Weights.GetData(), Weights.GetData() + Weights.Num());
	return true;
}

bool FSphereTreeTables::Drop(const USphereTreeComponent& First, const USphereTreeComponent& Second, FSphereTreeWorld& World)
{
	FPair* Pair = const_cast<FPair*>(Find(First, Second));
	if (!Pair)
	{
		return false;
	}
	Pair->bDropped = true;
	if (Pair->bLives)
	{
		World.Core.SetPairAside(Pair->Handles[0], Pair->Handles[1], false);
	}
	return true;
}

FSphereTreePairState FSphereTreeTables::GetState(const USphereTreeComponent& First, const USphereTreeComponent& Second) const
{
	FSphereTreePairState State;
	if (const FPair* Pair = Find(First, Second))
	{
		State.bRegistered = true;
		State.bTouching = Pair->bTouching;
		State.bConfirmed = Pair->bTouching && Pair->Found.isConfirmed;
		State.bFellBack = Pair->Found.fellBack;
		State.Reason = ToString(Pair->Found.why);
		State.ErrorBound = Pair->bTouching ? Pair->Found.errorBound : 0.0;
		State.Tests = static_cast<int32>(Pair->Found.work.tests);
	}
	return State;
}

void FSphereTreeTables::Prepare(FSphereTreeWorld& World)
{
	for (const std::shared_ptr<FPair>& Pair : Pairs)
	{
		const FSphereTreeBody* Bodies[2] = {World.Find(Pair->Components[0].Get()), World.Find(Pair->Components[1].Get())};
		// A table speaks of trees; whoever has simple collision meanwhile is left to the scene.
		Pair->bLives = !Pair->bDropped && Bodies[0] && Bodies[1] && Bodies[0]->Runtime && Bodies[1]->Runtime;
		if (!Pair->bLives || (Pair->Query && Bodies[0]->Handle == Pair->Handles[0] && Bodies[1]->Handle == Pair->Handles[1]))
		{
			continue;
		}
		if (Pair->bTold)
		{
			// A component has left and joined anew: its contact ends with what it was, and begins with what it is.
			Pair->bTold = false;
			Ended.Add({Pair->Contact, Pair->Handles[0], Pair->Handles[1]});
		}
		Pair->Handles[0] = Bodies[0]->Handle;
		Pair->Handles[1] = Bodies[1]->Handle;
		Pair->Query = std::make_unique<spheretree::SubsetPair>(Pair->Runtime->Subsets, Bodies[0]->Runtime->Tree, Bodies[1]->Runtime->Tree);
		World.Core.SetPairAside(Pair->Handles[0], Pair->Handles[1], true);
		Pair->bFits = Pair->Runtime->IsMadeOf(*Bodies[0]->Runtime, *Bodies[1]->Runtime);
		if (!Pair->bFits)
		{
			UE_LOG(LogSphereTree, Warning, TEXT("The table of %s and %s was made of other trees than theirs, and does not answer. Build it again."), *Bodies[0]->Component->GetPathName(), *Bodies[1]->Component->GetPathName());
		}
	}
}

void FSphereTreeTables::AskPair(FPair& Pair, FSphereTreeWorld& World, const spheretree::Budget& Budget, int32 MostPoints) const
{
	const FSphereTreeBody* A = World.Find(Pair.Handles[0]);
	const FSphereTreeBody* B = World.Find(Pair.Handles[1]);
	if (!Pair.bLives || !A || !B || World.Filters.Between(A->Filter, B->Filter) == ECR_Ignore)
	{
		Pair.Found = spheretree::SubsetContacts();
		return;
	}
	spheretree::SubsetAsk Question;
	Question.first = ToPose(A->Placed.GetLocation(), A->Placed.GetRotation());
	Question.second = ToPose(B->Placed.GetLocation(), B->Placed.GetRotation());
	Question.firstScale = ToCore(A->Placed.GetScale3D());
	Question.secondScale = ToCore(B->Placed.GetScale3D());
	Question.weights = Pair.Weights;
	Question.contacts.mostPoints = MostPoints;
	Question.refusal = Pair.bFits ? nullptr : "The table was made of other trees: build it again.";
	Pair.Query->Ask(Question, Budget, World.Host, Pair.Found);
}

spheretree::Progress FSphereTreeTables::Ask(FSphereTreeWorld& World, spheretree::Budget& Budget, int32 MostPoints)
{
	spheretree::Progress Sum;
	const bool bTimed = Budget.seconds < std::numeric_limits<double>::infinity();
	for (const std::shared_ptr<FPair>& Pair : Pairs)
	{
		const double Start = bTimed ? World.Host.clockSeconds() : 0.0;
		AskPair(*Pair, World, Budget, MostPoints);
		const spheretree::Progress& Work = Pair->Found.work;
		Sum.tests += Work.tests;
		Sum.operations += Work.operations;
		if (Budget.operations != spheretree::Budget::kNoLimit)
		{
			Budget.operations = FMath::Max<int64>(0, Budget.operations - Work.operations);
		}
		if (bTimed)
		{
			Budget.seconds = FMath::Max(0.0, Budget.seconds - (World.Host.clockSeconds() - Start));
		}
	}
	return Sum;
}

void FSphereTreeTables::AddContact(FPair& Pair, spheretree::Contacts& Contacts)
{
	spheretree::Contact Contact;
	Contact.a = Pair.Handles[0];
	Contact.b = Pair.Handles[1];
	Contact.event = Pair.bTold ? spheretree::ContactEvent::Stay : spheretree::ContactEvent::Begin;
	Pair.Contact = Pair.bTold ? Pair.Contact : (OfTables | NextContact++);
	Contact.id = Pair.Contact;
	Contact.state = Pair.Found.finished ? spheretree::ContactState::Leaf : spheretree::ContactState::Open;
	Contact.isConfirmed = Pair.Found.isConfirmed;
	Contact.errorBound = Pair.Found.errorBound;
	Contact.firstPoint = static_cast<int32_t>(Contacts.points.size());
	Contact.pointCount = static_cast<int32_t>(Pair.Found.points.size());
	Contacts.points.insert(Contacts.points.end(), Pair.Found.points.begin(), Pair.Found.points.end());
	Contacts.contacts.push_back(Contact);
	Pair.bTold = true;
}

void FSphereTreeTables::Add(spheretree::Contacts& Contacts)
{
	for (const spheretree::EndedContact& One : Ended)
	{
		Contacts.ended.push_back(One);
	}
	Ended.Reset();
	for (const std::shared_ptr<FPair>& Pair : Pairs)
	{
		Pair->bTouching = Pair->bLives && Pair->Found.touching;
		if (Pair->bTouching)
		{
			AddContact(*Pair, Contacts);
		}
		else if (Pair->bTold)
		{
			Pair->bTold = false;
			Contacts.ended.push_back({Pair->Contact, Pair->Handles[0], Pair->Handles[1]});
		}
	}
	Pairs.RemoveAll([](const std::shared_ptr<FPair>& Pair) { return Pair->bDropped || !Pair->Components[0].IsValid() || !Pair->Components[1].IsValid(); });
}
