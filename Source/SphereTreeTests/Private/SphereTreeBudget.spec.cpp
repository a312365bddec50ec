// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "Engine/World.h"
#include "Math/RandomStream.h"
#include "Misc/AutomationTest.h"
#include "SphereTreeComponent.h"
#include "SphereTreeSubsystem.h"
#include "SphereTreeTestController.h"
#include "SphereTreeTestWorld.h"

using namespace SphereTreeTestTrees;

namespace
{
	/** Everything that a frame found, as text: two runs are the same when their texts are. */
	FString RunPile(int32 Bodies, int32 Frames, int64 Operations, const TCHAR* Threads)
	{
		FSphereTreeTestWorld World;
		const FSphereTreeTestVariable Workers(TEXT("SphereTree.WorkerThreads"), Threads);
		World.GetSubsystem().SetFrameBudget(-1.0, Operations);
		USphereTreeAsset* Tree = MakeCluster(50, 40);
		FRandomStream Random(7);
		TArray<USphereTreeComponent*> Components;
		for (int32 Index = 0; Index < Bodies; ++Index)
		{
			Components.Add(World.Spawn(Tree, FVector(Random.FRandRange(-200, 200), Random.FRandRange(-200, 200), Random.FRandRange(-200, 200))));
		}
		FString Text;
		for (int32 Frame = 0; Frame < Frames; ++Frame)
		{
			for (USphereTreeComponent* Component : Components)
			{
				Component->SetWorldLocation(Component->GetComponentLocation() + FVector(Random.FRandRange(-5, 5), Random.FRandRange(-5, 5), Random.FRandRange(-5, 5)));
			}
			World.Tick();
			const FSphereTreeBudgetReport& Report = World.GetSubsystem().GetReport();
			Text += FString::Printf(TEXT("%d %d %d %lld %.17g;"), Report.Pairs, Report.OpenPairs, Report.Contacts, Report.Operations, Report.WorstError);
			TArray<FSphereTreeContact> Contacts;
			World.GetSubsystem().GetContacts(*Components[0], Contacts);
			for (const FSphereTreeContact& Contact : Contacts)
			{
				Text += FString::Printf(TEXT("%.17g %.17g "), Contact.Point.X, Contact.Depth);
			}
		}
		return Text;
	}
}

BEGIN_DEFINE_SPEC(FSphereTreeBudgetSpec, "SphereTree.Budget", SPHERETREE_TEST_FLAGS)
END_DEFINE_SPEC(FSphereTreeBudgetSpec)

void FSphereTreeBudgetSpec::Define()
{
	It(TEXT("operations give the same, bit for bit, in every run and for every number of threads"), [this]()
	{
		const FString Once = RunPile(40, 20, 3000, TEXT("1"));
		TestTrue(TEXT("something was found"), Once.Len() > 100);
		TestTrue(TEXT("again"), Once.Equals(RunPile(40, 20, 3000, TEXT("1"))));
		TestTrue(TEXT("with two pieces"), Once.Equals(RunPile(40, 20, 3000, TEXT("2"))));
		TestTrue(TEXT("with four pieces"), Once.Equals(RunPile(40, 20, 3000, TEXT("4"))));
	});

	It(TEXT("fewer operations leave pairs open, and lose no contact"), [this]()
	{
		FSphereTreeTestWorld World;
		USphereTreeAsset* Tree = MakeCluster(50, 40);
		for (int32 Index = 0; Index < 60; ++Index)
		{
			World.Spawn(Tree, FVector(Index * 30.0, (Index % 7) * 20.0, (Index % 5) * 20.0));
		}
		World.Tick();
		const FSphereTreeBudgetReport Rich = World.GetSubsystem().GetReport();
		TestTrue(TEXT("all is known with enough"), Rich.bFinished && Rich.OpenPairs == 0);

		FSphereTreeTestWorld Poor;
		Poor.GetSubsystem().SetFrameBudget(-1.0, 50);
		for (int32 Index = 0; Index < 60; ++Index)
		{
			Poor.Spawn(Tree, FVector(Index * 30.0, (Index % 7) * 20.0, (Index % 5) * 20.0));
		}
		Poor.Tick();
		const FSphereTreeBudgetReport Scarce = Poor.GetSubsystem().GetReport();
		TestTrue(TEXT("pairs stay open with little"), Scarce.OpenPairs > 0 && !Scarce.bFinished);
		TestTrue(TEXT("every true contact is among them"), Scarce.Contacts >= Rich.Contacts);
		TestTrue(TEXT("the error says so"), Scarce.WorstError > Rich.WorstError);
	});

	It(TEXT("a time of nothing still answers, with everything open"), [this]()
	{
		FSphereTreeTestWorld World;
		World.GetSubsystem().SetFrameBudget(0.0, -1);
		USphereTreeAsset* Tree = MakeCluster(50, 40);
		USphereTreeComponent* A = World.Spawn(Tree, FVector(0, 0, 0));
		World.Spawn(Tree, FVector(60, 0, 0));
		World.Tick();
		TArray<FSphereTreeContact> Contacts;
		World.GetSubsystem().GetContacts(*A, Contacts);
		TestTrue(TEXT("the contact is there"), Contacts.Num() > 0);
		TestEqual(TEXT("nothing is left of nothing"), World.GetSubsystem().GetReport().LeftMs, 0.0);
	});

	It(TEXT("both kinds together end with the first"), [this]()
	{
		FSphereTreeTestWorld World;
		World.GetSubsystem().SetFrameBudget(1000.0, 50);
		USphereTreeAsset* Tree = MakeCluster(50, 40);
		for (int32 Index = 0; Index < 40; ++Index)
		{
			World.Spawn(Tree, FVector(Index * 10.0, 0, 0));
		}
		World.Tick();
		const FSphereTreeBudgetReport& Report = World.GetSubsystem().GetReport();
		TestFalse(TEXT("operations ended it"), Report.bFinished);
		TestTrue(TEXT("time was left"), Report.LeftMs > 0.0);
	});

	It(TEXT("no pair starves: little by little everything is decided"), [this]()
	{
		FSphereTreeTestWorld World;
		World.GetSubsystem().SetFrameBudget(-1.0, 200);
		USphereTreeAsset* Tree = MakeCluster(50, 40);
		for (int32 Index = 0; Index < 30; ++Index)
		{
			World.Spawn(Tree, FVector(Index * 40.0, 0, 0));
		}
		World.Tick();
		TestTrue(TEXT("open at first"), World.GetSubsystem().GetReport().OpenPairs > 0);
		World.Tick(400, 0.02f);
		TestEqual(TEXT("open in the end"), World.GetSubsystem().GetReport().OpenPairs, 0);
	});

	It(TEXT("is important what is near, looked at, and fast"), [this]()
	{
		FSphereTreeTestWorld World;
		ASphereTreeTestController* Player = World.GetWorld().SpawnActor<ASphereTreeTestController>();
		Player->ViewLocation = FVector(0, 0, 0);
		Player->ViewRotation = FRotator(0, 0, 0);
		USphereTreeAsset* Tree = MakeBall(10);
		const USphereTreeComponent* Near = World.Spawn(Tree, FVector(300, 0, 0));
		const USphereTreeComponent* Far = World.Spawn(Tree, FVector(9000, 0, 0));
		const USphereTreeComponent* Aside = World.Spawn(Tree, FVector(0, 300, 0));
		USphereTreeComponent* Fast = World.Spawn(Tree, FVector(0, -300, 0));
		World.Tick();
		Fast->SetWorldLocation(FVector(0, -310, 0));
		World.Tick();
		const USphereTreeSubsystem& Subsystem = World.GetSubsystem();
		TestTrue(TEXT("near before far"), Subsystem.GetImportance(*Near) > 2.0 * Subsystem.GetImportance(*Far));
		TestTrue(TEXT("in view before aside"), Subsystem.GetImportance(*Near) > 2.0 * Subsystem.GetImportance(*Aside));
		TestTrue(TEXT("fast before still"), Subsystem.GetImportance(*Fast) > 1.5 * Subsystem.GetImportance(*Aside));
		Player->ViewRotation = FRotator(0, 90, 0);
		World.Tick();
		TestTrue(TEXT("the gaze turned"), Subsystem.GetImportance(*Aside) > 2.0 * Subsystem.GetImportance(*Near));
	});

	It(TEXT("without a view the speed decides; a fixed importance stays"), [this]()
	{
		FSphereTreeTestWorld World;
		USphereTreeAsset* Tree = MakeBall(10);
		const USphereTreeComponent* Still = World.Spawn(Tree, FVector(0, 0, 0));
		USphereTreeComponent* Fast = World.Spawn(Tree, FVector(5000, 0, 0));
		USphereTreeComponent* Fixed = World.Spawn(Tree, FVector(0, 5000, 0));
		Fixed->SetFixedImportance(7.0f);
		Fixed->SetBudgetShare(2.0f);
		World.Tick();
		Fast->SetWorldLocation(FVector(5050, 0, 0));
		Fixed->SetWorldLocation(FVector(0, 5050, 0));
		World.Tick();
		const USphereTreeSubsystem& Subsystem = World.GetSubsystem();
		TestEqual(TEXT("at rest"), Subsystem.GetImportance(*Still), 1.0, 0.02);
		TestTrue(TEXT("moving"), Subsystem.GetImportance(*Fast) > 2.0);
		TestEqual(TEXT("fixed, times its share"), Subsystem.GetImportance(*Fixed), 14.0, 0.2);
		World.Tick(2, 0.02f);
		TestEqual(TEXT("at rest again"), Subsystem.GetImportance(*Fast), 1.0, 0.02);
	});
}
