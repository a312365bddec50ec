// All spheres of a tree at once. Each is pulled by the points that cost it most, and pushed away from the places of the
// surface that bound it; what it gives way to, its neighbours take, on every level. A leaf that has too much to do
// hands points over to a chain beside its own, whose spheres above then move to hold them: so the levels above share
// out what the leaves need, within what they may cost.
// This work is based on: Diederik Kingma, Jimmy Ba. Adam: a method for stochastic optimization. 2015. Differs: a step's
// length is that of a centre, not of a coordinate, so that turned bodies are treated alike.
//
// Maxima are made soft: a point pulls with (cost / worst)^(2^doublings), a stop pushes likewise, and a point on the
// border pulls at both spheres that could have it, or the one beyond would never learn what it could help with.
#include "Tree/Tight/TreeDescent.h"

#include "Base/InParts.h"
#include "Spheres/Tight/ProtrusionField.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace spheretree {

namespace {

constexpr double kAskedToReach = 1.15;  // times its error: what a sphere may be asked for while it moves
constexpr double kAboveIsSlower = 0.3;
constexpr float kToCut = 0.9f;  // of its leaf's worst: patches to cut
constexpr double kNoCost = 1e-9;

// Steps between questions to the surface; in between, what is remembered says.
constexpr int32_t kRelistEvery = 20, kAskEvery = 2;
constexpr int32_t kAskFieldEvery = 8;  // by the leaves, and half as often above them
constexpr int32_t kCheckEvery = 3;     // of those to the field
constexpr size_t kAskTogether = 4;     // neighbours, side by side

// In which a sphere above the leaves is checked twice.
constexpr int32_t kFewSteps = 2 * kCheckEvery * (2 * kAskFieldEvery);

double RaisedBy(double value, int32_t doublings) {
    for (int32_t i = 0; i < doublings; ++i) value *= value;
    return value;
}

double Rise(double value, double from, double to) { return std::clamp((value - from) / (to - from), 0.0, 1.0); }

/// How far the next level must be finer than one for it to give way at all.
double IsFinerBy(double drop) { return Rise(drop, 2.2, 2.8); }
double IsFinerByFar(double drop) { return Rise(drop, 7, 12); }

/// Points that cost less than this part of a sphere's worst are not heard.
double HeardFrom(int32_t doublings) {
    constexpr double kUnheard = 0.003;  // of the strength of the worst
    return std::pow(kUnheard, 1.0 / double(1 << doublings));
}

}  // namespace

/// Where the leaves below a level's spheres have about the same to do, nothing is gained when the level gives way; nor
/// where the next is hardly finer, nor where it is finer by far and has no need of it, unless one branch is crowded.
/// Then the first, which everything else hangs on, is held tightly, most so on an open surface, where each of its
/// spheres reaches as far as it sticks out. It gives little, too, where the next is more than four times finer already.
/// The second is held tightly along a tube: there the third has what it needs.
double SlackFor(const SlackNeed& need, double foresight) {
    const bool isFirst = need.level == 1;
    const double notCrowded = 1 - Rise(need.imbalance, 1.3, 1.6);
    const double byFar = IsFinerByFar(need.drop) * notCrowded;
    const double part = Rise(need.imbalance, 1.15, 1.3) * IsFinerBy(need.drop) * (1 - byFar);
    const double wellOff = isFirst ? 0.7 * Rise(need.drop, 3.9, 4.4) * notCrowded : 0;
    const double tightly = isFirst           ? (need.isOpen ? 0.03 : 0.02) + 0.05 * byFar
                           : need.level == 2 ? 0.12 * HeldFor(need)
                                             : 0;
    return 2 * foresight * part * (1 - wellOff) - tightly * (1 - part);
}

/// Along a tube a level is finer by far than the one above, and the next hardly finer than it.
double HeldFor(const SlackNeed& need) {
    if (need.level == 1) return 1 - Rise(need.imbalance, 1.25, 1.55);
    return IsFinerByFar(need.above) * (1 - IsFinerBy(need.drop));
}

TreeDescent::TreeDescent(const BakeContext& bake, const ProtrusionField* field, TightPatches& patches,
                         std::vector<TightSpheres>& levels, const Host& host, Task& task)
    : bake_(bake),
      field_(field),
      patches_(patches),
      levels_(levels),
      host_(host),
      task_(task),
      last_(levels.size() - 1),
      errors_(levels.size(), kNoCost),
      costs_(levels),
      motions_(levels.size()) {
    TakeErrors();
    for (size_t level = 1; level <= last_; ++level) {
        motions_[level].resize(levels[level].centres.size());
        if (!levels[level].around.empty()) continue;  // of an earlier descent
        levels[level].around.resize(levels[level].centres.size());
        levels[level].fieldError = errors_[level];
    }
    sums_.resize(costs_.BranchCount());
    FormGroups();
}

/// Spheres that are moved at once: few of the levels above, whose questions take long, and those first.
void TreeDescent::FormGroups() {
    constexpr size_t kGroups = 16, kMostAtOnce = 32;
    for (size_t level = 1; level <= last_; ++level) {
        const size_t count = motions_[level].size(), size = std::clamp<size_t>(count / kGroups, 1, kMostAtOnce);
        for (size_t begin = 0; begin < count; begin += size)
            groups_.push_back({level, begin, std::min(begin + size, count)});
    }
}

template <typename Function>
void TreeDescent::ForAll(Function visit) {
    host_.parallelFor(int64_t(groups_.size()), [&](int64_t k) {
        const Group& group = groups_[size_t(k)];
        for (size_t i = group.begin; i < group.end; ++i) visit(group.level, i);
    });
}

/// The corners of the patches that take part.
void TreeDescent::TakePoints() {
    const Patches& all = patches_.All();
    places_.assign(all.points.size(), -1);
    std::vector<Vec3> points;
    points.reserve(all.points.size());
    for (int32_t i = 0; i < int32_t(patches_.Count()); ++i) {
        if (!patches_.IsActive(i)) continue;
        for (const int32_t corner : all.patches[size_t(i)]) {
            if (places_[size_t(corner)] >= 0) continue;
            places_[size_t(corner)] = int32_t(points.size());
            points.push_back(all.points[size_t(corner)]);
        }
    }
    costs_.SetPoints(std::move(points));
}

/// What a patch costs a sphere as a whole, as a part of what the points that it has cost it at most.
double TreeDescent::PartFor(const std::array<int32_t, 3>& corners, size_t level, size_t index) const {
    const DeepCentre& centre = levels_[level].centres[index];
    double reach = 0;
    for (const int32_t corner : corners)
        reach = std::max(reach, LengthSquared(patches_.All().points[size_t(corner)] - centre.centre));
    return (std::sqrt(reach) - centre.depth) / std::max(double(costs_.Worst()[level][index]), kNoCost);
}

/// Each corner may be well off with a chain of its own, and the patch with none. Above the leaves only what its points
/// do not say counts.
double TreeDescent::PartOf(int32_t patch) const {
    const auto& corners = patches_.All().patches[size_t(patch)];
    std::array<ChainCosts::LeafCost, 3> leaves;
    for (size_t i = 0; i < 3; ++i) leaves[i] = costs_.LeafOf(places_[size_t(corners[i])]);
    if (leaves[0].leaf == leaves[1].leaf && leaves[0].leaf == leaves[2].leaf) {
        const double cost = double(std::max({leaves[0].cost, leaves[1].cost, leaves[2].cost}));
        return cost / std::max(double(costs_.Worst()[last_][size_t(leaves[0].leaf)]), kNoCost);
    }
    double least = std::numeric_limits<double>::infinity();
    for (const ChainCosts::LeafCost& corner : leaves) {
        size_t index = size_t(corner.leaf);
        double part = PartFor(corners, last_, index);
        for (size_t level = last_; --level > 0;) {
            index = size_t(levels_[level + 1].parents[index]);
            if (const double above = PartFor(corners, level, index); above > 1) part = std::max(part, above);
        }
        least = std::min(least, part);
    }
    return least;
}

/// Where a sphere is at its worst, more points say so.
void TreeDescent::Cut() {
    constexpr int64_t kAtOnce = 4096;
    std::vector<float> parts(size_t(patches_.Count()), 0.0f);
    InParts(patches_.Count(), kAtOnce, host_, [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i)
            if (patches_.IsActive(int32_t(i))) parts[size_t(i)] = float(PartOf(int32_t(i)));
    });
    if (!task_.Advance(0)) return;
    patches_.RefineCostly(parts, kToCut, EnoughPatches(levels_[last_].centres.size()), true);
    if (task_.Advance(0)) TakePoints();
}

bool TreeDescent::UsesField(size_t level) const {
    return field_ && level <= TightTree::kFieldLevels && levels_[level].fieldError >= field_->LeastError();
}

/// An open surface has no inside that would bound a sphere at once: many directions are followed, and that takes long.
/// There the grid's word does most of the time. The first level has few spheres, and ends where the last per cent
/// counts.
double TreeDescent::FieldDepth(size_t level, const Vec3& centre, double depth, bool confirms,
                               std::vector<Vec3>& stops) const {
    using enum ProtrusionField::Precision;
    const double error = levels_[level].fieldError;
    const auto precision = confirms || level == 1 ? Fine : Rough;
    if (bake_.depth.hasInside || confirms) return field_->ConfirmedDepth(centre, depth, error, precision, stops);
    if (!(depth + error > 0)) return depth;
    Vec3 narrowest;
    const double effective = field_->EffectiveDepth(centre, depth, error, &narrowest);
    stops.push_back(centre + narrowest * (effective + error));
    return effective;
}

double TreeDescent::ReachOf(size_t level, size_t index) const {
    return levels_[level].centres[index].depth + double(costs_.Worst()[level][index]);
}

/// What bounds the sphere around the centre, by the surface itself.
void TreeDescent::Ask(size_t level, size_t index, bool checks) {
    DeepCentre& centre = levels_[level].centres[index];
    Surroundings& around = levels_[level].around[index];
    const double fieldError = levels_[level].fieldError;
    const ClosestPoint nearest = around.Look(bake_.depth, centre.centre);
    const double depth = around.askedDepth;
    if (UsesField(level)) {
        std::vector<Vec3> stops;
        const double effective = FieldDepth(level, centre.centre, depth, checks, stops);
        if (!around.isInside) around.stops.Clear();
        around.isInside = true;
        for (const Vec3& stop : stops) around.stops.Add(stop);
        if (!stops.empty()) {
            const double reach = ReachOf(level, index);
            centre.depth = std::min(effective, around.stops.LargestRadius(centre.centre) - fieldError);
            if (checks && bake_.depth.hasInside) CheckDepth(bake_.depth, fieldError, centre, around.stops);
            centre.depth = std::min(centre.depth, MostFor(depth, reach));
            return;
        }
    }
    around.Take(nearest, centre);
}

/// A sphere holds its own centre: where that is outside the object, in a cavity or between two arms, the sphere costs
/// at least as much as it is away from it, however little of its surface sticks out. So a shell is not held by one
/// sphere around it while the error is large, to be dropped when it falls. (On an open surface all centres are
/// outside.)
double TreeDescent::MostFor(double depth, double reach) const {
    return bake_.depth.hasInside && depth < 0 ? std::max(depth, reach + depth)
                                              : std::numeric_limits<double>::infinity();
}

/// The same by what is remembered.
void TreeDescent::Guess(size_t level, size_t index) {
    DeepCentre& centre = levels_[level].centres[index];
    const Surroundings& around = levels_[level].around[index];
    const double radius = around.stops.LargestRadius(centre.centre);
    const double most = UsesField(level) ? MostFor(around.askedDepth, ReachOf(level, index)) : radius;
    centre.depth =
        around.isInside ? std::min(radius - (UsesField(level) ? levels_[level].fieldError : 0), most) : -radius;
}

double TreeDescent::WorstOf(size_t level) const {
    const std::vector<float>& worst = costs_.Worst()[level];
    return std::max(double(*std::max_element(worst.begin(), worst.end())), kNoCost);
}

/// What a level comes to: its worst, unless that is one sphere that started badly. Then it says nothing about the
/// others.
double TreeDescent::ErrorOf(size_t level) const {
    constexpr double kMost = 2;  // times the mean
    return std::min(WorstOf(level), kMost * MeanOf(level));
}

/// The field is asked at an error near the present one of each level. Not in every step: where the surface is hollow,
/// an error that falls lets depths fall, and costs would rise and fall with them.
void TreeDescent::MeetErrors() {
    constexpr double kNear = 0.02;
    errors_[last_] = ErrorOf(last_);
    for (size_t level = 1; field_ && level <= std::min(last_, TightTree::kFieldLevels); ++level) {
        const double aim = AimOf(level);
        if (std::abs(aim - levels_[level].fieldError) < kNear * aim) continue;
        levels_[level].fieldError = aim;
        host_.parallelFor(int64_t(motions_[level].size()), [&](int64_t i) {
            levels_[level].around[size_t(i)].stops.Clear();
            Ask(level, size_t(i), false);
        });
    }
}

/// What the spheres of a level cost, on average.
double TreeDescent::MeanOf(size_t level) const {
    double sum = 0;
    int64_t count = 0;  // without those that have nothing to do
    for (const float worst : costs_.Worst()[level])
        if (worst > 0) sum += double(worst), ++count;
    return std::max(sum / double(std::max<int64_t>(count, 1)), kNoCost);
}

/// How unequally the leaves are pressed: the mean of what they cost below the sphere of the level where it is largest,
/// as a part of the mean of all.
double TreeDescent::ImbalanceOf(size_t level) const {
    std::vector<double> sums(levels_[level].centres.size(), 0.0);
    std::vector<int32_t> counts(sums.size(), 0);
    double all = 0;
    for (size_t i = 0; i < levels_[last_].centres.size(); ++i) {
        size_t node = i;
        for (size_t up = last_; up > level; --up) node = size_t(levels_[up].parents[node]);
        sums[node] += double(costs_.Worst()[last_][i]);
        all += double(costs_.Worst()[last_][i]);
        ++counts[node];
    }
    double most = 0;
    for (size_t node = 0; node < sums.size(); ++node)
        if (counts[node] > 0) most = std::max(most, sums[node] / counts[node]);
    return all > 0 ? most * double(levels_[last_].centres.size()) / all : 1;
}

void TreeDescent::Meet() {
    constexpr float kSurelyBelow = 0.7f;  // of a sphere's last worst: the present one
    costs_.List(errors_, kAskedToReach, host_);
    if (!task_.Advance(0)) return;
    costs_.Evaluate(errors_, {kSurelyBelow, kSurelyBelow}, host_);
    if (task_.Advance(0)) MeetErrors();
}

void TreeDescent::TakeErrors() {
    for (size_t level = 1; level < last_; ++level) errors_[level] = levels_[level].error * (1 + levels_[level].slack);
}

/// Levels above the leaves, as far as it helps these. What a level gave for the next it does not take back for those
/// after: the next was found so, and would be crushed.
void TreeDescent::GiveWay() {
    for (size_t level = 1; level < last_; ++level) {
        TightSpheres& spheres = levels_[level];
        const SlackNeed need{.level = level,
                             .imbalance = ImbalanceOf(level),
                             .drop = MeanOf(level) / MeanOf(level + 1),
                             .above = level > 1 ? MeanOf(level - 1) / MeanOf(level) : 1,
                             .isOpen = !bake_.depth.hasInside};
        spheres.held = HeldFor(need);
        spheres.slack = SlackFor(need, bake_.recipe->foresight);
        if (level + 1 == last_) {
            spheres.given = spheres.slack;
            spheres.leftHeld = spheres.held;
        } else {
            spheres.slack = std::max(spheres.slack, spheres.given);
            spheres.held = std::min(spheres.held, spheres.leftHeld);
        }
    }
    TakeErrors();
}

/// By the depths that the centres came with. Those that have moved before know what is around them. False when the task
/// was cancelled.
bool TreeDescent::Begin() {
    constexpr double kUsualDrop = 3;  // from one level to the next
    TakePoints();
    if (!task_.Advance(0)) return false;
    errors_[last_] = last_ > 1 ? errors_[last_ - 1] / kUsualDrop : 1 / kUsualDrop;
    costs_.List(errors_, kAskedToReach, host_);
    for (int32_t i = 0; i < 2; ++i) {
        if (!task_.Advance(0)) return false;
        costs_.Evaluate(errors_, {}, host_);
        errors_[last_] = ErrorOf(last_);
    }
    levels_[last_].fieldError = AimOf(last_);
    ForAll([&](size_t level, size_t i) {
        if (levels_[level].around[i].stops.IsEmpty() && task_.Advance(0)) Ask(level, i, false);
    });
    return task_.Advance(0);
}

/// A sphere that has nothing stays where it is for good; here each goes to help one of the worst: half way to the point
/// that costs that one most, if that is inside. Only on the first level: below it few have nothing, and neighbours soon
/// are better off than with a newcomer among them.
void TreeDescent::Revive() {
    if (last_ != 1) return;
    std::vector<size_t> idle;
    for (size_t i = 0; i < motions_[last_].size(); ++i)
        if (!(costs_.Worst()[last_][i] > 0)) idle.push_back(i);
    std::vector<ChainCosts::Visit> costly = costs_.Costly(0);  // the root is the only branch
    std::stable_sort(costly.begin(), costly.end(),
                     [](const ChainCosts::Visit& a, const ChainCosts::Visit& b) { return a.leafCost > b.leafCost; });
    std::vector<uint8_t> isHelped(motions_[last_].size(), 0);
    for (const ChainCosts::Visit& visit : costly) {
        if (idle.empty()) return;
        if (isHelped[size_t(visit.leaf)]) continue;
        isHelped[size_t(visit.leaf)] = 1;
        const Vec3 place =
            (levels_[last_].centres[size_t(visit.leaf)].centre + costs_.Points()[size_t(visit.point)]) / 2;
        if (bake_.depth.hasInside && !bake_.depth.surface->IsInside(place)) continue;
        const size_t helper = idle.back();
        idle.pop_back();
        levels_[last_].centres[helper].centre = place;
        levels_[last_].around[helper] = {};
        motions_[last_][helper] = {};
        Ask(last_, helper, false);
    }
}

/// In a short descent the turn of a sphere above the leaves to be checked may come too late: only when all stand still
/// again. Here all are, while there still is time to make up for what does not hold.
void TreeDescent::CheckAbove() {
    ForAll([&](size_t level, size_t i) {
        if (level < last_ && UsesField(level) && task_.Advance(0)) Ask(level, i, true);
    });
}

void TreeDescent::Run(const DescentTuning& tuning, double units) {
    const int32_t all = tuning.phases * tuning.stepsPerPhase;
    if (!Begin()) return;
    int32_t step = 0;
    for (; step < all && task_.Advance(units / all); ++step) {
        const bool cuts = step > 0 && step % tuning.stepsPerPhase == 0;
        if (step == tuning.stepsPerPhase && Worst() > tuning.mostUnevenAtFirst * Mean()) break;
        if (cuts && all <= kFewSteps) CheckAbove();
        if (cuts) Cut();
        if (!task_.Advance(0)) return;
        if (cuts || step % kRelistEvery == 0) {
            if (step > 0) GiveWay();
            Meet();
            if (!task_.Advance(0)) return;
            if (step < all / 2) Revive();
        }
        const double part = double(step) / std::max(all - 1, 1);
        Step(step, tuning.firstStep * std::pow(tuning.lastStep / tuning.firstStep, part),
             int32_t(std::lround(tuning.firstDoublings + part * (tuning.lastDoublings - tuning.firstDoublings))));
    }
    // Before another descent it matters only what the leaves are worth: which of them are to be searched again.
    const bool isRough = tuning.isRough || step < all;
    ForAll([&](size_t level, size_t i) {
        if (!(isRough && level < last_) && task_.Advance(0)) Ask(level, i, !isRough);
    });
    for (int32_t cut = 0; !isRough && cut < tuning.lastCuts && task_.Advance(0); ++cut) {
        Meet();
        if (task_.Advance(0)) Cut();
    }
    if (task_.Advance(0)) GiveWay();
}

void TreeDescent::Step(int32_t step, double size, int32_t doublings) {
    constexpr double kWorstFallsTo = 0.98;  // in a step
    const auto from = [&](int32_t raisedBy) { return float(kWorstFallsTo * HeardFrom(raisedBy)); };
    costs_.Evaluate(errors_, {.leaves = from(doublings), .above = from(doublings + kAboveHarder)}, host_);
    errors_[last_] = ErrorOf(last_);
    Pull(doublings);
    Move(step, size);
}

void TreeDescent::Pull(int32_t doublings) {
    ForAll([&](size_t level, size_t i) {
        Motion& motion = motions_[level][i];
        const Vec3& centre = levels_[level].centres[i].centre;
        const double scale = std::max(double(costs_.Worst()[level][i]), kNoCost);
        const Surroundings& around = levels_[level].around[i];
        motion.deeper = around.Deeper(centre, scale, DoublingsOf(level, doublings));
        motion.pull = {}, motion.weight = 0;
    });
    host_.parallelFor(int64_t(costs_.BranchCount()), [&](int64_t i) { PullBranch(size_t(i), doublings); });
    for (size_t branch = 0; branch < sums_.size(); ++branch)
        for (size_t level = 1; level < last_; ++level) {
            Motion& motion = motions_[level][size_t(costs_.ChainOf(branch)[level])];
            motion.pull += sums_[branch][level].pull;
            motion.weight += sums_[branch][level].weight;
        }
}

void TreeDescent::PullBranch(size_t branch, int32_t doublings) {
    constexpr double kMostOver = 1.2;
    constexpr int32_t kBorder = 5;  // doublings: how much better the first leaf must be for the second not to care
    const double leastOfLeaves = HeardFrom(doublings), leastAbove = HeardFrom(doublings + kAboveHarder);
    sums_[branch] = {};
    const auto add = [&](size_t level, size_t index, const Vec3& point, double cost, double share, Vec3& pull,
                         double& weight) {
        const double part = cost / std::max(double(costs_.Worst()[level][index]), kNoCost);
        if (!(part > (level < last_ ? leastAbove : leastOfLeaves))) return;
        const double strength = share * RaisedBy(std::min(part, kMostOver), DoublingsOf(level, doublings));
        const Vec3 apart = levels_[level].centres[index].centre - point;
        pull += (Normalized(apart) - motions_[level][index].deeper) * strength;
        weight += strength;
    };
    for (const ChainCosts::Visit& visit : costs_.Costly(branch)) {
        const Vec3& point = costs_.Points()[size_t(visit.point)];
        Motion& first = motions_[last_][size_t(visit.leaf)];
        add(last_, size_t(visit.leaf), point, double(visit.leafCost), double(visit.share), first.pull, first.weight);
        if (visit.second != visit.leaf && visit.secondCost < 1.15f * visit.leafCost) {
            Motion& second = motions_[last_][size_t(visit.second)];
            const double share = RaisedBy(double(visit.leafCost / visit.secondCost), kBorder);
            add(last_, size_t(visit.second), point, double(visit.secondCost), share * double(visit.share), second.pull,
                second.weight);
        }
        for (size_t level = 1; level < last_; ++level) {
            Sum& sum = sums_[branch][level];
            add(level, size_t(costs_.ChainOf(branch)[level]), point, double(visit.above[level]), double(visit.share),
                sum.pull, sum.weight);
        }
    }
}

void TreeDescent::Move(int32_t step, double size) {
    ForAll([&](size_t level, size_t i) {
        Motion& motion = motions_[level][i];
        if (!(motion.weight > 0)) return;
        const double length =
            size * (level == last_ ? errors_[last_] : kAboveIsSlower * double(costs_.Worst()[level][i]));
        levels_[level].centres[i].centre -= motion.way.Follow(motion.pull / motion.weight, step, length);
        const int32_t every = !UsesField(level) ? kAskEvery : level == last_ ? kAskFieldEvery : 2 * kAskFieldEvery;
        const int32_t turn = step + int32_t(i - i % kAskTogether);  // a few at a time, one few after the other
        if (!levels_[level].around[i].isInside || turn % every == 0)
            Ask(level, i, turn % (kCheckEvery * every) == 0);
        else
            Guess(level, i);
    });
}

}  // namespace spheretree
