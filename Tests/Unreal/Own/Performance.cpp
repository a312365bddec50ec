// What the component and the subsystem cost on top of the core. Figures only: nothing here passes or fails by a clock.
//     spheretree-unreal-tests SphereTree.Performance

#include "HAL/PlatformTime.h"
#include "Misc/AutomationTest.h"
#include "SphereTree/Archive.h"
#include "SphereTree/Contact.h"
#include "SphereTree/PackedTree.h"
#include "SphereTree/Traversal.h"
#include "SphereTreeAsset.h"
#include "SphereTreeComponent.h"
#include "SphereTreeFrameSettings.h"
#include "SphereTreeSubsystem.h"
#include "SphereTreeTestWorld.h"

#include <algorithm>
#include <cstdio>
#include <functional>
#include <vector>

using namespace SphereTreeTestTrees;

namespace {

constexpr int32 Bodies = 500;
constexpr int32 Frames = 600;

FVector PlaceOf(int32 Body, double Spacing) { return FVector((Body % 25) * Spacing, (Body / 25) * Spacing, 0); }

double MedianMicroseconds(const std::function<void()>& Frame) {
    std::vector<double> Times;
    for (int32 i = 0; i < Frames; ++i) {
        const uint64 Start = FPlatformTime::Cycles64();
        Frame();
        Times.push_back(FPlatformTime::ToMilliseconds64(FPlatformTime::Cycles64() - Start) * 1000);
    }
    std::sort(Times.begin(), Times.end());
    return Times[Times.size() / 2];
}

/// The loop of a frame as the core alone would run it: the same bodies, the same kind of budget, the same clock.
double CoreMicroseconds(const TArray<uint8>& Archive, double Spacing) {
    const auto Baked = spheretree::ReadArchive(Archive.GetData(), static_cast<size_t>(Archive.Num()));
    const auto Tree = spheretree::SharePackedTree(*Baked);
    spheretree::Scene Scene;
    for (int32 i = 0; i < Bodies; ++i) {
        spheretree::BodyDescription Body;
        Body.tree = *Tree;
        const FVector Place = PlaceOf(i, Spacing);
        Body.pose.position = {Place.X, Place.Y, Place.Z};
        (void)Scene.Add(Body);
    }
    spheretree::Traversal Traversal;
    spheretree::Contacts Contacts;
    const FSphereTreeFrameSettings Settings = FSphereTreeFrameSettings::Read(-1.0, -1);
    spheretree::Host Host;
    Host.clockSeconds = [] { return FPlatformTime::ToSeconds64(FPlatformTime::Cycles64()); };
    return MedianMicroseconds([&] {
        (void)Scene.Step();
        spheretree::BeginFrame(Traversal, Scene);
        spheretree::Advance(Traversal, Scene, Settings.Budget, Host);
        spheretree::EndFrame(Traversal, Scene);
        spheretree::CollectContacts(Traversal, Scene, {}, Contacts);
    });
}

double SubsystemMicroseconds(const TArray<uint8>& Archive, double Spacing, int32& OutContacts) {
    FSphereTreeTestWorld World;
    USphereTreeAsset* Asset = MakeAsset(Archive);
    for (int32 i = 0; i < Bodies; ++i) World.Spawn(Asset, PlaceOf(i, Spacing));
    const double Median = MedianMicroseconds([&] { World.GetSubsystem().Step(0.016f); });
    OutContacts = World.GetSubsystem().GetReport().Contacts;
    return Median;
}

}  // namespace

IMPLEMENT_SIMPLE_AUTOMATION_TEST(FIdleBodiesTest, "SphereTree.Performance.500 idle bodies", SPHERETREE_TEST_FLAGS)
bool FIdleBodiesTest::RunTest(const FString&) {
    const TArray<uint8> Archive = MakeClusterArchive(50, 40);
    for (const double Spacing : {160.0, 1000.0}) {
        // In turns, and the median of all: the luckiest run would flatter us.
        constexpr size_t Runs = 7;
        int32 Contacts = 0;
        std::vector<double> Core, Subsystem;
        for (size_t Run = 0; Run < Runs; ++Run) {
            Core.push_back(CoreMicroseconds(Archive, Spacing));
            Subsystem.push_back(SubsystemMicroseconds(Archive, Spacing, Contacts));
        }
        std::sort(Core.begin(), Core.end());
        std::sort(Subsystem.begin(), Subsystem.end());
        const double OfCore = Core[Runs / 2], OfSubsystem = Subsystem[Runs / 2];
        std::printf("%d idle bodies, %d contacts: core %.2f us, subsystem %.2f us, ratio %.2f\n", Bodies, Contacts,
                    OfCore, OfSubsystem, OfSubsystem / OfCore);
    }
    return true;
}
