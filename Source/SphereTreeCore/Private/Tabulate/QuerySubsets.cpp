// Contacts for a pose: every pair of the table, eight at a time, no hierarchy. [Navarro Newball 2008] 3: the number of
// tests is the same at every step.

#include "SphereTree/SubsetQuery.h"

#include "Contacts/Points.h"
#include "Scene/EightWide.h"
#include "Scene/Rigid.h"
#include "Tabulate/Joint.h"
#include "Traverse/QueryWork.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace spheretree {

namespace {

// As in Traverse/Frames.cpp, in units of the largest length that takes part: the rotation and the offset are narrowed,
// a centre is carried (18 roundings) and tested (12), a deformed one adds two per field. Rather more than their sum.
constexpr double kFloatLoss = 96 * 0x1p-24;
constexpr double kFarthestInUnits = 1e15;
constexpr int64_t kCostPerPair = 3;     // eq 2.1: one sphere moved, one test
constexpr size_t kMostCandidates = 48;  // for the points of a contact, before they are reduced to few

/// The second body's frame in the first one's, both about their origins, in units.
void NarrowFrame(SubsetState& state, const PackedSubsets& subsets) {
    const Rotation turn = ToRotation(Normalized(state.relative.rotation));
    for (int i = 0; i < 3; ++i) {
        state.rotation[3 * i] = static_cast<float>(turn.row[i].x);
        state.rotation[3 * i + 1] = static_cast<float>(turn.row[i].y);
        state.rotation[3 * i + 2] = static_cast<float>(turn.row[i].z);
    }
    const Vec3 offset = (state.relative.position + turn * subsets.origin[1] - subsets.origin[0]) / subsets.unit;
    state.offset[0] = static_cast<float>(offset.x);
    state.offset[1] = static_cast<float>(offset.y);
    state.offset[2] = static_cast<float>(offset.z);
    const double far = std::fabs(offset.x) + std::fabs(offset.y) + std::fabs(offset.z);
    const double largest = 2 * far + subsets.span;
    const double doubles =
        1e-15 * (LargestAbs(state.relative.position) + LargestAbs(subsets.origin[0]) + LargestAbs(subsets.origin[1])) /
        subsets.unit;
    state.pad = largest < kFarthestInUnits ? static_cast<float>((kFloatLoss * largest + 16 * doubles) * (1 + 1e-6))
                                           : std::numeric_limits<float>::infinity();
}

void DeformSpheres(SubsetState& state, const PackedSubsets& subsets, const std::vector<double>& weights) {
    const std::vector<TableSphere>& spheres = subsets.table.spheres[1];
    state.moved.resize(3 * spheres.size());
    for (size_t i = 0; i < spheres.size(); ++i) {
        const Vec3 at = (spheres[i].sphere.centre - subsets.origin[1]) / subsets.unit;
        float sum[3] = {static_cast<float>(at.x), static_cast<float>(at.y), static_cast<float>(at.z)};
        for (size_t k = 0; k < weights.size(); ++k)
            for (size_t axis = 0; axis < 3; ++axis)
                sum[axis] += subsets.fieldColumns[3 * k + axis][i] * static_cast<float>(weights[k]);
        std::copy_n(sum, 3, state.moved.begin() + static_cast<int64_t>(3 * i));
    }
}

bool WeightsInside(const SubsetTable& table, const std::vector<double>& weights) {
    if (weights.size() != table.fields.size()) return false;
    for (size_t k = 0; k < weights.size(); ++k)
        if (!(weights[k] >= table.fields[k].weight.low && weights[k] <= table.fields[k].weight.high)) return false;
    return true;
}

bool PoseInside(SubsetState& state, const PackedSubsets& subsets) {
    const SubsetTable& table = subsets.table;
    const double squared = LengthSquared(state.relative.rotation);
    if (!IsFinite(state.relative.position) || !(squared > 1e-12 && squared < 1e12)) return false;
    PoseSearch search;
    search.near = state.parameters.empty() ? 0 : state.parameters[0];
    search.arm = table.secondReach + Length(table.secondCentre);
    search.enough = table.slop / 2;
    state.parameters.resize(static_cast<size_t>(MotionParameterCount(table.constraint.kind)));
    FindParameters(table.constraint, state.relative, search, state.parameters.data());
    const Pose on = PoseAtParameters(table.constraint, state.parameters.data());
    return PoseDistance(on, state.relative, table.secondCentre, table.secondReach) <= table.slop;
}

/// The frame, spread over eight lanes once per call.
struct WideFrame {
    Eight turn[9], offset[3], pad;
    explicit WideFrame(const SubsetState& state) {
        for (int i = 0; i < 9; ++i) turn[i] = Eight::All(state.rotation[i]);
        for (int i = 0; i < 3; ++i) offset[i] = Eight::All(state.offset[i]);
        pad = Eight::All(state.pad);
    }
};

/// Squared distance − squared reach of eight pairs.
Eight GapsOf(const WideFrame& frame, const SubsetBlock& block, Eight x, Eight y, Eight z) {
    const Eight dx =
        ((frame.turn[0] * x + frame.turn[1] * y) + (frame.turn[2] * z + frame.offset[0])) - Eight::Load(block.ax);
    const Eight dy =
        ((frame.turn[3] * x + frame.turn[4] * y) + (frame.turn[5] * z + frame.offset[1])) - Eight::Load(block.ay);
    const Eight dz =
        ((frame.turn[6] * x + frame.turn[7] * y) + (frame.turn[8] * z + frame.offset[2])) - Eight::Load(block.az);
    const Eight reach = Eight::Load(block.reach) + frame.pad;
    return ((dx * dx + dy * dy) + dz * dz) - reach * reach;
}

Eight RigidGaps(const WideFrame& frame, const SubsetBlock& block) {
    return GapsOf(frame, block, Eight::Load(block.bx), Eight::Load(block.by), Eight::Load(block.bz));
}

Eight DeformedGaps(const WideFrame& frame, const SubsetState& state, const PackedSubsets& subsets, size_t number) {
    alignas(32) float at[3][kLanes];
    for (size_t lane = 0; lane < kLanes; ++lane) {
        const int32_t sphere = subsets.laneSphere[number * kLanes + lane];
        for (size_t axis = 0; axis < 3; ++axis)
            at[axis][lane] = sphere < 0 ? 0 : state.moved[3 * static_cast<size_t>(sphere) + axis];
    }
    return GapsOf(frame, subsets.blocks[number], Eight::Load(at[0]), Eight::Load(at[1]), Eight::Load(at[2]));
}

void AddHits(SubsetState& state, size_t number, unsigned hits, Eight gaps) {
    alignas(32) float gap[kLanes];
    gaps.Store(gap);
    for (; hits; hits &= hits - 1) {
        const int lane = std::countr_zero(hits);
        state.hits.push_back({static_cast<int32_t>(number) * kLanes + lane, gap[lane]});
    }
}

struct WorldPair {
    Vec3 a, b;  // centres, in the first body's frame
    double reach = 0, radius = 0;
};

WorldPair PlacePair(const SubsetState& state, const PackedSubsets& subsets, const TablePair& pair,
                    const Rotation& turn) {
    const TableSphere &a = subsets.table.spheres[0][static_cast<size_t>(pair.a)],
                      &b = subsets.table.spheres[1][static_cast<size_t>(pair.b)];
    Vec3 own = b.sphere.centre;
    if (!state.moved.empty()) {
        const float* at = state.moved.data() + 3 * static_cast<size_t>(pair.b);
        own = subsets.origin[1] + Vec3{at[0], at[1], at[2]} * subsets.unit;
    }
    return {a.sphere.centre, state.relative.position + turn * own, a.sphere.radius + b.sphere.radius, a.sphere.radius};
}

Vec3 NormalBetween(const PackedSubsets& subsets, const TablePair& pair, const Rotation& turn, const Vec3& line) {
    const NormalCone &coneA = subsets.table.spheres[0][static_cast<size_t>(pair.a)].cone,
                     &own = subsets.table.spheres[1][static_cast<size_t>(pair.b)].cone;
    const NormalCone coneB{turn * own.axis, own.halfAngle};
    Vec3 sum;
    if (LengthSquared(coneA.axis) > 0 && coneA.halfAngle < 3.1415926535897932) sum += IntoCone(coneA, line);
    if (LengthSquared(coneB.axis) > 0 && coneB.halfAngle < 3.1415926535897932) sum -= IntoCone(coneB, line * -1.0);
    return LengthSquared(sum) > 0.01 ? Normalized(sum) : line;
}

ContactPoint PointOfHit(const SubsetState& state, const PackedSubsets& subsets, const SubsetHit& hit,
                        const Rotation& turn) {
    const TablePair& pair = subsets.table.pairs[static_cast<size_t>(hit.pair)];
    const WorldPair at = PlacePair(state, subsets, pair, turn);
    const Vec3 between = at.b - at.a;
    const Vec3 line = LengthSquared(between) > 0 ? Normalized(between) : Vec3{0, 0, 1};
    ContactPoint point;
    point.depth = at.reach - Length(between);
    point.position = at.a + line * (at.radius - point.depth / 2);
    point.normal = NormalBetween(subsets, pair, turn, line);
    point.error =
        (static_cast<double>(subsets.blocks[static_cast<size_t>(hit.pair) / kLanes].error[hit.pair % kLanes]) +
         2 * static_cast<double>(state.pad)) *
        subsets.unit;
    point.nodeA = subsets.table.spheres[0][static_cast<size_t>(pair.a)].original;
    point.nodeB = subsets.table.spheres[1][static_cast<size_t>(pair.b)].original;
    point.levelA = subsets.table.level[0];
    point.levelB = subsets.table.level[1];
    point.id = static_cast<uint64_t>(hit.pair) + 1;
    point.isLeaf = true;
    return point;
}

/// What the likeliest pair proves when the budget ended before anything was found: the gap between its balls and their
/// errors.
double BoundOfFirst(const SubsetState& state, const PackedSubsets& subsets, const Rotation& turn) {
    if (subsets.table.pairs.empty()) return std::numeric_limits<double>::infinity();
    const TablePair& pair = subsets.table.pairs[0];
    const WorldPair at = PlacePair(state, subsets, pair, turn);
    return std::max(0.0, Distance(at.a, at.b) - at.reach) +
           subsets.table.spheres[0][static_cast<size_t>(pair.a)].error +
           subsets.table.spheres[1][static_cast<size_t>(pair.b)].error +
           2 * static_cast<double>(state.pad) * subsets.unit;
}

void ToWorld(ContactPoint& point, const Pose& first, const Rotation& turn, double scale) {
    point.position = first.position + turn * (point.position * scale);
    point.normal = turn * point.normal;
    point.depth *= scale;
    point.error *= scale;
}

/// The hits that points are made of: all of them when there are few, otherwise every so many and the deepest.
void ChooseHits(const SubsetState& state, const PackedSubsets& subsets, std::vector<size_t>& chosen) {
    const size_t step = state.hits.size() / kMostCandidates + 1;
    size_t deepest = 0;
    float depth = -1;
    for (size_t i = 0; i < state.hits.size(); ++i) {
        if (i % step == 0) chosen.push_back(i);
        if (step == 1) continue;
        const SubsetHit& hit = state.hits[i];
        const float reach = subsets.blocks[static_cast<size_t>(hit.pair) / kLanes].reach[hit.pair % kLanes] + state.pad;
        const float here = reach - std::sqrt(std::max(0.0f, reach * reach + hit.gap));
        if (!(here > depth)) continue;
        depth = here;
        deepest = i;
    }
    if (deepest % step != 0) chosen.push_back(deepest);
}

}  // namespace

void BeginSubsets(SubsetState& state, const PackedSubsets& subsets, const Pose& relative,
                  const std::vector<double>& weights, bool stopAtFirst) {
    state.relative = relative;
    state.stopAtFirst = stopAtFirst;
    state.nextBlock = 0;
    state.tests = state.updates = 0;
    state.hits.clear();
    state.moved.clear();
    state.insideRange = WeightsInside(subsets.table, weights) && PoseInside(state, subsets);
    state.finished = !state.insideRange;
    if (!state.insideRange) return;
    NarrowFrame(state, subsets);
    if (!weights.empty()) DeformSpheres(state, subsets, weights);
}

Progress AdvanceSubsets(SubsetState& state, const PackedSubsets& subsets, const Budget& budget, const Host& host) {
    Progress progress;
    QueryBudget left(budget, host);
    const WideFrame frame(state);
    const bool deforms = !state.moved.empty();
    const int64_t blockCount = static_cast<int64_t>(subsets.blocks.size());
    const int64_t pairCount = static_cast<int64_t>(subsets.table.pairs.size());
    while (!state.finished && state.nextBlock < blockCount && !left.Over()) {
        const size_t number = static_cast<size_t>(state.nextBlock);
        const Eight gaps =
            deforms ? DeformedGaps(frame, state, subsets, number) : RigidGaps(frame, subsets.blocks[number]);
        const int64_t lanes = std::min<int64_t>(kLanes, pairCount - state.nextBlock * kLanes);
        const unsigned hits = NotAbove(gaps, Eight::All(0)) & ((1u << lanes) - 1);
        if (hits) AddHits(state, number, hits, gaps);
        left.Charge(lanes * kCostPerPair);
        progress.tests += lanes;
        ++state.nextBlock;
        if (hits && state.stopAtFirst) state.finished = true;
    }
    if (state.nextBlock >= blockCount) state.finished = true;
    progress.updates = progress.tests;
    progress.operations = left.Spent();
    progress.slices = 1;
    progress.finished = state.finished;
    state.tests += progress.tests;
    state.updates += progress.updates;
    return progress;
}

void CollectSubsets(const SubsetState& state, const PackedSubsets& subsets, const Pose& first, double scale,
                    const ContactOptions& options, SubsetContacts& out) {
    out.points.clear();
    out.finished = state.finished;
    out.hitPairs = static_cast<int64_t>(state.hits.size());
    out.isConfirmed = !state.hits.empty();
    out.touching = out.isConfirmed || !state.finished;
    out.errorBound = 0;
    if (!out.touching) return;
    const Rotation turn = ToRotation(Normalized(state.relative.rotation));
    if (!out.isConfirmed) {
        out.errorBound = BoundOfFirst(state, subsets, turn) * scale;
        return;
    }
    std::vector<size_t> chosen;
    ChooseHits(state, subsets, chosen);
    const Rotation world = ToRotation(Normalized(first.rotation));
    out.errorBound = std::numeric_limits<double>::infinity();
    for (const size_t i : chosen) {
        ContactPoint point = PointOfHit(state, subsets, state.hits[i], turn);
        ToWorld(point, first, world, scale);
        out.errorBound = std::min(out.errorBound, point.error);
        out.points.push_back(point);
    }
    ReducePoints(out.points, 0, options.mostPoints);
}

}  // namespace spheretree
