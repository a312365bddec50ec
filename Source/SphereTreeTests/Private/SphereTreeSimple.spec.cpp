// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "Components/StaticMeshComponent.h"
#include "Engine/StaticMesh.h"
#include "GameFramework/Actor.h"
#include "Misc/AutomationTest.h"
#include "PhysicsEngine/AggregateGeom.h"
#include "PhysicsEngine/BodySetup.h"
#include "PhysicsEngine/BoxElem.h"
#include "PhysicsEngine/ConvexElem.h"
#include "PhysicsEngine/SphereElem.h"
#include "PhysicsEngine/SphylElem.h"
#include "SphereTreeComponent.h"
#include "SphereTreeSubsystem.h"
#include "SphereTreeTestListener.h"
#include "SphereTreeTestWorld.h"
#include "UObject/Package.h"
#if WITH_EDITOR
#include "Misc/DataValidation.h"
#endif

using namespace SphereTreeTestTrees;

namespace
{
	struct FSimplePins
	{
		bool bSimple = true;
	};

	UStaticMesh* MakeSimpleMesh(TFunction<void(FKAggregateGeom&)> Fill)
	{
		UStaticMesh* Mesh = NewObject<UStaticMesh>(GetTransientPackage());
		Mesh->CreateBodySetup();
		Fill(Mesh->GetBodySetup()->AggGeom);
		return Mesh;
	}

	USphereTreeComponent* SpawnSimple(FSphereTreeTestWorld& World, UStaticMesh* Mesh, const FTransform& Transform)
	{
		return World.Spawn(nullptr, Transform, [Mesh](USphereTreeComponent& Component)
		{
			UStaticMeshComponent* MeshComponent = NewObject<UStaticMeshComponent>(Component.GetOwner());
			MeshComponent->SetStaticMesh(Mesh);
			MeshComponent->RegisterComponent();
			Component.bSimpleCollision = true;
		});
	}

	FKSphereElem MakeSphereElem(const FVector& Center, float Radius)
	{
		FKSphereElem Sphere;
		Sphere.Center = Center;
		Sphere.Radius = Radius;
		return Sphere;
	}

	FKBoxElem MakeBoxElem(const FVector& Center, const FRotator& Rotation, float X, float Y, float Z)
	{
		FKBoxElem Box(X, Y, Z);
		Box.Center = Center;
		Box.Rotation = Rotation;
		return Box;
	}

	FKSphylElem MakeCapsuleElem(const FRotator& Rotation, float Radius, float Length)
	{
		FKSphylElem Capsule(Radius, Length);
		Capsule.Rotation = Rotation;
		return Capsule;
	}

	/** Corners on the axes, 10 from the origin; stored half as large and off it, so that the element's transform counts. */
	FKConvexElem MakeOctahedronElem()
	{
		FKConvexElem Convex;
		for (const double Way : {-5.0, 5.0})
		{
			Convex.VertexData.Add(FVector(Way + 3.0, 0, 0));
			Convex.VertexData.Add(FVector(3, Way, 0));
			Convex.VertexData.Add(FVector(3, 0, Way));
		}
		Convex.SetTransform(FTransform(FQuat::Identity, FVector(-6, 0, 0), FVector(2, 2, 2)));
		return Convex;
	}

	constexpr int32 KindCount = 5;
	const TCHAR* const KindNames[KindCount] = {TEXT("tree"), TEXT("sphere"), TEXT("box"), TEXT("capsule"), TEXT("convex")};

	/** Every kind reaches 10 cm along x, so that what touches is known by formula. */
	USphereTreeComponent* SpawnKind(FSphereTreeTestWorld& World, int32 Kind, const FTransform& Transform)
	{
		if (Kind == 0)
		{
			return World.Spawn(MakeBall(10), Transform);
		}
		return SpawnSimple(World, MakeSimpleMesh([Kind](FKAggregateGeom& Geometry)
		{
			switch (Kind)
			{
			case 1: Geometry.SphereElems.Add(MakeSphereElem(FVector::ZeroVector, 10)); break;
			case 2: Geometry.BoxElems.Add(MakeBoxElem(FVector::ZeroVector, FRotator::ZeroRotator, 20, 20, 20)); break;
			case 3: Geometry.SphylElems.Add(MakeCapsuleElem(FRotator::ZeroRotator, 10, 30)); break;
			default: Geometry.ConvexElems.Add(MakeOctahedronElem()); break;
			}
		}), Transform);
	}

	int32 CountPoints(const FSphereTreeTestWorld& World, const USphereTreeComponent& A, const USphereTreeComponent& B)
	{
		TArray<FSphereTreeContact> Contacts;
		World.GetSubsystem().GetContactsBetween(A, B, Contacts);
		return Contacts.Num();
	}

	/** Two spheres of 10 cm, 40 apart along x. */
	UStaticMesh* MakeDumbbell()
	{
		return MakeSimpleMesh([](FKAggregateGeom& Geometry)
		{
			Geometry.SphereElems.Add(MakeSphereElem(FVector(-20, 0, 0), 10));
			Geometry.SphereElems.Add(MakeSphereElem(FVector(20, 0, 0), 10));
		});
	}

	UStaticMesh* MakeBar(float Length)
	{
		return MakeSimpleMesh([Length](FKAggregateGeom& Geometry) { Geometry.BoxElems.Add(MakeBoxElem(FVector::ZeroVector, FRotator::ZeroRotator, Length, 20, 20)); });
	}
}

BEGIN_DEFINE_SPEC(FSphereTreeSimpleSpec, "SphereTree.Simple", SPHERETREE_TEST_FLAGS)
void TestKinds(int32 KindA, int32 KindB, const FVector& ScaleOfB);
void TestDistance(int32 KindA, int32 KindB);
END_DEFINE_SPEC(FSphereTreeSimpleSpec)

void FSphereTreeSimpleSpec::TestKinds(int32 KindA, int32 KindB, const FVector& ScaleOfB)
{
	FSphereTreeTestWorld World;
	const double Reach = 10.0 + 10.0 * FMath::Abs(ScaleOfB.X);
	USphereTreeComponent* A = SpawnKind(World, KindA, FTransform(FVector(3, 4, 5)));
	USphereTreeComponent* B = SpawnKind(World, KindB, FTransform(FQuat::Identity, FVector(3 + Reach + 0.1, 4, 5), ScaleOfB));
	const USphereTreeTestListener* OfA = World.Listen(*A);
	const USphereTreeTestListener* OfB = World.Listen(*B);
	World.Tick(2, 0.02f);
	TestEqual(TEXT("bodies"), World.GetSubsystem().GetReport().Bodies, 2);
	TestEqual(TEXT("begins while just apart"), OfA->Begins, 0);
	B->SetWorldLocation(FVector(3 + Reach - 0.1, 4, 5));
	World.Tick(3, 0.02f);
	TestEqual(TEXT("begins"), OfA->Begins, 1);
	TestEqual(TEXT("begins for the other"), OfB->Begins, 1);
	TestTrue(TEXT("is as fine as it gets"), OfA->LastContact.bConfirmed && OfA->LastContact.State == ESphereTreeContactState::Leaf);
	TestTrue(TEXT("normal, towards the other"), OfA->LastContact.Normal.X > 0.5 && OfB->LastContact.Normal.X < -0.5);
	TestTrue(TEXT("depth"), OfA->LastContact.Depth > 0.0 && OfA->LastContact.Depth < 0.2);
	TestTrue(TEXT("point"), FMath::Abs(OfA->LastContact.Point.X - 13.0) < 0.3);
	TestTrue(TEXT("one number"), OfA->LastContact.ContactId == OfB->LastContact.ContactId);
	TestEqual(TEXT("ends while they touch"), OfA->Ends, 0);
	B->SetWorldLocation(FVector(3 + Reach + 0.1, 4, 5));
	World.Tick(2, 0.02f);
	TestEqual(TEXT("ends"), OfA->Ends, 1);
	TestEqual(TEXT("ends for the other"), OfB->Ends, 1);
}

void FSphereTreeSimpleSpec::TestDistance(int32 KindA, int32 KindB)
{
	FSphereTreeTestWorld World;
	USphereTreeComponent* A = SpawnKind(World, KindA, FTransform(FVector(0, 0, 0)));
	USphereTreeComponent* B = SpawnKind(World, KindB, FTransform(FVector(50, 0, 0)));
	World.Tick();
	FSphereTreeDistance Distance;
	TestTrue(TEXT("measured"), World.GetSubsystem().MeasureDistance(*A, *B, 0.001, Distance));
	TestTrue(TEXT("between its bounds"), Distance.Least <= 30.0 && Distance.Most >= 30.0 && Distance.bFinished);
	TestEqual(TEXT("and they are close"), Distance.Least, Distance.Most, 0.01);
	const FSphereTreeNoContact Far = World.GetSubsystem().WhyNoContact(A, B);
	TestTrue(TEXT("why there is no contact"), Far.Reason == ESphereTreeNoContactReason::BroadPhase && FMath::Abs(Far.Distance - 30.0) < 0.5);
}

void FSphereTreeSimpleSpec::Define()
{
	for (int32 KindA = 0; KindA < KindCount; ++KindA)
	{
		for (int32 KindB = KindA; KindB < KindCount; ++KindB)
		{
			It(FString::Printf(TEXT("%s meets %s"), KindNames[KindA], KindNames[KindB]), [this, KindA, KindB]()
			{
				for (const FVector& Scale : {FVector(1, 1, 1), FVector(2, 2, 2), FVector(2, 1, 1), FVector(-1, 1, 1)})
				{
					TestKinds(KindA, KindB, Scale);
					TestKinds(KindB, KindA, Scale);
				}
				TestDistance(KindA, KindB);
				TestDistance(KindB, KindA);
			});
		}
	}

	It(TEXT("overlaps as trees do"), [this]()
	{
		FSphereTreeTestWorld World;
		USphereTreeComponent* A = SpawnSimple(World, MakeDumbbell(), FTransform::Identity);
		USphereTreeComponent* B = World.Spawn(MakeBall(10), FVector(20, 15, 0));
		B->SetSphereTreeResponseToAll(ECR_Overlap);
		const USphereTreeTestListener* Heard = World.Listen(*A);
		World.Tick();
		TestEqual(TEXT("overlaps"), Heard->OverlapBegins, 1);
		TestEqual(TEXT("contacts"), Heard->Begins, 0);
		B->SetWorldLocation(FVector(20, 100, 0));
		World.Tick();
		TestEqual(TEXT("overlap ends"), Heard->OverlapEnds, 1);
	});

	It(TEXT("several elements make one contact, from the first that touches to the last"), [this]()
	{
		FSphereTreeTestWorld World;
		USphereTreeComponent* A = SpawnSimple(World, MakeDumbbell(), FTransform::Identity);
		USphereTreeComponent* B = SpawnSimple(World, MakeBar(100), FTransform(FVector(60, 19, 0)));
		A->bGenerateStayEvents = true;
		const USphereTreeTestListener* OfA = World.Listen(*A);
		const USphereTreeTestListener* OfB = World.Listen(*B);
		World.Tick();
		TestEqual(TEXT("begins with the first"), OfA->Begins, 1);
		TestEqual(TEXT("points of one"), CountPoints(World, *A, *B), 1);
		const int64 Number = OfA->LastContact.ContactId;
		B->SetWorldLocation(FVector(0, 19, 0));
		World.Tick(2, 0.02f);
		TestEqual(TEXT("points of both"), CountPoints(World, *A, *B), 2);
		TestEqual(TEXT("begins while a second touches"), OfA->Begins, 1);
		TestTrue(TEXT("keeps its number"), OfA->Stays == 2 && OfA->LastContact.ContactId == Number);
		TestEqual(TEXT("contacts of the frame"), World.GetSubsystem().GetReport().Contacts, 1);
		B->SetWorldLocation(FVector(-60, 19, 0));
		World.Tick(2, 0.02f);
		TestEqual(TEXT("goes on with the last"), OfA->Ends, 0);
		TestTrue(TEXT("at the other element"), OfA->LastContact.Point.X < -10.0);
		B->SetWorldLocation(FVector(-60, 50, 0));
		World.Tick(2, 0.02f);
		TestEqual(TEXT("ends with the last"), OfA->Ends, 1);
		TestEqual(TEXT("ends for the other"), OfB->Ends, 1);
		TestEqual(TEXT("begins of the other"), OfB->Begins, 1);
	});

	It(TEXT("two components with several elements each make one contact, whoever came first"), [this]()
	{
		for (const bool bTurned : {false, true})
		{
			FSphereTreeTestWorld World;
			const FTransform Places[2] = {FTransform(FVector(0, 0, 0)), FTransform(FVector(0, 19, 0))};
			USphereTreeComponent* A = SpawnSimple(World, MakeDumbbell(), Places[bTurned ? 1 : 0]);
			USphereTreeComponent* B = SpawnSimple(World, MakeDumbbell(), Places[bTurned ? 0 : 1]);
			const USphereTreeTestListener* OfA = World.Listen(*A);
			World.Tick(2, 0.02f);
			TestEqual(TEXT("begins"), OfA->Begins, 1);
			TestEqual(TEXT("points"), CountPoints(World, *A, *B), 2);
			TestEqual(TEXT("normal"), OfA->LastContact.Normal, FVector(0, bTurned ? -1 : 1, 0), 0.01f);
		}
	});

	It(TEXT("elements of one component never meet each other"), [this]()
	{
		FSphereTreeTestWorld World;
		SpawnSimple(World, MakeSimpleMesh([](FKAggregateGeom& Geometry)
		{
			for (int32 Index = 0; Index < 6; ++Index)
			{
				Geometry.SphereElems.Add(MakeSphereElem(FVector(Index, 0, 0), 10));
			}
		}), FTransform::Identity);
		World.Tick(2, 0.02f);
		TestEqual(TEXT("bodies"), World.GetSubsystem().GetReport().Bodies, 1);
		TestEqual(TEXT("pairs"), World.GetSubsystem().GetReport().Pairs, 0);
		TestEqual(TEXT("contacts"), World.GetSubsystem().GetReport().Contacts, 0);
	});

	It(TEXT("the end of a component with several elements is told once"), [this]()
	{
		FSphereTreeTestWorld World;
		USphereTreeComponent* A = SpawnSimple(World, MakeBar(100), FTransform(FVector(0, 19, 0)));
		USphereTreeComponent* B = SpawnSimple(World, MakeDumbbell(), FTransform::Identity);
		const USphereTreeTestListener* Heard = World.Listen(*A);
		World.Tick();
		B->UnregisterComponent();
		World.Tick();
		TestEqual(TEXT("ends when it streams out"), Heard->Ends, 1);
		B->RegisterComponent();
		World.Tick();
		TestEqual(TEXT("begins again"), Heard->Begins, 2);
		B->GetOwner()->Destroy();
		CollectGarbage(RF_NoFlags, true);
		World.Tick(2, 0.02f);
		TestEqual(TEXT("ends when it is destroyed"), Heard->Ends, 2);
		TestTrue(TEXT("the other is none"), Heard->bLastOtherWasNull);
	});

	It(TEXT("elements are turned and scaled with the mesh"), [this]()
	{
		const auto IsTouching = [](UStaticMesh* Mesh, const FVector& Scale, const FQuat& Rotation, const FVector& Ball)
		{
			FSphereTreeTestWorld World;
			USphereTreeComponent* A = SpawnSimple(World, Mesh, FTransform(Rotation, FVector::ZeroVector, Scale));
			USphereTreeComponent* B = World.Spawn(MakeBall(10), Ball);
			World.Tick();
			return CountPoints(World, *A, *B) > 0;
		};
		const FQuat Quarter(FVector(0, 0, 1), 1.5707963267948966);
		const auto MakeTurnedBox = []() { return MakeSimpleMesh([](FKAggregateGeom& Geometry) { Geometry.BoxElems.Add(MakeBoxElem(FVector(5, 0, 0), FRotator(0, 45, 0), 20, 20, 20)); }); };
		// An edge at 5 + 14.142 along x, and twice that when x is scaled: the turned box becomes a rhombus.
		TestTrue(TEXT("turned box, uneven, just touching"), IsTouching(MakeTurnedBox(), FVector(2, 1, 1), FQuat::Identity, FVector(48.2, 0, 0)));
		TestFalse(TEXT("turned box, uneven, just apart"), IsTouching(MakeTurnedBox(), FVector(2, 1, 1), FQuat::Identity, FVector(48.4, 0, 0)));
		TestTrue(TEXT("across, just touching"), IsTouching(MakeTurnedBox(), FVector(2, 1, 1), FQuat::Identity, FVector(10, 24.1, 0)));
		TestFalse(TEXT("across, just apart"), IsTouching(MakeTurnedBox(), FVector(2, 1, 1), FQuat::Identity, FVector(10, 24.2, 0)));
		TestTrue(TEXT("with the component turned"), IsTouching(MakeTurnedBox(), FVector(2, 1, 1), Quarter, FVector(0, 48.2, 0)));
		TestFalse(TEXT("with the component turned, apart"), IsTouching(MakeTurnedBox(), FVector(2, 1, 1), Quarter, FVector(0, 48.4, 0)));
		TestTrue(TEXT("mirrored"), IsTouching(MakeTurnedBox(), FVector(-2, 1, 1), FQuat::Identity, FVector(-48.2, 0, 0)));
		TestFalse(TEXT("mirrored, apart"), IsTouching(MakeTurnedBox(), FVector(-2, 1, 1), FQuat::Identity, FVector(-48.4, 0, 0)));
		const auto MakeLyingCapsule = []() { return MakeSimpleMesh([](FKAggregateGeom& Geometry) { Geometry.SphylElems.Add(MakeCapsuleElem(FRotator(90, 0, 0), 10, 30)); }); };
		// Along x it ends at 25; scaled by 2 along x, its caps become ellipsoids that end at 50.
		TestTrue(TEXT("capsule, just touching"), IsTouching(MakeLyingCapsule(), FVector(1, 1, 1), FQuat::Identity, FVector(34.9, 0, 0)));
		TestFalse(TEXT("capsule, just apart"), IsTouching(MakeLyingCapsule(), FVector(1, 1, 1), FQuat::Identity, FVector(35.1, 0, 0)));
		TestTrue(TEXT("capsule, uneven, just touching"), IsTouching(MakeLyingCapsule(), FVector(2, 1, 1), FQuat::Identity, FVector(59.9, 0, 0)));
		TestFalse(TEXT("capsule, uneven, just apart"), IsTouching(MakeLyingCapsule(), FVector(2, 1, 1), FQuat::Identity, FVector(60.1, 0, 0)));
		TestFalse(TEXT("capsule, uneven, across"), IsTouching(MakeLyingCapsule(), FVector(2, 1, 1), FQuat::Identity, FVector(0, 0, 20.1)));
		TestTrue(TEXT("capsule, uneven, across, touching"), IsTouching(MakeLyingCapsule(), FVector(2, 1, 1), FQuat::Identity, FVector(0, 0, 19.9)));
		const auto MakeTiltedCapsule = []() { return MakeSimpleMesh([](FKAggregateGeom& Geometry) { Geometry.SphylElems.Add(MakeCapsuleElem(FRotator(0, 0, 90), 0.01f, 200)); }); };
		// A thin one along y; turned by the component, then scaled along its own axis.
		TestTrue(TEXT("its ends go where the mesh's do"), IsTouching(MakeTiltedCapsule(), FVector(1, 3, 1), Quarter, FVector(309.9, 0, 0)));
		TestFalse(TEXT("and no farther"), IsTouching(MakeTiltedCapsule(), FVector(1, 3, 1), Quarter, FVector(310.2, 0, 0)));
		const auto MakeSlantedCapsule = []() { return MakeSimpleMesh([](FKAggregateGeom& Geometry) { Geometry.SphylElems.Add(MakeCapsuleElem(FRotator(45, 0, 0), 0.01f, 200)); }); };
		// Half of 200 at 45 degrees is 70.71 both ways; stretched to 141.42 along x it leans more.
		const bool bUp = IsTouching(MakeSlantedCapsule(), FVector(2, 1, 1), FQuat::Identity, FVector(141.42, 0, 80.7));
		const bool bDown = IsTouching(MakeSlantedCapsule(), FVector(2, 1, 1), FQuat::Identity, FVector(141.42, 0, -80.7));
		TestTrue(TEXT("a slanted one ends there, on one side"), bUp != bDown);
		TestFalse(TEXT("and not above"), IsTouching(MakeSlantedCapsule(), FVector(2, 1, 1), FQuat::Identity, FVector(141.42, 0, bUp ? 80.8 : -80.8)));
	});

	It(TEXT("follows its component's scale while it lives"), [this]()
	{
		FSphereTreeTestWorld World;
		USphereTreeComponent* A = SpawnSimple(World, MakeDumbbell(), FTransform::Identity);
		USphereTreeComponent* B = World.Spawn(MakeBall(10), FVector(55, 0, 0));
		World.Tick();
		TestEqual(TEXT("apart"), CountPoints(World, *A, *B), 0);
		A->SetRelativeTransform(FTransform(FQuat::Identity, FVector::ZeroVector, FVector(2, 2, 2)));
		World.Tick();
		TestEqual(TEXT("touching once it is twice as large"), CountPoints(World, *A, *B), 1);
		TestTrue(TEXT("bounds hold it"), A->Bounds.SphereRadius >= 60.0 && A->Bounds.SphereRadius < 60.1);
	});

	It(TEXT("finds what passed through between two frames when it sweeps"), [this]()
	{
		for (const bool bSweep : {false, true})
		{
			FSphereTreeTestWorld World;
			USphereTreeComponent* A = SpawnSimple(World, MakeDumbbell(), FTransform(FVector(0, -500, 0)));
			USphereTreeComponent* B = World.Spawn(MakeBall(10), FVector(20, 0, 0));
			A->bSweepBetweenFrames = bSweep;
			const USphereTreeTestListener* Heard = World.Listen(*B);
			World.Tick();
			A->SetWorldLocation(FVector(0, 500, 0));
			World.Tick();
			TestEqual(TEXT("begins"), Heard->Begins, bSweep ? 1 : 0);
			World.Tick(2, 0.02f);
			TestEqual(TEXT("ends"), Heard->Ends, bSweep ? 1 : 0);
		}
	});

	It(TEXT("queries see a component once, and not the one who asks"), [this]()
	{
		FSphereTreeTestWorld World;
		USphereTreeComponent* Dumbbell = SpawnSimple(World, MakeDumbbell(), FTransform::Identity);
		USphereTreeComponent* Bar = SpawnSimple(World, MakeBar(20), FTransform(FVector(100, 0, 0)));
		World.Tick();
		FSphereTreeQuery Query;
		Query.Channel = ECC_Visibility;
		FSphereTreeHit Hit;
		TestTrue(TEXT("hit"), World.GetSubsystem().SweepSingle(FVector(-100, 0, 0), FVector(300, 0, 0), 0.0, Query, Hit));
		TestTrue(TEXT("the first"), Hit.Component == Dumbbell && FMath::Abs(Hit.Distance - 70.0) < 0.01);
		Query.Ignored = Dumbbell;
		TestTrue(TEXT("hit behind it"), World.GetSubsystem().SweepSingle(FVector(-100, 0, 0), FVector(300, 0, 0), 0.0, Query, Hit));
		TestTrue(TEXT("the bar"), Hit.Component == Bar && FMath::Abs(Hit.Distance - 190.0) < 0.01);
		Query.Ignored = nullptr;
		TArray<FSphereTreeHit> Hits;
		World.GetSubsystem().OverlapSphere(FVector(0, 0, 0), 95.0, Query, Hits);
		TestEqual(TEXT("overlapped components"), Hits.Num(), 2);
		Query.Ignored = Dumbbell;
		World.GetSubsystem().OverlapSphere(FVector(0, 0, 0), 95.0, Query, Hits);
		TestEqual(TEXT("without the one who asks"), Hits.Num(), 1);
		FSphereTreeDistance Distance;
		for (const double Side : {-1.0, 1.0})
		{
			const USphereTreeComponent* Ball = World.Spawn(MakeBall(10), FVector(Side * 170.0, 500, 0));
			USphereTreeComponent* Far = SpawnSimple(World, MakeDumbbell(), FTransform(FVector(Side * 100.0, 500, 0)));
			TestTrue(TEXT("measured"), World.GetSubsystem().MeasureDistance(*Far, *Ball, 0.001, Distance));
			TestTrue(TEXT("by the nearer element, be it the first or the last"), FMath::Abs(Distance.Least - 30.0) < 0.1 && FMath::Abs(Distance.Most - 30.0) < 0.1);
		}
		TestTrue(TEXT("measured"), World.GetSubsystem().MeasureDistance(*Dumbbell, *Bar, 0.001, Distance));
		TestEqual(TEXT("from the nearer element"), Distance.Most, 60.0, 0.01);
		TestEqual(TEXT("and no nearer"), Distance.Least, 60.0, 0.01);
	});

	It(TEXT("takes only elements whose collision is on, and none without any"), [this]()
	{
		FSphereTreeTestWorld World;
		UStaticMesh* Mesh = MakeDumbbell();
		Mesh->GetBodySetup()->AggGeom.SphereElems[0].SetCollisionEnabled(ECollisionEnabled::NoCollision);
		USphereTreeComponent* Half = SpawnSimple(World, Mesh, FTransform::Identity);
		USphereTreeComponent* Left = World.Spawn(MakeBall(5), FVector(-20, 0, 0));
		USphereTreeComponent* Right = World.Spawn(MakeBall(5), FVector(20, 0, 0));
		USphereTreeComponent* Empty = SpawnSimple(World, MakeSimpleMesh([](FKAggregateGeom&) {}), FTransform::Identity);
		World.Tick();
		TestEqual(TEXT("off"), CountPoints(World, *Half, *Left), 0);
		TestEqual(TEXT("on"), CountPoints(World, *Half, *Right), 1);
		TestFalse(TEXT("in the scene without elements"), Empty->IsInScene());
		TestTrue(TEXT("and says why"), World.GetSubsystem().WhyNoContact(Empty, Half).Sentence.Contains(TEXT("simple collision")));
	});

	It(TEXT("an element that cannot be used is left out, and the others stay"), [this]()
	{
		AddExpectedError(TEXT("An element of"), EAutomationExpectedErrorFlags::Contains, 1);
		FSphereTreeTestWorld World;
		UStaticMesh* Mesh = MakeDumbbell();
		Mesh->GetBodySetup()->AggGeom.SphereElems[0].Radius = -1.0f;
		USphereTreeComponent* A = SpawnSimple(World, Mesh, FTransform::Identity);
		USphereTreeComponent* B = World.Spawn(MakeBall(5), FVector(20, 0, 0));
		World.Tick();
		TestTrue(TEXT("in the scene"), A->IsInScene());
		TestEqual(TEXT("contacts"), CountPoints(World, *A, *B), 1);
	});

	It(TEXT("changes from tree to simple collision and back"), [this]()
	{
		FSphereTreeTestWorld World;
		USphereTreeComponent* A = SpawnSimple(World, MakeDumbbell(), FTransform::Identity);
		A->Tree = MakeBall(10);
		USphereTreeComponent* B = World.Spawn(MakeBall(10), FVector(35, 0, 0));
		const USphereTreeTestListener* Heard = World.Listen(*B);
		World.Tick();
		TestEqual(TEXT("begins with the element"), Heard->Begins, 1);
		TestTrue(TEXT("no tree in use"), A->GetTreeInUse() == nullptr);
		A->SetSimpleCollision(false);
		World.Tick();
		TestEqual(TEXT("ends with the tree, which is smaller"), Heard->Ends, 1);
		TestTrue(TEXT("the tree in use"), A->GetTreeInUse() == A->Tree);
		FSimplePins Pins;
		CallSphereTreeNode(*this, A, TEXT("SetSimpleCollision"), Pins);
		World.Tick();
		TestEqual(TEXT("begins anew"), Heard->Begins, 2);
	});

#if WITH_EDITOR
	It(TEXT("tells of a missing simple collision before play"), [this]()
	{
		FSphereTreeTestWorld World;
		FDataValidationContext Sound;
		TestTrue(TEXT("sound"), SpawnSimple(World, MakeDumbbell(), FTransform::Identity)->IsDataValid(Sound) == EDataValidationResult::Valid);
		FDataValidationContext Missing;
		TestTrue(TEXT("missing"), SpawnSimple(World, MakeSimpleMesh([](FKAggregateGeom&) {}), FTransform::Identity)->IsDataValid(Missing) == EDataValidationResult::Invalid);
	});
#endif
}
