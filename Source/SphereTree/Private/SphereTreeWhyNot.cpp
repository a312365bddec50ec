// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "SphereTree/Queries.h"

#include "SphereTreeComponent.h"
#include "SphereTreeConvert.h"
#include "SphereTreeSubsystem.h"
#include "SphereTreeWorld.h"

#include <utility>

using namespace SphereTreeConvert;

namespace
{
	struct FSlotPair
	{
		int32 A;
		int32 B;
	};

	/** A slot's ball in the world; uneven scale grows it as its largest factor does. */
	FSphere WorldBall(const FSphereTreeBody& Body, int32 Slot)
	{
		const spheretree::Sphere Ball = spheretree::BallOf(*Body.Runtime->Tree, Slot);
		const FTransform& Now = Body.Component->GetComponentTransform();
		return FSphere(Now.TransformPosition(FromCore(Ball.centre)), Ball.radius * Now.GetScale3D().GetAbsMax());
	}

	void AddChildren(const FSphereTreeBody& Body, int32 Slot, TArray<int32>& Out)
	{
		const spheretree::PackedTree& Tree = *Body.Runtime->Tree;
		const int32 Child = Tree.blocks[static_cast<size_t>(Slot / spheretree::kLanes)].child[Slot % spheretree::kLanes];
		if (Child < 0)
		{
			Out.Add(Slot);
			return;
		}
		for (int32 Lane = 0; Lane < Tree.laneCount[static_cast<size_t>(Child)]; ++Lane)
		{
			Out.Add(Child * spheretree::kLanes + Lane);
		}
	}

	bool IsOverlapping(const FSphere& A, const FSphere& B)
	{
		return FVector::Dist(A.Center, B.Center) <= A.W + B.W;
	}

	/** The pairs of the next level that overlap, of so many pairs at most. */
	TArray<FSlotPair> Descend(const FSphereTreeBody& A, const FSphereTreeBody& B, const TArray<FSlotPair>& Open)
	{
		constexpr int32 MostPairs = 20000;
		TArray<FSlotPair> Next;
		TArray<int32> ChildrenA;
		TArray<int32> ChildrenB;
		for (const FSlotPair& Pair : Open)
		{
			ChildrenA.Reset();
			ChildrenB.Reset();
			AddChildren(A, Pair.A, ChildrenA);
			AddChildren(B, Pair.B, ChildrenB);
			for (const int32 ChildA : ChildrenA)
			{
				for (const int32 ChildB : ChildrenB)
				{
					if (Next.Num() < MostPairs && IsOverlapping(WorldBall(A, ChildA), WorldBall(B, ChildB)))
					{
						Next.Add({ChildA, ChildB});
					}
				}
			}
		}
		return Next;
	}

	/** The level at which no two spheres overlap any more; -1 when the leaves still do. */
	int32 FindRefutingLevel(const FSphereTreeBody& A, const FSphereTreeBody& B)
	{
		const int32 Levels = FMath::Max(A.Runtime->Levels.Num(), B.Runtime->Levels.Num());
		TArray<FSlotPair> Open;
		if (IsOverlapping(WorldBall(A, 0), WorldBall(B, 0)))
		{
			Open.Add({0, 0});
		}
		for (int32 Level = 0; Level < Levels; ++Level)
		{
			if (Open.IsEmpty())
			{
				return Level;
			}
			Open = Descend(A, B, Open);
		}
		return Open.IsEmpty() ? Levels - 1 : -1;
	}

	/** The same for simple collision, by the core: the deepest level that had to be looked at; -1 when something touches. */
	int32 FindRefutingLevelOfParts(const FSphereTreeWorld& Scene, const FSphereTreeBody& A, const FSphereTreeBody& B)
	{
		int32 Level = 0;
		for (int32 PartA = 0; PartA < A.NumHandles(); ++PartA)
		{
			for (int32 PartB = 0; PartB < B.NumHandles(); ++PartB)
			{
				const spheretree::Result<spheretree::PairExplanation> Found = spheretree::ExplainPair(Scene.Core, A.GetHandle(PartA), B.GetHandle(PartB));
				if (Found && Found->verdict == spheretree::PairVerdict::Touching)
				{
					return -1;
				}
				Level = Found ? FMath::Max3(Level, Found->levelA, Found->levelB) : Level;
			}
		}
		return Level;
	}

	FString WhyNotInScene(const USphereTreeComponent* Component)
	{
		if (!Component)
		{
			return TEXT("One of the two components is none.");
		}
		const TCHAR* Why = !Component->IsRegistered() ? TEXT("it is not registered")
			: Component->bSimpleCollision ? TEXT("no static mesh of its owner has simple collision, its collision is off, or its transform cannot be used")
			: !Component->GetTreeInUse() ? TEXT("it has no tree, and no static mesh of its owner names one")
			: TEXT("its collision is off, its tree is empty, or its transform cannot be used");
		return FString::Printf(TEXT("%s is not in the scene: %s."), *Component->GetName(), Why);
	}

	FSphereTreeNoContact MakeReason(ESphereTreeNoContactReason Reason, const FString& Sentence)
	{
		FSphereTreeNoContact Out;
		Out.Reason = Reason;
		Out.Sentence = Sentence;
		return Out;
	}

	FSphereTreeNoContact ExplainApart(const FSphereTreeWorld& Scene, const FSphereTreeBody& A, const FSphereTreeBody& B, double Distance, bool bPair)
	{
		const int32 Level = A.Runtime && B.Runtime ? FindRefutingLevel(A, B) : FindRefutingLevelOfParts(Scene, A, B);
		FSphereTreeNoContact Out;
		if (Level < 0)
		{
			Out = MakeReason(ESphereTreeNoContactReason::NotYetTested, TEXT("Their leaves overlap, but no frame has tested them yet. Ask again after the next one."));
		}
		else if (!bPair)
		{
			Out = MakeReason(ESphereTreeNoContactReason::BroadPhase, FString::Printf(TEXT("Their bounds do not overlap; they are at least %.2f cm apart."), Distance));
		}
		else if (!A.Runtime && !B.Runtime)
		{
			Out = MakeReason(ESphereTreeNoContactReason::Refuted, FString::Printf(TEXT("Their simple collision is proven apart; they are at least %.2f cm apart."), Distance));
		}
		else
		{
			Out = MakeReason(ESphereTreeNoContactReason::Refuted, FString::Printf(TEXT("Their spheres are proven apart at level %d; they are at least %.2f cm apart."), Level, Distance));
		}
		Out.Level = FMath::Max(Level, 0);
		Out.Distance = Distance;
		return Out;
	}

	/** Who of the two answered, before what the trees say of the pose. */
	FSphereTreeNoContact ExplainByTable(const FSphereTreePairState& Table, FSphereTreeNoContact Apart)
	{
		Apart.Sentence = Table.bFellBack
			? FString::Printf(TEXT("A table is in use for the two, but the trees answered: %s %s"), *Table.Reason, *Apart.Sentence)
			: FString::Printf(TEXT("A table answers for the two, and none of its spheres meet. %s"), *Apart.Sentence);
		return Apart;
	}
}

FSphereTreeNoContact USphereTreeSubsystem::WhyNoContact(const USphereTreeComponent* A, const USphereTreeComponent* B)
{
	const FSphereTreeBody* BodyA = Scene.IsValid() && A ? Scene->Find(A) : nullptr;
	const FSphereTreeBody* BodyB = Scene.IsValid() && B ? Scene->Find(B) : nullptr;
	if (!BodyA || !BodyB)
	{
		return MakeReason(ESphereTreeNoContactReason::NotInScene, WhyNotInScene(BodyA ? B : A));
	}
	if (A == B || (A->Mobility == EComponentMobility::Static && B->Mobility == EComponentMobility::Static))
	{
		return MakeReason(ESphereTreeNoContactReason::NeverTested, A == B ? TEXT("A component never touches itself.") : TEXT("Two static components are never tested."));
	}
	if (Scene->Filters.Between(BodyA->Filter, BodyB->Filter) == ECR_Ignore)
	{
		const bool bFirst = A->BodyInstance.GetResponseToChannel(B->BodyInstance.GetObjectType()) == ECR_Ignore;
		return MakeReason(ESphereTreeNoContactReason::Filtered, FString::Printf(TEXT("%s ignores the object type of %s."), *(bFirst ? A : B)->GetName(), *(bFirst ? B : A)->GetName()));
	}
	TArray<FSphereTreeContact> Found;
	Scene->CollectContacts(*BodyA, BodyB, Found);
	if (!Found.IsEmpty())
	{
		return MakeReason(ESphereTreeNoContactReason::InContact, FString::Printf(TEXT("They are in contact, known to %.2f cm."), Found[0].ErrorBound));
	}
	FSphereTreeDistance Distance;
	MeasureDistance(*A, *B, 0.01, Distance);
	const FSphereTreePairState Table = GetTableState(*A, *B);
	if (Table.bRegistered)
	{
		return ExplainByTable(Table, ExplainApart(*Scene, *BodyA, *BodyB, Distance.Least, true));
	}
	bool bPair = false;
	for (const std::pair<spheretree::BodyHandle, spheretree::BodyHandle>& Pair : Scene->Core.Pairs())
	{
		const FSphereTreeBody* First = Scene->Find(Pair.first);
		const FSphereTreeBody* Second = Scene->Find(Pair.second);
		bPair = bPair || (First == BodyA && Second == BodyB) || (First == BodyB && Second == BodyA);
	}
	return ExplainApart(*Scene, *BodyA, *BodyB, Distance.Least, bPair);
}
