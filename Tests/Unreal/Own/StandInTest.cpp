// What only the stand-in can look into: drawings, tags, memory, and that it refuses what the engine refuses.

#include "Components/StaticMeshComponent.h"
#include "DrawDebugHelpers.h"
#include "Engine/StaticMesh.h"
#include "Engine/World.h"
#include "GameFramework/Actor.h"
#include "GameplayDebugger.h"
#include "HAL/IConsoleManager.h"
#include "Misc/AutomationTest.h"
#include "Modules/ModuleManager.h"
#include "PhysicsEngine/BodySetup.h"
#include "SphereTreeAsset.h"
#include "SphereTreeComponent.h"
#include "SphereTreeSettings.h"
#include "SphereTreeSubsystem.h"
#include "SphereTreeTestController.h"
#include "SphereTreeTestListener.h"
#include "SphereTreeTestWorld.h"
#include "SphereTreeUserData.h"
#include "SphereTreeWorld.h"
#include "Stats/Stats.h"
#include "UObject/Package.h"
#include "VisualLogger/VisualLogger.h"
#if STANDIN_MINOR >= 4
#include "UObject/AssetRegistryTagsContext.h"
#endif

#include <atomic>
#include <cstdlib>
#include <new>
#include <string_view>

double& StandInCsvValue(std::string_view Name);

// Every allocation of this program is counted, but for those that the sanitizers want to see themselves.
#if !defined(STANDIN_SANITIZED)
static std::atomic<int64> Allocations{0};
static void* Counted(std::size_t Size, std::size_t Alignment) {
    ++Allocations;
    void* Memory = Alignment > alignof(std::max_align_t)
                       ? std::aligned_alloc(Alignment, (Size + Alignment - 1) / Alignment * Alignment)
                       : std::malloc(Size ? Size : 1);
    if (!Memory) std::abort();
    return Memory;
}
void* operator new(std::size_t Size) { return Counted(Size, 0); }
void* operator new[](std::size_t Size) { return Counted(Size, 0); }
void* operator new(std::size_t Size, std::align_val_t Alignment) {
    return Counted(Size, static_cast<std::size_t>(Alignment));
}
void operator delete(void* Memory) noexcept { std::free(Memory); }
void operator delete[](void* Memory) noexcept { std::free(Memory); }
void operator delete(void* Memory, std::size_t) noexcept { std::free(Memory); }
void operator delete[](void* Memory, std::size_t) noexcept { std::free(Memory); }
void operator delete(void* Memory, std::align_val_t) noexcept { std::free(Memory); }
void operator delete(void* Memory, std::size_t, std::align_val_t) noexcept { std::free(Memory); }
#define STANDIN_COUNTS 1
#else
#define STANDIN_COUNTS 0
#endif

using namespace SphereTreeTestTrees;

namespace {

TArray<UObject::FAssetRegistryTag> TagsOf(const USphereTreeAsset& Asset) {
#if STANDIN_MINOR >= 4
    FAssetRegistryTagsContextData Data(&Asset);
    Asset.GetAssetRegistryTags(FAssetRegistryTagsContext(Data));
    return Data.StandInTags;
#else
    TArray<UObject::FAssetRegistryTag> Tags;
    Asset.GetAssetRegistryTags(Tags);
    return Tags;
#endif
}

FString TagOf(const USphereTreeAsset& Asset, const TCHAR* Name) {
    for (const UObject::FAssetRegistryTag& Tag : TagsOf(Asset))
        if (Tag.Name == FName(Name)) return Tag.Value;
    return FString(u"no such tag");
}

}  // namespace

BEGIN_DEFINE_SPEC(FStandInSpec, "SphereTree.StandIn", SPHERETREE_TEST_FLAGS)
END_DEFINE_SPEC(FStandInSpec)

void FStandInSpec::Define() {
    It(u"the asset's registry tags", [this] {
        USphereTreeAsset* Asset = MakeCluster(50, 20);
        TestEqual(u"spheres", TagOf(*Asset, u"Spheres"), FString(u"9"));
        TestEqual(u"per level", TagOf(*Asset, u"SpheresPerLevel"), FString(u"1 / 8"));
        TestEqual(u"error per level", TagOf(*Asset, u"ErrorPerLevelCm"), FString(u"213 / 0"));
        TestEqual(u"method", TagOf(*Asset, u"Method"), FString(u"Combined"));
        TestEqual(u"stale", TagOf(*Asset, u"Stale"), FString(u"False"));
        Asset->SetStale(true);
        TestEqual(u"stale afterwards", TagOf(*Asset, u"Stale"), FString(u"True"));
    });

#if STANDIN_COUNTS
    It(u"a steady frame allocates nothing", [this] {
        FSphereTreeTestWorld World;
        USphereTreeAsset* Tree = MakeCluster(50, 40);
        TArray<USphereTreeComponent*> Components;
        for (int32 i = 0; i < 60; ++i) {
            Components.Add(World.Spawn(Tree, FVector(i * 45.0, (i % 3) * 30.0, 0)));
            Components.Last()->bGenerateStayEvents = true;
        }
        USphereTreeTestListener* Listener = NewObject<USphereTreeTestListener>();
        (void)Listener;
        const auto Swing = [&] {
            for (int32 Frame = 0; Frame < 16; ++Frame) {
                for (USphereTreeComponent* Component : Components) {
                    const double Way = (Frame < 8 ? 1.0 : -1.0) * 2.0;
                    Component->SetWorldLocation(Component->GetComponentLocation() + FVector(0, Way, 0));
                }
                World.GetSubsystem().Step(0.02f);
            }
        };
        for (int32 Warm = 0; Warm < 6; ++Warm) Swing();
        const int64 Before = Allocations;
        TestTrue(u"there are contacts", World.GetSubsystem().GetReport().Contacts > 30);
        Swing();
        TestEqual(u"allocations", static_cast<int64>(Allocations) - Before, int64(0));
    });

    It(u"a steady frame with simple collision allocates nothing", [this] {
        FSphereTreeTestWorld World;
        UStaticMesh* Mesh = NewObject<UStaticMesh>();
        Mesh->CreateBodySetup();
        for (const double Way : {-20.0, 20.0}) {
            FKSphereElem Sphere(27);  // those of two neighbours overlap
            Sphere.Center = FVector(0, Way, 0);
            Mesh->GetBodySetup()->AggGeom.SphereElems.Add(Sphere);
        }
        TArray<USphereTreeComponent*> Components;
        for (int32 i = 0; i < 40; ++i) {
            const FTransform Place(FVector(i * 25.0, 0, 0));
            Components.Add(
                World.Spawn(i % 2 ? MakeCluster(20, 15) : nullptr, Place, [&](USphereTreeComponent& Component) {
                    UStaticMeshComponent* Drawn = NewObject<UStaticMeshComponent>(Component.GetOwner());
                    Drawn->SetStaticMesh(Mesh);
                    Drawn->RegisterComponent();
                    Component.bSimpleCollision = i % 2 == 0;
                    Component.bGenerateStayEvents = true;
                }));
        }
        const auto Swing = [&] {
            for (int32 Frame = 0; Frame < 16; ++Frame) {
                const FVector Way(0, Frame < 8 ? 1.0 : -1.0, 0);
                for (USphereTreeComponent* Component : Components)
                    Component->SetWorldLocation(Component->GetComponentLocation() + Way);
                World.GetSubsystem().Step(0.02f);
            }
        };
        for (int32 Warm = 0; Warm < 6; ++Warm) Swing();
        const int64 Before = Allocations;
        TestTrue(u"there are contacts", World.GetSubsystem().GetReport().Contacts > 30);
        Swing();
        TestEqual(u"allocations", static_cast<int64>(Allocations) - Before, int64(0));
    });
#endif

    It(u"a tree that is gone is looked for when a component registers, not in every frame", [this] {
        FSphereTreeTestWorld World;
        UStaticMesh* Mesh = NewObject<UStaticMesh>(GetTransientPackage());
        USphereTreeUserData::SetTree(Mesh, nullptr);
        auto* UserData = Cast<USphereTreeUserData>(Mesh->GetAssetUserDataOfClass(USphereTreeUserData::StaticClass()));
        UserData->Tree = TSoftObjectPtr<USphereTreeAsset>(FSoftObjectPath(FString(u"/Game/Gone.Gone")));
        USphereTreeComponent* Component =
            World.Spawn(nullptr, FTransform(FVector(0, 0, 0)), [Mesh](USphereTreeComponent& One) {
                UStaticMeshComponent* Drawn = NewObject<UStaticMeshComponent>(One.GetOwner());
                Drawn->SetStaticMesh(Mesh);
                Drawn->RegisterComponent();
            });
        const int32 Before = FSoftObjectPath::StandInVainLoads;
        TestTrue(u"looked for", Before > 0);
        for (int32 Frame = 0; Frame < 5; ++Frame) {
            Component->SetWorldLocation(FVector(Frame, 0, 0));
            World.Tick();
        }
        TestEqual(u"and not again", FSoftObjectPath::StandInVainLoads, Before);
    });

    It(u"filters that nobody uses any more make room for others", [this] {
        FSphereTreeTestWorld World;
        USphereTreeComponent* Component = World.Spawn(MakeBall(10), FVector(0, 0, 0));
        for (int32 i = 0; i < 32; ++i) {
            const auto Channel = static_cast<ECollisionChannel>(ECC_GameTraceChannel1 + i % 16);
            Component->SetSphereTreeResponse(Channel, i < 16 ? ECR_Overlap : ECR_Ignore);
            World.Tick();
        }
        TestTrue(u"few classes", World.GetSubsystem().GetScene()->Find(Component)->Filter <= 2);
    });

    It(u"an array that changes under a ranged-for is told", [this] {
        AddExpectedError(u"bUnchangedDuringRangedFor", EAutomationExpectedErrorFlags::Contains, 1);
        TArray<int32> Numbers{1, 2, 3};
        for (const int32 Number : Numbers)
            if (Number == 2) Numbers.Add(4);
    });

    It(u"draws what is asked for, and nothing otherwise", [this] {
        FSphereTreeTestWorld World;
        World.Spawn(MakeCluster(50, 40), FVector(0, 0, 0));
        World.Spawn(MakeCluster(50, 40), FVector(60, 0, 0));
        const auto DrawnWith = [&](const TCHAR* Name, const TCHAR* Value) {
            StandInDrawings() = {};
            const FSphereTreeTestVariable Variable(Name, Value);
            World.Tick();
            return StandInDrawings();
        };
        const StandInDrawn Nothing = DrawnWith(u"SphereTree.Debug.Contacts", u"0");
        TestEqual(u"nothing", Nothing.Spheres + Nothing.Lines + Nothing.Circles, 0);
        TestEqual(u"spheres of level 1", DrawnWith(u"SphereTree.Debug.Level", u"1").Spheres, 16);
        TestEqual(u"roots", DrawnWith(u"SphereTree.Debug.Level", u"0").Spheres, 2);
        TestEqual(u"a ring for each point", DrawnWith(u"SphereTree.Debug.Contacts", u"1").Circles, 4);
        USphereTreeSettings& Project = *GetMutableDefault<USphereTreeSettings>();
        Project.bDrawContacts = true;
        Project.DrawLevel = 0;
        const StandInDrawn Asked = DrawnWith(u"SphereTree.Debug.OpenPairs", u"0");
        TestTrue(u"what the project asks for", Asked.Circles == 4 && Asked.Spheres == 2);
        TestEqual(u"the console has the last word", DrawnWith(u"SphereTree.Debug.Contacts", u"0").Circles, 0);
        Project.bDrawContacts = false;
        Project.DrawLevel = -1;
        FSphereTreeTestWorld Poor;
        Poor.GetSubsystem().SetFrameBudget(-1, 0);
        Poor.Spawn(MakeCluster(50, 40), FVector(0, 0, 0));
        Poor.Spawn(MakeCluster(50, 40), FVector(60, 0, 0));
        StandInDrawings() = {};
        const FSphereTreeTestVariable Variable(u"SphereTree.Debug.OpenPairs", u"1");
        Poor.Tick();
        TestEqual(u"a line for each open pair", StandInDrawings().Lines, 1);
    });

    It(u"the Gameplay Debugger has a page", [this] {
        IGameplayDebugger& Debugger = IGameplayDebugger::Get();
        TestEqual(u"pages", Debugger.StandInNames.Num(), 1);
        FSphereTreeTestWorld World;
        APlayerController* Player = World.GetWorld().SpawnActor<ASphereTreeTestController>();
        USphereTreeComponent* A = World.Spawn(MakeBall(10), FVector(0, 0, 0));
        World.Spawn(MakeBall(10), FVector(15, 0, 0));
        World.Tick();
        const TSharedRef<FGameplayDebuggerCategory> Page = Debugger.StandInMakers[0].Execute();
        Page->CollectData(Player, A->GetOwner());
        TestEqual(u"lines", Page->StandInText().Num(), 4);
        TestTrue(u"contacts", Page->StandInText()[1].Contains(u"contacts 1"));
    });

    It(u"the module registers its page when it starts and takes it back when it ends", [this] {
        IModuleInterface* Module = FModuleManager::Get().GetModule("SphereTree");
        TestNotNull(u"the module", Module);
        Module->ShutdownModule();
        TestEqual(u"pages", IGameplayDebugger::Get().StandInNames.Num(), 0);
        Module->StartupModule();
        TestEqual(u"pages again", IGameplayDebugger::Get().StandInNames.Num(), 1);
    });

    It(u"contacts go to the visual log while it records", [this] {
        FVisualLogger::Get().StandInEntries = 0;
        for (const bool bRecords : {false, true}) {
            FVisualLogger::Get().SetIsRecording(bRecords);
            FSphereTreeTestWorld World;
            World.Spawn(MakeBall(10), FVector(0, 0, 0));
            World.Spawn(MakeBall(10), FVector(15, 0, 0));
            World.Tick();
            TestEqual(u"entries", FVisualLogger::Get().StandInEntries, bRecords ? 2 : 0);
        }
        FVisualLogger::Get().SetIsRecording(false);
    });

    It(u"stat SphereTree and the CSV profiler are told", [this] {
        FSphereTreeTestWorld World;
        World.Spawn(MakeBall(10), FVector(0, 0, 0));
        World.Spawn(MakeBall(10), FVector(15, 0, 0));
        const int64 Frames = StandInStat("STAT_SphereTreeFrame");
        World.Tick();
        TestEqual(u"frames", StandInStat("STAT_SphereTreeFrame") - Frames, int64(1));
        TestEqual(u"bodies", StandInStat("STAT_SphereTreeBodies"), int64(2));
        TestEqual(u"contacts", StandInStat("STAT_SphereTreeContacts"), int64(1));
        TestEqual(u"contacts in the CSV", StandInCsvValue("SphereTree/Contacts"), 1.0);
    });

    It(u"importance falls for what was not drawn lately", [this] {
        FSphereTreeTestWorld World;
        World.GetWorld().SpawnActor<ASphereTreeTestController>();
        AActor* Actor = World.GetWorld().SpawnActor<AActor>();
        UStaticMeshComponent* Mesh = NewObject<UStaticMeshComponent>(Actor);
        Actor->SetRootComponent(Mesh);
        Mesh->SetWorldLocation(FVector(100, 0, 0));
        Mesh->RegisterComponent();
        USphereTreeComponent* Component = NewObject<USphereTreeComponent>(Actor);
        Component->Tree = MakeBall(10);
        Component->SetupAttachment(Mesh);
        Component->RegisterComponent();
        Mesh->StandInLastRendered = 0;
        World.Tick();
        const double Drawn = World.GetSubsystem().GetImportance(*Component);
        World.Tick(120, 0.1f);
        TestEqual(u"a quarter is left", World.GetSubsystem().GetImportance(*Component), Drawn * 0.25, 0.02);
    });

    It(u"a dedicated server draws nothing, and it does not matter", [this] {
        FSphereTreeTestWorld World;
        World.GetWorld().StandInNetMode = NM_DedicatedServer;
        USphereTreeComponent* A = World.Spawn(MakeBall(10), FVector(100, 0, 0));
        World.Tick();
        TestEqual(u"importance", World.GetSubsystem().GetImportance(*A), 1.0, 0.02);
    });

    It(u"nothing is left of a world that has ended", [this] {
        const auto LiveAndEnd = [] {
            {
                FSphereTreeTestWorld World;
                USphereTreeComponent* A = World.Spawn(MakeBall(10), FVector(0, 0, 0));
                World.Spawn(MakeBall(10), FVector(15, 0, 0));
                World.Listen(*A);
                World.Tick();
            }
            CollectGarbage(RF_NoFlags, true);
            return StandInObjects::Count();
        };
        const int32 Once =
            LiveAndEnd();  // classes and their default objects are made when they are first needed, and stay
        TestEqual(u"objects", LiveAndEnd(), Once);
    });

    It(u"an error in the log fails a test unless it is expected", [this] {
        struct FProbe final : FAutomationTestBase {
            FProbe() : FAutomationTestBase("FProbe", false) {}
            uint32 GetTestFlags() const override { return 0; }
            FString GetBeautifiedTestName() const override { return u"none"; }
            void GetTests(TArray<FString>&, TArray<FString>&) const override {}
            bool RunTest(const FString&) override { return true; }
        };
        static FProbe Probe;
        Probe.StandInBegin();
        Probe.StandInHear(ELogVerbosity::Error, u"something broke");
        const bool bUnexpected = Probe.StandInEnd().Num() == 1;
        Probe.StandInBegin();
        Probe.AddExpectedError(u"something .* broke|broke");
        Probe.StandInHear(ELogVerbosity::Error, u"something broke");
        const bool bExpected = Probe.StandInEnd().IsEmpty();
        Probe.StandInBegin();
        Probe.AddExpectedError(u"never said");
        const bool bNeverSeen = Probe.StandInEnd().Num() == 1;
        StandInBegin();
        TestTrue(u"an unexpected one", bUnexpected);
        TestTrue(u"an expected one", bExpected);
        TestTrue(u"one that never came", bNeverSeen);
    });
}
