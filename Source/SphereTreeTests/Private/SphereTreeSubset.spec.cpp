// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "GameFramework/Actor.h"
#include "Misc/AutomationTest.h"
#include "Misc/DataValidation.h"
#include "PhysicsEngine/ConstraintInstance.h"
#include "PhysicsEngine/PhysicsConstraintComponent.h"
#include "Serialization/MemoryReader.h"
#include "Serialization/MemoryWriter.h"
#include "Serialization/ObjectAndNameAsStringProxyArchive.h"
#include "SphereTree/Archive.h"
#include "SphereTree/SubsetTable.h"
#include "SphereTreeAsset.h"
#include "SphereTreeComponent.h"
#include "SphereTreeSubsetAsset.h"
#include "SphereTreeSubsetLibrary.h"
#include "SphereTreeSubsystem.h"
#include "SphereTreeTestListener.h"
#include "SphereTreeTestWorld.h"
#include "UObject/Package.h"
#include "UObject/UnrealType.h"

using namespace SphereTreeTestTrees;

namespace
{
	/** Clusters of eight balls, the second sliding along x from touching to apart: it touches below 120 cm. */
	FSphereTreeMotion MakeSlide(double Low, double High)
	{
		FSphereTreeMotion Motion;
		Motion.Kind = ESphereTreeMotion::Slider;
		Motion.Axis = FVector(1, 0, 0);
		Motion.Ranges.SetNum(1);
		Motion.Ranges[0].Low = Low;
		Motion.Ranges[0].High = High;
		return Motion;
	}

	USphereTreeAsset* MakeBody()
	{
		return MakeCluster(50, 10);
	}

	USphereTreeSubsetAsset* MakeTable(USphereTreeAsset* First, USphereTreeAsset* Second, const FSphereTreeMotion& Motion)
	{
		FString WhyNot;
		return USphereTreeSubsetLibrary::MakeSphereTreeTable(First, Second, Motion, FSphereTreeSubsetSettings(), WhyNot);
	}

	struct FUsePins
	{
		USphereTreeComponent* First = nullptr;
		USphereTreeComponent* Second = nullptr;
		USphereTreeSubsetAsset* Table = nullptr;
		bool ReturnValue = false;
	};

	struct FDropPins
	{
		USphereTreeComponent* First = nullptr;
		USphereTreeComponent* Second = nullptr;
		bool ReturnValue = false;
	};

	struct FStatePins
	{
		const USphereTreeComponent* First = nullptr;
		const USphereTreeComponent* Second = nullptr;
		FSphereTreePairState ReturnValue = {};
	};

	struct FMakePins
	{
		USphereTreeAsset* First = nullptr;
		USphereTreeAsset* Second = nullptr;
		FSphereTreeMotion Motion = {};
		FSphereTreeSubsetSettings Settings = {};
		FString OutWhyNot = {};
		USphereTreeSubsetAsset* ReturnValue = nullptr;
	};

	struct FConstraintPins
	{
		const UPhysicsConstraintComponent* Constraint = nullptr;
		const USphereTreeComponent* First = nullptr;
		const USphereTreeComponent* Second = nullptr;
		FSphereTreeMotion OutMotion = {};
		FString OutWhyNot = {};
		bool ReturnValue = false;
	};

	struct FWeightsPins
	{
		const USphereTreeComponent* First = nullptr;
		const USphereTreeComponent* Second = nullptr;
		TArray<double> Weights = {};
		bool ReturnValue = false;
	};

	/** Eight balls that stretch along x to twice their length, 150 cm from eight that do not. */
	USphereTreeSubsetAsset* MakeStretchingTable(const USphereTreeAsset& Body)
	{
		const TArray<uint8>& Bytes = Body.GetArchive();
		const auto Tree = spheretree::ReadArchive(Bytes.GetData(), static_cast<size_t>(Bytes.Num()));
		const auto Spheres = spheretree::SpheresOfLevel(*Tree, 1);
		spheretree::MotionConstraint Constraint;
		Constraint.kind = spheretree::MotionKind::Fixed;
		Constraint.rest.position = {150, 0, 0};
		spheretree::DisplacementField Field;
		Field.weight = {0, 1};
		for (const spheretree::Sphere& Sphere : Spheres->spheres)
		{
			Field.displacements.push_back({Sphere.centre.x, 0, 0});
		}
		const std::vector<uint8_t> Made = spheretree::WriteSubsets(*spheretree::TabulateSubsets(*Spheres, *Spheres, Constraint, {}, {Field}));
		USphereTreeSubsetAsset* Table = NewObject<USphereTreeSubsetAsset>(GetTransientPackage());
		FString WhyNot;
		return Table->SetArchive(TConstArrayView<uint8>(Made.data(), static_cast<int32>(Made.size())), WhyNot) ? Table : nullptr;
	}

	struct FHasTablePins
	{
		bool ReturnValue = false;
	};

	struct FFiguresPins
	{
		FSphereTreeSubsetFigures ReturnValue = {};
	};
}

BEGIN_DEFINE_SPEC(FSphereTreeSubsetSpec, "SphereTree.Subset", SPHERETREE_TEST_FLAGS)
END_DEFINE_SPEC(FSphereTreeSubsetSpec)

void FSphereTreeSubsetSpec::Define()
{
	It(TEXT("a table holds the few spheres that can meet"), [this]()
	{
		USphereTreeAsset* Body = MakeBody();
		const USphereTreeSubsetAsset* Table = MakeTable(Body, Body, MakeSlide(100, 200));
		if (!TestNotNull(TEXT("table"), Table))
		{
			return;
		}
		const FSphereTreeSubsetFigures Figures = Table->GetFigures();
		TestEqual(TEXT("spheres of the first"), Figures.FirstSpheres, 8);
		TestTrue(TEXT("fewer are kept"), Figures.FirstKept >= 1 && Figures.FirstKept <= 4);
		TestTrue(TEXT("few tests"), Figures.Tests >= 1 && Figures.Tests <= 4);
		TestTrue(TEXT("four pairs face each other"), Figures.CollidingPairs == 4);
		TestTrue(TEXT("some slop"), Figures.SlopCm > 0.0);
	});

	It(TEXT("nonsense is a sentence, and the asset keeps what it had"), [this]()
	{
		USphereTreeAsset* Body = MakeBody();
		USphereTreeSubsetAsset* Table = MakeTable(Body, Body, MakeSlide(100, 200));
		FString WhyNot;
		TestFalse(TEXT("limits the wrong way round"), Table->Tabulate(*Body, *Body, MakeSlide(200, 100), FSphereTreeSubsetSettings(), WhyNot));
		TestFalse(TEXT("says why"), WhyNot.IsEmpty());
		FSphereTreeMotion NoAxis = MakeSlide(1, 2);
		NoAxis.Axis = FVector::ZeroVector;
		TestFalse(TEXT("no axis"), Table->Tabulate(*Body, *Body, NoAxis, FSphereTreeSubsetSettings(), WhyNot));
		FSphereTreeMotion NoPoses;
		NoPoses.Kind = ESphereTreeMotion::Poses;
		TestFalse(TEXT("no poses"), Table->Tabulate(*Body, *Body, NoPoses, FSphereTreeSubsetSettings(), WhyNot));
		TArray<uint8> Bytes = Table->GetArchive();
		Bytes[Bytes.Num() / 2] = static_cast<uint8>(Bytes[Bytes.Num() / 2] ^ 0xff);
		TestFalse(TEXT("corrupt bytes"), Table->SetArchive(Bytes, WhyNot));
		TestTrue(TEXT("still has its table"), Table->HasTable());
	});

	It(TEXT("comes back from its own bytes, and corrupt ones leave it empty with an error"), [this]()
	{
		USphereTreeAsset* Body = MakeBody();
		USphereTreeSubsetAsset* Table = MakeTable(Body, Body, MakeSlide(100, 200));
		TArray<uint8> Bytes;
		FMemoryWriter Writer(Bytes, true);
		FObjectAndNameAsStringProxyArchive Saving(Writer, false);
		Table->Serialize(Saving);
		for (int32 Corrupt = 0; Corrupt < 2; ++Corrupt)
		{
			if (Corrupt)
			{
				AddExpectedError(TEXT("cannot be read and is left empty"), EAutomationExpectedErrorFlags::Contains, 1);
				Bytes[Bytes.Num() - 9] = static_cast<uint8>(Bytes[Bytes.Num() - 9] ^ 0xff);
			}
			USphereTreeSubsetAsset* Loaded = NewObject<USphereTreeSubsetAsset>(GetTransientPackage());
			FMemoryReader Reader(Bytes, true);
			FObjectAndNameAsStringProxyArchive Loading(Reader, true);
			Loaded->Serialize(Loading);
			Loaded->PostLoad();
			FDataValidationContext Context;
			TestEqual(TEXT("has a table"), Loaded->HasTable(), Corrupt == 0);
			TestEqual(TEXT("is valid"), Loaded->IsDataValid(Context) != EDataValidationResult::Invalid, Corrupt == 0);
			TestEqual(TEXT("tests"), static_cast<int32>(Loaded->GetFigures().Tests), Corrupt ? 0 : static_cast<int32>(Table->GetFigures().Tests));
		}
	});

	It(TEXT("a registered pair has the same events as trees give, by its table"), [this]()
	{
		USphereTreeAsset* Body = MakeBody();
		FSphereTreeTestWorld World;
		USphereTreeComponent* A = World.Spawn(Body, FVector(0, 0, 0));
		USphereTreeComponent* B = World.Spawn(Body, FVector(150, 0, 0));
		A->bGenerateStayEvents = true;
		const USphereTreeTestListener* OfA = World.Listen(*A);
		const USphereTreeTestListener* OfB = World.Listen(*B);
		TestTrue(TEXT("is taken"), World.GetSubsystem().UseTable(*A, *B, *MakeTable(Body, Body, MakeSlide(100, 200))));
		World.Tick(2, 0.02f);
		TestEqual(TEXT("begins while apart"), OfA->Begins, 0);
		B->SetWorldLocation(FVector(115, 0, 0));
		World.Tick(3, 0.02f);
		TestEqual(TEXT("begins"), OfA->Begins, 1);
		TestEqual(TEXT("begins for the other"), OfB->Begins, 1);
		TestEqual(TEXT("stays"), OfA->Stays, 2);
		TestEqual(TEXT("depth"), OfA->LastContact.Depth, 5.0, 0.01);
		TestEqual(TEXT("normal"), OfA->LastContact.Normal, FVector(1, 0, 0), 0.001f);
		TestEqual(TEXT("the other's normal"), OfB->LastContact.Normal, FVector(-1, 0, 0), 0.001f);
		const FSphereTreePairState State = World.GetSubsystem().GetTableState(*B, *A);
		TestTrue(TEXT("the table answered"), State.bRegistered && State.bTouching && State.bConfirmed && !State.bFellBack);
		TestTrue(TEXT("with few tests"), State.Tests <= 4);
		TArray<FSphereTreeContact> Contacts;
		World.GetSubsystem().GetContactsBetween(*A, *B, Contacts);
		TestTrue(TEXT("contacts once, not by the trees too"), Contacts.Num() >= 1 && Contacts.Num() <= 4);
		for (const FSphereTreeContact& Contact : Contacts)
		{
			TestTrue(TEXT("one contact"), Contact.ContactId == OfA->LastContact.ContactId);
		}
		B->SetWorldLocation(FVector(150, 0, 0));
		World.Tick(2, 0.02f);
		TestEqual(TEXT("ends"), OfA->Ends, 1);
		TestEqual(TEXT("ends for the other"), OfB->Ends, 1);
	});

	It(TEXT("outside the range the trees answer, and the state says so"), [this]()
	{
		USphereTreeAsset* Body = MakeBody();
		FSphereTreeTestWorld World;
		USphereTreeComponent* A = World.Spawn(Body, FVector(0, 0, 0));
		USphereTreeComponent* B = World.Spawn(Body, FVector(0, 115, 0));
		World.GetSubsystem().UseTable(*A, *B, *MakeTable(Body, Body, MakeSlide(100, 200)));
		const USphereTreeTestListener* OfA = World.Listen(*A);
		World.Tick();
		FSphereTreePairState State = World.GetSubsystem().GetTableState(*A, *B);
		TestTrue(TEXT("fell back, and touches"), State.bFellBack && State.bTouching && !State.Reason.IsEmpty());
		TestEqual(TEXT("begins"), OfA->Begins, 1);
		B->SetWorldLocation(FVector(0, 125, 0));
		World.Tick();
		State = World.GetSubsystem().GetTableState(*A, *B);
		TestTrue(TEXT("fell back, and is apart"), State.bFellBack && !State.bTouching);
		TestEqual(TEXT("ends"), OfA->Ends, 1);
	});

	It(TEXT("a table of other trees is not believed"), [this]()
	{
		USphereTreeAsset* Body = MakeBody();
		USphereTreeAsset* Other = MakeBody();
		USphereTreeSubsetAsset* Table = MakeTable(Body, Other, MakeSlide(100, 200));
		FDataValidationContext Fitting;
		Table->IsDataValid(Fitting);
		TestEqual(TEXT("nothing to warn of"), static_cast<int32>(Fitting.GetNumWarnings()), 0);
		FSphereTreeTestWorld World;
		USphereTreeComponent* A = World.Spawn(Body, FVector(0, 0, 0));
		USphereTreeComponent* B = World.Spawn(Other, FVector(130, 0, 0));
		const USphereTreeTestListener* OfA = World.Listen(*A);
		World.GetSubsystem().UseTable(*A, *B, *Table);
		World.Tick();
		TestFalse(TEXT("the table answers"), World.GetSubsystem().GetTableState(*A, *B).bFellBack);
		TestEqual(TEXT("apart"), OfA->Begins, 0);
		// Built anew, the second body reaches twenty centimetres farther: the old table would not see it.
		FString WhyNot;
		TestTrue(TEXT("built anew"), Other->SetArchive(MakeClusterArchive(50, 30), 2, WhyNot));
		World.Tick();
		const FSphereTreePairState State = World.GetSubsystem().GetTableState(*A, *B);
		TestTrue(TEXT("the trees answer, and say why"), State.bFellBack && State.bTouching && State.Reason.Contains(TEXT("other trees")));
		TestEqual(TEXT("touching"), OfA->Begins, 1);
		FDataValidationContext Stale;
		Table->IsDataValid(Stale);
		TestEqual(TEXT("validation warns"), static_cast<int32>(Stale.GetNumWarnings()), 1);
	});

	It(TEXT("Why No Contact says when a table answers"), [this]()
	{
		USphereTreeAsset* Body = MakeBody();
		FSphereTreeTestWorld World;
		USphereTreeComponent* A = World.Spawn(Body, FVector(0, 0, 0));
		USphereTreeComponent* B = World.Spawn(Body, FVector(125, 0, 0));
		World.GetSubsystem().UseTable(*A, *B, *MakeTable(Body, Body, MakeSlide(100, 200)));
		World.Tick();
		FSphereTreeNoContact Why = World.GetSubsystem().WhyNoContact(A, B);
		TestTrue(TEXT("refuted, though the pair is no longer the trees'"), Why.Reason == ESphereTreeNoContactReason::Refuted);
		TestTrue(TEXT("by the table"), Why.Sentence.StartsWith(TEXT("A table answers for the two, and none of its spheres meet. Their spheres are proven apart at level 1")));
		TestTrue(TEXT("how far"), Why.Distance > 0.0 && Why.Distance <= 5.01);
		B->SetWorldLocation(FVector(0, 125, 0));
		World.Tick();
		Why = World.GetSubsystem().WhyNoContact(B, A);
		TestTrue(TEXT("by the trees"), Why.Sentence.StartsWith(TEXT("A table is in use for the two, but the trees answered: The pose or the weights lie outside what was tabulated.")));
		B->SetWorldLocation(FVector(115, 0, 0));
		World.Tick();
		TestTrue(TEXT("in contact"), World.GetSubsystem().WhyNoContact(A, B).Reason == ESphereTreeNoContactReason::InContact);
	});

	It(TEXT("a dropped table gives the pair back to the trees; ignored and destroyed ones end"), [this]()
	{
		USphereTreeAsset* Body = MakeBody();
		FSphereTreeTestWorld World;
		USphereTreeComponent* A = World.Spawn(Body, FVector(0, 0, 0));
		USphereTreeComponent* B = World.Spawn(Body, FVector(115, 0, 0));
		const USphereTreeTestListener* OfA = World.Listen(*A);
		World.Tick();
		TestEqual(TEXT("begins by the trees"), OfA->Begins, 1);
		USphereTreeSubsetAsset* Table = MakeTable(Body, Body, MakeSlide(100, 200));
		World.GetSubsystem().UseTable(*A, *B, *Table);
		World.Tick();
		TestEqual(TEXT("the trees' contact ends"), OfA->Ends, 1);
		TestEqual(TEXT("the table's begins"), OfA->Begins, 2);
		TestTrue(TEXT("dropped"), World.GetSubsystem().DropTable(*B, *A));
		TestFalse(TEXT("dropped twice"), World.GetSubsystem().DropTable(*A, *B));
		World.Tick();
		TestEqual(TEXT("the table's ends"), OfA->Ends, 2);
		TestEqual(TEXT("the trees' begins again"), OfA->Begins, 3);
		TestFalse(TEXT("no table"), World.GetSubsystem().GetTableState(*A, *B).bRegistered);
		World.GetSubsystem().UseTable(*A, *B, *Table);
		World.Tick();
		B->SetSphereTreeResponseToAll(ECR_Ignore);
		World.Tick();
		TestEqual(TEXT("ends when it is ignored"), OfA->Ends, 4);
		B->SetSphereTreeResponseToAll(ECR_Block);
		World.Tick();
		TestEqual(TEXT("begins again"), OfA->Begins, 5);
		TestTrue(TEXT("by the table"), World.GetSubsystem().GetTableState(*A, *B).bTouching);
		B->GetOwner()->Destroy();
		World.Tick(2, 0.02f);
		TestEqual(TEXT("ends when one is destroyed"), OfA->Ends, 5);
		TArray<FSphereTreeContact> Contacts;
		World.GetSubsystem().GetContacts(*A, Contacts);
		TestEqual(TEXT("contacts left"), Contacts.Num(), 0);
	});

	It(TEXT("a motion is taken from a physics constraint's limits"), [this]()
	{
		USphereTreeAsset* Body = MakeBody();
		FSphereTreeTestWorld World;
		FConstraintPins Pins;
		Pins.First = World.Spawn(Body, FTransform(FQuat(FVector(0, 0, 1), 1.57079632679489662), FVector(10, 20, 30), FVector(2, 2, 2)));
		USphereTreeComponent* Moving = World.Spawn(Body, FTransform(FQuat(FVector(0, 0, 1), 1.57079632679489662), FVector(10, 250, 30), FVector(2, 2, 2)));
		Pins.Second = Moving;
		UPhysicsConstraintComponent* Constraint = NewObject<UPhysicsConstraintComponent>(GetTransientPackage());
		Constraint->SetWorldTransform(FTransform(FQuat(FVector(0, 0, 1), 1.57079632679489662), FVector(10, 130, 30)));
		FConstraintInstance& Limits = Constraint->ConstraintInstance;
		Limits.SetAngularTwistLimit(ACM_Locked, 0.0f);
		Limits.SetAngularSwing1Limit(ACM_Locked, 0.0f);
		Limits.SetAngularSwing2Limit(ACM_Locked, 0.0f);
		Limits.SetLinearXLimit(LCM_Limited, 40.0f);
		Pins.Constraint = Constraint;
		UObject* Nodes = GetMutableDefault<USphereTreeSubsetLibrary>();
		const auto Ask = [&]() { return CallSphereTreeNode(*this, Nodes, TEXT("MakeSphereTreeMotionFromConstraint"), Pins) && Pins.ReturnValue; };

		TestTrue(TEXT("slider"), Ask() && Pins.OutMotion.Kind == ESphereTreeMotion::Slider);
		TestEqual(TEXT("its axis, in the first body's frame"), Pins.OutMotion.Axis, FVector(1, 0, 0), 0.001f);
		TestEqual(TEXT("its limit, in the tree's unit"), Pins.OutMotion.Ranges[0].High, 20.0, 0.001);
		TestEqual(TEXT("the rest, in the tree's unit"), Pins.OutMotion.Rest.GetLocation(), FVector(115, 0, 0), 0.001f);
		TestEqual(TEXT("the pivot"), Pins.OutMotion.Pivot, FVector(55, 0, 0), 0.001f);
		World.GetSubsystem().UseTable(const_cast<USphereTreeComponent&>(*Pins.First), *Moving, *MakeTable(Body, Body, Pins.OutMotion));
		World.Tick();
		FSphereTreePairState State = World.GetSubsystem().GetTableState(*Pins.First, *Moving);
		TestTrue(TEXT("the table knows the rest pose, scaled bodies or not"), State.bTouching && !State.bFellBack);
		Moving->SetWorldLocation(FVector(10, 280, 30));
		World.Tick();
		State = World.GetSubsystem().GetTableState(*Pins.First, *Moving);
		TestTrue(TEXT("and what the slider reaches"), !State.bTouching && !State.bFellBack);

		Limits.SetLinearXLimit(LCM_Locked, 0.0f);
		TestTrue(TEXT("fixed"), Ask() && Pins.OutMotion.Kind == ESphereTreeMotion::Fixed);
		Limits.SetAngularSwing1Limit(ACM_Limited, 30.0f);
		TestTrue(TEXT("hinge"), Ask() && Pins.OutMotion.Kind == ESphereTreeMotion::Hinge);
		TestEqual(TEXT("about z"), Pins.OutMotion.Axis, FVector(0, 0, 1), 0.001f);
		TestEqual(TEXT("to both sides"), Pins.OutMotion.Ranges[0].Low, -30.0, 0.001);
		Limits.SetAngularSwing2Limit(ACM_Limited, 50.0f);
		Limits.AngularRotationOffset = FRotator(0, 5, 0);
		TestTrue(TEXT("ball"), Ask() && Pins.OutMotion.Kind == ESphereTreeMotion::Ball);
		TestEqual(TEXT("the wider of both is the cone"), Pins.OutMotion.ConeDegrees, 50.0, 0.001);
		Limits.SetLinearZLimit(LCM_Limited, 10.0f);
		TestTrue(TEXT("box"), Ask() && Pins.OutMotion.Kind == ESphereTreeMotion::Box && Pins.OutMotion.Ranges.Num() == 6);
		TestEqual(TEXT("the offset widens"), Pins.OutMotion.Ranges[5].High, 35.0, 0.001);
		Limits.SetLinearYLimit(LCM_Free, 0.0f);
		TestTrue(TEXT("a free axis is a sentence"), !Ask() && !Pins.OutWhyNot.IsEmpty());
		Pins.Constraint = nullptr;
		TestFalse(TEXT("no constraint"), Ask());
	});

	It(TEXT("a deforming body is tested where its weights put it"), [this]()
	{
		USphereTreeAsset* Body = MakeBody();
		USphereTreeSubsetAsset* Table = MakeStretchingTable(*Body);
		if (!TestNotNull(TEXT("table"), Table))
		{
			return;
		}
		FSphereTreeTestWorld World;
		USphereTreeComponent* A = World.Spawn(Body, FVector(0, 0, 0));
		USphereTreeComponent* B = World.Spawn(Body, FVector(150, 0, 0));
		World.GetSubsystem().UseTable(*A, *B, *Table);
		World.Tick();
		TestFalse(TEXT("apart at rest"), World.GetSubsystem().GetTableState(*A, *B).bTouching);
		FWeightsPins Pins;
		Pins.First = A;
		Pins.Second = B;
		Pins.Weights.Add(0.8);
		TestTrue(TEXT("SetSphereTreeTableWeights"), CallSphereTreeNode(*this, GetMutableDefault<USphereTreeSubsetLibrary>(), TEXT("SetSphereTreeTableWeights"), Pins) && Pins.ReturnValue);
		World.Tick();
		const FSphereTreePairState State = World.GetSubsystem().GetTableState(*A, *B);
		TestTrue(TEXT("stretched, it touches"), State.bTouching && State.bConfirmed && !State.bFellBack);
		Pins.Weights.Add(0.1);
		CallSphereTreeNode(*this, GetMutableDefault<USphereTreeSubsetLibrary>(), TEXT("SetSphereTreeTableWeights"), Pins);
		TestFalse(TEXT("another number of weights"), Pins.ReturnValue);
	});

	It(TEXT("an empty budget is told as touching, never as apart"), [this]()
	{
		USphereTreeAsset* Body = MakeBody();
		FSphereTreeTestWorld World;
		USphereTreeComponent* A = World.Spawn(Body, FVector(0, 0, 0));
		USphereTreeComponent* B = World.Spawn(Body, FVector(150, 0, 0));
		World.GetSubsystem().UseTable(*A, *B, *MakeTable(Body, Body, MakeSlide(100, 200)));
		World.GetSubsystem().SetFrameBudget(-1.0, 0);
		World.Tick();
		const FSphereTreePairState State = World.GetSubsystem().GetTableState(*A, *B);
		TestTrue(TEXT("may touch"), State.bTouching && !State.bConfirmed);
		TestTrue(TEXT("with a bound"), State.ErrorBound > 0.0 && State.ErrorBound < 200.0);
		World.GetSubsystem().SetFrameBudget(-1.0, 10000);
		World.Tick();
		TestFalse(TEXT("is apart once there is budget"), World.GetSubsystem().GetTableState(*A, *B).bTouching);
	});

	It(TEXT("what one table has spent, the next one and the trees no longer have"), [this]()
	{
		USphereTreeAsset* Body = MakeBody();
		FSphereTreeTestWorld World;
		USphereTreeSubsetAsset* Table = MakeTable(Body, Body, MakeSlide(100, 200));
		USphereTreeComponent* A = World.Spawn(Body, FVector(0, 0, 0));
		USphereTreeComponent* B = World.Spawn(Body, FVector(150, 0, 0));
		World.GetSubsystem().UseTable(*A, *B, *Table);
		World.Tick();
		const int64 OfOne = World.GetSubsystem().GetReport().Operations;
		TestTrue(TEXT("a table costs something"), OfOne > 0);
		USphereTreeComponent* C = World.Spawn(Body, FVector(0, 0, 10000));
		USphereTreeComponent* D = World.Spawn(Body, FVector(150, 0, 10000));
		World.GetSubsystem().UseTable(*C, *D, *Table);
		World.Spawn(Body, FVector(0, 0, 20000)); // two that the trees answer for
		World.Spawn(Body, FVector(115, 0, 20000));
		World.GetSubsystem().SetFrameBudget(-1.0, OfOne);
		World.Tick();
		TestFalse(TEXT("the first is apart"), World.GetSubsystem().GetTableState(*A, *B).bTouching);
		const FSphereTreePairState Second = World.GetSubsystem().GetTableState(*C, *D);
		TestTrue(TEXT("the second may touch"), Second.bTouching && !Second.bConfirmed);
		TestEqual(TEXT("all that was spent"), World.GetSubsystem().GetReport().Operations, OfOne);
	});

	It(TEXT("every node is called by its name"), [this]()
	{
		USphereTreeAsset* Body = MakeBody();
		FSphereTreeTestWorld World;
		UObject* Nodes = GetMutableDefault<USphereTreeSubsetLibrary>();
		FMakePins Make;
		Make.First = Make.Second = Body;
		Make.Motion = MakeSlide(100, 200);
		TestTrue(TEXT("MakeSphereTreeTable"), CallSphereTreeNode(*this, Nodes, TEXT("MakeSphereTreeTable"), Make) && Make.ReturnValue);
		FUsePins Use;
		Use.First = World.Spawn(Body, FVector(0, 0, 0));
		Use.Second = World.Spawn(Body, FVector(115, 0, 0));
		Use.Table = Make.ReturnValue;
		TestTrue(TEXT("UseSphereTreeTable"), CallSphereTreeNode(*this, Nodes, TEXT("UseSphereTreeTable"), Use) && Use.ReturnValue);
		World.Tick();
		FStatePins State;
		State.First = Use.First;
		State.Second = Use.Second;
		TestTrue(TEXT("GetSphereTreeTableState"), CallSphereTreeNode(*this, Nodes, TEXT("GetSphereTreeTableState"), State) && State.ReturnValue.bTouching);
		FDropPins Drop;
		Drop.First = Use.First;
		Drop.Second = Use.Second;
		TestTrue(TEXT("DropSphereTreeTable"), CallSphereTreeNode(*this, Nodes, TEXT("DropSphereTreeTable"), Drop) && Drop.ReturnValue);
		FHasTablePins Has;
		TestTrue(TEXT("HasTable"), CallSphereTreeNode(*this, Make.ReturnValue, TEXT("HasTable"), Has) && Has.ReturnValue);
		FFiguresPins Figures;
		TestTrue(TEXT("GetFigures"), CallSphereTreeNode(*this, Make.ReturnValue, TEXT("GetFigures"), Figures) && Figures.ReturnValue.Tests > 0);
		FMakePins None;
		TestTrue(TEXT("without trees"), CallSphereTreeNode(*this, Nodes, TEXT("MakeSphereTreeTable"), None) && !None.ReturnValue && !None.OutWhyNot.IsEmpty());
	});
}
