// No allocation in a steady frame: every `new` of this program is counted.

#include "Core/Traverse/FrameFixtures.h"
#include "SphereTree/DeformingMesh.h"
#include "SphereTree/ShellPhase.h"

#include <cstdlib>
#include <new>

namespace {
std::atomic<int64_t> allocations{0};

void* Counted(std::size_t size, std::size_t alignment) {
    ++allocations;
    void* memory = alignment > alignof(std::max_align_t)
                       ? std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment)
                       : std::malloc(size ? size : 1);
    if (!memory) std::abort();
    return memory;
}

// Not inlined: gcc takes a `free` beside a `new` for a mistake.
[[gnu::noinline]] void Free(void* memory) { std::free(memory); }
}  // namespace

void* operator new(std::size_t size) { return Counted(size, 1); }
void* operator new[](std::size_t size) { return Counted(size, 1); }
void* operator new(std::size_t size, std::align_val_t alignment) {
    return Counted(size, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
    return Counted(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { Free(memory); }
void operator delete[](void* memory) noexcept { Free(memory); }
void operator delete(void* memory, std::size_t) noexcept { Free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { Free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { Free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { Free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { Free(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { Free(memory); }

namespace spheretree {
namespace {

/// Bodies that swing, sixteen frames there and back: after some swings nothing is new any more.
struct SwingingCrowd {
    static constexpr uint64_t kSeed = 3;

    std::vector<BodyHandle> handles;  // before the scene, which fills it
    Scene scene;
    scenes::ConvergingBodies motions;
    Traversal traversal;
    Contacts contacts;

    SwingingCrowd(const TreePointer& tree, int32_t count, Detail detail)
        : scene(MakeCrowd(tree, count, kSeed, &handles)),
          motions(scenes::MakeConvergingBodies(count, kSeed, tree->unit)) {
        scene.SetDefaultResponse(detail);
        contacts.points.reserve(1 << 16);
    }

    /// `run(budget)` does what a frame does between its begin and its contacts, and these.
    template <typename Run>
    void ExpectNoAllocation(int64_t operations, double seconds, const Run& run) {
        for (const Budget& budget : {Budget::Unlimited(), Budget::Operations(operations)}) {
            for (int warm = 0; warm < 4; ++warm)
                Swing(budget, seconds, run);  // who waits longest differs from swing to swing, for a while
            const int64_t before = allocations;
            Swing(budget, seconds, run);
            EXPECT_EQ(allocations - before, 0);
            EXPECT_GT(contacts.contacts.size(), 10u);
        }
    }

    template <typename Run>
    void Swing(const Budget& budget, double step, const Run& run) {
        for (int frame = 0; frame < 16; ++frame) {
            const double seconds = 2 + 0.02 * (frame < 8 ? frame : 16 - frame);
            for (size_t i = 0; i < handles.size(); ++i)
                scene.Move(handles[i], scenes::PoseAt(motions.bodies[i], seconds));
            (void)scene.Step(step);
            BeginFrame(traversal, scene);
            run(budget);
        }
    }
};

TEST(Allocation, ASteadyFrameAllocatesNothing) {
    SwingingCrowd crowd(MakeNamedTree("torus"), 50, Detail::Full);
    crowd.ExpectNoAllocation(20000, 0.01, [&](const Budget& budget) {
        Advance(crowd.traversal, crowd.scene, budget);
        EndFrame(crowd.traversal, crowd.scene);
        CollectContacts(crowd.traversal, crowd.scene, {}, crowd.contacts);
    });
    EXPECT_GT(crowd.contacts.contacts.size(), 20u);
}

// Shells, too: with and without a budget that ends.
TEST(Allocation, ASteadyFrameOfShellsAllocatesNothing) {
    const TriangleMesh mesh = scenes::MakeMesh("torus").mesh;
    ShellRecipe recipe;
    recipe.kind = TreeKind::Shells;
    PackedTree packed = *PackTree(scenes::MakeSplitTree(mesh, 3));
    ASSERT_EQ(AttachShells(packed, std::make_shared<const ShellTree>(*BuildShellTree(mesh, recipe))), "");
    SwingingCrowd crowd(std::make_shared<const PackedTree>(std::move(packed)), 30, Detail::Witnessed);
    ShellPhase shells;
    crowd.ExpectNoAllocation(60000, 0, [&](const Budget& budget) {
        AdvanceShells(shells, crowd.traversal, crowd.scene, budget);
        EndFrame(crowd.traversal, crowd.scene);
        CollectContacts(crowd.traversal, crowd.scene, {}, crowd.contacts);
        AddShellContacts(shells, crowd.traversal, crowd.scene, {}, crowd.contacts);
    });
    EXPECT_GT(shells.counters.shellTests, 100);
}

// Bodies met through their boxes, too. (A mesh that deforms is packed anew, which is memory of its own.)
TEST(Allocation, ASteadyFrameOfBoxesAllocatesNothing) {
    const TriangleMesh mesh = scenes::MakeMesh("torus").mesh;
    SphereTree bake = scenes::MakeSplitTree(mesh, 3);
    ASSERT_EQ(AttachTriangles(bake, mesh), "");
    SwingingCrowd crowd(*DeformingMesh::Make(bake)->Pack(), 30, Detail::Witnessed);
    ExactPhase exact;
    crowd.ExpectNoAllocation(60000, 0, [&](const Budget& budget) {
        AdvanceExact(exact, crowd.traversal, crowd.scene, budget);
        EndFrame(crowd.traversal, crowd.scene);
        CollectExactContacts(exact, crowd.traversal, crowd.scene, {}, crowd.contacts);
    });
    EXPECT_GT(exact.leafPairs, 10);
}

}  // namespace
}  // namespace spheretree
