// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "GameFramework/Actor.h"
#include "Misc/AutomationTest.h"
#include "SphereTreeAsset.h"
#include "SphereTreeComponent.h"
#include "SphereTreeSubsystem.h"
#include "SphereTreeTestListener.h"
#include "SphereTreeTestWorld.h"
#include "SphereTreeWaitForContact.h"
#include "UObject/UnrealType.h"

using namespace SphereTreeTestTrees;

// The pins of each node, side by side and in order, as the engine lays them out.
namespace
{
	struct FNoPins
	{
		uint8 Nothing = 0;
	};

	struct FBoolResultPins
	{
		bool ReturnValue = false;
	};

	struct FCountResultPins
	{
		int32 ReturnValue = -1;
	};

	struct FLevelsResultPins
	{
		TArray<FSphereTreeLevel> ReturnValue = {};
	};

	struct FTreePins
	{
		USphereTreeAsset* Tree = nullptr;
	};

	struct FProfilePins
	{
		FName ProfileName;
	};

	struct FChannelResponsePins
	{
		TEnumAsByte<ECollisionChannel> Channel = ECC_WorldStatic;
		TEnumAsByte<ECollisionResponse> Response = ECR_Ignore;
	};

	struct FResponsePins
	{
		TEnumAsByte<ECollisionResponse> Response = ECR_Ignore;
	};

	struct FChannelPins
	{
		TEnumAsByte<ECollisionChannel> Channel = ECC_WorldStatic;
	};

	struct FSwitchPins
	{
		bool bEnabled = false;
	};

	struct FNumberPins
	{
		float Value = 0.0f;
	};
}

BEGIN_DEFINE_SPEC(FSphereTreeNodesSpec, "SphereTree.Nodes", SPHERETREE_TEST_FLAGS)
END_DEFINE_SPEC(FSphereTreeNodesSpec)

// What a Blueprint can call on assets and components, called as it would.
void FSphereTreeNodesSpec::Define()
{
	It(TEXT("tell of an asset"), [this]()
	{
		USphereTreeAsset* Ball = MakeBall(10);
		FBoolResultPins Has, Solid, Stale;
		FCountResultPins Count;
		FLevelsResultPins Levels;
		CallSphereTreeNode(*this, Ball, TEXT("HasTree"), Has);
		CallSphereTreeNode(*this, Ball, TEXT("IsSolid"), Solid);
		CallSphereTreeNode(*this, Ball, TEXT("IsStale"), Stale);
		CallSphereTreeNode(*this, Ball, TEXT("GetSphereCount"), Count);
		CallSphereTreeNode(*this, Ball, TEXT("GetLevels"), Levels);
		TestTrue(TEXT("has a tree"), Has.ReturnValue);
		TestEqual(TEXT("solid"), Solid.ReturnValue, Ball->IsSolid());
		TestEqual(TEXT("stale"), Stale.ReturnValue, Ball->IsStale());
		TestTrue(TEXT("spheres"), Count.ReturnValue > 0);
		TestEqual(TEXT("spheres"), Count.ReturnValue, Ball->GetSphereCount());
		TestEqual(TEXT("levels"), Levels.ReturnValue.Num(), Ball->GetLevels().Num());
	});

	It(TEXT("change a component's tree"), [this]()
	{
		FSphereTreeTestWorld World;
		USphereTreeComponent* Component = World.Spawn(MakeBall(10), FVector(0, 0, 0));
		FTreePins Wanted;
		Wanted.Tree = MakeBall(40);
		CallSphereTreeNode(*this, Component, TEXT("SetTree"), Wanted);
		World.Tick();
		FTreePins InUse;
		FBoolResultPins InScene;
		CallSphereTreeNode(*this, Component, TEXT("GetTreeInUse"), InUse);
		CallSphereTreeNode(*this, Component, TEXT("IsInScene"), InScene);
		TestTrue(TEXT("the other tree"), InUse.Tree == Wanted.Tree);
		TestTrue(TEXT("in the scene"), InScene.ReturnValue);
	});

	It(TEXT("change what a component answers to"), [this]()
	{
		FSphereTreeTestWorld World;
		USphereTreeComponent* A = World.Spawn(MakeBall(10), FVector(0, 0, 0));
		USphereTreeComponent* B = World.Spawn(MakeBall(10), FVector(15, 0, 0));
		const auto Touch = [&]()
		{
			World.Tick();
			TArray<FSphereTreeContact> Contacts;
			World.GetSubsystem().GetContacts(*A, Contacts);
			return Contacts.Num() > 0;
		};
		TestTrue(TEXT("they touch"), Touch());
		FResponsePins Response;
		CallSphereTreeNode(*this, A, TEXT("SetSphereTreeResponseToAll"), Response);
		TestFalse(TEXT("ignored"), Touch());
		FChannelPins Type;
		Type.Channel = ECC_WorldDynamic;
		CallSphereTreeNode(*this, B, TEXT("SetSphereTreeObjectType"), Type);
		FChannelResponsePins One;
		One.Channel = ECC_WorldDynamic;
		One.Response = ECR_Block;
		CallSphereTreeNode(*this, A, TEXT("SetSphereTreeResponse"), One);
		TestTrue(TEXT("one channel again"), Touch());
		FSwitchPins Switch;
		CallSphereTreeNode(*this, A, TEXT("SetSphereTreeCollisionEnabled"), Switch);
		TestFalse(TEXT("switched off"), Touch());
		Switch.bEnabled = true;
		CallSphereTreeNode(*this, A, TEXT("SetSphereTreeCollisionEnabled"), Switch);
		TestTrue(TEXT("switched on"), Touch());
		FProfilePins Profile;
		Profile.ProfileName = FName(TEXT("NoCollision"));
		CallSphereTreeNode(*this, A, TEXT("SetSphereTreeCollisionProfile"), Profile);
		TestFalse(TEXT("no collision"), Touch());
	});

	It(TEXT("change a component's importance and share"), [this]()
	{
		FSphereTreeTestWorld World;
		USphereTreeComponent* Component = World.Spawn(MakeBall(10), FVector(0, 0, 0));
		FNumberPins Number;
		Number.Value = 7.0f;
		CallSphereTreeNode(*this, Component, TEXT("SetFixedImportance"), Number);
		Number.Value = 3.0f;
		CallSphereTreeNode(*this, Component, TEXT("SetBudgetShare"), Number);
		TestEqual(TEXT("importance"), Component->Importance, 7.0f);
		TestEqual(TEXT("share"), Component->BudgetShare, 3.0f);
	});

	It(TEXT("end a wait for contact"), [this]()
	{
		FSphereTreeTestWorld World;
		USphereTreeComponent* A = World.Spawn(MakeBall(10), FVector(0, 0, 0));
		USphereTreeComponent* B = World.Spawn(MakeBall(10), FVector(100, 0, 0));
		USphereTreeWaitForContact* Wait = USphereTreeWaitForContact::WaitForContact(A, B, 0.0, true);
		USphereTreeTestListener* Heard = World.Listen(*A);
		Wait->OnContact.AddDynamic(Heard, &USphereTreeTestListener::HearWait);
		Wait->OnCancelled.AddDynamic(Heard, &USphereTreeTestListener::HearCancel);
		Wait->Activate();
		FNoPins Nothing;
		CallSphereTreeNode(*this, Wait, TEXT("Cancel"), Nothing);
		TestEqual(TEXT("cancelled"), Heard->Cancels, 1);
		B->GetOwner()->SetActorLocation(FVector(15, 0, 0));
		World.Tick();
		TestEqual(TEXT("the contact itself is told"), Heard->Begins, 1);
		TestEqual(TEXT("but not to who waits no longer"), Heard->Waits, 0);
	});
}
