// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "GameFramework/Actor.h"
#include "Math/RandomStream.h"
#include "Misc/AutomationTest.h"
#include "SphereTreeComponent.h"
#include "SphereTreeSubsystem.h"
#include "SphereTreeTestWorld.h"

using namespace SphereTreeTestTrees;

namespace
{
	constexpr double CrowdHalfSide = 50.0;
	constexpr double CrowdRadius = 25.0;

	struct FFlier
	{
		USphereTreeComponent* Component = nullptr;
		FVector Velocity;
		FVector Axis;
		TArray<FVector> Corners;

		void Move(double Seconds, double Walls)
		{
			FTransform Now = Component->GetComponentTransform();
			FVector Place = Now.GetLocation() + Velocity * Seconds;
			const FVector Far = Place.GetAbs();
			Velocity = FVector(Far.X > Walls ? -Place.X : Velocity.X, Far.Y > Walls ? -Place.Y : Velocity.Y, Far.Z > Walls ? -Place.Z : Velocity.Z);
			Now.SetLocation(Place);
			Now.SetRotation((FQuat(Axis, Seconds) * Now.GetRotation()).GetNormalized());
			Component->SetWorldTransform(Now);
			Corners.Reset();
			for (int32 Corner = 0; Corner < 8; ++Corner)
			{
				Corners.Add(Now.TransformPosition(FVector((Corner & 1) ? CrowdHalfSide : -CrowdHalfSide, (Corner & 2) ? CrowdHalfSide : -CrowdHalfSide, (Corner & 4) ? CrowdHalfSide : -CrowdHalfSide)));
			}
		}

		/** The true gap between two clusters of balls; negative when they overlap. */
		double GapTo(const FFlier& Other) const
		{
			const double Reach = 2.0 * (CrowdHalfSide * 1.7320508 + CrowdRadius);
			const double Apart = FVector::Dist(Component->GetComponentLocation(), Other.Component->GetComponentLocation());
			if (Apart > Reach)
			{
				return Apart - Reach;
			}
			double Least = 1e30;
			for (const FVector& A : Corners)
			{
				for (const FVector& B : Other.Corners)
				{
					Least = FMath::Min(Least, FVector::DistSquared(A, B));
				}
			}
			return FMath::Sqrt(Least) - 2.0 * CrowdRadius;
		}
	};

	/** What the events of both sides have told: one entry for each pair that is in contact by them. */
	struct FHeard
	{
		TArray<int32> Touching;
		TArray<double> Errors;
		int32 Doubled = 0;
		int32 Unbegun = 0;

		static int32 KeyOf(int32 A, int32 B) { return FMath::Min(A, B) * 1000 + FMath::Max(A, B); }

		void Begin(int32 A, int32 B)
		{
			if (A < B)
			{
				Doubled += Touching.Contains(KeyOf(A, B)) ? 1 : 0;
				Touching.AddUnique(KeyOf(A, B));
			}
		}

		void End(int32 A, int32 B)
		{
			if (A < B)
			{
				Unbegun += Touching.Remove(KeyOf(A, B)) == 1 ? 0 : 1;
			}
		}
	};
}

BEGIN_DEFINE_SPEC(FSphereTreeCrowdSpec, "SphereTree.Crowd", SPHERETREE_TEST_FLAGS)
END_DEFINE_SPEC(FSphereTreeCrowdSpec)

void FSphereTreeCrowdSpec::Define()
{
	It(TEXT("in 1,000 frames under a small budget no contact is missed, and every error bound is true"), [this]()
	{
		FSphereTreeTestWorld World;
		World.GetSubsystem().SetFrameBudget(-1.0, 60);
		USphereTreeAsset* Tree = MakeCluster(CrowdHalfSide, CrowdRadius);
		FRandomStream Random(20);
		TArray<FFlier> Fliers;
		FHeard Heard;
		TArray<USphereTreeComponent*> Order;
		for (int32 Index = 0; Index < 24; ++Index)
		{
			FFlier& Flier = Fliers.AddDefaulted_GetRef();
			Flier.Component = World.Spawn(Tree, FVector(Random.FRandRange(-500, 500), Random.FRandRange(-500, 500), Random.FRandRange(-500, 500)));
			Flier.Velocity = FVector(Random.FRandRange(-300, 300), Random.FRandRange(-300, 300), Random.FRandRange(-300, 300));
			Flier.Axis = Random.VRand();
			Order.Add(Flier.Component);
		}
		for (USphereTreeComponent* Component : Order)
		{
			Component->OnNativeContactBegin.AddLambda([&Heard, &Order](USphereTreeComponent* A, USphereTreeComponent* B, const FSphereTreeContact&) { Heard.Begin(Order.Find(A), Order.Find(B)); });
			Component->OnNativeContactEnd.AddLambda([&Heard, &Order](USphereTreeComponent* A, USphereTreeComponent* B) { Heard.End(Order.Find(A), Order.Find(B)); });
		}
		int32 Missed = 0;
		int32 Untrue = 0;
		int32 Unlisted = 0;
		int32 Seen = 0;
		int32 Open = 0;
		for (int32 Frame = 0; Frame < 1000; ++Frame)
		{
			for (FFlier& Flier : Fliers)
			{
				Flier.Move(1.0 / 60.0, 450.0);
			}
			World.Tick();
			Open += World.GetSubsystem().GetReport().OpenPairs;
			for (int32 A = 0; A < Fliers.Num(); ++A)
			{
				for (int32 B = A + 1; B < Fliers.Num(); ++B)
				{
					const double Gap = Fliers[A].GapTo(Fliers[B]);
					const bool bHeard = Heard.Touching.Contains(FHeard::KeyOf(A, B));
					Seen += Gap <= 0.0 ? 1 : 0;
					Missed += Gap <= 0.0 && !bHeard ? 1 : 0;
					if (!bHeard)
					{
						continue;
					}
					TArray<FSphereTreeContact> Contacts;
					World.GetSubsystem().GetContactsBetween(*Order[A], *Order[B], Contacts);
					Unlisted += Contacts.IsEmpty() ? 1 : 0;
					for (const FSphereTreeContact& Contact : Contacts)
					{
						Untrue += Gap > Contact.ErrorBound + 0.01 ? 1 : 0;
					}
				}
			}
			Unlisted += Heard.Touching.Num() == World.GetSubsystem().GetReport().Contacts ? 0 : 1;
		}
		TestTrue(TEXT("there was something to miss"), Seen > 1000);
		TestTrue(TEXT("the budget was short"), Open > 100);
		TestEqual(TEXT("missed"), Missed, 0);
		TestEqual(TEXT("bounds that were untrue"), Untrue, 0);
		TestEqual(TEXT("events without a contact, or contacts without an event"), Unlisted, 0);
		TestEqual(TEXT("begun twice"), Heard.Doubled, 0);
		TestEqual(TEXT("ended without a begin"), Heard.Unbegun, 0);
	});

	It(TEXT("500 bodies come, meet, and go"), [this]()
	{
		FSphereTreeTestWorld World;
		USphereTreeAsset* Tree = MakeBall(10);
		TArray<USphereTreeComponent*> Components;
		for (int32 Index = 0; Index < 500; ++Index)
		{
			// A chain: each touches the next.
			Components.Add(World.Spawn(Tree, FVector(Index * 19.0, 0, 0)));
		}
		World.Tick(3, 0.02f);
		const FSphereTreeBudgetReport& Report = World.GetSubsystem().GetReport();
		TestEqual(TEXT("bodies"), Report.Bodies, 500);
		TestEqual(TEXT("contacts"), Report.Contacts, 499);
		for (int32 Index = 0; Index < 500; Index += 2)
		{
			Components[Index]->GetOwner()->Destroy();
		}
		World.Tick(2, 0.02f);
		TestEqual(TEXT("bodies left"), Report.Bodies, 250);
		TestEqual(TEXT("contacts left"), Report.Contacts, 0);
	});
}
