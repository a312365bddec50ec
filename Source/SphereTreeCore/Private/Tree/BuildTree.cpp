#include "Base/Task.h"
#include "SphereTree/MedialAxis.h"
#include "SphereTree/SphereTree.h"
#include "SphereTree/SurfaceQuery.h"
#include "SphereTree/SurfaceSamples.h"
#include "Spheres/CertifiedError.h"
#include "Spheres/DivideRegion.h"
#include "Spheres/MinimumBall.h"
#include "Tree/BakeFrame.h"
#include "Tree/BuildLevels.h"
#include "Tree/Interior.h"
#include "Tree/PruneTree.h"

#include <algorithm>
#include <cstdio>
#include <numeric>
#include <optional>

namespace spheretree {

namespace {

/// Of the bounding radius: added to every radius, so that the proof need not cut pieces down to the last digit where
/// spheres meet in a point, and so that rounding on the way to the mesh's frame cannot open a gap.
constexpr double kCoverageMargin = 1e-6;

/// Of the bounding radius: the bake's mesh is the user's to within this (ToBake rounds it to a grid).
constexpr double kMeshRounding = 0x1p-30;

constexpr double kSurfaceUnits = 1, kMedialUnits = 1, kErrorUnits = 2, kProofUnits = 1;

std::string FindRecipeFault(const Recipe& recipe) {
    if (!FindMethod(recipe.method)) return "The recipe names a method that does not exist.";
    if (!(recipe.branching >= 2 && recipe.branching <= 8))
        return "Branching must be between 2 and 8 children per node.";
    if (!(recipe.depth >= 0 && recipe.depth <= 8)) return "Depth must be between 0 and 8 levels below the root.";
    if (!(recipe.samplePoints >= 1 && recipe.samplePoints <= 10'000'000))
        return "The number of sample points must be between 1 and 10,000,000.";
    const bool octree = recipe.method == Method::Octree || recipe.method == Method::SolidOctree;
    if (octree && recipe.branching != 8) return "An octree has eight children per node: set branching to 8.";
    const auto sensible = [](int32_t count) { return count >= 1 && count <= 1'000'000; };
    if (!sensible(recipe.initialMedialSpheres) || !sensible(recipe.hubbardMedialSpheres) ||
        !sensible(recipe.regionMedialSpheres))
        return "Numbers of medial spheres must be between 1 and 1,000,000.";
    if (!(recipe.regionErrorFraction > 0 && recipe.regionErrorFraction <= 1))
        return "The error fraction of regions must be above 0 and at most 1.";
    if (!(recipe.foresight >= 0 && recipe.foresight <= 1)) return "Foresight must be between 0 and 1.";
    if (uint8_t(recipe.effort) > uint8_t(Effort::Tight)) return "The recipe names an effort that does not exist.";
    if (!(recipe.maxError >= 0 && recipe.maxError < 1e150)) return "The error to reach must be 0 (none) or more.";
    if (!(recipe.maxSpheres >= 0)) return "The number of spheres must be 0 (no limit) or more.";
    const BalanceOptions& balance = recipe.balanceOptions;
    if (!(balance.divisor > 0 && balance.constant >= 0 && balance.persistence >= 0 && balance.persistence <= 1))
        return "Balance needs A above 0, B of 0 or more, and v between 0 and 1 (eq 6.2).";
    return {};
}

Box BoundingCube(const std::vector<Vec3>& points) {
    Box box{points.front(), points.front()};
    for (const Vec3& point : points) {
        box.low = {std::min(box.low.x, point.x), std::min(box.low.y, point.y), std::min(box.low.z, point.z)};
        box.high = {std::max(box.high.x, point.x), std::max(box.high.y, point.y), std::max(box.high.z, point.z)};
    }
    const Vec3 middle = (box.low + box.high) / 2, size = box.high - box.low;
    const double half = std::max({size.x, size.y, size.z}) / 2;
    return {middle - Vec3{half, half, half}, middle + Vec3{half, half, half}};
}

/// One bake from mesh to tree. Each step returns false when there is nothing to go on with; `fault_` then says why.
class Bake {
public:
    Bake(const TriangleMesh& mesh, const Recipe& recipe, const Host& host)
        : mesh_(mesh), recipe_(Deepened(recipe)), host_(host), task_(host, Units(recipe_)) {}

    Result<BakedTree> Run() {
        const bool done = Timed("mesh", &Bake::PrepareMesh) && Timed("surface", &Bake::PrepareSurface) &&
                          Timed("medial axis", &Bake::PrepareMedialAxis) && BuildToTargets() &&
                          Timed("proof", &Bake::Prove);
        if (task_.Cancelled()) return Error{"The bake was cancelled."};
        if (!done) return Error{fault_};
        task_.Finish();
        return std::move(result_);
    }

private:
    /// A limit of spheres is filled from a tree that has at least so many.
    static Recipe Deepened(Recipe recipe) {
        int64_t spheres = 1, level = 1;
        for (int32_t depth = 1; depth <= 8 && recipe.maxSpheres > 0 && !(recipe.maxError > 0); ++depth) {
            if (spheres >= recipe.maxSpheres) break;
            level *= std::max(recipe.branching, 2);
            spheres += level;
            recipe.depth = std::max(recipe.depth, depth);
        }
        return recipe;
    }

    static double Units(const Recipe& recipe) {
        return kSurfaceUnits + kMedialUnits + recipe.depth + kErrorUnits + kProofUnits;
    }

    bool Timed(const char* name, bool (Bake::*step)()) {
        const double begin = host_.clockSeconds();
        const bool goesOn = (this->*step)();
        result_.stages.push_back({name, host_.clockSeconds() - begin});
        return goesOn;
    }

    bool Fail(std::string sentence) {
        fault_ = std::move(sentence);
        return false;
    }

    bool PrepareMesh();
    bool PrepareSurface();
    bool PrepareMedialAxis();
    bool BuildToTargets();
    bool Build();
    bool Certify();
    void DropWhatIsNoTighter();
    const char* WayOut() const;
    void SayWhatWasReached();
    bool Prove();
    Region WholeRegion() const;
    bool IsSolid() const { return recipe_.solid || recipe_.method == Method::SolidOctree; }

    const TriangleMesh& mesh_;
    const Recipe recipe_;
    const Host& host_;
    Task task_;
    BakeFrame frame_;
    TriangleMesh outward_;  // the mesh without its faults
    TriangleMesh sound_;    // the same in the bake's frame, until the surface takes it
    std::optional<SurfaceQuery> surface_;
    SurfaceSamples samples_;
    std::optional<MedialAxis> medial_;
    BakeContext context_;
    BakedTree result_;
    std::string fault_;
};

bool Bake::PrepareMesh() {
    if (std::string fault = FindRecipeFault(recipe_); !fault.empty()) return Fail(std::move(fault));
    Result<CleanedMesh> cleaned = CleanMesh(mesh_, {}, task_.Part(0));
    if (!cleaned) return Fail(cleaned.Sentence());
    result_.sentences = cleaned->report.sentences;
    const bool octree = recipe_.method == Method::Octree || recipe_.method == Method::SolidOctree;
    const Sphere ball = MinimumBall(cleaned->mesh.vertices);
    if (!task_.Advance(0)) return false;
    frame_ = FindBakeFrame(cleaned->mesh, ball, !octree, host_, task_);  // an octree lives in the mesh's axes (3.2.1)
    if (!task_.Advance(0)) return false;
    sound_ = ToBake(cleaned->mesh, frame_, host_);
    outward_ = std::move(cleaned->mesh);
    return true;
}

bool Bake::PrepareSurface() {
    Result<SurfaceQuery> surface = SurfaceQuery::Build(std::move(sound_), task_.Part(kSurfaceUnits / 2));
    if (!surface) return Fail(surface.Sentence());
    surface_ = *std::move(surface);
    if (recipe_.method != Method::Tight) {  // which samples nothing
        Result<SurfaceSamples> samples = SampleSurface(
            surface_->Mesh(), {.count = recipe_.samplePoints, .seed = recipe_.seed}, task_.Part(kSurfaceUnits / 2));
        if (!samples) return Fail(samples.Sentence());
        samples_ = *std::move(samples);
    }
    context_.depth = {&*surface_, surface_->IsClosed()};
    context_.samples = &samples_;
    context_.recipe = &recipe_;
    context_.cancelled = [this] { return !task_.Advance(0); };
    if (!context_.depth.hasInside)
        result_.sentences.push_back("The mesh is open: it has no inside, so errors count to its surface.");
    if (IsSolid() && !context_.depth.hasInside)
        return Fail("A solid tree needs a closed mesh, and this one has open edges. Close it, or bake without solid.");
    return true;
}

/// Hubbard's axis is regular: even samples, gaps repaired, never refined. All others start sparse and are refined where
/// their spheres fit worst, region by region.
bool Bake::PrepareMedialAxis() {
    if (!FindMethod(recipe_.method)->needsMedialAxis) return task_.Advance(kMedialUnits);
    if (!context_.depth.hasInside) {
        result_.sentences.push_back(
            "Without an inside there is no medial axis: the method starts from spheres around points of the surface.");
        return task_.Advance(kMedialUnits);
    }
    const bool regular = recipe_.method == Method::HubbardMerge;
    SampleOptions options{.count = regular ? recipe_.hubbardMedialSpheres : recipe_.initialMedialSpheres / 4,
                          .layout = regular ? SampleLayout::Relaxed : SampleLayout::Grid,
                          .seed = recipe_.seed};
    Result<SurfaceSamples> samples = SampleSurface(surface_->Mesh(), options, task_.Part(0));
    if (!samples) return Fail(samples.Sentence());
    Result<MedialAxis> axis = MedialAxis::Build(*surface_, samples->points, {.hasInside = context_.depth.hasInside},
                                                task_.Part(kMedialUnits / 2));
    if (!axis) return Fail(axis.Sentence());
    medial_ = *std::move(axis);
    if (regular && RepairGaps(*medial_, {}, task_.Part(kMedialUnits / 2)).remaining > 0)
        result_.sentences.push_back(
            "Some gap-crossing cells of the medial axis were left: its repair reached its limit.");
    context_.medial = &*medial_;
    return !task_.Cancelled();
}

Region Bake::WholeRegion() const {
    Region whole;
    const TriangleMesh every =
        ToBake(mesh_, frame_, host_);  // degenerate triangles too: they have no area, but can be hit
    if (context_.cancelled()) return {};
    whole.patches = MakePatches(every);
    if (recipe_.method != Method::Tight)  // it cuts them itself, as it goes
        whole.patches = RefinePatchesTo(std::move(whole.patches), 2 * int64_t(recipe_.samplePoints));
    std::vector<int32_t> all(whole.patches.patches.size());
    std::iota(all.begin(), all.end(), 0);
    if (context_.cancelled()) return {};
    whole = SelectPart(whole, all, {});  // drops the vertices that no triangle uses
    if (IsSolid()) AddInterior(whole, context_.depth);
    whole.parent = MinimumBall(whole.patches.points);
    whole.cell = BoundingCube(whole.patches.points);
    return whole;
}

/// A search aims at stand-offs and ends with certificates, which may be a little above: then it aims lower.
bool Bake::BuildToTargets() {
    constexpr int kMostAims = 3;
    const bool hasTarget = recipe_.maxError > 0 || recipe_.maxSpheres > 0;
    context_.targetError = recipe_.maxError / frame_.unit;
    for (int aim = 0; aim < kMostAims; ++aim, context_.targetError *= 0.85) {
        if (!Timed("spheres", &Bake::Build) || !Timed("errors", &Bake::Certify)) return false;
        if (!hasTarget) break;
        result_.tree = PruneTree(result_.tree, recipe_.maxError, recipe_.maxSpheres);
        const bool canDoBetter = recipe_.method == Method::Tight && recipe_.maxError > 0 && recipe_.maxSpheres == 0;
        if (!canDoBetter || WorstLeafError(result_.tree) <= recipe_.maxError) break;
    }
    if (recipe_.method == Method::Tight) DropWhatIsNoTighter();
    if (hasTarget) SayWhatWasReached();
    return true;
}

/// A ball is one sphere: where the leaves stick out about as far as the sphere around everything, they are good for
/// nothing. But a target that they reach and it does not, they reach.
void Bake::DropWhatIsNoTighter() {
    const double asFar = recipe_.maxError > 0 || recipe_.maxSpheres > 0 ? 1 : 0.98;
    SphereTree& tree = result_.tree;
    const double whole = tree.nodes[0].error;
    if (tree.nodes.size() == 1 || WorstLeafError(tree) < asFar * whole) return;
    tree = PruneTree(tree, whole, 1);
    result_.sentences.push_back(
        "No tree that was found sticks out noticeably less than the one sphere around the object, so that is the "
        "tree.");
}

/// What may help where an error was not reached: only what was in the way.
const char* Bake::WayOut() const {
    if (recipe_.maxSpheres > 0) return "allow more spheres";
    return recipe_.method == Method::Tight ? "divide the mesh: one tree ends at some 65,000 spheres"
                                           : "allow more levels";
}

void Bake::SayWhatWasReached() {
    const double worst = WorstLeafError(result_.tree);
    char text[320];
    if (recipe_.maxError > 0 && worst > recipe_.maxError)
        std::snprintf(
            text, sizeof text,
            "The error asked for, %.4g, was not reached: the leaves stick out up to %.4g, with %zu spheres on "
            "%d levels. Ask for a larger error, or %s.",
            recipe_.maxError, worst, result_.tree.nodes.size(), result_.tree.LevelCount(), WayOut());
    else
        std::snprintf(text, sizeof text, "No leaf sticks out more than %.4g, with %zu spheres on %d levels.", worst,
                      result_.tree.nodes.size(), result_.tree.LevelCount());
    result_.sentences.push_back(text);
}

bool Bake::Build() {
    if (context_.cancelled()) return Fail("The bake was cancelled.");
    Region whole = WholeRegion();
    if (context_.cancelled()) return Fail("The bake was cancelled.");
    result_.tree = BuildLevels(context_, std::move(whole), host_, task_);
    if (result_.tree.nodes.empty()) return Fail("The bake was cancelled.");
    result_.tree.isSolid = IsSolid();
    return !IsSolid() || FillInterior(result_.tree, context_.depth, host_, context_.cancelled) ||
           Fail("The bake was cancelled.");
}

bool Bake::Certify() {
    SphereTree& tree = result_.tree;
    const int64_t count = int64_t(tree.nodes.size());
    CertifyOptions certify;
    if (recipe_.method == Method::Tight && recipe_.effort == Effort::Balanced) certify.relativeGap = 0.02;
    if (recipe_.method == Method::Tight &&
        recipe_.effort == Effort::Fast)  // proven as well, but not to the last percent
        certify = {.relativeGap = 0.05, .absoluteGap = 1e-3, .evaluationLimit = 2000};
    host_.parallelFor(count, [&](int64_t i) {
        if (!task_.Advance(0)) return;
        TreeNode& node = tree.nodes[size_t(i)];
        node.sphere.radius += kCoverageMargin;
        const double error = CertifyError(context_.depth, node.sphere, certify).upper;
        const Sphere placed = frame_.FromBake(node.sphere);
        const double rounding = placed.radius - node.sphere.radius * frame_.unit;
        node.error = (error + kMeshRounding) * frame_.unit + 2 * rounding;
        node.sphere = placed;
        task_.Advance(kErrorUnits / double(count));
    });
    for (Sphere& sphere : tree.volumeSpheres) {
        sphere.radius += kCoverageMargin;
        sphere = frame_.FromBake(sphere);
    }
    if (!task_.Cancelled()) tree.normalCones = MeasureNormalCones(tree, outward_, task_.Part(0));
    return !task_.Cancelled();
}

bool Bake::Prove() {
    const std::string fault = FindFault(result_.tree, mesh_, task_.Part(kProofUnits));
    if (!fault.empty()) return Fail("The tree failed its proof, which is an error of ours. " + fault);
    if (!recipe_.triangles) return true;
    std::string uncovered = AttachTriangles(result_.tree, mesh_, host_);
    return uncovered.empty() || Fail(std::move(uncovered));
}

}  // namespace

Result<BakedTree> BuildTree(const TriangleMesh& mesh, const Recipe& recipe, const Host& host) {
    return Bake(mesh, recipe, host).Run();
}

}  // namespace spheretree
