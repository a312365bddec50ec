// How the stand-in copies worlds, and what it refuses while they live.

#include "Engine/World.h"
#include "GameFramework/Actor.h"
#include "Misc/AutomationTest.h"
#include "SphereTreeComponent.h"
#include "SphereTreeTestListener.h"
#include "SphereTreeTestWorld.h"

using namespace SphereTreeTestTrees;

/// Remembers when it was told what, and may forget to call its super.
class UStandInProbe : public USceneComponent {
    STANDIN_CLASS(UStandInProbe, USceneComponent)
public:
    void Serialize(FArchive& Ar) override {
        Super::Serialize(Ar);
        if (Ar.IsLoading()) Told += u"read ";
    }
    void PostDuplicate(EDuplicateMode::Type Mode) override {
        Super::PostDuplicate(Mode);
        Told += Mode == EDuplicateMode::PIE ? u"copied-for-play " : u"copied ";
    }
    void PostDuplicate(bool bForPlay) override { Super::PostDuplicate(bForPlay); }
    void PostLoad() override {
        Super::PostLoad();
        Told += u"loaded ";
    }
    void OnRegister() override {
        Super::OnRegister();
        Told += u"registered ";
    }
    void BeginPlay() override {
        if (!bForgetful) Super::BeginPlay();
        Told += u"playing";
    }
    FString Told;
    static bool bForgetful;
};
bool UStandInProbe::bForgetful = false;
STANDIN_IMPLEMENT(UStandInProbe, "Tests")

BEGIN_DEFINE_SPEC(FStandInDuplicateSpec, "SphereTree.StandIn.Duplicate", SPHERETREE_TEST_FLAGS)
END_DEFINE_SPEC(FStandInDuplicateSpec)

namespace {

template <typename T>
T* FindWithin(const UObject* Whole) {
    for (UObject* Object : StandInObjects::Within(Whole))
        if (T* Found = Cast<T>(Object)) return Found;
    return nullptr;
}

UStandInProbe* AddProbe(FSphereTreeTestWorld& World, bool bKnown) {
    AActor* Actor = World.Spawn(MakeBall(10), FVector(0, 0, 0))->GetOwner();
    UStandInProbe* Probe = NewObject<UStandInProbe>(Actor);
    if (bKnown) Actor->AddInstanceComponent(Probe);
    Probe->RegisterComponent();
    return Probe;
}

}  // namespace

void FStandInDuplicateSpec::Define() {
    It(u"a copy is read, told that it is one, loaded, registered, and then plays", [this] {
        FSphereTreeTestWorld Edited(EWorldType::Editor);
        UStandInProbe* Probe = AddProbe(Edited, true);
        TestEqual(u"the source", Probe->Told, FString(u"registered "));
        const TUniquePtr<FSphereTreeTestWorld> Played = Edited.PlayInEditor();
        const UStandInProbe* Copy = FindWithin<UStandInProbe>(&Played->GetWorld());
        TestNotNull(u"a copy", Copy);
        TestEqual(u"its life", Copy->Told, FString(u"read copied-for-play loaded registered playing"));
        TestEqual(u"the source afterwards", Probe->Told, FString(u"registered "));
    });

    It(u"events are bound to the copies of those who listened in the world, and to outsiders as before", [this] {
        FSphereTreeTestWorld Edited(EWorldType::Editor);
        USphereTreeComponent* A = Edited.Spawn(MakeBall(10), FVector(0, 0, 0));
        Edited.Spawn(MakeBall(10), FVector(15, 0, 0));
        USphereTreeTestListener* Inside = NewObject<USphereTreeTestListener>(A->GetOwner());
        Inside->Listen(*A);
        const USphereTreeTestListener* Outside = Edited.Listen(*A);
        const TUniquePtr<FSphereTreeTestWorld> Played = Edited.PlayInEditor();
        const USphereTreeTestListener* Copy = FindWithin<USphereTreeTestListener>(&Played->GetWorld());
        TestNotNull(u"a copy", Copy);
        Played->Tick();
        TestEqual(u"the copy hears", Copy->Begins, 1);
        TestEqual(u"its source does not", Inside->Begins, 0);
        TestEqual(u"the outsider does", Outside->Begins, 1);
    });

    It(u"what nothing refers to is copied by even versions only", [this] {
        FSphereTreeTestWorld Edited(EWorldType::Editor);
        AddProbe(Edited, false);
        const TUniquePtr<FSphereTreeTestWorld> Played = Edited.PlayInEditor();
        const UStandInProbe* Copy = FindWithin<UStandInProbe>(&Played->GetWorld());
        TestTrue(u"a copy", (Copy != nullptr) == (STANDIN_MINOR % 2 == 0));
    });

    It(u"an override of BeginPlay that forgets its super is told", [this] {
        AddExpectedError(u"bBegunPlay", EAutomationExpectedErrorFlags::Contains, 1);
        FSphereTreeTestWorld World;
        UStandInProbe::bForgetful = true;
        AddProbe(World, true);
        UStandInProbe::bForgetful = false;
    });

    It(u"nothing is spawned in a world that ends", [this] {
        AddExpectedError(u"bIsTearingDown", EAutomationExpectedErrorFlags::Contains, 1);
        FSphereTreeTestWorld World;
        World.GetWorld().BeginTearingDown();
        TestNull(u"an actor", World.GetWorld().SpawnActor<AActor>());
    });

    It(u"what the engine leaves uninitialised is no number", [this] {
        TestTrue(u"a vector", FVector().ContainsNaN());
        TestTrue(u"an array of them", [] {
            TArray<FVector> Array;
            Array.SetNum(1);
            return Array[0].ContainsNaN();
        }());
        TestTrue(u"a rotation", !FMath::IsFinite(FQuat().W) && !FMath::IsFinite(FRotator().Yaw));
        TestFalse(u"a transform", FTransform().ContainsNaN());
    });
}
