// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "GameFramework/Actor.h"
#include "Misc/AutomationTest.h"
#include "SphereTreeComponent.h"
#include "SphereTreeSubsystem.h"
#include "SphereTreeTestListener.h"
#include "SphereTreeTestWorld.h"
#include "SphereTreeWaitForContact.h"

using namespace SphereTreeTestTrees;

BEGIN_DEFINE_SPEC(FSphereTreeEventsSpec, "SphereTree.Events", SPHERETREE_TEST_FLAGS)
END_DEFINE_SPEC(FSphereTreeEventsSpec)

void FSphereTreeEventsSpec::Define()
{
	It(TEXT("begin, stay and end come once, every frame, and once"), [this]()
	{
		FSphereTreeTestWorld World;
		USphereTreeComponent* A = World.Spawn(MakeBall(10), FVector(0, 0, 0));
		USphereTreeComponent* B = World.Spawn(MakeBall(10), FVector(100, 0, 0));
		A->bGenerateStayEvents = true;
		const USphereTreeTestListener* OfA = World.Listen(*A);
		const USphereTreeTestListener* OfB = World.Listen(*B);
		World.Tick(3, 0.02f);
		TestEqual(TEXT("begins while apart"), OfA->Begins, 0);
		B->SetWorldLocation(FVector(15, 0, 0));
		World.Tick(5, 0.02f);
		TestEqual(TEXT("begins"), OfA->Begins, 1);
		TestEqual(TEXT("stays"), OfA->Stays, 4);
		TestEqual(TEXT("stays of one who did not ask"), OfB->Stays, 0);
		B->SetWorldLocation(FVector(100, 0, 0));
		World.Tick(3, 0.02f);
		TestEqual(TEXT("ends"), OfA->Ends, 1);
		TestEqual(TEXT("ends for the other"), OfB->Ends, 1);
		TestEqual(TEXT("stays afterwards"), OfA->Stays, 4);
	});

	It(TEXT("a contact has point, normal, depth, error and both local points, seen from each side"), [this]()
	{
		FSphereTreeTestWorld World;
		USphereTreeComponent* A = World.Spawn(MakeBall(10), FVector(0, 0, 0));
		USphereTreeComponent* B = World.Spawn(MakeBall(10), FTransform(FQuat(FVector(0, 0, 1), 3.14159265358979), FVector(16, 0, 0)));
		const USphereTreeTestListener* OfA = World.Listen(*A);
		const USphereTreeTestListener* OfB = World.Listen(*B);
		World.Tick();
		const FSphereTreeContact& Contact = OfA->LastContact;
		TestEqual(TEXT("point"), Contact.Point, FVector(8, 0, 0), 0.01f);
		TestEqual(TEXT("normal, towards the other"), Contact.Normal, FVector(1, 0, 0), 0.001f);
		TestEqual(TEXT("depth"), Contact.Depth, 4.0, 0.01);
		TestTrue(TEXT("error of two exact balls"), Contact.ErrorBound < 0.01);
		TestEqual(TEXT("level"), Contact.Level, 0);
		TestTrue(TEXT("is as fine as it gets"), Contact.State == ESphereTreeContactState::Leaf && Contact.bConfirmed);
		TestTrue(TEXT("names the other"), Contact.Other.Get() == B);
		TestEqual(TEXT("local point"), Contact.LocalPoint, FVector(8, 0, 0), 0.01f);
		TestEqual(TEXT("the other's local point, in its turned frame"), Contact.OtherLocalPoint, FVector(8, 0, 0), 0.01f);
		TestEqual(TEXT("the other's normal"), OfB->LastContact.Normal, FVector(-1, 0, 0), 0.001f);
		TestTrue(TEXT("one contact, one number"), OfB->LastContact.ContactId == Contact.ContactId);
	});

	It(TEXT("C++ listeners hear the same"), [this]()
	{
		FSphereTreeTestWorld World;
		USphereTreeComponent* A = World.Spawn(MakeBall(10), FVector(0, 0, 0));
		USphereTreeComponent* B = World.Spawn(MakeBall(10), FVector(15, 0, 0));
		int32 Begins = 0;
		int32 Ends = 0;
		A->OnNativeContactBegin.AddLambda([&Begins](USphereTreeComponent*, USphereTreeComponent*, const FSphereTreeContact&) { ++Begins; });
		A->OnNativeContactEnd.AddLambda([&Ends](USphereTreeComponent*, USphereTreeComponent*) { ++Ends; });
		World.Tick();
		B->SetWorldLocation(FVector(100, 0, 0));
		World.Tick();
		TestEqual(TEXT("begins"), Begins, 1);
		TestEqual(TEXT("ends"), Ends, 1);
	});

	It(TEXT("a component that wants no events gets none, and still has contacts"), [this]()
	{
		FSphereTreeTestWorld World;
		USphereTreeComponent* A = World.Spawn(MakeBall(10), FVector(0, 0, 0));
		World.Spawn(MakeBall(10), FVector(15, 0, 0));
		A->bGenerateContactEvents = false;
		const USphereTreeTestListener* Heard = World.Listen(*A);
		World.Tick();
		TArray<FSphereTreeContact> Contacts;
		World.GetSubsystem().GetContacts(*A, Contacts);
		TestEqual(TEXT("events"), Heard->Begins, 0);
		TestEqual(TEXT("contacts"), Contacts.Num(), 1);
	});

	It(TEXT("a listener may destroy either component, or both, in the middle"), [this]()
	{
		for (int32 Which = 0; Which < 3; ++Which)
		{
			FSphereTreeTestWorld World;
			USphereTreeComponent* A = World.Spawn(MakeBall(10), FVector(0, 0, 0));
			USphereTreeComponent* B = World.Spawn(MakeBall(10), FVector(15, 0, 0));
			USphereTreeComponent* C = World.Spawn(MakeBall(10), FVector(0, 15, 0));
			USphereTreeTestListener* OfA = World.Listen(*A);
			const USphereTreeTestListener* OfC = World.Listen(*C);
			OfA->OnNextBegin = [Which](USphereTreeComponent* Component, USphereTreeComponent* Other)
			{
				if (Which != 0)
				{
					Other->GetOwner()->Destroy();
				}
				if (Which != 1)
				{
					Component->GetOwner()->Destroy();
				}
				CollectGarbage(RF_NoFlags, true);
			};
			(void)B;
			World.Tick(3, 0.02f);
			const int32 Left = Which == 2 ? 1 : 2;
			TestEqual(TEXT("bodies left"), World.GetSubsystem().GetReport().Bodies, Left);
			TestTrue(TEXT("no end without a begin"), OfC->Ends <= OfC->Begins);
		}
	});

	It(TEXT("a listener may spawn, move and refilter in the middle"), [this]()
	{
		FSphereTreeTestWorld World;
		USphereTreeComponent* A = World.Spawn(MakeBall(10), FVector(0, 0, 0));
		USphereTreeComponent* B = World.Spawn(MakeBall(10), FVector(15, 0, 0));
		USphereTreeTestListener* Heard = World.Listen(*A);
		Heard->OnNextBegin = [&World](USphereTreeComponent* Component, USphereTreeComponent* Other)
		{
			for (int32 Index = 0; Index < 50; ++Index)
			{
				World.Spawn(MakeBall(10), FVector(0, 0, 15 + Index));
			}
			Other->SetSphereTreeResponseToAll(ECR_Overlap);
			Component->SetWorldLocation(FVector(1, 0, 0));
			World.GetSubsystem().Step(0.1f);
		};
		World.Tick(2, 0.02f);
		TestEqual(TEXT("bodies"), World.GetSubsystem().GetReport().Bodies, 52);
		TestEqual(TEXT("frames: a step inside a frame is none"), static_cast<int32>(World.GetSubsystem().GetReport().Frame), 2);
		(void)B;
	});

	It(TEXT("waits for a contact with one other, and goes on once"), [this]()
	{
		FSphereTreeTestWorld World;
		USphereTreeComponent* A = World.Spawn(MakeBall(10), FVector(0, 0, 0));
		USphereTreeComponent* B = World.Spawn(MakeBall(10), FVector(100, 0, 0));
		USphereTreeComponent* C = World.Spawn(MakeBall(10), FVector(0, 100, 0));
		USphereTreeTestListener* Heard = World.Listen(*A);
		USphereTreeWaitForContact* Wait = USphereTreeWaitForContact::WaitForContact(A, B, 0.0, true);
		Wait->OnContact.AddDynamic(Heard, &USphereTreeTestListener::HearWait);
		Wait->Activate();
		C->SetWorldLocation(FVector(0, 15, 0));
		World.Tick();
		TestEqual(TEXT("after another contact"), Heard->Waits, 0);
		B->SetWorldLocation(FVector(15, 0, 0));
		World.Tick();
		TestEqual(TEXT("after the contact"), Heard->Waits, 1);
		B->SetWorldLocation(FVector(100, 0, 0));
		World.Tick();
		B->SetWorldLocation(FVector(15, 0, 0));
		World.Tick();
		TestEqual(TEXT("after the same contact once more"), Heard->Waits, 1);
	});

	It(TEXT("a wait takes the contact that is there already, and bothers nobody else"), [this]()
	{
		FSphereTreeTestWorld World;
		USphereTreeComponent* A = World.Spawn(MakeBall(10), FVector(0, 0, 0));
		World.Spawn(MakeBall(10), FVector(15, 0, 0));
		USphereTreeTestListener* Heard = World.Listen(*A);
		World.Tick();
		const auto WaitWith = [A, Heard](double MaxError)
		{
			USphereTreeWaitForContact* Wait = USphereTreeWaitForContact::WaitForContact(A, nullptr, MaxError, true);
			Wait->OnContact.AddDynamic(Heard, &USphereTreeTestListener::HearWait);
			Wait->OnCancelled.AddDynamic(Heard, &USphereTreeTestListener::HearCancel);
			Wait->Activate();
			return Wait;
		};
		WaitWith(0.0);
		USphereTreeWaitForContact* Last = WaitWith(1.0);
		World.Tick(2, 0.02f);
		TestEqual(TEXT("each is over, once"), Heard->Waits, 2);
		Last->Cancel();
		TestEqual(TEXT("what is over cannot be cancelled"), Heard->Cancels, 0);
		TestEqual(TEXT("stays that nobody asked for"), Heard->Stays, 0);
	});

	It(TEXT("a wait for a better contact outlives another's end"), [this]()
	{
		FSphereTreeTestWorld World;
		USphereTreeComponent* A = World.Spawn(MakeCluster(50, 40), FVector(0, 0, 0));
		USphereTreeComponent* B = World.Spawn(MakeCluster(50, 40), FVector(60, 0, 0));
		USphereTreeTestListener* Heard = World.Listen(*A);
		World.GetSubsystem().SetFrameBudget(-1, 0);
		USphereTreeWaitForContact* Better = USphereTreeWaitForContact::WaitForContact(A, B, 1.0, true);
		Better->OnContact.AddDynamic(Heard, &USphereTreeTestListener::HearWait);
		Better->Activate();
		USphereTreeWaitForContact* Any = USphereTreeWaitForContact::WaitForContact(A, B, 0.0, true);
		Any->Activate();
		World.Tick(3, 0.02f);
		TestEqual(TEXT("roughly known"), Heard->Waits, 0);
		World.GetSubsystem().SetFrameBudget(-1, 100000);
		World.Tick(2, 0.02f);
		TestEqual(TEXT("well known"), Heard->Waits, 1);
	});

	It(TEXT("a wait is cancelled when its component ends play"), [this]()
	{
		FSphereTreeTestWorld World;
		USphereTreeComponent* A = World.Spawn(MakeBall(10), FVector(0, 0, 0));
		USphereTreeComponent* B = World.Spawn(MakeBall(10), FVector(100, 0, 0));
		USphereTreeTestListener* Heard = World.Listen(*B);
		USphereTreeWaitForContact* Wait = USphereTreeWaitForContact::WaitForContact(A, B, 0.0, true);
		Wait->OnCancelled.AddDynamic(Heard, &USphereTreeTestListener::HearCancel);
		Wait->Activate();
		A->GetOwner()->Destroy();
		TestEqual(TEXT("cancels"), Heard->Cancels, 1);
		World.Tick();
		TestEqual(TEXT("and only once"), Heard->Cancels, 1);
	});

	It(TEXT("a wait can be cancelled, and needs a component"), [this]()
	{
		FSphereTreeTestWorld World;
		USphereTreeComponent* A = World.Spawn(MakeBall(10), FVector(0, 0, 0));
		World.Spawn(MakeBall(10), FVector(15, 0, 0));
		USphereTreeTestListener* Heard = World.Listen(*A);
		USphereTreeWaitForContact* Wait = USphereTreeWaitForContact::WaitForContact(A, nullptr, 0.0, false);
		Wait->OnContact.AddDynamic(Heard, &USphereTreeTestListener::HearWait);
		Wait->OnCancelled.AddDynamic(Heard, &USphereTreeTestListener::HearCancel);
		Wait->Activate();
		Wait->Cancel();
		World.Tick();
		TestEqual(TEXT("waits"), Heard->Waits, 0);
		TestEqual(TEXT("cancels"), Heard->Cancels, 1);
		USphereTreeWaitForContact* Nobody = USphereTreeWaitForContact::WaitForContact(nullptr, nullptr, 0.0, true);
		Nobody->OnCancelled.AddDynamic(Heard, &USphereTreeTestListener::HearCancel);
		Nobody->Activate();
		TestEqual(TEXT("cancels without a component"), Heard->Cancels, 2);
	});
}
