// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "Animation/AnimSequence.h"
#include "Editor.h"
#include "Misc/AutomationTest.h"
#include "PhysicsEngine/PhysicsConstraintComponent.h"
#include "SphereTreeAsset.h"
#include "SphereTreeEditorActions.h"
#include "SphereTreeEditorFixture.h"
#include "SphereTreeMenus.h"
#include "SphereTreeMotionSource.h"
#include "SphereTreeSubsetAsset.h"
#include "SphereTreeTabulator.h"
#include "UObject/Package.h"

namespace
{
	/** The second cube of 40, 80 cm along x from the first of 100: their faces are 10 cm apart. */
	FSphereTreeMotion MakeSlideBy(double Low, double High)
	{
		FSphereTreeMotion Motion;
		Motion.Kind = ESphereTreeMotion::Slider;
		Motion.Rest = FTransform(FVector(80, 0, 0));
		Motion.Axis = FVector(1, 0, 0);
		Motion.Ranges.SetNum(1);
		Motion.Ranges[0].Low = Low;
		Motion.Ranges[0].High = High;
		return Motion;
	}

	FSphereTreeTableOutcome Tabulate(USphereTreeAsset& First, USphereTreeAsset& Second, const FSphereTreeMotion& Motion)
	{
		FSphereTreeTestProgress Progress;
		return FSphereTreeTabulator::Tabulate(First, Second, Motion, FSphereTreeSubsetSettings(), Progress);
	}

	struct FTablePins
	{
		USphereTreeAsset* First = nullptr;
		USphereTreeAsset* Second = nullptr;
		FSphereTreeMotion Motion = {};
		FSphereTreeSubsetSettings Settings = {};
		FSphereTreeTableResult ReturnValue = {};
	};

	struct FTableFromLevelPins
	{
		USphereTreeAsset* First = nullptr;
		USphereTreeAsset* Second = nullptr;
		FSphereTreeTableResult ReturnValue = {};
	};

	struct FAnimationPins
	{
		const UAnimSequence* Sequence = nullptr;
		FName FirstBone = {};
		FName SecondBone = {};
		FTransform FirstOffset = {};
		FTransform SecondOffset = {};
		int32 SamplesPerKey = 1;
		FSphereTreeMotion OutMotion = {};
		FString OutWhyNot = {};
		bool ReturnValue = false;
	};
}

BEGIN_DEFINE_SPEC(FSphereTreeTableSpec, "SphereTree.Table", SPHERETREE_EDITOR_TEST_FLAGS)
END_DEFINE_SPEC(FSphereTreeTableSpec)

void FSphereTreeTableSpec::Define()
{
	It(TEXT("makes STT_<A>_<B> beside the first tree; its package is dirty"), [this]()
	{
		FSphereTreeEditorFixture Fixture;
		USphereTreeAsset* First = Fixture.MakeTree(*this, TEXT("Frame"), 50.0f);
		USphereTreeAsset* Second = Fixture.MakeTree(*this, TEXT("Door"), 20.0f);
		const FSphereTreeTableOutcome Outcome = Tabulate(*First, *Second, MakeSlideBy(-30, 30));
		const USphereTreeSubsetAsset* Table = Outcome.Asset.Get();
		if (!TestTrue(TEXT("built"), Outcome.Result == ESphereTreeBakeResult::Built && Table))
		{
			return;
		}
		TestEqual(TEXT("path"), Table->GetPathName(), Fixture.Folder + TEXT("/STT_Frame_Door.STT_Frame_Door"));
		TestTrue(TEXT("found there"), Fixture.Find(TEXT("STT_Frame_Door")) == Table);
		TestTrue(TEXT("dirty"), Table->GetPackage()->IsDirty());
		TestTrue(TEXT("names its trees"), Table->FirstTree.Get() == First && Table->SecondTree.Get() == Second);
		TestEqual(TEXT("and its motion"), Table->Motion.Ranges[0].High, 30.0);
		const FSphereTreeSubsetFigures Figures = Table->GetFigures();
		TestTrue(TEXT("fewer spheres"), Figures.FirstKept > 0 && Figures.FirstKept < Figures.FirstSpheres && Figures.SecondKept < Figures.SecondSpheres);
		const FString Said = FSphereTreeEditorActions::DescribeTable(Outcome).ToString();
		TestTrue(TEXT("the notification"), Said.StartsWith(TEXT("STT_Frame_Door: ")) && Said.Contains(TEXT("spheres are left")));
	});

	It(TEXT("a cancel leaves nothing behind, or what was there"), [this]()
	{
		FSphereTreeEditorFixture Fixture;
		USphereTreeAsset* First = Fixture.MakeTree(*this, TEXT("Frame"), 50.0f);
		USphereTreeAsset* Second = Fixture.MakeTree(*this, TEXT("Door"), 20.0f);
		FSphereTreeTestProgress Progress(0);
		Progress.CancelledMesh = 1;
		FSphereTreeTableOutcome Outcome = FSphereTreeTabulator::Tabulate(*First, *Second, MakeSlideBy(-30, 30), FSphereTreeSubsetSettings(), Progress);
		TestTrue(TEXT("cancelled"), Outcome.Result == ESphereTreeBakeResult::Cancelled);
		TestFalse(TEXT("an asset"), Outcome.Asset.IsValid() || Fixture.Find(TEXT("STT_Frame_Door")) != nullptr);
		USphereTreeSubsetAsset* Table = Tabulate(*First, *Second, MakeSlideBy(-30, 30)).Asset.Get();
		const TArray<uint8> Before = Table->GetArchive();
		Table->GetPackage()->SetDirtyFlag(false);
		FSphereTreeTestProgress Again(0);
		Again.CancelledMesh = 1;
		Outcome = FSphereTreeTabulator::Tabulate(*First, *Second, MakeSlideBy(-5, 5), FSphereTreeSubsetSettings(), Again);
		TestTrue(TEXT("cancelled again"), Outcome.Result == ESphereTreeBakeResult::Cancelled);
		TestTrue(TEXT("as it was"), Table->GetArchive() == Before && Table->Motion.Ranges[0].High == 30.0 && !Table->GetPackage()->IsDirty());
	});

	It(TEXT("nonsense and a place that is taken are sentences"), [this]()
	{
		FSphereTreeEditorFixture Fixture;
		USphereTreeAsset* First = Fixture.MakeTree(*this, TEXT("Frame"), 50.0f);
		USphereTreeAsset* Second = Fixture.MakeTree(*this, TEXT("Door"), 20.0f);
		const FSphereTreeTableOutcome Wrong = Tabulate(*First, *Second, MakeSlideBy(30, -30));
		TestTrue(TEXT("limits the wrong way round"), Wrong.Result == ESphereTreeBakeResult::Failed && !Wrong.Reason.IsEmpty() && !Wrong.Asset.IsValid());
		TestTrue(TEXT("nothing was made"), Fixture.Find(TEXT("STT_Frame_Door")) == nullptr);
		TestTrue(TEXT("the notification"), FSphereTreeEditorActions::DescribeTable(Wrong).ToString().StartsWith(TEXT("STT_Frame_Door was not built. ")));
		Fixture.MakeEmpty(TEXT("STT_Door_Frame"));
		const FSphereTreeTableOutcome Taken = Tabulate(*Second, *First, MakeSlideBy(-30, 30));
		TestTrue(TEXT("no table"), Taken.Result == ESphereTreeBakeResult::Failed && Taken.Reason.Contains(TEXT("is no sphere tree table. Rename or delete it.")));
		USphereTreeSubsetAsset* Table = Tabulate(*First, *Second, MakeSlideBy(-30, 30)).Asset.Get();
		Table->SecondTree = First;
		const FSphereTreeTableOutcome Other = Tabulate(*First, *Second, MakeSlideBy(-30, 30));
		TestTrue(TEXT("of other trees"), Other.Result == ESphereTreeBakeResult::Failed && Other.Reason.Contains(TEXT("is the table of two other trees")));
	});

	It(TEXT("builds anew in the same asset, and one undo takes it back"), [this]()
	{
		FSphereTreeEditorFixture Fixture;
		USphereTreeAsset* First = Fixture.MakeTree(*this, TEXT("Frame"), 50.0f);
		USphereTreeAsset* Second = Fixture.MakeTree(*this, TEXT("Door"), 20.0f);
		USphereTreeSubsetAsset* Table = Tabulate(*First, *Second, MakeSlideBy(-30, 30)).Asset.Get();
		const TArray<uint8> Before = Table->GetArchive();
		FSphereTreeSubsetSettings Settings;
		Settings.Keep = ESphereTreeSubsetKeep::Pairs;
		FSphereTreeTestProgress Progress;
		const FSphereTreeTableOutcome Outcome = FSphereTreeTabulator::Tabulate(*First, *Second, MakeSlideBy(-20, 30), Settings, Progress);
		TestTrue(TEXT("the same asset"), Outcome.Asset.Get() == Table && Table->GetArchive() != Before);
		TestTrue(TEXT("its settings are kept for the next time"), FSphereTreeTabulator::SettingsFor(*First, *Second).Keep == ESphereTreeSubsetKeep::Pairs);
		const int64 Tests = Table->GetFigures().Tests;
		TestTrue(TEXT("undone"), GEditor->UndoTransaction());
		TestTrue(TEXT("the first table is back"), Table->GetArchive() == Before && Table->Motion.Ranges[0].Low == -30.0);
		TestTrue(TEXT("and what is made of it"), Table->GetFigures().Tests < Tests);
	});

	It(TEXT("takes the motion of the constraint that joins the two in a level"), [this]()
	{
		FSphereTreeEditorFixture Fixture;
		USphereTreeAsset* First = Fixture.MakeTree(*this, TEXT("Frame"), 50.0f);
		USphereTreeAsset* Second = Fixture.MakeTree(*this, TEXT("Door"), 20.0f);
		FSphereTreeTestLevel Level;
		UPrimitiveComponent* Frame = Level.Place(*First, FVector(100, 0, 0));
		UPrimitiveComponent* Door = Level.Place(*Second, FVector(180, 0, 0));
		FSphereTreeMotion Motion;
		FString WhyNot;
		TestFalse(TEXT("without one"), FSphereTreeMotionSource::FromLevel(Level.World, *First, *Second, Motion, WhyNot));
		TestTrue(TEXT("says what to do"), WhyNot.StartsWith(TEXT("No physics constraint of this level joins two components with the trees ST_Frame and ST_Door.")));
		Level.Join(Frame, Level.Place(*First, FVector(500, 0, 0)), 7.0f);
		Level.Join(Frame, nullptr, 7.0f);
		TestFalse(TEXT("with others only"), FSphereTreeMotionSource::FromLevel(Level.World, *First, *Second, Motion, WhyNot));
		Level.Join(Door, Frame, 30.0f);
		TestTrue(TEXT("found, whichever comes first"), FSphereTreeMotionSource::FromLevel(Level.World, *First, *Second, Motion, WhyNot));
		TestTrue(TEXT("slider"), Motion.Kind == ESphereTreeMotion::Slider && Motion.Ranges.Num() == 1);
		TestEqual(TEXT("its limit"), Motion.Ranges[0].High, 30.0, 0.001);
		TestEqual(TEXT("the rest, seen from the first"), Motion.Rest.GetLocation(), FVector(80, 0, 0), 0.001f);
		TestTrue(TEXT("and the other way round"), FSphereTreeMotionSource::FromLevel(Level.World, *Second, *First, Motion, WhyNot));
		TestEqual(TEXT("the rest, seen from the second"), Motion.Rest.GetLocation(), FVector(-80, 0, 0), 0.001f);
		Level.Join(Frame, Door, 10.0f);
		TestFalse(TEXT("two of them"), FSphereTreeMotionSource::FromLevel(Level.World, *First, *Second, Motion, WhyNot));
		TestTrue(TEXT("says what to do"), WhyNot.StartsWith(TEXT("2 physics constraints join")) && WhyNot.EndsWith(TEXT("Select the one that is meant.")));
	});

	It(TEXT("takes recorded poses, seen from the first body"), [this]()
	{
		FSphereTreeMotion Motion;
		FString WhyNot;
		const FQuat Quarter(FVector(0, 0, 1), 1.57079632679489662);
		const auto Slide = [&Quarter](int32 Index, FTransform& First, FTransform& Second)
		{
			First = FTransform(Quarter, FVector(10, 20, 30), FVector(2, 2, 2));
			Second = FTransform(Quarter, FVector(10, 20 + 4.0 * (Index / 2), 30), FVector(2, 2, 2));
		};
		TestTrue(TEXT("taken"), FSphereTreeMotionSource::FromSamples(6, Slide, Motion, WhyNot));
		TestTrue(TEXT("as poses"), Motion.Kind == ESphereTreeMotion::Poses);
		TestEqual(TEXT("repeated ones count once"), Motion.Poses.Num(), 3);
		TestEqual(TEXT("in the first one's frame and unit"), Motion.Poses[2].GetLocation(), FVector(4, 0, 0), 0.001f);
		const auto Grow = [](int32 Index, FTransform& First, FTransform& Second) { Second.SetScale3D(FVector(1, 1, 1) * (1.0 + Index)); };
		TestFalse(TEXT("another scale"), FSphereTreeMotionSource::FromSamples(2, Grow, Motion, WhyNot));
		TestTrue(TEXT("says which"), WhyNot.StartsWith(TEXT("Sample 1 scales the two")));
		const auto Squeeze = [](int32 Index, FTransform& First, FTransform& Second) { First.SetScale3D(FVector(1, 1, 2)); Second = First; };
		TestFalse(TEXT("uneven"), FSphereTreeMotionSource::FromSamples(1, Squeeze, Motion, WhyNot));
		TestEqual(TEXT("what there was stays"), Motion.Poses.Num(), 3);
	});

	It(TEXT("the menu offers it for exactly two trees, and says what to do without a constraint"), [this]()
	{
		AddExpectedError(TEXT("STT_A_B was not built: No physics constraint of this level joins"), EAutomationExpectedErrorFlags::Contains, 1);
		FSphereTreeEditorFixture Fixture;
		const FAssetData A(Fixture.MakeTree(*this, TEXT("A"), 50.0f));
		const FAssetData B(Fixture.MakeTree(*this, TEXT("B"), 20.0f));
		const FAssetData C(Fixture.MakeTree(*this, TEXT("C"), 10.0f));
		TestEqual(TEXT("one tree"), FSphereTreeMenus::EntriesFor({A}).Num(), 2);
		TestEqual(TEXT("three trees"), FSphereTreeMenus::EntriesFor({A, B, C}).Num(), 2);
		const TArray<FSphereTreeMenuEntry> Entries = FSphereTreeMenus::EntriesFor({A, B});
		TestEqual(TEXT("two trees"), Entries.Num(), 3);
		TestEqual(TEXT("its label"), Entries[2].Label.ToString(), FString(TEXT("Build Sphere Tree Table")));
		Entries[2].Execute();
		TestTrue(TEXT("nothing was made"), Fixture.Find(TEXT("STT_A_B")) == nullptr);
	});

	It(TEXT("scripts build tables, and bear that something is missing"), [this]()
	{
		AddExpectedError(TEXT("A sphere tree was expected"), EAutomationExpectedErrorFlags::Contains, 2);
		AddExpectedError(TEXT("STT_Frame_Door was not built: No physics constraint of this level joins"), EAutomationExpectedErrorFlags::Contains, 1);
		AddExpectedError(TEXT("There is no animation to take a motion from"), EAutomationExpectedErrorFlags::Contains, 1);
		FSphereTreeEditorFixture Fixture;
		FTablePins Build;
		Build.First = Fixture.MakeTree(*this, TEXT("Frame"), 50.0f);
		Call(*this, TEXT("BuildSphereTreeTable"), Build);
		TestEqual(TEXT("one tree"), Build.ReturnValue.Outcome, FString(TEXT("failed")));
		Build.Second = Fixture.MakeTree(*this, TEXT("Door"), 20.0f);
		FTableFromLevelPins FromLevel{Build.First, Build.Second};
		Call(*this, TEXT("BuildSphereTreeTableFromLevel"), FromLevel);
		TestTrue(TEXT("no constraint"), FromLevel.ReturnValue.Outcome == TEXT("failed") && FromLevel.ReturnValue.Reason.Contains(TEXT("sphere tree component on each body")));
		FromLevel.First = nullptr;
		Call(*this, TEXT("BuildSphereTreeTableFromLevel"), FromLevel);
		TestEqual(TEXT("says what it needs"), FromLevel.ReturnValue.Reason, FString(TEXT("A table needs two sphere trees.")));
		Build.Motion = MakeSlideBy(-30, 30);
		Call(*this, TEXT("BuildSphereTreeTable"), Build);
		TestEqual(TEXT("built"), Build.ReturnValue.Outcome, FString(TEXT("built")));
		TestTrue(TEXT("here it is"), Build.ReturnValue.Table && Build.ReturnValue.Table->HasTable() && Build.ReturnValue.TableName == TEXT("STT_Frame_Door"));
		FAnimationPins Animation;
		Call(*this, TEXT("MakeSphereTreeMotionFromAnimation"), Animation);
		TestFalse(TEXT("no animation"), Animation.ReturnValue);
	});
}
