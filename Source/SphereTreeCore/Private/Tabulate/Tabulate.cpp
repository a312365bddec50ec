#include "SphereTree/SubsetTable.h"

#include "Tabulate/CoverReduction.h"
#include "Tabulate/PaperReduction.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

namespace spheretree {

namespace {

constexpr double kLargestCoordinate = 1e12;
constexpr double kUsualSlop = 1e-3, kLeastSlop = 1e-9, kDoubleRounding = 1e-12;

std::string FindBodyFault(const BodySpheres& body, const std::string& name) {
    if (body.spheres.empty()) return name + " has no sphere.";
    if (body.spheres.size() > static_cast<size_t>(std::numeric_limits<int32_t>::max() / 2))
        return name + " has too many spheres.";
    if (body.errors.size() != body.spheres.size() || body.originals.size() != body.spheres.size() ||
        (!body.cones.empty() && body.cones.size() != body.spheres.size()))
        return name + " must have one error and one origin per sphere.";
    for (size_t i = 0; i < body.spheres.size(); ++i) {
        const Sphere& sphere = body.spheres[i];
        const std::string which = name + "'s sphere " + std::to_string(i);
        if (!IsFinite(sphere.centre) || !(LargestAbs(sphere.centre) < kLargestCoordinate))
            return which + " is not finite, or farther than 1e12 units away.";
        if (!(sphere.radius > 0 && sphere.radius < kLargestCoordinate)) return which + " has no radius.";
        if (!(body.errors[i] >= 0 && body.errors[i] < kLargestCoordinate)) return which + " has no sound error.";
    }
    return "";
}

std::string FindFieldFault(const std::vector<DisplacementField>& fields, size_t count) {
    if (fields.size() > static_cast<size_t>(kMostFields))
        return "There are " + std::to_string(fields.size()) + " displacement fields; at most " +
               std::to_string(kMostFields) + " can be tabulated.";
    for (size_t k = 0; k < fields.size(); ++k) {
        const std::string name = "Displacement field " + std::to_string(k + 1);
        if (fields[k].displacements.size() != count)
            return name + " has " + std::to_string(fields[k].displacements.size()) + " displacements for " +
                   std::to_string(count) + " spheres.";
        const MotionRange& weight = fields[k].weight;
        if (!(weight.low <= weight.high) || !(std::max(std::fabs(weight.low), std::fabs(weight.high)) < 1e6))
            return name + " has weights the wrong way round, or beyond a million.";
        for (const Vec3& way : fields[k].displacements)
            if (!(LargestAbs(way) < kLargestCoordinate) || !IsFinite(way)) return name + " is not finite.";
    }
    return "";
}

std::string FindOptionsFault(const SubsetOptions& options) {
    if (!(options.fraction > 0 && options.fraction <= 16))
        return "The fraction of a radius between samples must lie above 0, and at most at 16.";
    if (!(options.loss >= 0 && options.loss < kLargestCoordinate)) return "The loss must be a length from 0 on.";
    if (!(options.slop < kLargestCoordinate)) return "The slop must be a length.";
    if (options.mostCells < 1 || options.mostPairs < 1 || options.boundaryLevels < 0 || options.boundaryLevels > 30)
        return "The limits of cells, pairs and levels must be positive, and at most 30 levels.";
    return "";
}

std::string FindInputFault(const BodySpheres& a, const BodySpheres& b, const MotionConstraint& constraint,
                           const SubsetOptions& options, const std::vector<DisplacementField>& fields) {
    if (std::string fault = FindBodyFault(a, "The first body"); !fault.empty()) return fault;
    if (std::string fault = FindBodyFault(b, "The second body"); !fault.empty()) return fault;
    if (std::string fault = FindConstraintFault(constraint); !fault.empty()) return fault;
    if (std::string fault = FindFieldFault(fields, b.spheres.size()); !fault.empty()) return fault;
    return FindOptionsFault(options);
}

Vec3 MiddleOf(const std::vector<Sphere>& spheres) {
    Vec3 low = spheres[0].centre, high = low;
    for (const Sphere& sphere : spheres) {
        low = {std::min(low.x, sphere.centre.x), std::min(low.y, sphere.centre.y), std::min(low.z, sphere.centre.z)};
        high = {std::max(high.x, sphere.centre.x), std::max(high.y, sphere.centre.y),
                std::max(high.z, sphere.centre.z)};
    }
    return (low + high) / 2;
}

double FarthestOf(const BodySpheres& a, const BodySpheres& b, const MotionConstraint& constraint) {
    double far = LargestAbs(constraint.pivot) + LargestAbs(constraint.rest.position);
    for (const MotionRange& range : constraint.ranges)
        far = std::max({far, std::fabs(range.low), std::fabs(range.high)});
    for (const Pose& pose : constraint.poses) far = std::max(far, LargestAbs(pose.position));
    for (const Sphere& sphere : a.spheres) far = std::max(far, LargestAbs(sphere.centre) + sphere.radius);
    for (const Sphere& sphere : b.spheres) far = std::max(far, LargestAbs(sphere.centre) + sphere.radius);
    return far;
}

int32_t LevelsWithin(int64_t cells) {
    int32_t levels = 0;
    while (levels < 60 && (int64_t{2} << levels) <= cells) ++levels;
    return levels;
}

/// T_c's entries of one part.
class CollectWork final : public CellWork {
public:
    explicit CollectWork(double loss) : loss_(loss) {}
    void Look(const MotionCell&, bool, std::vector<NearPair>& near) override {
        for (const NearPair& pair : near)
            tally.Add({pair.a, pair.b, pair.gap <= 0 ? 1 : 0, pair.AlwaysWithin(loss_) ? 1 : 0});
        near.clear();
    }
    PairTally tally;

private:
    double loss_;
};

struct Tabulation {
    const BodySpheres& a;
    const BodySpheres& b;
    const SubsetOptions& options;
    const std::vector<DisplacementField>& fields;
    SubsetTable table;
    std::vector<PairCount> pairs;  // T_c
    std::vector<uint8_t> kept;     // of those

    std::string Collect(const CellSearch& search, const Host& host, Task& task) {
        PairTally tally;
        SearchCounts counts;
        bool fits = true;
        const auto merge = [&](CellWork& work) {
            tally.Merge(static_cast<CollectWork&>(work).tally);
            return fits = static_cast<int64_t>(tally.Settled().size()) <= options.mostPairs;
        };
        const bool done =
            search.Run([&] { return std::make_unique<CollectWork>(options.loss); }, merge, host, task, counts);
        if (!fits || counts.tooManyPairs)
            return "More than " + std::to_string(options.mostPairs) +
                   " pairs of spheres can meet under this constraint; take a coarser level of the trees.";
        if (!done) return "The tabulation was cancelled.";
        pairs = std::move(tally.Settled());
        SubsetFigures& figures = table.figures;
        figures.cells = counts.cells;
        figures.poses = counts.poses;
        figures.collidingShare = counts.collidingShare;
        figures.largestMargin = counts.largestMargin;
        figures.reachedFraction = counts.reached;
        return "";
    }

    /// The paper's subsets are always counted, whatever is kept.
    void ReducePaper() {
        SubsetFigures& figures = table.figures;
        CollisionRows rows(pairs);
        figures.all = {static_cast<int64_t>(a.spheres.size()), static_cast<int64_t>(b.spheres.size())};
        figures.colliding = rows.SphereCounts();
        figures.collidingPairs = rows.PairTotal();
        ReduceAsPaper(rows);
        figures.smallest = rows.SphereCounts();
        figures.smallestPairs = rows.PairTotal();
        kept.assign(pairs.size(), 1);
        if (table.reduction == SubsetReduction::Paper)
            for (size_t i = 0; i < pairs.size(); ++i) kept[i] = rows.Has(pairs[i].a, pairs[i].b);
        ReduceToMinimum(rows);
        figures.minimal = rows.SphereCounts();
        figures.minimalPairs = rows.PairTotal();
    }

    bool ReduceCover(CellSearch search, const Host& host, Task& task) {
        search.wish.extraLevels = options.boundaryLevels;
        CoverResult cover;
        if (!CoverMotion(search, pairs, table.keep, options.loss, host, task, cover)) return false;
        kept = std::move(cover.kept);
        table.figures.forcedPairs = cover.forced;
        return true;
    }

    std::vector<int32_t> AddSpheres(size_t body, const BodySpheres& from) {
        std::vector<int32_t> place(from.spheres.size(), -1);
        for (size_t i = 0; i < pairs.size(); ++i)
            if (kept[i]) place[static_cast<size_t>(body == 0 ? pairs[i].a : pairs[i].b)] = 0;
        std::vector<TableSphere>& spheres = table.spheres[body];
        for (size_t i = 0; i < place.size(); ++i) {
            if (place[i] < 0) continue;
            place[i] = static_cast<int32_t>(spheres.size());
            spheres.push_back({from.spheres[i], from.errors[i], from.cones.empty() ? NormalCone{} : from.cones[i],
                               static_cast<int32_t>(i), from.originals[i]});
        }
        table.figures.kept[body] = static_cast<int64_t>(spheres.size());
        return place;
    }

    void AddFields() {
        for (const DisplacementField& field : fields) {
            DisplacementField& own = table.fields.emplace_back();
            own.weight = field.weight;
            for (const TableSphere& sphere : table.spheres[1])
                own.displacements.push_back(field.displacements[static_cast<size_t>(sphere.index)]);
        }
    }

    void AddPairs() {
        const std::vector<int32_t> first = AddSpheres(0, a), second = AddSpheres(1, b);
        const double perPose = 1 / static_cast<double>(std::max<int64_t>(table.figures.poses, 1));
        std::vector<double> rowLikelihood(table.spheres[0].size(), 0);
        for (size_t i = 0; i < pairs.size(); ++i) {
            if (!kept[i]) continue;
            const TablePair pair{first[static_cast<size_t>(pairs[i].a)], second[static_cast<size_t>(pairs[i].b)],
                                 static_cast<double>(pairs[i].overlaps) * perPose};
            double& row = rowLikelihood[static_cast<size_t>(pair.a)];
            row = std::max(row, pair.likelihood);
            table.pairs.push_back(pair);
        }
        std::sort(table.pairs.begin(), table.pairs.end(), [&](const TablePair& x, const TablePair& y) {
            const double rowX = rowLikelihood[static_cast<size_t>(x.a)], rowY = rowLikelihood[static_cast<size_t>(y.a)];
            if (rowX != rowY) return rowX > rowY;
            if (x.a != y.a) return x.a < y.a;
            return x.likelihood != y.likelihood ? x.likelihood > y.likelihood : x.b < y.b;
        });
        table.figures.keptPairs = static_cast<int64_t>(table.pairs.size());
        AddFields();
    }
};

void DescribeTable(SubsetTable& table, const BodySpheres& a, const BodySpheres& b, const MotionSpace& space,
                   const SubsetOptions& options, double farthest) {
    table.secondCentre = MiddleOf(b.spheres);
    table.secondReach = space.Reach(table.secondCentre);
    const double wanted = options.slop < 0 ? kUsualSlop * table.secondReach : options.slop;
    table.slop = std::max({wanted, kLeastSlop * table.secondReach, kDoubleRounding * farthest});
    table.fraction = options.fraction;
    table.source = {a.source, b.source};
    table.level = {a.level, b.level};
    table.coversMesh = {a.coversMesh, b.coversMesh};
    table.fingerprint = {FingerprintOf(a), FingerprintOf(b)};
}

}  // namespace

Result<SubsetTable> TabulateSubsets(const BodySpheres& a, const BodySpheres& b, const MotionConstraint& constraint,
                                    const SubsetOptions& options, const std::vector<DisplacementField>& fields,
                                    const Host& host) {
    if (std::string fault = FindInputFault(a, b, constraint, options, fields); !fault.empty())
        return Error{std::move(fault)};
    const MotionSpace space(constraint, b, fields);
    if (space.RootCount() > options.mostCells)
        return Error{"The constraint has " + std::to_string(space.RootCount()) + " ways between poses, more than the " +
                     std::to_string(options.mostCells) + " cells that were allowed. Leave some poses out."};
    Tabulation work{a, b, options, fields, {}, {}, {}};
    work.table.constraint = constraint;
    const bool deforms = !fields.empty();
    work.table.reduction = deforms ? SubsetReduction::None : options.reduction;
    DescribeTable(work.table, a, b, space, options, FarthestOf(a, b, constraint));
    const bool covers = work.table.reduction == SubsetReduction::Cover && options.keep != SubsetKeep::Pairs;
    if (!covers && work.table.reduction == SubsetReduction::Cover) work.table.reduction = SubsetReduction::None;
    work.table.keep = covers                                           ? options.keep
                      : work.table.reduction == SubsetReduction::Paper ? SubsetKeep::Bodies
                                                                       : SubsetKeep::Pairs;
    work.table.slack = covers ? options.loss : 0;

    Task task(host, covers ? 2 : 1);
    const int32_t levels = LevelsWithin(options.mostCells / space.RootCount());
    const CellSearch search{a, space, {options.fraction, work.table.slop, levels, 0}, options.mostPairs};
    if (std::string fault = work.Collect(search, host, task); !fault.empty()) return Error{std::move(fault)};
    work.ReducePaper();
    if (covers && !work.ReduceCover(search, host, task)) return Error{"The tabulation was cancelled."};
    work.AddPairs();
    if (!task.Finish()) return Error{"The tabulation was cancelled."};
    return std::move(work.table);
}

std::vector<MotionRange> TableRanges(const SubsetTable& table) {
    std::vector<MotionRange> ranges = ParameterRanges(table.constraint);
    for (const DisplacementField& field : table.fields) ranges.push_back(field.weight);
    return ranges;
}

}  // namespace spheretree
