#include "Base/Random.h"
#include "Base/Task.h"
#include "SphereTree/SubsetQuery.h"
#include "Tabulate/CellSearch.h"
#include "Tabulate/MotionSpace.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

namespace spheretree {

namespace {

constexpr int64_t kPosesAtOnce = 64;

/// Poses spread over the motion: a lattice of irrational steps for every second one, chance for the others. It knows
/// nothing of the cells that the table was made from. Every fourth is pushed off the constraint by half the slop.
class PoseSource {
public:
    PoseSource(const SubsetTable& table, const MotionSpace& space, uint64_t seed)
        : table_(table), space_(space), seed_(seed) {}

    struct Sample {
        Parameters values{};
        Pose pose;
        std::vector<double> weights;
    };

    Sample At(int64_t number) const {
        Random random = Random::OfItem(seed_, number);
        Sample sample;
        bool onLattice = number % 2 == 0;
        for (int tries = 0; tries < 100; ++tries, onLattice = false) {
            sample.values = onLattice ? OnLattice(number / 2) : ByChance(random);
            MotionCell cell;
            cell.middle = sample.values;
            if (space_.Meets(cell, Parameters{})) break;
        }
        sample.pose = PoseAtParameters(table_.constraint, sample.values.data());
        if (number % 4 == 3) sample.pose.position += random.Direction() * (table_.slop / 2);
        const size_t rigid = space_.ParameterCount() - table_.fields.size();
        for (size_t k = rigid; k < space_.ParameterCount(); ++k) sample.weights.push_back(sample.values[k]);
        return sample;
    }

private:
    Parameters OnLattice(int64_t number) const {
        constexpr double kPrimes[kMostParameters] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43};
        Parameters values{};
        for (size_t k = 0; k < space_.ParameterCount(); ++k) {
            const double step = (static_cast<double>(number) + 0.5) * std::sqrt(kPrimes[k]);
            values[k] = Between(k, step - std::floor(step));
        }
        return values;
    }
    Parameters ByChance(Random& random) const {
        Parameters values{};
        for (size_t k = 0; k < space_.ParameterCount(); ++k) values[k] = Between(k, random.Uniform());
        return values;
    }
    double Between(size_t k, double part) const {
        const MotionRange& range = space_.Ranges()[k];
        return range.low + (range.high - range.low) * part;
    }

    const SubsetTable& table_;
    const MotionSpace& space_;
    uint64_t seed_;
};

struct FullOverlap {
    int32_t a, b;
    double depth;
};

struct Verifier {
    const SubsetTable& table;
    const PackedSubsets& packed;
    const BodySpheres& second;
    const MotionSpace& space;
    const SortedSpheres& sorted;
    const PoseSource& source;

    std::vector<FullOverlap> OverlapsAt(const PoseSource::Sample& sample) const {
        BodyPlace place = space.Place(sample.values);
        place.position = sample.pose.position;
        std::vector<FullOverlap> overlaps;
        for (size_t b = 0; b < second.spheres.size(); ++b)
            sorted.ForEachNear(space.CentreAt(place, b), second.spheres[b].radius,
                               [&](int32_t a, const Sphere& sphere, double squared) {
                                   overlaps.push_back({a, static_cast<int32_t>(b),
                                                       sphere.radius + second.spheres[b].radius - std::sqrt(squared)});
                               });
        return overlaps;
    }

    /// The pairs that a query tells of, by the full sets' indices.
    std::vector<std::pair<int32_t, int32_t>> Told(const SubsetState& state) const {
        std::vector<std::pair<int32_t, int32_t>> told;
        for (const SubsetHit& hit : state.hits) {
            const TablePair& pair = table.pairs[static_cast<size_t>(hit.pair)];
            told.push_back({table.spheres[0][static_cast<size_t>(pair.a)].index,
                            table.spheres[1][static_cast<size_t>(pair.b)].index});
        }
        std::sort(told.begin(), told.end());
        return told;
    }

    bool IsTold(const FullOverlap& overlap, const std::vector<std::pair<int32_t, int32_t>>& told) const {
        if (table.keep == SubsetKeep::Bodies) return !told.empty();
        const bool row = table.keep == SubsetKeep::Rows;
        const auto found = std::lower_bound(
            told.begin(), told.end(), std::pair{overlap.a, row ? std::numeric_limits<int32_t>::min() : overlap.b});
        return found != told.end() && found->first == overlap.a && (row || found->second == overlap.b);
    }

    void CountEarly(const PoseSource::Sample& sample, const SubsetState& state, SubsetVerdict& verdict) const {
        if (state.hits.empty()) return;
        BodyPlace place = space.Place(sample.values);
        place.position = sample.pose.position;
        double least = std::numeric_limits<double>::infinity();
        for (const SubsetHit& hit : state.hits) {
            const TablePair& pair = table.pairs[static_cast<size_t>(hit.pair)];
            const TableSphere &a = table.spheres[0][static_cast<size_t>(pair.a)],
                              &b = table.spheres[1][static_cast<size_t>(pair.b)];
            least = std::min(least, Distance(a.sphere.centre, space.CentreAt(place, static_cast<size_t>(b.index))) -
                                        a.sphere.radius - b.sphere.radius);
        }
        ++verdict.earlyPoses;
        verdict.earliest = std::max(verdict.earliest, least);
    }

    void Check(int64_t number, SubsetState& state, SubsetVerdict& verdict) const {
        const PoseSource::Sample sample = source.At(number);
        const std::vector<FullOverlap> overlaps = OverlapsAt(sample);
        BeginSubsets(state, packed, sample.pose, sample.weights);
        if (state.insideRange) AdvanceSubsets(state, packed, Budget::Unlimited());
        ++verdict.poses;
        if (overlaps.empty()) return CountEarly(sample, state, verdict);
        ++verdict.collidingPoses;
        const auto told = Told(state);
        double deepest = -1;
        for (const FullOverlap& overlap : overlaps)
            if (!IsTold(overlap, told)) deepest = std::max(deepest, overlap.depth);
        if (deepest < 0) return;
        if (verdict.missedPoses++ == 0)
            verdict.firstMissed.assign(sample.values.begin(),
                                       sample.values.begin() + static_cast<int64_t>(space.ParameterCount()));
        verdict.deepestMiss = std::max(verdict.deepestMiss, deepest);
    }
};

void AddVerdict(SubsetVerdict& sum, const SubsetVerdict& part) {
    sum.poses += part.poses;
    sum.collidingPoses += part.collidingPoses;
    if (sum.missedPoses == 0 && part.missedPoses > 0) sum.firstMissed = part.firstMissed;
    sum.missedPoses += part.missedPoses;
    sum.deepestMiss = std::max(sum.deepestMiss, part.deepestMiss);
    sum.earlyPoses += part.earlyPoses;
    sum.earliest = std::max(sum.earliest, part.earliest);
}

std::string SentenceOf(const SubsetVerdict& verdict) {
    if (verdict.missedPoses == 0) return "";
    std::string at;
    for (const double value : verdict.firstMissed) at += (at.empty() ? "" : ", ") + std::to_string(value);
    return "At " + std::to_string(verdict.missedPoses) + " of " + std::to_string(verdict.collidingPoses) +
           " colliding poses the table does not tell what the full sets tell; the first has the parameters (" + at +
           "), the deepest overlap that is missed is " + std::to_string(verdict.deepestMiss) + ".";
}

/// The fields must be those of the table, for the spheres that it holds.
std::string FindOtherField(const SubsetTable& table, const std::vector<DisplacementField>& fields, size_t count) {
    bool same = fields.size() == table.fields.size();
    for (size_t k = 0; same && k < fields.size(); ++k) {
        const DisplacementField &own = table.fields[k], &full = fields[k];
        same = full.displacements.size() == count && own.weight.low == full.weight.low &&
               own.weight.high == full.weight.high;
        for (size_t i = 0; same && i < own.displacements.size(); ++i)
            same = own.displacements[i] == full.displacements[static_cast<size_t>(table.spheres[1][i].index)];
    }
    return same ? "" : "The table was made with other displacement fields than these.";
}

}  // namespace

Result<SubsetVerdict> VerifySubsets(const SubsetTable& table, const BodySpheres& a, const BodySpheres& b,
                                    const VerifyOptions& options, const std::vector<DisplacementField>& fields,
                                    const Host& host) {
    const Result<std::shared_ptr<const PackedSubsets>> packed = PackSubsets(table);
    if (!packed) return Error{packed.Sentence()};
    const BodySpheres* bodies[2] = {&a, &b};
    for (size_t i = 0; i < 2; ++i)
        if (FingerprintOf(*bodies[i]) != table.fingerprint[i])
            return Error{std::string("The table was made from other spheres of the ") + (i == 0 ? "first" : "second") +
                         " body than these."};
    if (options.poses < 1) return Error{"At least one pose must be looked at."};
    if (std::string fault = FindOtherField(table, fields, b.spheres.size()); !fault.empty())
        return Error{std::move(fault)};
    const MotionSpace space(table.constraint, b, fields);
    const SortedSpheres sorted(a.spheres);
    const PoseSource source(table, space, options.seed);
    const Verifier verifier{table, **packed, b, space, sorted, source};
    const int64_t parts = (options.poses + kPosesAtOnce - 1) / kPosesAtOnce;
    std::vector<SubsetVerdict> verdicts(static_cast<size_t>(parts));
    Task task(host, static_cast<double>(parts));
    host.parallelFor(parts, [&](int64_t part) {
        if (task.Cancelled()) return;
        SubsetState state;
        for (int64_t i = part * kPosesAtOnce; i < std::min(options.poses, (part + 1) * kPosesAtOnce); ++i)
            verifier.Check(i, state, verdicts[static_cast<size_t>(part)]);
        task.Advance();
    });
    if (!task.Finish()) return Error{"The verification was cancelled."};
    SubsetVerdict verdict;
    for (const SubsetVerdict& part : verdicts) AddVerdict(verdict, part);
    verdict.sentence = SentenceOf(verdict);
    return verdict;
}

}  // namespace spheretree
