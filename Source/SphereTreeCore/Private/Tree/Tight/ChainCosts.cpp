#include "Tree/Tight/ChainCosts.h"

#include "Base/InParts.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>

namespace spheretree {

namespace {

using wide::Float8;
constexpr size_t kLanes = 8;
constexpr int32_t kDoublings = 5;      // of the power to which a level's part is raised
constexpr float kNearlyAsGood = 4;     // times the best chain's sum
constexpr float kMostOfALevel = 8.0f;  // its power is still a number

Float8 Raised(Float8 part) {
    part = Min(Max(part, Float8(0.0f)), Float8(kMostOfALevel));
    for (int32_t i = 0; i < kDoublings; ++i) part = part * part;
    return part;
}

}  // namespace

struct ChainCosts::WideSphere {
    Float8 x, y, z, depth;

    WideSphere(const DeepCentre& sphere, const Vec3& origin)
        : x(float(sphere.centre.x - origin.x)),
          y(float(sphere.centre.y - origin.y)),
          z(float(sphere.centre.z - origin.z)),
          depth(float(sphere.depth)) {}

    Float8 Cost(const PointBlock& block) const {
        const Float8 dx = Float8(block.at[0]) - x, dy = Float8(block.at[1]) - y, dz = Float8(block.at[2]) - z;
        return Sqrt(dx * dx + dy * dy + dz * dz) - depth;
    }
};

ChainCosts::ChainCosts(const std::vector<TightSpheres>& levels) : levels_(levels), last_(levels.size() - 1) {
    std::vector<Branch> all(levels[last_ - 1].centres.size());
    for (size_t i = 0; i < levels[last_].centres.size(); ++i)
        all[size_t(levels[last_].parents[i])].leaves.push_back(int32_t(i));
    for (size_t i = 0; i < all.size(); ++i) {
        int32_t node = int32_t(i);
        for (size_t level = last_; level-- > 1; node = levels[level].parents[size_t(node)]) all[i].chain[level] = node;
    }
    for (Branch& branch : all)
        if (!branch.leaves.empty()) branches_.push_back(std::move(branch));
}

/// What part of its error the sphere of the chain needs for the point that needs most.
double ChainCosts::FullestOf(const Branch& branch, const Vec3& point, const std::vector<double>& errors) const {
    double fullest = 0;
    for (size_t level = last_; level-- > 1;) {
        const DeepCentre& sphere = levels_[level].centres[size_t(branch.chain[level])];
        fullest = std::max(fullest, (Distance(point, sphere.centre) - sphere.depth) / errors[level]);
    }
    return fullest;
}

/// From the root down: what a sphere may have is what its parent may have and what it can hold itself.
void ChainCosts::List(const std::vector<double>& errors, double slack, const Host& host) {
    std::vector<std::vector<int32_t>> above(1), here;
    above[0].resize(points_.size());
    std::iota(above[0].begin(), above[0].end(), 0);
    for (size_t level = 1; level < last_; ++level, above = std::move(here)) {
        here.assign(levels_[level].centres.size(), {});
        host.parallelFor(int64_t(here.size()), [&](int64_t i) {
            const DeepCentre& sphere = levels_[level].centres[size_t(i)];
            const double reach = std::max(sphere.depth + slack * errors[level], 0.0);
            for (const int32_t point : above[size_t(levels_[level].parents[size_t(i)])])
                if (LengthSquared(points_[size_t(point)] - sphere.centre) <= reach * reach)
                    here[size_t(i)].push_back(point);
        });
    }
    for (Branch& branch : branches_) branch.points = std::move(above[size_t(branch.chain[last_ - 1])]);
    ListTheRest(errors);
    host.parallelFor(int64_t(branches_.size()), [&](int64_t k) { Pack(branches_[size_t(k)]); });
}

/// Points that nobody may have go where they are least out of reach.
void ChainCosts::ListTheRest(const std::vector<double>& errors) {
    std::vector<uint8_t> isListed(points_.size(), 0);
    for (const Branch& branch : branches_)
        for (const int32_t point : branch.points) isListed[size_t(point)] = 1;
    for (int32_t i = 0; i < int32_t(points_.size()); ++i) {
        if (isListed[size_t(i)]) continue;
        const auto least = std::min_element(branches_.begin(), branches_.end(), [&](const Branch& a, const Branch& b) {
            return FullestOf(a, points_[size_t(i)], errors) < FullestOf(b, points_[size_t(i)], errors);
        });
        least->points.insert(std::lower_bound(least->points.begin(), least->points.end(), i), i);
    }
}

void ChainCosts::Pack(Branch& branch) const {
    const size_t blocks = (branch.points.size() + kLanes - 1) / kLanes;
    branch.origin = last_ == 1 ? Vec3{} : levels_[last_ - 1].centres[size_t(branch.chain[last_ - 1])].centre;
    branch.blocks.resize(blocks);
    branch.totals.resize(blocks);
    branch.first.resize(blocks);
    branch.second.resize(blocks);
    for (size_t level = 1; level < last_; ++level) branch.above[level].resize(blocks);
    for (size_t i = 0; i < blocks * kLanes; ++i) {
        const size_t point = size_t(branch.points[std::min(i, branch.points.size() - 1)]);
        const Vec3 at = points_[point] - branch.origin;
        PointBlock& block = branch.blocks[i / kLanes];
        block.at[0][i % kLanes] = float(at.x);
        block.at[1][i % kLanes] = float(at.y);
        block.at[2][i % kLanes] = float(at.z);
    }
}

void ChainCosts::Measure(Branch& branch, const std::vector<double>& errors) const {
    std::vector<WideSphere> leaves;
    for (const int32_t leaf : branch.leaves) leaves.emplace_back(levels_[last_].centres[size_t(leaf)], branch.origin);
    const Float8 scale(float(1 / errors[last_]));
    for (size_t i = 0; i < branch.blocks.size(); ++i) {
        const PointBlock& block = branch.blocks[i];
        Float8 first = WithTag(leaves[0].Cost(block), 0), second = WithTag(Float8(1e9f), 0);
        for (size_t k = 1; k < leaves.size(); ++k) {
            const Float8 cost = WithTag(leaves[k].Cost(block), uint32_t(k));
            second = Min(second, Max(first, cost));
            first = Min(first, cost);
        }
        first.Store(branch.first[i].value);
        second.Store(branch.second[i].value);
        Raised(first * scale).Store(branch.totals[i].value);
    }
    for (size_t level = 1; level < last_; ++level) {
        const size_t node = size_t(branch.chain[level]);
        const WideSphere sphere(levels_[level].centres[node], branch.origin);
        const Float8 levelScale(float(1 / (errors[level] * levels_[level].PartOf(node))));
        for (size_t i = 0; i < branch.blocks.size(); ++i) {
            const Float8 cost = sphere.Cost(branch.blocks[i]);
            cost.Store(branch.above[level][i].value);
            (Float8(branch.totals[i].value) + Raised(cost * levelScale)).Store(branch.totals[i].value);
        }
    }
}

void ChainCosts::FindBest(int32_t from, int32_t to) {
    std::fill(leastTotals_.begin() + from, leastTotals_.begin() + to, std::numeric_limits<float>::infinity());
    for (size_t k = 0; k < branches_.size(); ++k) {
        const Branch& branch = branches_[k];
        const auto begin = std::lower_bound(branch.points.begin(), branch.points.end(), from);
        for (auto at = begin; at != branch.points.end() && *at < to; ++at) {
            const size_t i = size_t(at - branch.points.begin());
            const float total = branch.totals[i / kLanes].value[i % kLanes];
            if (total < leastTotals_[size_t(*at)])
                leastTotals_[size_t(*at)] = total, best_[size_t(*at)] = {int32_t(k), int32_t(i)};
        }
    }
}

ChainCosts::LeafCost ChainCosts::LeafOf(int32_t point) const {
    const Best& best = best_[size_t(point)];
    const Branch& branch = branches_[size_t(best.branch)];
    const float tagged = branch.first[size_t(best.place) / kLanes].value[size_t(best.place) % kLanes];
    return {branch.leaves[wide::TagOf(tagged)], tagged};
}

/// Which points of a block cost a sphere much, by what spheres cost at most a step ago.
uint32_t ChainCosts::CostlyOf(const Branch& branch, size_t block, float leavesAt) const {
    constexpr uint32_t kAll = 0xff;
    uint32_t cheap = LessMask(Float8(branch.first[block].value), Float8(leavesAt));
    for (size_t level = 1; level < last_; ++level)
        cheap &=
            LessMask(Float8(branch.above[level][block].value), Float8(costlyAt_[level][size_t(branch.chain[level])]));
    return kAll & ~cheap;
}

/// Which points of a block the branch has, or would have nearly as well.
uint32_t ChainCosts::NearlyBestOf(const Branch& branch, size_t block) const {
    alignas(32) float least[kLanes];
    for (size_t lane = 0; lane < kLanes; ++lane)
        least[lane] = leastTotals_[size_t(branch.points[std::min(block * kLanes + lane, branch.points.size() - 1)])];
    return LessMask(Float8(branch.totals[block].value), Float8(kNearlyAsGood) * Float8(least));
}

/// A leaf belongs to one branch, which alone writes here; the spheres above are brought together afterwards.
void ChainCosts::FindWorst(size_t index) {
    Branch& branch = branches_[index];
    branch.worst = {};
    branch.costly.clear();
    float leavesAt = std::numeric_limits<float>::infinity();
    for (const int32_t leaf : branch.leaves) leavesAt = std::min(leavesAt, costlyAt_[last_][size_t(leaf)]);
    for (size_t block = 0; block < branch.blocks.size(); ++block) {
        uint32_t costly = CostlyOf(branch, block, leavesAt);
        if (costly != 0) costly &= NearlyBestOf(branch, block);  // most that reach far are another's
        for (; costly != 0; costly &= costly - 1) {
            const size_t i = block * kLanes + size_t(std::countr_zero(costly));
            if (i < branch.points.size()) TakeCostly(index, i);
        }
    }
}

void ChainCosts::TakeCostly(size_t index, size_t i) {
    Branch& branch = branches_[index];
    const size_t point = size_t(branch.points[i]), block = i / kLanes, lane = i % kLanes;
    const bool has = best_[point].branch == int32_t(index);
    const float first = branch.first[block].value[lane], second = branch.second[block].value[lane];
    Visit& visit = branch.costly.emplace_back();
    visit.point = int32_t(point), visit.has = has;
    visit.share = has ? 1.0f : leastTotals_[point] / branch.totals[block].value[lane];
    visit.leaf = branch.leaves[wide::TagOf(first)], visit.leafCost = first;
    visit.second = branch.leaves[wide::TagOf(second)], visit.secondCost = second;
    for (size_t level = 1; level < last_; ++level) visit.above[level] = branch.above[level][block].value[lane];
    if (!has) return;
    float& leaf = worst_[last_][size_t(visit.leaf)];
    leaf = std::max(leaf, first);
    for (size_t level = 1; level < last_; ++level)
        branch.worst[level] = std::max(branch.worst[level], visit.above[level]);
}

void ChainCosts::Evaluate(const std::vector<double>& errors, const CostlyFrom& costlyFrom, const Host& host) {
    constexpr int64_t kAtOnce = 1024;
    best_.resize(points_.size());
    leastTotals_.resize(points_.size());
    costlyAt_ = worst_;
    for (size_t level = 0; level < costlyAt_.size(); ++level)
        for (float& worst : costlyAt_[level]) worst *= level == last_ ? costlyFrom.leaves : costlyFrom.above;
    worst_.resize(levels_.size());
    for (size_t level = 1; level < levels_.size(); ++level) worst_[level].assign(levels_[level].centres.size(), 0.0f);
    if (costlyAt_.empty()) costlyAt_ = worst_;
    host.parallelFor(int64_t(branches_.size()), [&](int64_t k) { Measure(branches_[size_t(k)], errors); });
    InParts(int64_t(points_.size()), kAtOnce, host,
            [&](int64_t begin, int64_t end) { FindBest(int32_t(begin), int32_t(end)); });
    host.parallelFor(int64_t(branches_.size()), [&](int64_t k) { FindWorst(size_t(k)); });
    for (const Branch& branch : branches_)
        for (size_t level = 1; level < last_; ++level) {
            float& worst = worst_[level][size_t(branch.chain[level])];
            worst = std::max(worst, branch.worst[level]);
        }
}

}  // namespace spheretree
