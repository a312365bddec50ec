// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "Misc/AutomationTest.h"
#include "SphereTreeComponent.h"
#include "SphereTreeLibrary.h"
#include "SphereTreeSubsystem.h"
#include "SphereTreeTestListener.h"
#include "SphereTreeTestWorld.h"
#include "SphereTreeWaitForContact.h"
#include "UObject/UnrealType.h"

using namespace SphereTreeTestTrees;

// The pins of each node, side by side and in order, as the engine lays them out.
namespace
{
	struct FContactsPins
	{
		const USphereTreeComponent* Component = nullptr;
		TArray<FSphereTreeContact> ReturnValue = {};
	};

	struct FBetweenPins
	{
		const USphereTreeComponent* Component = nullptr;
		const USphereTreeComponent* Other = nullptr;
		TArray<FSphereTreeContact> ReturnValue = {};
	};

	struct FTracePins
	{
		const UObject* WorldContextObject = nullptr;
		FVector Start = FVector::ZeroVector;
		FVector End = FVector::ZeroVector;
		FSphereTreeHit OutHit = {};
		const USphereTreeComponent* Ignored = nullptr;
		int32 MaxOperations = 0;
		bool ReturnValue = false;
	};

	struct FTraceMultiPins
	{
		const UObject* WorldContextObject = nullptr;
		FVector Start = FVector::ZeroVector;
		FVector End = FVector::ZeroVector;
		TArray<FSphereTreeHit> OutHits = {};
		const USphereTreeComponent* Ignored = nullptr;
		int32 MaxOperations = 0;
		bool ReturnValue = false;
	};

	struct FSweepPins
	{
		const UObject* WorldContextObject = nullptr;
		FVector Start = FVector::ZeroVector;
		FVector End = FVector::ZeroVector;
		double Radius = 0.0;
		FSphereTreeHit OutHit = {};
		const USphereTreeComponent* Ignored = nullptr;
		int32 MaxOperations = 0;
		bool ReturnValue = false;
	};

	struct FSweepMultiPins
	{
		const UObject* WorldContextObject = nullptr;
		FVector Start = FVector::ZeroVector;
		FVector End = FVector::ZeroVector;
		double Radius = 0.0;
		TArray<FSphereTreeHit> OutHits = {};
		const USphereTreeComponent* Ignored = nullptr;
		int32 MaxOperations = 0;
		bool ReturnValue = false;
	};

	struct FOverlapPins
	{
		const UObject* WorldContextObject = nullptr;
		FVector Center = FVector::ZeroVector;
		double Radius = 0.0;
		FSphereTreeHit OutHit = {};
		const USphereTreeComponent* Ignored = nullptr;
		int32 MaxOperations = 0;
		bool ReturnValue = false;
	};

	struct FOverlapMultiPins
	{
		const UObject* WorldContextObject = nullptr;
		FVector Center = FVector::ZeroVector;
		double Radius = 0.0;
		TArray<FSphereTreeHit> OutHits = {};
		const USphereTreeComponent* Ignored = nullptr;
		int32 MaxOperations = 0;
		bool ReturnValue = false;
	};

	struct FDistancePins
	{
		const USphereTreeComponent* Component = nullptr;
		const USphereTreeComponent* Other = nullptr;
		FSphereTreeDistance OutDistance = {};
		double RelativeError = 0.1;
		bool ReturnValue = false;
	};

	struct FBudgetPins
	{
		const UObject* WorldContextObject = nullptr;
		double Milliseconds = 1.0;
		int64 Operations = -1;
	};

	struct FReportPins
	{
		const UObject* WorldContextObject = nullptr;
		FSphereTreeBudgetReport ReturnValue = {};
	};

	struct FWhyPins
	{
		const USphereTreeComponent* Component = nullptr;
		const USphereTreeComponent* Other = nullptr;
		FSphereTreeNoContact ReturnValue = {};
	};

	struct FViewsPins
	{
		const UObject* WorldContextObject = nullptr;
		TArray<FSphereTreeView> Views = {};
	};

	struct FWaitPins
	{
		USphereTreeComponent* Component = nullptr;
		USphereTreeComponent* With = nullptr;
		double MaxError = 0.0;
		bool bOnce = true;
		USphereTreeWaitForContact* ReturnValue = nullptr;
	};

	UObject* Library()
	{
		return GetMutableDefault<USphereTreeLibrary>();
	}
}

BEGIN_DEFINE_SPEC(FSphereTreeLibrarySpec, "SphereTree.Library", SPHERETREE_TEST_FLAGS)
	template <typename TPins>
	void Call(const TCHAR* Name, TPins& Pins)
	{
		CallSphereTreeNode(*this, Library(), Name, Pins);
		Called.AddUnique(Name);
	}
	TArray<FString> Called;
END_DEFINE_SPEC(FSphereTreeLibrarySpec)

void FSphereTreeLibrarySpec::Define()
{
	It(TEXT("every node has a category, a tooltip and pins with names"), [this]()
	{
		int32 Nodes = 0;
		for (TFieldIterator<UFunction> It(USphereTreeLibrary::StaticClass()); It; ++It)
		{
			const FString Name = It->GetName();
			TestTrue(*(Name + TEXT(" can be called")), It->HasAnyFunctionFlags(FUNC_BlueprintCallable | FUNC_BlueprintPure));
			TestTrue(*(Name + TEXT(" has a category")), It->GetMetaData(TEXT("Category")).StartsWith(TEXT("Sphere Tree|")));
			TestTrue(*(Name + TEXT(" has a tooltip")), !It->GetMetaData(TEXT("ToolTip")).IsEmpty());
			++Nodes;
		}
		TestEqual(TEXT("nodes"), Nodes, 13);
	});

	It(TEXT("Get Approximate Contacts and Get Contacts Between"), [this]()
	{
		FSphereTreeTestWorld World;
		USphereTreeComponent* A = World.Spawn(MakeBall(10), FVector(0, 0, 0));
		USphereTreeComponent* B = World.Spawn(MakeBall(10), FVector(15, 0, 0));
		USphereTreeComponent* C = World.Spawn(MakeBall(10), FVector(0, 15, 0));
		World.Tick();
		FContactsPins All{A};
		Call(TEXT("GetApproximateContacts"), All);
		TestEqual(TEXT("contacts"), All.ReturnValue.Num(), 2);
		FBetweenPins Two{A, B};
		Call(TEXT("GetContactsBetween"), Two);
		TestEqual(TEXT("between two"), Two.ReturnValue.Num(), 1);
		FBetweenPins Apart{B, C};
		Call(TEXT("GetContactsBetween"), Apart);
		TestEqual(TEXT("between two that are apart"), Apart.ReturnValue.Num(), 0);
		FContactsPins Nobody;
		Call(TEXT("GetApproximateContacts"), Nobody);
		TestEqual(TEXT("of nobody"), Nobody.ReturnValue.Num(), 0);
	});

	It(TEXT("line traces find the nearest that blocks, and all on the way"), [this]()
	{
		FSphereTreeTestWorld World;
		USphereTreeComponent* Ghost = World.Spawn(MakeBall(10), FVector(100, 0, 0));
		USphereTreeComponent* Wall = World.Spawn(MakeBall(10), FVector(200, 0, 0));
		USphereTreeComponent* Behind = World.Spawn(MakeBall(10), FVector(300, 0, 0));
		Ghost->SetSphereTreeResponse(ECC_Visibility, ECR_Overlap);
		FTracePins One;
		One.WorldContextObject = Ghost;
		One.End = FVector(1000, 0, 0);
		Call(TEXT("SphereTreeLineTrace"), One);
		TestTrue(TEXT("hit"), One.ReturnValue && One.OutHit.Component.Get() == Wall);
		TestEqual(TEXT("distance"), One.OutHit.Distance, 190.0, 0.01);
		TestEqual(TEXT("where"), One.OutHit.ImpactPoint, FVector(190, 0, 0), 0.01f);
		TestEqual(TEXT("normal"), One.OutHit.Normal, FVector(-1, 0, 0), 0.01f);
		One.Ignored = Wall;
		Call(TEXT("SphereTreeLineTrace"), One);
		TestTrue(TEXT("the one behind"), One.OutHit.Component.Get() == Behind);
		FTraceMultiPins Many;
		Many.WorldContextObject = Ghost;
		Many.End = FVector(1000, 0, 0);
		Call(TEXT("SphereTreeLineTraceMulti"), Many);
		TestEqual(TEXT("all up to the first that blocks"), Many.OutHits.Num(), 2);
		TestTrue(TEXT("blocked"), Many.ReturnValue && !Many.OutHits[0].bBlocking && Many.OutHits[1].bBlocking);
		FTracePins Miss;
		Miss.WorldContextObject = Ghost;
		Miss.Start = FVector(0, 50, 0);
		Miss.End = FVector(1000, 50, 0);
		Call(TEXT("SphereTreeLineTrace"), Miss);
		TestFalse(TEXT("past all of them"), Miss.ReturnValue);
	});

	It(TEXT("sweeps and overlaps reach as far as their radius"), [this]()
	{
		FSphereTreeTestWorld World;
		USphereTreeComponent* Wall = World.Spawn(MakeBall(10), FVector(200, 0, 0));
		FSweepPins Sweep;
		Sweep.WorldContextObject = Wall;
		Sweep.End = FVector(1000, 0, 0);
		Sweep.Radius = 5.0;
		Call(TEXT("SphereTreeSphereSweep"), Sweep);
		TestEqual(TEXT("the sphere's centre stops earlier"), Sweep.OutHit.Distance, 185.0, 0.01);
		TestEqual(TEXT("the point is on the surface"), Sweep.OutHit.ImpactPoint, FVector(190, 0, 0), 0.01f);
		FSweepMultiPins Many;
		Many.WorldContextObject = Wall;
		Many.Start = FVector(0, 14, 0);
		Many.End = FVector(1000, 14, 0);
		Many.Radius = 5.0;
		Call(TEXT("SphereTreeSphereSweepMulti"), Many);
		TestEqual(TEXT("grazing"), Many.OutHits.Num(), 1);
		FOverlapPins Overlap;
		Overlap.WorldContextObject = Wall;
		Overlap.Center = FVector(200, 30, 0);
		Overlap.Radius = 19.9;
		Call(TEXT("SphereTreeSphereOverlap"), Overlap);
		TestFalse(TEXT("just apart"), Overlap.ReturnValue);
		Overlap.Radius = 21.0;
		Call(TEXT("SphereTreeSphereOverlap"), Overlap);
		TestTrue(TEXT("just overlapping"), Overlap.ReturnValue && Overlap.OutHit.Component.Get() == Wall);
		TestEqual(TEXT("minus the depth"), Overlap.OutHit.Distance, -1.0, 0.01);
		FOverlapMultiPins All;
		All.WorldContextObject = Wall;
		All.Center = FVector(200, 30, 0);
		All.Radius = 1000.0;
		All.Ignored = Wall;
		Call(TEXT("SphereTreeSphereOverlapMulti"), All);
		TestEqual(TEXT("without the one that is ignored"), All.OutHits.Num(), 0);
	});

	It(TEXT("queries see what has moved since the last frame"), [this]()
	{
		FSphereTreeTestWorld World;
		USphereTreeComponent* Wall = World.Spawn(MakeBall(10), FVector(200, 0, 0));
		World.Tick();
		Wall->SetWorldLocation(FVector(300, 0, 0));
		FTracePins Trace;
		Trace.WorldContextObject = Wall;
		Trace.End = FVector(1000, 0, 0);
		Call(TEXT("SphereTreeLineTrace"), Trace);
		TestEqual(TEXT("distance"), Trace.OutHit.Distance, 290.0, 0.01);
	});

	It(TEXT("a distance has a least and a most"), [this]()
	{
		FSphereTreeTestWorld World;
		USphereTreeComponent* A = World.Spawn(MakeBall(10), FVector(0, 0, 0));
		USphereTreeComponent* B = World.Spawn(MakeBall(10), FVector(120, 0, 0));
		FDistancePins Pins{A, B};
		Pins.RelativeError = 0.001;
		Call(TEXT("SphereTreeDistance"), Pins);
		TestTrue(TEXT("found"), Pins.ReturnValue && Pins.OutDistance.bFinished);
		TestTrue(TEXT("no more than the truth"), Pins.OutDistance.Least <= 100.0);
		TestTrue(TEXT("no less than the truth"), Pins.OutDistance.Most >= 100.0);
		TestEqual(TEXT("close to it"), Pins.OutDistance.Most - Pins.OutDistance.Least, 0.0, 0.2);
		FDistancePins Nobody{A, nullptr};
		Call(TEXT("SphereTreeDistance"), Nobody);
		TestFalse(TEXT("to nobody"), Nobody.ReturnValue);
	});

	It(TEXT("the budget can be set, and its report read"), [this]()
	{
		FSphereTreeTestWorld World;
		USphereTreeComponent* A = World.Spawn(MakeCluster(50, 40), FVector(0, 0, 0));
		World.Spawn(MakeCluster(50, 40), FVector(60, 0, 0));
		FBudgetPins Budget{A, 500.0, -1};
		Call(TEXT("SetFrameBudget"), Budget);
		World.Tick();
		FReportPins Report{A};
		Call(TEXT("GetBudgetReport"), Report);
		TestEqual(TEXT("bodies"), Report.ReturnValue.Bodies, 2);
		TestEqual(TEXT("pairs"), Report.ReturnValue.Pairs, 1);
		TestTrue(TEXT("tests"), Report.ReturnValue.Tests > 0 && Report.ReturnValue.Operations >= Report.ReturnValue.Tests);
		TestEqual(TEXT("spent and left are the whole"), Report.ReturnValue.SpentMs + Report.ReturnValue.LeftMs, 500.0, 0.001);
		TestEqual(TEXT("open"), Report.ReturnValue.OpenPairs, 0);
	});

	It(TEXT("Why No Contact tells the reason: scene, filter, bounds, level"), [this]()
	{
		FSphereTreeTestWorld World;
		USphereTreeComponent* A = World.Spawn(MakeCluster(50, 10), FVector(0, 0, 0));
		USphereTreeComponent* B = World.Spawn(MakeCluster(50, 10), FVector(50, 50, 50));
		USphereTreeComponent* Far = World.Spawn(MakeBall(10), FVector(5000, 0, 0));
		USphereTreeComponent* Deaf = World.Spawn(MakeBall(10), FVector(50, 50, 50));
		Deaf->SetSphereTreeResponseToAll(ECR_Ignore);
		USphereTreeComponent* Touching = World.Spawn(MakeBall(10), FVector(65, 50, 50));
		World.Tick();
		const auto Ask = [this](const USphereTreeComponent* One, const USphereTreeComponent* Other)
		{
			FWhyPins Pins{One, Other};
			Call(TEXT("WhyNoContact"), Pins);
			TestFalse(TEXT("no sentence"), Pins.ReturnValue.Sentence.IsEmpty());
			return Pins.ReturnValue;
		};
		const FSphereTreeNoContact Refuted = Ask(A, B);
		TestTrue(TEXT("refuted"), Refuted.Reason == ESphereTreeNoContactReason::Refuted);
		TestEqual(TEXT("at level"), Refuted.Level, 1);
		// From a corner ball to the nearest: half the diagonal of a cube of 100, less two radii.
		TestEqual(TEXT("apart by"), Refuted.Distance, 66.6, 0.7);
		TestTrue(TEXT("bounds"), Ask(A, Far).Reason == ESphereTreeNoContactReason::BroadPhase);
		TestTrue(TEXT("filter"), Ask(A, Deaf).Reason == ESphereTreeNoContactReason::Filtered);
		TestTrue(TEXT("itself"), Ask(A, A).Reason == ESphereTreeNoContactReason::NeverTested);
		TestTrue(TEXT("in contact"), Ask(A, Touching).Reason == ESphereTreeNoContactReason::InContact);
		TestTrue(TEXT("nobody"), Ask(A, nullptr).Reason == ESphereTreeNoContactReason::NotInScene);
		Far->SetSphereTreeCollisionEnabled(false);
		TestTrue(TEXT("off"), Ask(A, Far).Reason == ESphereTreeNoContactReason::NotInScene);
		Far->SetSphereTreeCollisionEnabled(true);
		Far->SetWorldLocation(FVector(50, 50, 50));
		TestTrue(TEXT("not yet"), Ask(A, Far).Reason == ESphereTreeNoContactReason::NotYetTested);
	});

	It(TEXT("extra views make things important"), [this]()
	{
		FSphereTreeTestWorld World;
		USphereTreeComponent* Near = World.Spawn(MakeBall(10), FVector(100, 0, 0));
		USphereTreeComponent* Far = World.Spawn(MakeBall(10), FVector(100000, 0, 0));
		FViewsPins Pins{Near, {FSphereTreeView()}};
		Call(TEXT("SetExtraViews"), Pins);
		World.Tick();
		TestTrue(TEXT("near before far"), World.GetSubsystem().GetImportance(*Near) > 10.0 * World.GetSubsystem().GetImportance(*Far));
	});

	It(TEXT("waits through its node"), [this]()
	{
		FSphereTreeTestWorld World;
		USphereTreeComponent* A = World.Spawn(MakeCluster(50, 40), FVector(0, 0, 0));
		USphereTreeComponent* B = World.Spawn(MakeCluster(50, 40), FVector(60, 0, 0));
		World.GetSubsystem().SetFrameBudget(-1.0, 0);
		USphereTreeTestListener* Heard = World.Listen(*A);
		FWaitPins Pins{A, B, 1.0, true};
		CallSphereTreeNode(*this, GetMutableDefault<USphereTreeWaitForContact>(), TEXT("WaitForContact"), Pins);
		Pins.ReturnValue->OnContact.AddDynamic(Heard, &USphereTreeTestListener::HearWait);
		Pins.ReturnValue->Activate();
		World.Tick();
		TestEqual(TEXT("a rough contact is not enough"), Heard->Waits, 0);
		TestEqual(TEXT("though it began"), Heard->Begins, 1);
		World.GetSubsystem().SetFrameBudget(-1.0, 1000000);
		World.Tick();
		TestEqual(TEXT("a good one is"), Heard->Waits, 1);
	});

	It(TEXT("no node was forgotten by these tests"), [this]()
	{
		for (TFieldIterator<UFunction> It(USphereTreeLibrary::StaticClass()); It; ++It)
		{
			TestTrue(*(It->GetName() + TEXT(" is called by a test")), Called.Contains(It->GetName()));
		}
	});
}
