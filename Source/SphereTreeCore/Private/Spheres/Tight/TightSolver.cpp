#include "Spheres/Tight/TightSolver.h"

#include "Spheres/NelderMead.h"
#include "Spheres/SphereError.h"
#include "Spheres/Tight/ProtrusionField.h"
#include "Spheres/Tight/SoftMaximum.h"
#include "Surface/Wide.h"

#include <algorithm>
#include <limits>

namespace spheretree {

namespace {

using wide::Float8;
using Values = PatchColumns::Values;

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

}  // namespace

void MeasureCosts(const PatchColumns& columns, const DeepCentre& centre, Values& out) {
    columns.MeasureReaches(centre.centre, out);
    const Float8 depth{float(centre.depth)};
    for (PatchColumns::Lanes& lanes : out) (Float8(lanes.value) - depth).Store(lanes.value);
}

double TightSolver::EffectiveAt(const Vec3& centre, double depth) const {
    return MeasuresProtrusion() ? bake_.protrusion->EffectiveDepth(centre, depth, error_) : depth;
}

void TightSolver::SetError(double error) {
    const double before = error_;
    error_ = bake_.protrusion && error >= bake_.protrusion->LeastError() ? error : 0;
    if (error_ != before && !(error_ > 0 && error_ < before))  // what stopped a larger error stops a smaller one
        for (DepthModel& model : models_) model.Clear();
    if (!MeasuresProtrusion()) return;
    for (size_t i = 0; i < centres_.size(); ++i) {
        const Vec3 centre = centres_[i].centre;
        centres_[i] =
            UsesModel() ? Ask(centre, models_[i]) : DeepCentre{centre, EffectiveAt(centre, bake_.depth.At(centre))};
        if (UsesModel()) CheckDepth(bake_.depth, error_, centres_[i], models_[i]);
        Measure(i);
    }
}

/// A few directions may miss where the sphere that a centre promises sticks out most. Heights change by no more than
/// one walks, so from a point that is too high by h the whole way of h towards the centre is too high.
void CheckDepth(const DepthField& depth, double error, DeepCentre& centre, DepthModel& model) {
    constexpr double kHighEnough = 1.004;
    constexpr int32_t kDirections = 1280;
    constexpr int32_t kMostChecks = 3;
    for (int32_t i = 0; i < kMostChecks; ++i) {
        const Protrusion found =
            FindProtrusion({centre.centre, centre.depth + error}, depth, kDirections, kHighEnough * error);
        if (!(found.distance > 0)) return;
        const Vec3 inward = Normalized(centre.centre - found.point);
        model.Add(found.point + inward * (found.distance - error));
        centre.depth = std::min(centre.depth, model.LargestRadius(centre.centre) - error);
    }
}

void TightSolver::SetCentres(std::vector<DeepCentre> centres, const Host& host) {
    centres_ = std::move(centres);
    models_.assign(centres_.size(), {});
    costs_.resize(centres_.size());
    host.parallelFor(int64_t(centres_.size()), [&](int64_t i) { Measure(size_t(i)); });
}

void TightSolver::Measure(size_t index) {
    const DeepCentre& centre = centres_[index];
    MeasureCosts(columns_, centre, costs_[index]);
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

DeepCentre TightSolver::Ask(const Vec3& centre, DepthModel& model) const {
    const ClosestPoint nearest = bake_.depth.surface->Closest(centre);
    const double depth = bake_.depth.surface->IsInside(centre) ? nearest.distance : -nearest.distance;
    if (!MeasuresProtrusion()) {
        model.Add(nearest.point);
        return {centre, depth};
    }
    std::vector<Vec3> stops;
    const double effective =
        bake_.protrusion->ConfirmedDepth(centre, depth, error_, ProtrusionField::Precision::Fine, stops);
    for (const Vec3& stop : stops) model.Add(stop);
    if (stops.empty()) return {centre, depth};
    return {centre, std::max(depth, std::min(effective, model.LargestRadius(centre) - error_))};
}

void TightSolver::PolishOne(size_t index, int32_t doublings, int32_t evaluations, double stepScale, double worst) {
    constexpr double kUsualWay = 3;  // steps: hardly any search goes farther
    const DeepCentre start = centres_[index];
    const Search search{evaluations, worst * stepScale};
    SoftMaximum soft(columns_, LeastCostsOfOthers(index), {start, costs_[index], kUsualWay * search.step}, worst,
                     doublings);
    if (soft.IsEmpty()) return;
    DeepCentre found = UsesModel() && start.depth > 0 ? SearchByModel(soft, start, models_[index], search)
                                                      : SearchByAsking(soft, start, search);
    const double before = soft.At(start.centre, start.depth);
    if (!(soft.At(found.centre, found.depth) < before)) return;
    if (UsesModel() && MeasuresProtrusion()) {
        CheckDepth(bake_.depth, error_, found, models_[index]);
        if (!(soft.At(found.centre, found.depth) < before)) return;
    }
    centres_[index] = found;
    Measure(index);
}

DeepCentre TightSolver::SearchByAsking(SoftMaximum& soft, const DeepCentre& start, const Search& search) const {
    const Vec3& from = start.centre;
    const double fromDepth = bake_.depth.At(from);
    SurfaceQuery::Whereabouts near;
    DeepCentre best = start;
    double least = std::numeric_limits<double>::infinity();
    const auto valueAt = [&](const std::array<double, 3>& at) {
        const Vec3 centre{at[0], at[1], at[2]};
        const double depth = EffectiveAt(centre, bake_.depth.Near(centre, from, fromDepth, near));
        const double value = soft.At(centre, depth);
        if (value < least) least = value, best = {centre, depth};
        return value;
    };
    NelderMead<3>(valueAt, {from.x, from.y, from.z}, search.step, {.mostEvaluations = search.evaluations});
    return best;
}

/// The least of what the model promises, again and again, until what it promises holds or is no better than what is
/// there already. A cutting-plane method [Kelley 1960] whose cuts are balls, not planes.
DeepCentre TightSolver::SearchByModel(SoftMaximum& soft, const DeepCentre& start, DepthModel& model,
                                      const Search& search) const {
    constexpr int32_t kMostLooks = 8;
    constexpr double kNoGain = 0.999;
    if (model.IsEmpty()) Ask(start.centre, model);
    if (model.IsEmpty()) return start;
    const auto promiseAt = [&](const std::array<double, 3>& at) {
        const Vec3 centre{at[0], at[1], at[2]};
        return soft.At(centre, model.LargestRadius(centre) - error_);
    };
    DeepCentre best = start;
    double least = soft.At(start.centre, start.depth), step = search.step;
    for (int32_t look = 0; look < kMostLooks; ++look) {
        const Vec3& from = best.centre;
        const int32_t evaluations = look == 0 ? search.evaluations : search.evaluations / 2;
        const auto promised =
            NelderMead<3>(promiseAt, {from.x, from.y, from.z}, step, {.mostEvaluations = evaluations});
        if (!(promised.value < kNoGain * least)) break;
        const Vec3 centre{promised.point[0], promised.point[1], promised.point[2]};
        const DeepCentre trial = Ask(centre, model);
        const double value = soft.At(trial.centre, trial.depth);
        if (value < least)
            least = value, best = trial;
        else
            step /= 2;
    }
    return best;
}

void TightSolver::Polish(int32_t doublings, int32_t evaluations, double stepScale, double worst) {
    for (size_t i = 0; i < centres_.size() && !bake_.cancelled(); ++i) {
        const double scale = worst > 0 ? worst : WorstCost();
        if (!(scale > 0)) return;
        PolishOne(i, doublings, evaluations, stepScale, scale);
    }
}

}  // namespace spheretree
