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

BEGIN_DEFINE_SPEC(FSphereTreePlayInEditorSpec, "SphereTree.Component.PlayInEditor", SPHERETREE_TEST_FLAGS)
	/** How many points two components touch in, as their own world knows it. */
	static int32 CountContacts(const FSphereTreeTestWorld& World, const USphereTreeComponent& A, const USphereTreeComponent& B)
	{
		TArray<FSphereTreeContact> Contacts;
		World.GetSubsystem().GetContactsBetween(A, B, Contacts);
		return Contacts.Num();
	}

	/** The level editor does not tick its world unless a setting says so; a step by hand does the same. */
	static void Step(const FSphereTreeTestWorld& World) { World.GetSubsystem().Step(1.0f / 60.0f); }
END_DEFINE_SPEC(FSphereTreePlayInEditorSpec)

void FSphereTreePlayInEditorSpec::Define()
{
	It(TEXT("copies the bodies of a level with all that was set on them"), [this]()
	{
		FSphereTreeTestWorld Edited(EWorldType::Editor);
		USphereTreeAsset* Ball = MakeBall(10);
		USphereTreeComponent* A = Edited.Spawn(Ball, FVector(0, 0, 0));
		USphereTreeComponent* B = Edited.Spawn(Ball, FTransform(FQuat::Identity, FVector(15, 0, 0), FVector(1, -1, 1)), [](USphereTreeComponent& Component)
		{
			Component.BudgetShare = 3.0f;
			Component.bGenerateStayEvents = true;
			Component.SetSphereTreeResponse(ECC_Pawn, ECR_Ignore);
		});
		const TUniquePtr<FSphereTreeTestWorld> Played = Edited.PlayInEditor();
		TestTrue(TEXT("another world"), &Played->GetWorld() != &Edited.GetWorld());
		TestTrue(TEXT("that has begun play"), Played->GetWorld().HasBegunPlay());
		TestFalse(TEXT("and the first has not"), Edited.GetWorld().HasBegunPlay());
		USphereTreeComponent* CopyOfA = Played->FindCopy(*A);
		USphereTreeComponent* CopyOfB = Played->FindCopy(*B);
		if (!TestNotNull(TEXT("a copy of A"), CopyOfA) || !TestNotNull(TEXT("a copy of B"), CopyOfB))
		{
			return;
		}
		TestTrue(TEXT("of their own"), CopyOfA != A && CopyOfB != B && CopyOfB->GetOwner() != B->GetOwner());
		TestTrue(TEXT("in the new world"), CopyOfB->GetWorld() == &Played->GetWorld());
		TestTrue(TEXT("registered"), CopyOfA->IsRegistered() && CopyOfB->IsRegistered());
		TestTrue(TEXT("playing"), CopyOfB->HasBegunPlay() && !B->HasBegunPlay());
		TestTrue(TEXT("in its scene"), CopyOfA->IsInScene() && CopyOfB->IsInScene());
		TestTrue(TEXT("the asset is shared"), CopyOfB->Tree.Get() == Ball);
		TestEqual(TEXT("share"), CopyOfB->BudgetShare, 3.0f);
		TestTrue(TEXT("flags"), CopyOfB->bGenerateStayEvents);
		TestTrue(TEXT("responses"), CopyOfB->BodyInstance.GetResponseToChannel(ECC_Pawn) == ECR_Ignore);
		TestTrue(TEXT("place and scale"), CopyOfB->GetComponentTransform().Equals(B->GetComponentTransform()));
		Played->Tick();
		Step(Edited);
		TestEqual(TEXT("bodies of the played world"), Played->GetSubsystem().GetReport().Bodies, 2);
		TestEqual(TEXT("bodies of the edited world"), Edited.GetSubsystem().GetReport().Bodies, 2);
	});

	It(TEXT("keeps the contacts of both worlds apart"), [this]()
	{
		FSphereTreeTestWorld Edited(EWorldType::Editor);
		USphereTreeAsset* Ball = MakeBall(10);
		USphereTreeComponent* A = Edited.Spawn(Ball, FVector(0, 0, 0));
		USphereTreeComponent* B = Edited.Spawn(Ball, FVector(15, 0, 0));
		USphereTreeComponent* C = Edited.Spawn(Ball, FVector(500, 0, 0));
		Step(Edited);
		TestEqual(TEXT("A and B touch in the editor"), CountContacts(Edited, *A, *B), 1);

		const TUniquePtr<FSphereTreeTestWorld> Played = Edited.PlayInEditor();
		USphereTreeComponent* CopyOfA = Played->FindCopy(*A);
		USphereTreeComponent* CopyOfB = Played->FindCopy(*B);
		USphereTreeComponent* CopyOfC = Played->FindCopy(*C);
		if (!TestTrue(TEXT("three copies"), CopyOfA && CopyOfB && CopyOfC))
		{
			return;
		}
		TestEqual(TEXT("a copy has no contacts of its source"), CountContacts(*Played, *CopyOfA, *CopyOfB), 0);
		const USphereTreeTestListener* InEditor = Edited.Listen(*A);
		const USphereTreeTestListener* InPlay = Played->Listen(*CopyOfA);
		Played->Tick();
		TestEqual(TEXT("the copies touch"), CountContacts(*Played, *CopyOfA, *CopyOfB), 1);
		TestEqual(TEXT("and tell"), InPlay->Begins, 1);

		// The game moves what it will.
		CopyOfB->SetWorldLocation(FVector(0, 300, 0));
		CopyOfC->SetWorldLocation(FVector(-15, 0, 0));
		Played->Tick();
		TestEqual(TEXT("B's copy has left"), InPlay->Ends, 1);
		TestEqual(TEXT("C's copy has come"), InPlay->Begins, 2);
		Step(Edited);
		TestEqual(TEXT("nothing began in the editor"), InEditor->Begins, 0);
		TestEqual(TEXT("nothing ended there"), InEditor->Ends, 0);
		TestEqual(TEXT("B is where it was"), B->GetComponentLocation(), FVector(15, 0, 0));
		TestEqual(TEXT("and still touches A"), CountContacts(Edited, *A, *B), 1);

		// Somebody edits the level while it is played.
		C->SetWorldLocation(FVector(0, 15, 0));
		Step(Edited);
		Played->Tick();
		TestEqual(TEXT("C has come in the editor"), InEditor->Begins, 1);
		TestEqual(TEXT("and in the game nothing new"), InPlay->Begins, 2);

		// Something dies in the game only.
		CopyOfA->GetOwner()->Destroy();
		Played->Tick();
		Step(Edited);
		TestEqual(TEXT("two left in the game"), Played->GetSubsystem().GetReport().Bodies, 2);
		TestTrue(TEXT("three in the editor"), A->IsInScene() && Edited.GetSubsystem().GetReport().Bodies == 3);
	});

	It(TEXT("leaves the edited world as it was when play ends, and can play again"), [this]()
	{
		FSphereTreeTestWorld Edited(EWorldType::Editor);
		USphereTreeAsset* Ball = MakeBall(10);
		USphereTreeComponent* A = Edited.Spawn(Ball, FVector(0, 0, 0));
		USphereTreeComponent* B = Edited.Spawn(Ball, FVector(15, 0, 0));
		Step(Edited);
		for (int32 Session = 0; Session < 2; ++Session)
		{
			TUniquePtr<FSphereTreeTestWorld> Played = Edited.PlayInEditor();
			USphereTreeComponent* CopyOfB = Played->FindCopy(*B);
			if (!TestNotNull(TEXT("a copy"), CopyOfB))
			{
				return;
			}
			TestEqual(TEXT("each session begins where the level is"), CopyOfB->GetComponentLocation(), FVector(15, 0, 0));
			Played->Tick();
			CopyOfB->SetWorldLocation(FVector(999, 0, 0));
			Played->Tick();
			Played.Reset();
			Step(Edited);
			TestTrue(TEXT("A and B are there"), IsValid(A) && IsValid(B) && A->IsInScene() && B->IsInScene());
			TestEqual(TEXT("bodies"), Edited.GetSubsystem().GetReport().Bodies, 2);
			TestEqual(TEXT("contacts"), CountContacts(Edited, *A, *B), 1);
		}
	});

	It(TEXT("shares meshes and what they name, keeps attachments, and hears of a rebuilt tree in both worlds"), [this]()
	{
		FSphereTreeTestWorld Edited(EWorldType::Editor);
		UStaticMesh* Mesh = NewObject<UStaticMesh>(GetTransientPackage());
		USphereTreeAsset* Named = MakeBall(10);
		USphereTreeUserData::SetTree(Mesh, Named);
		AActor* Actor = Edited.GetWorld().SpawnActor<AActor>();
		UStaticMeshComponent* MeshComponent = NewObject<UStaticMeshComponent>(Actor);
		MeshComponent->SetStaticMesh(Mesh);
		Actor->SetRootComponent(MeshComponent);
		Actor->AddInstanceComponent(MeshComponent);
		MeshComponent->RegisterComponent();
		MeshComponent->SetWorldLocation(FVector(100, 0, 0));
		USphereTreeComponent* Child = NewObject<USphereTreeComponent>(Actor);
		Child->SetupAttachment(MeshComponent);
		Child->SetRelativeLocation(FVector(0, 50, 0));
		Actor->AddInstanceComponent(Child);
		Child->RegisterComponent();
		USphereTreeComponent* Other = Edited.Spawn(Named, FVector(100, 75, 0));

		const TUniquePtr<FSphereTreeTestWorld> Played = Edited.PlayInEditor();
		USphereTreeComponent* CopyOfChild = Played->FindCopy(*Child);
		USphereTreeComponent* CopyOfOther = Played->FindCopy(*Other);
		if (!TestTrue(TEXT("copies"), CopyOfChild && CopyOfOther))
		{
			return;
		}
		const UStaticMeshComponent* CopyOfMesh = Cast<UStaticMeshComponent>(CopyOfChild->GetAttachParent());
		TestTrue(TEXT("attached to a copy"), CopyOfMesh && CopyOfMesh != MeshComponent && CopyOfMesh->GetOwner() == CopyOfChild->GetOwner());
		TestTrue(TEXT("of the same mesh"), CopyOfMesh && CopyOfMesh->GetStaticMesh() == Mesh);
		TestTrue(TEXT("whose tree is found"), CopyOfChild->GetTreeInUse() == Named);
		TestEqual(TEXT("where the parent carries it"), CopyOfChild->GetComponentLocation(), FVector(100, 50, 0));

		Played->Tick();
		Step(Edited);
		TestEqual(TEXT("apart in the game"), CountContacts(*Played, *CopyOfChild, *CopyOfOther), 0);
		TestEqual(TEXT("apart in the editor"), CountContacts(Edited, *Child, *Other), 0);
		FString WhyNot;
		TestTrue(TEXT("rebuilt"), Named->SetArchive(MakeBallArchive(15), 2, WhyNot));
		Played->Tick();
		Step(Edited);
		TestEqual(TEXT("touching in the game"), CountContacts(*Played, *CopyOfChild, *CopyOfOther), 1);
		TestEqual(TEXT("touching in the editor"), CountContacts(Edited, *Child, *Other), 1);
	});
}
