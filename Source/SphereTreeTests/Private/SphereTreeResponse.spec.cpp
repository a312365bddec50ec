// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "Engine/CollisionProfile.h"
#include "Misc/AutomationTest.h"
#include "SphereTreeComponent.h"
#include "SphereTreeSubsystem.h"
#include "SphereTreeTestListener.h"
#include "SphereTreeTestWorld.h"

using namespace SphereTreeTestTrees;

namespace
{
	struct FMeeting
	{
		int32 Contacts = 0;
		int32 Overlaps = 0;
		int32 Points = 0;
	};

	/** Two balls in each other's way; A is a pawn, B a vehicle, and each responds to the other's type as given. */
	FMeeting Meet(ECollisionResponse OfA, ECollisionResponse OfB)
	{
		FSphereTreeTestWorld World;
		const auto Prepare = [](ECollisionChannel Type, ECollisionChannel To, ECollisionResponse Response)
		{
			return [Type, To, Response](USphereTreeComponent& Component)
			{
				Component.BodyInstance.SetObjectType(Type);
				Component.BodyInstance.SetResponseToAllChannels(ECR_Ignore);
				Component.BodyInstance.SetResponseToChannel(To, Response);
			};
		};
		USphereTreeComponent* A = World.Spawn(MakeBall(10), FTransform(FVector(0, 0, 0)), Prepare(ECC_Pawn, ECC_Vehicle, OfA));
		USphereTreeComponent* B = World.Spawn(MakeBall(10), FTransform(FVector(15, 0, 0)), Prepare(ECC_Vehicle, ECC_Pawn, OfB));
		const USphereTreeTestListener* Heard = World.Listen(*A);
		World.Tick(2, 0.1f);
		TArray<FSphereTreeContact> Found;
		World.GetSubsystem().GetContactsBetween(*A, *B, Found);
		return {Heard->Begins, Heard->OverlapBegins, Found.Num()};
	}
}

BEGIN_DEFINE_SPEC(FSphereTreeResponseSpec, "SphereTree.Response", SPHERETREE_TEST_FLAGS)
END_DEFINE_SPEC(FSphereTreeResponseSpec)

void FSphereTreeResponseSpec::Define()
{
	for (int32 A = ECR_Ignore; A <= ECR_Block; ++A)
	{
		for (int32 B = ECR_Ignore; B <= ECR_Block; ++B)
		{
			static const TCHAR* Names[] = {TEXT("ignore"), TEXT("overlap"), TEXT("block")};
			It(FString::Printf(TEXT("%s and %s meet as the lower of the two"), Names[A], Names[B]), [this, A, B]()
			{
				const FMeeting Met = Meet(static_cast<ECollisionResponse>(A), static_cast<ECollisionResponse>(B));
				const int32 Lower = FMath::Min(A, B);
				TestEqual(TEXT("contact events"), Met.Contacts, Lower == ECR_Block ? 1 : 0);
				TestEqual(TEXT("overlap events"), Met.Overlaps, Lower == ECR_Overlap ? 1 : 0);
				TestEqual(TEXT("contact points"), Met.Points, Lower == ECR_Ignore ? 0 : 1);
			});
		}
	}

	It(TEXT("a preset takes its component out of the scene and back"), [this]()
	{
		FSphereTreeTestWorld World;
		USphereTreeComponent* A = World.Spawn(MakeBall(10), FVector(0, 0, 0));
		USphereTreeComponent* B = World.Spawn(MakeBall(10), FVector(15, 0, 0));
		const USphereTreeTestListener* Heard = World.Listen(*A);
		World.Tick();
		B->SetSphereTreeCollisionProfile(UCollisionProfile::NoCollision_ProfileName);
		TestFalse(TEXT("in the scene"), B->IsInScene());
		World.Tick();
		TestEqual(TEXT("ends"), Heard->Ends, 1);
		B->SetSphereTreeCollisionProfile(UCollisionProfile::BlockAllDynamic_ProfileName);
		World.Tick();
		TestEqual(TEXT("begins again"), Heard->Begins, 2);
	});

	It(TEXT("a changed response turns a contact into an overlap"), [this]()
	{
		FSphereTreeTestWorld World;
		USphereTreeComponent* A = World.Spawn(MakeBall(10), FVector(0, 0, 0));
		USphereTreeComponent* B = World.Spawn(MakeBall(10), FVector(15, 0, 0));
		const USphereTreeTestListener* Heard = World.Listen(*A);
		World.Tick();
		B->SetSphereTreeResponse(ECC_WorldDynamic, ECR_Overlap);
		World.Tick();
		TestEqual(TEXT("contact ends"), Heard->Ends, 1);
		TestEqual(TEXT("overlap begins"), Heard->OverlapBegins, 1);
		B->SetSphereTreeResponseToAll(ECR_Ignore);
		World.Tick();
		TestEqual(TEXT("overlap ends"), Heard->OverlapEnds, 1);
		B->SetSphereTreeResponseToAll(ECR_Block);
		B->SetSphereTreeObjectType(ECC_Pawn);
		A->SetSphereTreeResponse(ECC_Pawn, ECR_Ignore);
		World.Tick();
		TestEqual(TEXT("the object type counts"), Heard->Begins, 1);
	});

	It(TEXT("overlap events need both sides to want them"), [this]()
	{
		for (const bool bOther : {true, false})
		{
			FSphereTreeTestWorld World;
			USphereTreeComponent* A = World.Spawn(MakeBall(10), FVector(0, 0, 0));
			USphereTreeComponent* B = World.Spawn(MakeBall(10), FVector(15, 0, 0));
			B->SetSphereTreeResponseToAll(ECR_Overlap);
			B->bGenerateOverlapEvents = bOther;
			const USphereTreeTestListener* Heard = World.Listen(*A);
			World.Tick();
			TestEqual(TEXT("overlap events"), Heard->OverlapBegins, bOther ? 1 : 0);
		}
	});

	It(TEXT("two static components are never tested"), [this]()
	{
		FSphereTreeTestWorld World;
		const auto Fix = [](USphereTreeComponent& Component) { Component.SetMobility(EComponentMobility::Static); };
		USphereTreeComponent* A = World.Spawn(MakeBall(10), FTransform(FVector(0, 0, 0)), Fix);
		World.Spawn(MakeBall(10), FTransform(FVector(15, 0, 0)), Fix);
		USphereTreeComponent* C = World.Spawn(MakeBall(10), FVector(0, 15, 0));
		World.Tick();
		TArray<FSphereTreeContact> Contacts;
		World.GetSubsystem().GetContacts(*A, Contacts);
		TestEqual(TEXT("contacts of a static one"), Contacts.Num(), 1);
		TestTrue(TEXT("with the one that can move"), Contacts.Num() == 1 && Contacts[0].Other.Get() == C);
	});
}
