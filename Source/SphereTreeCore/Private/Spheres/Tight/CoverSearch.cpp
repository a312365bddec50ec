// The smallest error at which `count` candidates cover all patches: halving on the error with the greedy choice, then
// swaps at ever smaller errors.
// This work is based on: Chao Gao, Thomas Weise, Jinlong Li. A weighting-based local search heuristic algorithm for the
// set covering problem. 2014. The candidate that is missed least goes, the one that gains most comes; patches that stay
// uncovered grow in weight, so that the search leaves places where it is stuck. Differs: few candidates at a time are
// wanted, not the cheapest set, so every step is one swap.
#include "Spheres/Tight/CoverSearch.h"

#include "Surface/Wide.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace spheretree {

namespace {

using CoverBits = std::vector<uint64_t>;

class CoverState {
public:
    CoverState(const CoverCosts& costs, int64_t patchCount)
        : costs_(costs), patchCount_(patchCount), words_(size_t((patchCount + 63) / 64)), whole_(words_, ~uint64_t{0}) {
        if (const int64_t rest = patchCount % 64) whole_.back() = (uint64_t{1} << rest) - 1;
        bits_.assign(costs.size(), CoverBits(words_, 0));
    }

    void SetError(double error) {
        const wide::Float8 limit{float(error)};
        for (size_t i = 0; i < costs_.size(); ++i) {
            const PatchColumns::Values& costs = costs_[i];
            for (size_t word = 0; word < words_; ++word) {
                const size_t first = 8 * word, blocks = std::min<size_t>(costs.size() - first, 8);
                uint64_t bits = 0;
                for (size_t block = 0; block < blocks; ++block)
                    bits |= uint64_t(LessMask(wide::Float8(costs[first + block].value), limit)) << (8 * block);
                bits_[i][word] = bits;
            }
            bits_[i].back() &= whole_.back();
        }
    }

    /// The candidate that covers most of what is open, again and again; empty when `count` are not enough. `favour`
    /// multiplies what each seems to cover.
    std::vector<int32_t> Greedy(int32_t count, const std::vector<double>& favour) const {
        CoverBits open = whole_;
        std::vector<int32_t> chosen;
        std::vector<double> gains(bits_.size(), std::numeric_limits<double>::infinity());  // when last counted
        while (Any(open)) {
            const auto countAgain = [&](size_t i) { gains[i] = double(CountIn(bits_[i], open)) * favour[i]; };
            // What is open shrinks, so gains only fall [Minoux 1978]: below the promising one's nobody is counted.
            const size_t promising = size_t(std::max_element(gains.begin(), gains.end()) - gains.begin());
            countAgain(promising);
            const double enough = gains[promising];
            double most = 0;
            int32_t best = -1;
            for (size_t i = 0; i < bits_.size(); ++i) {
                if (gains[i] < enough || !(gains[i] > most)) continue;
                if (i != promising) countAgain(i);
                if (gains[i] > most) most = gains[i], best = int32_t(i);
            }
            if (best < 0 || int32_t(chosen.size()) == count) return {};
            for (size_t word = 0; word < words_; ++word) open[word] &= ~bits_[size_t(best)][word];
            chosen.push_back(best);
        }
        return chosen;
    }

    /// Swaps until all is covered; false when that took too long.
    bool Swap(std::vector<int32_t>& chosen, int32_t steps, Random& random,
              const std::function<bool()>& cancelled) const {
        Weights weights(words_);
        std::vector<int32_t> since(bits_.size(), -1);  // when a candidate was last taken away
        Covered covered(words_);
        Count(chosen, covered);
        for (int32_t step = 0; step < steps && !cancelled(); ++step) {
            if (!Any(covered.open)) return true;
            const size_t leaver = LeastMissed(chosen, covered, weights, random);
            since[size_t(chosen[leaver])] = step;
            CoverBits& open = covered.open;
            const CoverBits& left = bits_[size_t(chosen[leaver])];
            for (size_t word = 0; word < words_; ++word) open[word] |= left[word] & ~covered.twice[word];
            chosen[leaver] = MostWanted(open, weights, since, step);
            Count(chosen, covered);
            weights.Raise(covered.open);
        }
        return !Any(covered.open);
    }

    /// The candidate that would cost least if it had to hold everything; none where there is no candidate.
    std::vector<int32_t> BestAlone() const {
        float least = std::numeric_limits<float>::infinity();
        std::vector<int32_t> best;
        for (size_t i = 0; i < costs_.size(); ++i)
            if (const float worst = LargestOf(costs_[i]); worst < least) least = worst, best = {int32_t(i)};
        return best;
    }

    double WorstCost(const std::vector<int32_t>& chosen) const {
        float worst = -std::numeric_limits<float>::infinity();
        for (int64_t patch = 0; patch < patchCount_; ++patch) {
            float least = std::numeric_limits<float>::infinity();
            for (const int32_t index : chosen) least = std::min(least, ValueOf(costs_[size_t(index)], patch));
            worst = std::max(worst, least);
        }
        return double(worst);
    }

private:
    static float LargestOf(const PatchColumns::Values& values) {
        float largest = -std::numeric_limits<float>::infinity();
        for (const PatchColumns::Lanes& lanes : values)
            for (const float value : lanes.value) largest = std::max(largest, value);
        return largest;
    }

    static bool Any(const CoverBits& bits) {
        return std::any_of(bits.begin(), bits.end(), [](uint64_t word) { return word != 0; });
    }

    static int64_t CountIn(const CoverBits& bits, const CoverBits& open) {
        int64_t count = 0;
        for (size_t word = 0; word < bits.size(); ++word) count += std::popcount(bits[word] & open[word]);
        return count;
    }

    template <typename Visit>
    static void ForEach(const CoverBits& bits, Visit visit) {
        for (size_t word = 0; word < bits.size(); ++word)
            for (uint64_t left = bits[word]; left != 0; left &= left - 1)
                visit(word * 64 + size_t(std::countr_zero(left)));
    }

    /// What each patch counts: one, and one more each time that it stayed open. Hardly any ever does; the others are
    /// counted together.
    class Weights {
    public:
        explicit Weights(size_t words) : raised_(words), extra_(words * 64) {}

        void Raise(const CoverBits& open) {
            for (size_t word = 0; word < open.size(); ++word) raised_[word] |= open[word];
            ForEach(open, [&](size_t patch) { ++extra_[patch]; });
        }

        int64_t SumIn(size_t word, uint64_t bits) const {
            int64_t sum = std::popcount(bits);
            for (uint64_t left = bits & raised_[word]; left != 0; left &= left - 1)
                sum += extra_[word * 64 + size_t(std::countr_zero(left))];
            return sum;
        }

    private:
        CoverBits raised_;
        std::vector<int32_t> extra_;
    };

    struct Covered {
        CoverBits open, twice;  // by none of the chosen; by more than one
        explicit Covered(size_t words) : open(words), twice(words) {}
    };

    void Count(const std::vector<int32_t>& chosen, Covered& covered) const {
        for (size_t word = 0; word < words_; ++word) {
            uint64_t once = 0, twice = 0;
            for (const int32_t one : chosen) {
                const uint64_t bits = bits_[size_t(one)][word];
                twice |= once & bits;
                once |= bits;
            }
            covered.open[word] = whole_[word] & ~once;
            covered.twice[word] = twice;
        }
    }

    size_t LeastMissed(const std::vector<int32_t>& chosen, const Covered& covered, const Weights& weights,
                       Random& random) const {
        float least = std::numeric_limits<float>::infinity();
        size_t leaver = 0;
        for (size_t i = 0; i < chosen.size(); ++i) {
            int64_t alone = 0;
            for (size_t word = 0; word < words_; ++word)
                alone += weights.SumIn(word, bits_[size_t(chosen[i])][word] & ~covered.twice[word]);
            const float missed = float(alone) * float(random.Between(0.7, 1.3));
            if (missed < least) least = missed, leaver = i;
        }
        return leaver;
    }

    int32_t MostWanted(const CoverBits& open, const Weights& weights, const std::vector<int32_t>& since,
                       int32_t step) const {
        constexpr int32_t kRest = 3;  // steps for which one that has left may not come back
        std::vector<size_t> openWords;
        for (size_t word = 0; word < words_; ++word)
            if (open[word] != 0) openWords.push_back(word);
        int64_t most = -1;
        int32_t best = 0;
        for (size_t i = 0; i < bits_.size(); ++i) {
            if (since[i] >= 0 && step - since[i] < kRest) continue;
            int64_t gain = 0;
            for (const size_t word : openWords) gain += weights.SumIn(word, bits_[i][word] & open[word]);
            if (gain > most) most = gain, best = int32_t(i);
        }
        return best;
    }

    const CoverCosts& costs_;
    int64_t patchCount_;
    size_t words_;
    CoverBits whole_;
    std::vector<CoverBits> bits_;
};

}  // namespace

std::vector<int32_t> SearchCover(const CoverCosts& costs, int64_t patchCount, int32_t count, Random& random,
                                 const std::function<bool()>& cancelled, const CoverOptions& options) {
    constexpr double kHighest = 4, kFinest = kHighest / 4096;  // twice the unit ball: any candidate holds everything
    CoverState state(costs, patchCount);
    std::vector<int32_t> best;
    if (options.close > 0) best = state.BestAlone();
    std::vector<double> favour(costs.size(), 1.0);
    for (double& one : favour) one -= random.Uniform() * options.chance;
    double low = 0, high = best.empty() ? kHighest : state.WorstCost(best);
    while (high - low > (options.close > 0 ? options.close * high : kFinest) && !cancelled()) {
        const double middle = (low + high) / 2;
        state.SetError(middle);
        std::vector<int32_t> chosen = state.Greedy(count, favour);
        (chosen.empty() ? low : high) = middle;
        if (!chosen.empty()) best = std::move(chosen);
    }
    if (best.empty()) return {};
    while (int32_t(best.size()) < count && int32_t(best.size()) < int32_t(costs.size()))
        best.push_back(int32_t(random.Below(int64_t(costs.size()))));
    for (double worst = state.WorstCost(best);; worst = state.WorstCost(best)) {
        if (!(worst > 0)) return best;
        std::vector<int32_t> trial = best;
        state.SetError(worst * (1 - options.step));
        if (!state.Swap(trial, options.swaps, random, cancelled)) return best;
        best = std::move(trial);
    }
}

}  // namespace spheretree
