#include "Spheres/Tight/TightSolver.h"

#include "Spheres/NelderMead.h"
#include "Spheres/Tight/ProtrusionField.h"
#include "Surface/Wide.h"

#include <algorithm>
#include <limits>

namespace spheretree {

namespace {

using wide::Float8;
using Values = PatchColumns::Values;

constexpr float kUnimportant = 0.6f;  // of the worst cost: below it a patch has no say

double LargestOf(const Values& values) {
    Float8 largest(-std::numeric_limits<float>::infinity());
    for (const PatchColumns::Lanes& lanes : values) largest = Max(largest, Float8(lanes.value));
    alignas(32) float out[PatchColumns::kLanes];
    largest.Store(out);
    return double(*std::max_element(std::begin(out), std::end(out)));
}

void LowerTo(Values& values, const Values& others) {
    for (size_t i = 0; i < values.size(); ++i)
        Min(Float8(values[i].value), Float8(others[i].value)).Store(values[i].value);
}

/// The patches that one centre has a say in, what the others would cost them, and the soft maximum over them.
class SoftMaximum {
public:
    SoftMaximum(const PatchColumns& all, const Values& others, double worst, int32_t doublings)
        : doublings_(doublings), scale_(float(1 / worst)) {
        std::vector<int32_t> keep;
        for (int64_t i = 0; i < all.Count(); ++i)
            if (ValueOf(others, i) > kUnimportant * float(worst)) keep.push_back(int32_t(i));
        if (keep.empty()) return;
        columns_ = PatchColumns(all, keep);
        others_.resize(size_t(columns_.BlockCount()));
        for (size_t i = 0; i < others_.size() * PatchColumns::kLanes; ++i)  // what pads a block must not count
            others_[i / PatchColumns::kLanes].value[i % PatchColumns::kLanes] =
                i < keep.size() ? ValueOf(others, keep[i]) : 0.0f;
    }

    bool IsEmpty() const { return others_.empty(); }

    double At(const Vec3& centre, double depth) {
        columns_.MeasureReaches(centre, reaches_);
        const Float8 deep{float(depth)}, scale(scale_), zero(0.0f);
        Float8 sum(0.0f);
        for (size_t i = 0; i < reaches_.size(); ++i) {
            Float8 cost = Max(Min(Float8(reaches_[i].value) - deep, Float8(others_[i].value)), zero) * scale;
            for (int32_t k = 0; k < doublings_; ++k) cost = cost * cost;
            sum = sum + cost;
        }
        alignas(32) float lanes[PatchColumns::kLanes];
        sum.Store(lanes);
        double total = 0;
        for (const float lane : lanes) total += double(lane);
        return total;
    }

private:
    int32_t doublings_;
    float scale_;
    PatchColumns columns_;
    Values others_, reaches_;
};

}  // namespace

void MeasureCosts(const PatchColumns& columns, const DeepCentre& centre, Values& out) {
    columns.MeasureReaches(centre.centre, out);
    const Float8 depth{float(centre.depth)};
    for (PatchColumns::Lanes& lanes : out) (Float8(lanes.value) - depth).Store(lanes.value);
}

double TightSolver::DepthAt(const Vec3& centre) const {
    const double depth = bake_.depth.At(centre);
    return bake_.protrusion && error_ > 0 ? bake_.protrusion->EffectiveDepth(centre, depth, error_) : depth;
}

void TightSolver::SetError(double error) {
    error_ = error;
    if (!bake_.protrusion || error < bake_.protrusion->LeastError()) {
        error_ = 0;
        return;
    }
    for (DeepCentre& centre : centres_) centre.depth = DepthAt(centre.centre);
    SetCentres(std::move(centres_));
}

void TightSolver::SetCentres(std::vector<DeepCentre> centres, const Host& host) {
    centres_ = std::move(centres);
    costs_.resize(centres_.size());
    host.parallelFor(int64_t(centres_.size()),
                     [&](int64_t i) { MeasureCosts(columns_, centres_[size_t(i)], costs_[size_t(i)]); });
}

Values TightSolver::LeastCosts() const {
    Values least = costs_.front();
    for (size_t i = 1; i < costs_.size(); ++i) LowerTo(least, costs_[i]);
    return least;
}

double TightSolver::WorstCost() const {
    Values least = LeastCosts();
    if (!outside_.empty()) LowerTo(least, outside_);
    return LargestOf(least);
}

std::vector<int32_t> TightSolver::Owners() const {
    constexpr size_t kLanes = size_t(PatchColumns::kLanes);
    std::vector<int32_t> owners(size_t(columns_.BlockCount()) * kLanes, 0);
    for (size_t block = 0; block < size_t(columns_.BlockCount()); ++block) {
        PatchColumns::Lanes least = costs_.front()[block];
        int32_t* const of = owners.data() + block * kLanes;
        for (size_t i = 1; i < costs_.size(); ++i) {
            const PatchColumns::Lanes& cost = costs_[i][block];
            for (size_t lane = 0; lane < kLanes; ++lane) {  // no branch: eight at once
                of[lane] = cost.value[lane] < least.value[lane] ? int32_t(i) : of[lane];
                least.value[lane] = std::min(least.value[lane], cost.value[lane]);
            }
        }
    }
    owners.resize(size_t(columns_.Count()));
    return owners;
}

Values TightSolver::LeastCostsOfOthers(size_t index) const {
    Values least = outside_;
    if (least.empty()) {
        least.resize(costs_[index].size());
        for (PatchColumns::Lanes& lanes : least) Float8(std::numeric_limits<float>::max()).Store(lanes.value);
    }
    for (size_t i = 0; i < costs_.size(); ++i)
        if (i != index) LowerTo(least, costs_[i]);
    return least;
}

void TightSolver::PolishOne(size_t index, int32_t doublings, int32_t evaluations, double stepScale, double worst) {
    SoftMaximum soft(columns_, LeastCostsOfOthers(index), worst, doublings);
    if (soft.IsEmpty()) return;
    const auto valueAt = [&](const std::array<double, 3>& at) {
        const Vec3 centre{at[0], at[1], at[2]};
        return soft.At(centre, DepthAt(centre));
    };
    const Vec3 start = centres_[index].centre;
    const double before = soft.At(start, centres_[index].depth);
    const auto found =
        NelderMead<3>(valueAt, {start.x, start.y, start.z}, worst * stepScale, {.mostEvaluations = evaluations});
    if (!(found.value < before)) return;
    const Vec3 centre{found.point[0], found.point[1], found.point[2]};
    centres_[index] = {centre, DepthAt(centre)};
    MeasureCosts(columns_, centres_[index], costs_[index]);
}

void TightSolver::Polish(int32_t doublings, int32_t evaluations, double stepScale, double worst) {
    for (size_t i = 0; i < centres_.size() && !bake_.cancelled(); ++i) {
        const double scale = worst > 0 ? worst : WorstCost();
        if (!(scale > 0)) return;
        PolishOne(i, doublings, evaluations, stepScale, scale);
    }
}

}  // namespace spheretree
