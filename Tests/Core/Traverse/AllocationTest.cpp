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

// Bodies that swing, sixteen frames there and back: after one swing nothing is new any more.
void MoveCrowd(Scene& scene, const std::vector<BodyHandle>& handles, const scenes::ConvergingBodies& motions,
               int frame) {
    const double seconds = 2 + 0.02 * (frame < 8 ? frame : 16 - frame);
    for (size_t i = 0; i < handles.size(); ++i) scene.Move(handles[i], scenes::PoseAt(motions.bodies[i], seconds));
}

TEST(Allocation, ASteadyFrameAllocatesNothing) {
    const TreePointer tree = MakeNamedTree("torus");
    std::vector<BodyHandle> handles;
    Scene scene = MakeCrowd(tree, 50, 3, &handles);
    const scenes::ConvergingBodies motions = scenes::MakeConvergingBodies(50, 3, tree->unit);
    Traversal traversal;
    Contacts contacts;
    contacts.points.reserve(1 << 16);
    const auto swing = [&](const Budget& budget) {
        for (int frame = 0; frame < 16; ++frame) {
            MoveCrowd(scene, handles, motions, frame);
            (void)scene.Step(0.01);
            BeginFrame(traversal, scene);
            Advance(traversal, scene, budget);
            EndFrame(traversal, scene);
            CollectContacts(traversal, scene, {}, contacts);
        }
    };
    for (const Budget& budget : {Budget::Unlimited(), Budget::Operations(20000)}) {
        for (int warm = 0; warm < 4; ++warm)
            swing(budget);  // who waits longest differs from swing to swing, for a while
        const int64_t before = allocations;
        swing(budget);
        EXPECT_EQ(allocations - before, 0);
        EXPECT_GT(contacts.contacts.size(), 20u);
    }
}

// Shells, too: with and without a budget that ends.
TEST(Allocation, ASteadyFrameOfShellsAllocatesNothing) {
    const TriangleMesh mesh = scenes::MakeMesh("torus").mesh;
    ShellRecipe recipe;
    recipe.kind = TreeKind::Shells;
    PackedTree packed = *PackTree(scenes::MakeSplitTree(mesh, 3));
    ASSERT_EQ(AttachShells(packed, std::make_shared<const ShellTree>(*BuildShellTree(mesh, recipe))), "");
    const auto tree = std::make_shared<const PackedTree>(std::move(packed));
    std::vector<BodyHandle> handles;
    Scene scene = MakeCrowd(tree, 30, 3, &handles);
    scene.SetDefaultResponse(Detail::Witnessed);
    const scenes::ConvergingBodies motions = scenes::MakeConvergingBodies(30, 3, tree->unit);
    Traversal traversal;
    ShellPhase shells;
    Contacts contacts;
    contacts.points.reserve(1 << 16);
    const auto swing = [&](const Budget& budget) {
        for (int frame = 0; frame < 16; ++frame) {
            MoveCrowd(scene, handles, motions, frame);
            (void)scene.Step();
            BeginFrame(traversal, scene);
            AdvanceShells(shells, traversal, scene, budget);
            EndFrame(traversal, scene);
            CollectContacts(traversal, scene, {}, contacts);
            AddShellContacts(shells, traversal, scene, {}, contacts);
        }
    };
    for (const Budget& budget : {Budget::Unlimited(), Budget::Operations(60000)}) {
        for (int warm = 0; warm < 4; ++warm) swing(budget);
        const int64_t before = allocations;
        swing(budget);
        EXPECT_EQ(allocations - before, 0);
        EXPECT_GT(contacts.contacts.size(), 10u);
        EXPECT_GT(shells.counters.shellTests, 100);
    }
}

// Bodies met through their boxes, too. (A mesh that deforms is packed anew, which is memory of its own.)
TEST(Allocation, ASteadyFrameOfBoxesAllocatesNothing) {
    const TriangleMesh mesh = scenes::MakeMesh("torus").mesh;
    SphereTree bake = scenes::MakeSplitTree(mesh, 3);
    ASSERT_EQ(AttachTriangles(bake, mesh), "");
    const TreePointer tree = *DeformingMesh::Make(bake)->Pack();
    std::vector<BodyHandle> handles;
    Scene scene = MakeCrowd(tree, 30, 3, &handles);
    scene.SetDefaultResponse(Detail::Witnessed);
    const scenes::ConvergingBodies motions = scenes::MakeConvergingBodies(30, 3, tree->unit);
    Traversal traversal;
    ExactPhase exact;
    Contacts contacts;
    contacts.points.reserve(1 << 16);
    const auto swing = [&](const Budget& budget) {
        for (int frame = 0; frame < 16; ++frame) {
            MoveCrowd(scene, handles, motions, frame);
            (void)scene.Step();
            BeginFrame(traversal, scene);
            AdvanceExact(exact, traversal, scene, budget);
            EndFrame(traversal, scene);
            CollectExactContacts(exact, traversal, scene, {}, contacts);
        }
    };
    for (const Budget& budget : {Budget::Unlimited(), Budget::Operations(60000)}) {
        for (int warm = 0; warm < 4; ++warm) swing(budget);
        const int64_t before = allocations;
        swing(budget);
        EXPECT_EQ(allocations - before, 0);
        EXPECT_GT(contacts.contacts.size(), 10u);
        EXPECT_GT(exact.leafPairs, 10);
    }
}

TEST(Allocation, TheCounterCounts) {
    const int64_t before = allocations;
    std::vector<int> memory(100);
    EXPECT_GT(allocations + static_cast<int64_t>(memory[0]), before);
}

}  // namespace
}  // namespace spheretree
