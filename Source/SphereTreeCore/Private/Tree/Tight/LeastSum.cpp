// Where the worst of many spheres is as small as it gets, most others still cost as much as they may, because nobody
// asks them to cost less. Here the sum is asked for. Each sphere aims at a cost, and a patch is short by what it would
// cost more than that in the best of the spheres that may hold it. What falls is the mean of the aims plus the largest
// shortage; for where all are short alike, all aims can be raised by that.
// This work is based on: Sanjeev Arora, Elad Hazan, Satyen Kale. The multiplicative weights update method: a
// meta-algorithm and applications. 2012. A patch has a weight that grows exponentially with its shortage. Where the
// patches that go to a sphere weigh more than 1 its aim rises; where less it falls, to nothing if others can hold all
// that it holds. Differs: centres move too, down the slope of the same sum.
#include "Tree/Tight/LeastSum.h"

#include "Base/InParts.h"
#include "Spheres/Tight/PatchColumns.h"
#include "Surface/Wide.h"
#include "Tree/Tight/CentreMotion.h"
#include "Tree/Tight/Surroundings.h"
#include "Tree/Tight/TightPatches.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace spheretree {

namespace {

constexpr float kNever = std::numeric_limits<float>::infinity();

/// Almost e^x; from −16 on nothing.
float SoftPower(float x) {
    constexpr float kMost = 3;
    float power = std::max(1 + std::min(x, kMost) / 16, 0.0f);
    for (int32_t i = 0; i < 4; ++i) power *= power;
    return power;
}

class SumDescent {
public:
    SumDescent(const DepthField& depth, const SumProblem& problem, std::vector<DeepCentre>& centres,
               const std::vector<float>& costs, const Host& host, Task& task)
        : depth_(depth),
          problem_(problem),
          centres_(centres),
          aims_(costs.begin(), costs.end()),
          host_(host),
          task_(task),
          mean_(std::accumulate(aims_.begin(), aims_.end(), 0.0) / double(aims_.size())),
          holders_(aims_.size()) {}

    void Run(const SumTuning& tuning) {
        if (!(mean_ > 0)) return;  // no spheres, or none that costs anything
        Start();
        for (int32_t step = 0; step < tuning.steps && task_.Advance(0); ++step) {
            const double part = double(step) / std::max(tuning.steps - 1, 1);
            const double size = mean_ * tuning.firstStep * std::pow(tuning.lastStep / tuning.firstStep, part);
            soft_ = mean_ * tuning.firstSoft * std::pow(tuning.lastSoft / tuning.firstSoft, part);
            if (step % kRelistEvery == 0) List(size);
            if (!task_.Advance(0)) break;
            Weigh(step == 0);
            ForAll([&](size_t i) { Move(i, step, size); });
        }
        ForAll([&](size_t i) { Ask(i); });
    }

    /// Where all patches are short alike, that is what their spheres will cost.
    std::vector<float> Costs() const {
        std::vector<float> costs;
        for (const double aim : aims_) costs.push_back(float(aim + level_));
        return costs;
    }

private:
    static constexpr int32_t kRelistEvery = 15, kAskEvery = 3;  // steps
    static constexpr int64_t kPatchesAtOnce = 4096;
    static constexpr float kUnheard = 0.01f;  // a weight

    struct Holder {
        std::vector<int32_t> near, hot;  // the patches that might come to it at all, and in the next few steps
        PatchColumns nearColumns, columns;
        PatchColumns::Values values;  // of each: how short it is of a place in this sphere, then what it weighs for it
        CentreMotion motion;
        double trend = 0;  // momentum of the aim
        Surroundings around;
    };

    template <typename Visit>
    void ForAll(Visit visit) {
        host_.parallelFor(int64_t(holders_.size()), [&](int64_t i) { visit(size_t(i)); });
    }

    void Ask(size_t i) {
        Surroundings& around = holders_[i].around;
        around.Take(around.Look(depth_, centres_[i].centre), centres_[i]);
    }

    /// The patches that each sphere might come to hold at all.
    void Start() {
        constexpr double kFarthest = 0.2;  // of the mean: as far as a patch may be short of a place in a sphere
        ForAll([&](size_t i) {
            Ask(i);
            Holder& holder = holders_[i];
            const double reach = centres_[i].depth + aims_[i] + kFarthest * mean_;
            for (const int32_t patch : problem_.lists[i])
                if (reach > 0 && IsWithin(*problem_.patches, patch, centres_[i].centre, reach))
                    holder.near.push_back(patch);
            holder.nearColumns = PatchColumns(*problem_.patches, holder.near, centres_[i].centre);
        });
    }

    /// Which patches could matter to which spheres until the next time: those that are short of a place nearly as much
    /// as the worst, and spheres in which they are short nearly as little as in the best.
    void List(double size) {
        constexpr double kGoesInStep = 0.2;  // about as much as shortages change
        const float window = float(kGoesInStep * kRelistEvery * size + 7 * soft_);
        ForAll([&](size_t i) { MeasureShortages(i, holders_[i].nearColumns); });
        std::vector<float> least(problem_.patches->patches.size(), kNever);
        for (const Holder& holder : holders_)
            for (size_t k = 0; k < holder.near.size(); ++k) {
                float& one = least[size_t(holder.near[k])];
                one = std::min(one, ValueOf(holder.values, int64_t(k)));
            }
        ForAll([&](size_t i) { KeepHot(holders_[i], least, window); });
        FindPlaces(least.size());
    }

    void KeepHot(Holder& holder, const std::vector<float>& least, float window) const {
        std::vector<int32_t> kept;
        holder.hot.clear();
        for (size_t k = 0; k < holder.near.size(); ++k) {
            const float best = least[size_t(holder.near[k])];
            if (best > float(level_) - window && ValueOf(holder.values, int64_t(k)) < best + window)
                holder.hot.push_back(holder.near[k]), kept.push_back(int32_t(k));
        }
        holder.columns = PatchColumns(holder.nearColumns, kept);
        holder.values.resize(size_t(holder.columns.BlockCount()));
    }

    /// Where the values of each patch stand.
    void FindPlaces(size_t patchCount) {
        std::vector<int32_t> next(patchCount + 1, 0);
        for (const Holder& holder : holders_)
            for (const int32_t patch : holder.hot) ++next[size_t(patch) + 1];
        first_.assign(1, 0);
        for (size_t i = 0; i < patchCount; ++i) {
            if (next[i + 1] > 0) first_.push_back(first_.back() + next[i + 1]);
            next[i + 1] += next[i];
        }
        places_.resize(size_t(first_.back()));
        least_.resize(first_.size() - 1);
        for (Holder& holder : holders_)
            for (size_t k = 0; k < holder.hot.size(); ++k)
                places_[size_t(next[size_t(holder.hot[k])]++)] =
                    &holder.values[k / PatchColumns::kLanes].value[k % PatchColumns::kLanes];
    }

    /// All patches together weigh as much as there are spheres: `level_` is the shortage at which one weighs 1.
    void Weigh(bool isFirst) {
        constexpr double kFollows = 0.1;
        ForAll([&](size_t i) { MeasureShortages(i, holders_[i].columns); });
        InParts(int64_t(least_.size()), kPatchesAtOnce, host_, [&](int64_t begin, int64_t end) {
            for (size_t i = size_t(begin); i < size_t(end); ++i) least_[i] = LeastOf(i);
        });
        const double count = double(holders_.size());
        level_ += (isFirst ? 1 : kFollows) * soft_ * std::log(std::max(SumOfWeights(), 1e-3 * count) / count);
        InParts(int64_t(least_.size()), kPatchesAtOnce, host_, [&](int64_t begin, int64_t end) {
            for (size_t i = size_t(begin); i < size_t(end); ++i) ShareWeight(i);
        });
    }

    void MeasureShortages(size_t i, const PatchColumns& columns) {
        using wide::Float8;
        PatchColumns::Values& values = holders_[i].values;
        columns.MeasureReaches(centres_[i].centre, values);
        const Float8 aim(float(centres_[i].depth + aims_[i]));
        for (PatchColumns::Lanes& lanes : values) (Float8(lanes.value) - aim).Store(lanes.value);
    }

    float LeastOf(size_t i) const {
        float least = kNever;
        for (int32_t k = first_[i]; k < first_[i + 1]; ++k) least = std::min(least, *places_[size_t(k)]);
        return least;
    }

    float WeightAt(float shortage) const { return SoftPower((shortage - float(level_)) / float(soft_)); }

    double SumOfWeights() const {
        double sum = 0;
        for (const float least : least_) sum += double(WeightAt(least));
        return sum;
    }

    /// Nearly all of a patch's weight goes to the sphere in which it is least short.
    void ShareWeight(size_t i) {
        const float weight = WeightAt(least_[i]);
        const bool isHeard = weight > kUnheard;
        float sum = 0;
        for (int32_t k = first_[i]; k < first_[i + 1]; ++k) {
            float& value = *places_[size_t(k)];
            value = isHeard ? SoftPower((least_[i] - value) / float(soft_)) : 0;
            sum += value;
        }
        for (int32_t k = first_[i]; isHeard && k < first_[i + 1]; ++k) *places_[size_t(k)] *= weight / sum;
    }

    /// The slope by the centre, and the weight of what goes to the sphere.
    void Move(size_t i, int32_t step, double size) {
        constexpr double kTrendKept = 0.8, kAimsAreSlower = 0.5, kFastest = 3;
        constexpr int32_t kSharpness = 5;  // doublings: how much more the nearest stop counts
        Holder& holder = holders_[i];
        Vec3& centre = centres_[i].centre;
        const Vec3 deeper = holder.around.Deeper(centre, std::max(aims_[i], 1e-9), kSharpness);
        Vec3 slope;
        double weights = 0;
        for (size_t k = 0; k < holder.hot.size(); ++k) {
            const float weight = ValueOf(holder.values, int64_t(k));
            if (!(weight > kUnheard)) continue;
            const Vec3 apart = centre - holder.columns.FarthestCorner(int64_t(k), centre);
            slope += (Normalized(apart) - deeper) * double(weight);
            weights += double(weight);
        }
        centre -= holder.motion.Follow(slope, step, size);
        holder.trend = holder.trend * kTrendKept + (1 - weights) * (1 - kTrendKept);
        const double trend = holder.trend / (1 - std::pow(kTrendKept, step + 1));
        aims_[i] -= kAimsAreSlower * size * std::clamp(trend, -kFastest, 1.0);
        aims_[i] = std::clamp(aims_[i], 0.0, std::max(problem_.most - level_, 0.0));
        if (!holder.around.isInside || (step + int32_t(i % kAskEvery)) % kAskEvery == 0)
            Ask(i);
        else
            centres_[i].depth = holder.around.GuessDepth(centre);
    }

    const DepthField& depth_;
    const SumProblem& problem_;
    std::vector<DeepCentre>& centres_;
    std::vector<double> aims_;
    const Host& host_;
    Task& task_;
    double mean_, soft_ = 0, level_ = 0;
    std::vector<Holder> holders_;
    std::vector<int32_t> first_;  // of each patch that matters among the places; one more at the end
    std::vector<float*> places_;  // of its values in the holders
    std::vector<float> least_;    // how short it is in the best of them
};

}  // namespace

std::vector<float> LeastSum(const DepthField& depth, const SumProblem& problem, const SumTuning& tuning,
                            std::vector<DeepCentre>& centres, const std::vector<float>& costs, const Host& host,
                            Task& task) {
    SumDescent descent(depth, problem, centres, costs, host, task);
    descent.Run(tuning);
    return descent.Costs();
}

}  // namespace spheretree
