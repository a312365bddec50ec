// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "Components/StaticMeshComponent.h"
#include "Engine/StaticMesh.h"
#include "Engine/World.h"
#include "GameFramework/Actor.h"
#include "Misc/AutomationTest.h"
#include "SphereTreeAsset.h"
#include "SphereTreeComponent.h"
#include "SphereTreeSubsystem.h"
#include "SphereTreeTestListener.h"
#include "SphereTreeTestWorld.h"
#include "SphereTreeUserData.h"
#include "UObject/Package.h"

using namespace SphereTreeTestTrees;

BEGIN_DEFINE_SPEC(FSphereTreeComponentSpec, "SphereTree.Component", SPHERETREE_TEST_FLAGS)
END_DEFINE_SPEC(FSphereTreeComponentSpec)

void FSphereTreeComponentSpec::Define()
{
	It(TEXT("joins the scene when it is registered and leaves when it is not"), [this]()
	{
		FSphereTreeTestWorld World;
		USphereTreeComponent* Component = World.Spawn(MakeBall(10), FVector::ZeroVector);
		TestTrue(TEXT("joined"), Component->IsInScene());
		World.Tick();
		TestEqual(TEXT("bodies"), World.GetSubsystem().GetReport().Bodies, 1);
		Component->UnregisterComponent();
		TestFalse(TEXT("left"), Component->IsInScene());
		World.Tick();
		TestEqual(TEXT("bodies afterwards"), World.GetSubsystem().GetReport().Bodies, 0);
	});

	It(TEXT("survives streaming out and in, contacts and all"), [this]()
	{
		FSphereTreeTestWorld World;
		USphereTreeComponent* A = World.Spawn(MakeBall(10), FVector(0, 0, 0));
		USphereTreeComponent* B = World.Spawn(MakeBall(10), FVector(15, 0, 0));
		const USphereTreeTestListener* Heard = World.Listen(*A);
		World.Tick();
		TestEqual(TEXT("begins"), Heard->Begins, 1);
		B->UnregisterComponent();
		World.Tick();
		TestEqual(TEXT("ends when it streams out"), Heard->Ends, 1);
		TestFalse(TEXT("the other is still known then"), Heard->bLastOtherWasNull);
		B->RegisterComponent();
		World.Tick();
		TestEqual(TEXT("begins again"), Heard->Begins, 2);
	});

	It(TEXT("ends its contacts when its actor is destroyed"), [this]()
	{
		FSphereTreeTestWorld World;
		USphereTreeComponent* A = World.Spawn(MakeBall(10), FVector(0, 0, 0));
		USphereTreeComponent* B = World.Spawn(MakeBall(10), FVector(15, 0, 0));
		const USphereTreeTestListener* Heard = World.Listen(*A);
		World.Tick();
		B->GetOwner()->Destroy();
		CollectGarbage(RF_NoFlags, true);
		World.Tick();
		TestEqual(TEXT("ends"), Heard->Ends, 1);
		TestTrue(TEXT("the other is none"), Heard->bLastOtherWasNull);
		TArray<FSphereTreeContact> Contacts;
		World.GetSubsystem().GetContacts(*A, Contacts);
		TestEqual(TEXT("contacts"), Contacts.Num(), 0);
	});

	It(TEXT("starts a life of its own when it is duplicated"), [this]()
	{
		FSphereTreeTestWorld Edited(EWorldType::Editor);
		FSphereTreeTestWorld Played(EWorldType::PIE);
		USphereTreeComponent* Source = Edited.Spawn(MakeBall(10), FVector(5, 0, 0));
		Source->BudgetShare = 3.0f;
		AActor* Actor = Played.GetWorld().SpawnActor<AActor>();
		USphereTreeComponent* Copy = DuplicateObject<USphereTreeComponent>(Source, Actor);
		Actor->SetRootComponent(Copy);
		TestFalse(TEXT("in a scene before it is registered"), Copy->IsInScene());
		Copy->RegisterComponent();
		Played.Tick();
		TestTrue(TEXT("joined"), Copy->IsInScene());
		TestTrue(TEXT("has the same tree"), Copy->Tree.Get() == Source->Tree.Get());
		TestEqual(TEXT("has the same share"), Copy->BudgetShare, 3.0f);
		TestEqual(TEXT("bodies of the played world"), Played.GetSubsystem().GetReport().Bodies, 1);
		Source->GetOwner()->Destroy();
		Played.Tick();
		TestTrue(TEXT("does not mind the end of the first"), Copy->IsInScene());
	});

	It(TEXT("takes the tree that its owner's static mesh names"), [this]()
	{
		FSphereTreeTestWorld World;
		UStaticMesh* Mesh = NewObject<UStaticMesh>(GetTransientPackage());
		USphereTreeAsset* Asset = MakeBall(25);
		USphereTreeUserData::SetTree(Mesh, Asset);
		TestTrue(TEXT("the mesh names it"), USphereTreeUserData::FindTree(Mesh) == Asset);
		AActor* Actor = World.GetWorld().SpawnActor<AActor>();
		UStaticMeshComponent* MeshComponent = NewObject<UStaticMeshComponent>(Actor);
		MeshComponent->SetStaticMesh(Mesh);
		Actor->SetRootComponent(MeshComponent);
		MeshComponent->RegisterComponent();
		USphereTreeComponent* Component = NewObject<USphereTreeComponent>(Actor);
		Component->SetupAttachment(MeshComponent);
		Component->RegisterComponent();
		TestTrue(TEXT("found"), Component->GetTreeInUse() == Asset);
		TestTrue(TEXT("joined"), Component->IsInScene());
		TestEqual(TEXT("its bounds"), Component->Bounds.SphereRadius, 25.0, 0.01);
	});

	It(TEXT("follows what it is attached to"), [this]()
	{
		FSphereTreeTestWorld World;
		USphereTreeComponent* Root = World.Spawn(MakeBall(1), FVector(0, 0, 0));
		USphereTreeComponent* Child = NewObject<USphereTreeComponent>(Root->GetOwner());
		Child->Tree = MakeBall(10);
		Child->SetupAttachment(Root);
		Child->SetRelativeLocation(FVector(100, 0, 0));
		Child->RegisterComponent();
		USphereTreeComponent* Other = World.Spawn(MakeBall(10), FVector(115, 500, 0));
		World.Tick();
		TArray<FSphereTreeContact> Contacts;
		World.GetSubsystem().GetContactsBetween(*Child, *Other, Contacts);
		TestEqual(TEXT("contacts while away"), Contacts.Num(), 0);
		Root->SetWorldLocation(FVector(0, 500, 0));
		World.Tick();
		World.GetSubsystem().GetContactsBetween(*Child, *Other, Contacts);
		TestEqual(TEXT("contacts once the parent brought it there"), Contacts.Num(), 1);
	});

	It(TEXT("scales with its transform: evenly, unevenly and mirrored, never too small"), [this]()
	{
		FSphereTreeTestWorld World;
		const auto IsTouching = [&World](const FVector& Scale, double Distance)
		{
			USphereTreeComponent* A = World.Spawn(MakeCluster(50, 20), FTransform(FQuat::Identity, FVector::ZeroVector, Scale));
			USphereTreeComponent* B = World.Spawn(MakeBall(10), FVector(Distance, FMath::Abs(50 * Scale.Y), FMath::Abs(50 * Scale.Z)));
			World.Tick();
			TArray<FSphereTreeContact> Contacts;
			World.GetSubsystem().GetContactsBetween(*A, *B, Contacts);
			A->GetOwner()->Destroy();
			B->GetOwner()->Destroy();
			return Contacts.Num() > 0;
		};
		// Along x the corner ball ends at scale * (50 + 20); the other one reaches 10 back.
		TestTrue(TEXT("unscaled, just touching"), IsTouching(FVector(1, 1, 1), 79.9));
		TestFalse(TEXT("unscaled, just apart"), IsTouching(FVector(1, 1, 1), 80.1));
		TestTrue(TEXT("twice as large, just touching"), IsTouching(FVector(2, 2, 2), 149.8));
		TestFalse(TEXT("twice as large, just apart"), IsTouching(FVector(2, 2, 2), 150.2));
		TestTrue(TEXT("mirrored, just touching"), IsTouching(FVector(-1, 1, 1), 79.9));
		TestFalse(TEXT("mirrored, just apart"), IsTouching(FVector(-1, 1, 1), 80.1));
		// Uneven: the true corner is an ellipsoid from 80 to 120 along x; the ball that holds it may be larger, never smaller.
		TestTrue(TEXT("uneven, touching the true shape"), IsTouching(FVector(2, 1, 1), 149.8));
	});

	It(TEXT("has bounds that hold its spheres"), [this]()
	{
		FSphereTreeTestWorld World;
		const USphereTreeComponent* Component = World.Spawn(MakeBall(10), FTransform(FQuat::Identity, FVector(7, 8, 9), FVector(1, -3, 2)));
		TestEqual(TEXT("centre"), Component->Bounds.Origin, FVector(7, 8, 9));
		TestTrue(TEXT("radius grows with the largest factor"), Component->Bounds.SphereRadius >= 30.0 && Component->Bounds.SphereRadius < 30.1);
	});

	It(TEXT("stays where it was when its transform cannot be used, and says so once"), [this]()
	{
		AddExpectedError(TEXT("stays where it was"), EAutomationExpectedErrorFlags::Contains, 1);
		FSphereTreeTestWorld World;
		USphereTreeComponent* A = World.Spawn(MakeBall(10), FVector(0, 0, 0));
		USphereTreeComponent* B = World.Spawn(MakeBall(10), FVector(15, 0, 0));
		World.Tick();
		for (int32 Frame = 0; Frame < 3; ++Frame)
		{
			B->SetWorldLocation(FVector(1e300 * 1e10, 0, 0));
			World.Tick();
		}
		TArray<FSphereTreeContact> Contacts;
		World.GetSubsystem().GetContactsBetween(*A, *B, Contacts);
		TestEqual(TEXT("contacts"), Contacts.Num(), 1);
	});

	It(TEXT("changes its tree while it is in use"), [this]()
	{
		FSphereTreeTestWorld World;
		USphereTreeComponent* A = World.Spawn(MakeBall(10), FVector(0, 0, 0));
		USphereTreeComponent* B = World.Spawn(MakeBall(10), FVector(25, 0, 0));
		const USphereTreeTestListener* Heard = World.Listen(*A);
		World.Tick();
		TestEqual(TEXT("begins with the small tree"), Heard->Begins, 0);
		B->SetTree(MakeBall(20));
		World.Tick();
		TestEqual(TEXT("begins with the large tree"), Heard->Begins, 1);
		B->SetTree(nullptr);
		TestFalse(TEXT("in the scene without a tree"), B->IsInScene());
		World.Tick();
		TestEqual(TEXT("ends"), Heard->Ends, 1);
	});

	It(TEXT("finds what passed through between two frames when it sweeps"), [this]()
	{
		for (const bool bSweep : {false, true})
		{
			FSphereTreeTestWorld World;
			USphereTreeComponent* Wall = World.Spawn(MakeBall(5), FVector(0, 0, 0));
			USphereTreeComponent* Bullet = World.Spawn(MakeBall(1), FTransform(FVector(-500, 0, 0)), [bSweep](USphereTreeComponent& Component) { Component.bSweepBetweenFrames = bSweep; });
			const USphereTreeTestListener* Heard = World.Listen(*Wall);
			World.Tick();
			Bullet->SetWorldLocation(FVector(500, 0, 0));
			World.Tick();
			TestEqual(TEXT("begins on the way"), Heard->Begins, bSweep ? 1 : 0);
			World.Tick();
			World.Tick();
			TestEqual(TEXT("ends behind the wall"), Heard->Ends, bSweep ? 1 : 0);
		}
	});

	It(TEXT("finds what it passed while it turned"), [this]()
	{
		for (const bool bSweep : {false, true})
		{
			FSphereTreeTestWorld World;
			// Small balls at the corners of a cube: a quarter turn leads corners to corners, past a target between two of them.
			USphereTreeComponent* Turning = World.Spawn(MakeCluster(50, 5), FTransform::Identity, [bSweep](USphereTreeComponent& Component) { Component.bSweepBetweenFrames = bSweep; });
			const USphereTreeComponent* Target = World.Spawn(MakeBall(1), FVector(0, 70.7, 50));
			const USphereTreeTestListener* Heard = World.Listen(*Turning);
			World.Tick();
			TestEqual(TEXT("begins before"), Heard->Begins, 0);
			Turning->SetRelativeRotation(FRotator(0, 90, 0));
			World.Tick();
			TestEqual(TEXT("begins on the way"), Heard->Begins, bSweep ? 1 : 0);
			World.Tick(2, 0.02f);
			TestEqual(TEXT("ends behind it"), Heard->Ends, bSweep ? 1 : 0);
			TestTrue(TEXT("and is in the scene"), Target->IsInScene());
		}
	});
}
