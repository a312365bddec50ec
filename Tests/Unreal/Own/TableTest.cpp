// Tables of two trees as a user builds them: the menu, what is selected in the level, the progress bar, animations.

#include "Animation/AnimSequence.h"
#include "ContentBrowserMenuContexts.h"
#include "Editor.h"
#include "Framework/Notifications/NotificationManager.h"
#include "Misc/AutomationTest.h"
#include "Misc/ScopedSlowTask.h"
#include "PhysicsEngine/PhysicsConstraintComponent.h"
#include "SphereTreeAsset.h"
#include "SphereTreeEditorFixture.h"
#include "SphereTreeMotionSource.h"
#include "SphereTreeSubsetAsset.h"
#include "SphereTreeTabulator.h"
#include "ToolMenus.h"

#include <cmath>

namespace {

/// Two cubes whose faces are 10 cm apart, and the level that is open.
struct FTwoBodies {
    explicit FTwoBodies(FAutomationTestBase& Test)
        : First(Fixture.MakeTree(Test, u"Frame", 50)), Second(Fixture.MakeTree(Test, u"Door", 20)) {
        Bodies[0] = Level.Place(*First, FVector(0, 0, 0));
        Bodies[1] = Level.Place(*Second, FVector(80, 0, 0));
        GEditor->StandInLevel.SetCurrentWorld(Level.World);
    }
    ~FTwoBodies() {
        GEditor->StandInLevel.SetCurrentWorld(nullptr);
        FScopedSlowTask::StandInCancelAt = 2;
    }
    void Click() {
        auto* Context = NewObject<UContentBrowserAssetContextMenuContext>();
        for (const UObject* Tree : {First, Second}) Context->SelectedAssets.Add(FAssetData(Tree));
        const TArray<FToolMenuEntry> Entries =
            UToolMenus::Get()->StandInOpen(u"ContentBrowser.AssetContextMenu.SphereTreeAsset", Context);
        Entries.Last().Action.Action.ExecuteAction.Execute();
    }
    USphereTreeSubsetAsset* Table() const {
        return Cast<USphereTreeSubsetAsset>(Fixture.Find(FString(u"STT_Frame_Door")));
    }
    FSphereTreeEditorFixture Fixture;
    FSphereTreeTestLevel Level;
    USphereTreeAsset *First, *Second;
    UPrimitiveComponent* Bodies[2];
};

/// A jaw that opens by 30 degrees in a second while the head nods, 31 keys.
UAnimSequence* MakeJaw() {
    auto* Sequence = NewObject<UAnimSequence>();
    Sequence->StandInLength = 1;
    Sequence->StandInKeys = 31;
    Sequence->StandInBones = {FName("head"), FName("jaw")};
    Sequence->StandInBoneAt = [](FName Bone, double Time) {
        const FTransform Head(FQuat(FVector(0, 1, 0), 0.4 * std::sin(6 * Time)), FVector(0, 0, 160));
        const FTransform Jaw(FQuat(FVector(0, 1, 0), Time * 0.52359877559829887), FVector(8, 0, -4));
        return Bone == FName("head") ? Head : Jaw * Head;
    };
    return Sequence;
}

}  // namespace

BEGIN_DEFINE_SPEC(FStandInTableSpec, "SphereTree.StandIn.Table", SPHERETREE_EDITOR_TEST_FLAGS)
END_DEFINE_SPEC(FStandInTableSpec)

void FStandInTableSpec::Define() {
    It(u"two trees selected, one click: a table by the constraint of the open level", [this] {
        FTwoBodies Two(*this);
        Two.Level.Join(Two.Bodies[0], Two.Bodies[1], 30);
        FSlateNotificationManager& Notes = FSlateNotificationManager::Get();
        const int32 Told = Notes.StandInTexts.Num(), Dialogs = FScopedSlowTask::StandInDialogs;
        Two.Click();
        if (!TestNotNull(u"a table", Two.Table())) return;
        TestTrue(u"with something in it", Two.Table()->GetFigures().Tests > 0);
        TestEqual(u"a progress bar", FScopedSlowTask::StandInDialogs - Dialogs, 1);
        TestEqual(u"a notification", Notes.StandInTexts.Num() - Told, 1);
        TestTrue(u"that says it", Notes.StandInTexts.Last().ToString().StartsWith(u"STT_Frame_Door: "));
    });

    It(u"of several constraints, the selected one is meant: itself or its actor", [this] {
        AddExpectedError(u"2 physics constraints join", EAutomationExpectedErrorFlags::Contains, 1);
        FTwoBodies Two(*this);
        UPhysicsConstraintComponent* Wide = Two.Level.Join(Two.Bodies[0], Two.Bodies[1], 30);
        UPhysicsConstraintComponent* Narrow = Two.Level.Join(Two.Bodies[0], Two.Bodies[1], 20);
        Two.Click();
        TestNull(u"none is selected", Two.Table());
        Narrow->bStandInSelected = true;
        Two.Click();
        if (!TestNotNull(u"a table", Two.Table())) return;
        TestEqual(u"by the component", Two.Table()->Motion.Ranges[0].High, 20.0);
        Narrow->bStandInSelected = false;
        Wide->GetOuter()->bStandInSelected = true;
        Two.Click();
        TestEqual(u"by the actor", Two.Table()->Motion.Ranges[0].High, 30.0);
    });

    It(u"the progress bar can be cancelled, and nothing is left", [this] {
        FTwoBodies Two(*this);
        Two.Level.Join(Two.Bodies[0], Two.Bodies[1], 30);
        FScopedSlowTask::StandInCancelAt = 0.01f;
        Two.Click();
        TestNull(u"a table", Two.Table());
        TestEqual(u"told", FSlateNotificationManager::Get().StandInTexts.Last().ToString(),
                  FString(u"STT_Frame_Door: cancelled, nothing was changed"));
    });

    It(u"poses of an animation: keys and between them, from the first to the last", [this] {
        const UAnimSequence* Jaw = MakeJaw();
        FSphereTreeMotion Motion;
        FString WhyNot;
        TestTrue(u"taken", FSphereTreeMotionSource::FromAnimation(*Jaw, {"head", "jaw", FTransform(), FTransform()}, 2,
                                                                  Motion, WhyNot));
        TestEqual(u"thirty steps of two", Motion.Poses.Num(), 61);
        TestEqual(u"the place, whatever the head does", Motion.Poses[17].GetLocation(), FVector(8, 0, -4), 0.001f);
        for (const int32 At : {0, 30, 60}) {
            const FQuat Wanted(FVector(0, 1, 0), At / 60.0 * 0.52359877559829887);
            TestTrue(u"the turn", Motion.Poses[At].GetRotation().Equals(Wanted, 1e-6));
        }
        const FTransform Down(FVector(0, 0, -1)), Ahead(FVector(2, 0, 0));
        FSphereTreeMotionSource::FromAnimation(*Jaw, {"head", "jaw", Down, Ahead}, 1, Motion, WhyNot);
        TestEqual(u"trees that are not where their bones are", Motion.Poses[0].GetLocation(), FVector(10, 0, -3),
                  0.001f);
    });

    It(u"a table of an animation tells of the poses in it", [this] {
        FTwoBodies Two(*this);
        auto* Sequence = NewObject<UAnimSequence>();
        Sequence->StandInLength = 1;
        Sequence->StandInKeys = 5;
        Sequence->StandInBones = {FName("a"), FName("b")};
        Sequence->StandInBoneAt = [](FName Bone, double Time) {
            return FTransform(FVector(Bone == FName("a") ? 0 : 90 - 30 * Time, 0, 0));
        };
        FSphereTreeMotion Motion;
        FString WhyNot;
        FSphereTreeMotionSource::FromAnimation(*Sequence, {"a", "b", FTransform(), FTransform()}, 1, Motion, WhyNot);
        FSphereTreeTestProgress Progress;
        const FSphereTreeTableOutcome Outcome =
            FSphereTreeTabulator::Tabulate(*Two.First, *Two.Second, Motion, FSphereTreeSubsetSettings(), Progress);
        TestTrue(u"built", Outcome.Result == ESphereTreeBakeResult::Built && Two.Table()->GetFigures().Tests > 0);
        TestEqual(u"its poses", Two.Table()->Motion.Poses.Num(), 5);
    });

    It(u"animations that cannot be taken are sentences", [this] {
        UAnimSequence* Jaw = MakeJaw();
        FSphereTreeMotion Motion;
        FString WhyNot;
        const auto Take = [&](const char* Bone, int32 PerKey) {
            const FSphereTreeBones Bones{"head", FName(Bone), FTransform(), FTransform()};
            return FSphereTreeMotionSource::FromAnimation(*Jaw, Bones, PerKey, Motion, WhyNot);
        };
        TestFalse(u"a bone that is not there", Take("tail", 1));
        TestTrue(u"is named", WhyNot.StartsWith(u"The animation has no bone tail."));
        TestFalse(u"too many samples", Take("jaw", 100000));
        TestTrue(u"says how many", WhyNot.StartsWith(u"3000001 samples are too many"));
        TestTrue(u"none are one", Take("jaw", 0) && Motion.Poses.Num() == 31);
        Jaw->StandInKeys = 0;
        TestFalse(u"no keys", Take("jaw", 1));
        TestTrue(u"says so", WhyNot.StartsWith(u"The animation gives no pose."));
    });
}
