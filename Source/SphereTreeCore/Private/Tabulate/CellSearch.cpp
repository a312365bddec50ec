#include "Tabulate/CellSearch.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace spheretree {

namespace {

constexpr int64_t kParts = 256;               // of the motion space, handed to the host at once
constexpr size_t kMostInherited = 2'000'000;  // pairs that a cell hands on; more are found again in its halves

struct PairIndex {
    int32_t b, a;
};
using PairList = std::vector<PairIndex>;

class PartSearch {
public:
    PartSearch(const CellSearch& search, const SortedSpheres& sorted, const SamplingPlan& plan, CellWork& work,
               Task& task, double rootShare, SearchCounts& counts)
        : search_(search),
          sorted_(sorted),
          plan_(plan),
          work_(work),
          task_(task),
          rootShare_(rootShare),
          counts_(counts) {}

    void Visit(const MotionCell& cell, const PairList* inherited) {
        if (task_.Cancelled() || counts_.tooManyPairs) return;
        const size_t level = static_cast<size_t>(cell.level);
        if (!search_.space.Meets(cell, plan_.halves[level])) return Done(cell);
        ++counts_.cells;
        if (cell.level >= plan_.levels) return Sample(cell, inherited);
        PairList pairs;
        bool isEmpty = true;
        const bool fits = Collect(cell, inherited, pairs, isEmpty);
        if (isEmpty) return Done(cell);
        Halve(cell, fits ? &pairs : nullptr);
    }

private:
    void Done(const MotionCell& cell) {
        if (cell.level <= plan_.levels) task_.Advance(ShareOf(cell));
    }
    double ShareOf(const MotionCell& cell) const { return std::ldexp(rootShare_, -cell.level); }

    void Halve(const MotionCell& cell, const PairList* pairs) {
        const size_t axis = static_cast<size_t>(plan_.axis[static_cast<size_t>(cell.level)]);
        const double step = plan_.halves[static_cast<size_t>(cell.level) + 1][axis];
        MotionCell half = cell;
        half.level += 1;
        for (const double side : {-1.0, 1.0}) {
            half.middle[axis] = cell.middle[axis] + side * step;
            Visit(half, pairs);
        }
    }

    /// f(a, b, squared distance, reach) for pairs within the cell's margins, sorted by b, then a where inherited.
    template <typename F>
    void ForEachPair(const MotionCell& cell, const PairList* inherited, F f) const {
        const std::vector<double>& margins = plan_.margins[static_cast<size_t>(cell.level)];
        const std::vector<Sphere>& seconds = search_.space.Body().spheres;
        const BodyPlace place = search_.space.Place(cell.middle);
        if (inherited == nullptr) {
            for (size_t b = 0; b < seconds.size(); ++b)
                sorted_.ForEachNear(search_.space.CentreAt(place, b), seconds[b].radius + margins[b],
                                    [&](int32_t a, const Sphere& sphere, double squared) {
                                        f(a, static_cast<int32_t>(b), squared, sphere.radius + seconds[b].radius);
                                    });
            return;
        }
        int32_t last = -1;
        Vec3 centre;
        for (const PairIndex& pair : *inherited) {
            const size_t b = static_cast<size_t>(pair.b);
            if (pair.b != last) centre = search_.space.CentreAt(place, b);
            last = pair.b;
            const Sphere& first = search_.first.spheres[static_cast<size_t>(pair.a)];
            const double squared = LengthSquared(first.centre - centre), reach = first.radius + seconds[b].radius;
            const double widest = reach + margins[b];
            if (squared <= widest * widest) f(pair.a, pair.b, squared, reach);
        }
    }

    bool Collect(const MotionCell& cell, const PairList* inherited, PairList& pairs, bool& isEmpty) const {
        bool fits = true;
        ForEachPair(cell, inherited, [&](int32_t a, int32_t b, double, double) {
            isEmpty = false;
            if (pairs.size() < kMostInherited)
                pairs.push_back({b, a});
            else
                fits = false;
        });
        return fits;
    }

    void Sample(const MotionCell& cell, const PairList* inherited) {
        std::vector<NearPair> near;
        const std::vector<double>& margins = plan_.margins[static_cast<size_t>(cell.level)];
        ForEachPair(cell, inherited, [&](int32_t a, int32_t b, double squared, double reach) {
            if (static_cast<int64_t>(near.size()) >= search_.mostPairs) {
                counts_.tooManyPairs = true;
                return;
            }
            near.push_back({a, b, std::sqrt(squared) - reach, margins[static_cast<size_t>(b)]});
        });
        if (counts_.tooManyPairs) return;
        if (cell.level == plan_.levels) {
            ++counts_.poses;
            if (!near.empty()) counts_.collidingShare += ShareOf(cell);
        }
        if (!near.empty()) LookAt(cell, inherited == nullptr, near);
        Done(cell);
    }

    void LookAt(const MotionCell& cell, bool unsorted, std::vector<NearPair>& near) {
        const bool isFinest = static_cast<size_t>(cell.level) >= plan_.axis.size();
        if (unsorted)
            std::sort(near.begin(), near.end(),
                      [](const NearPair& x, const NearPair& y) { return x.b != y.b ? x.b < y.b : x.a < y.a; });
        work_.Look(cell, isFinest, near);
        if (near.empty() || isFinest) return;
        PairList again;
        for (const NearPair& pair : near) again.push_back({pair.b, pair.a});
        near = {};
        Halve(cell, &again);
    }

    const CellSearch& search_;
    const SortedSpheres& sorted_;
    const SamplingPlan& plan_;
    CellWork& work_;
    Task& task_;
    double rootShare_;
    SearchCounts& counts_;
};

/// The cells that parts begin with: every root, halved until there are about kParts in all.
struct PartList {
    int32_t level = 0;
    int64_t count = 1;

    PartList(int64_t roots, int32_t levels) {
        while (level < levels && roots << (level + 1) <= kParts) ++level;
        count = roots << level;
    }
};

MotionCell CellOfPart(const MotionSpace& space, const SamplingPlan& plan, int64_t root, int32_t level, int64_t number) {
    MotionCell cell = space.Root(root);
    for (int32_t i = 0; i < level; ++i) {
        const size_t axis = static_cast<size_t>(plan.axis[static_cast<size_t>(i)]);
        const double side = number >> (level - 1 - i) & 1 ? 1.0 : -1.0;
        cell.middle[axis] += side * plan.halves[static_cast<size_t>(i) + 1][axis];
    }
    cell.level = level;
    return cell;
}

void Add(SearchCounts& sum, const SearchCounts& part) {
    sum.cells += part.cells;
    sum.poses += part.poses;
    sum.collidingShare += part.collidingShare;
    sum.reached = std::max(sum.reached, part.reached);
    sum.largestMargin = std::max(sum.largestMargin, part.largestMargin);
    sum.tooManyPairs = sum.tooManyPairs || part.tooManyPairs;
}

}  // namespace

SortedSpheres::SortedSpheres(const std::vector<Sphere>& spheres) : order_(spheres.size()) {
    std::iota(order_.begin(), order_.end(), 0);
    std::sort(order_.begin(), order_.end(), [&](int32_t a, int32_t b) {
        const double x = spheres[static_cast<size_t>(a)].centre.x, y = spheres[static_cast<size_t>(b)].centre.x;
        return x != y ? x < y : a < b;
    });
    for (const int32_t i : order_) {
        spheres_.push_back(spheres[static_cast<size_t>(i)]);
        largest_ = std::max(largest_, spheres_.back().radius);
    }
}

size_t SortedSpheres::FirstFrom(double x) const {
    return static_cast<size_t>(std::lower_bound(spheres_.begin(), spheres_.end(), x,
                                                [](const Sphere& s, double value) { return s.centre.x < value; }) -
                               spheres_.begin());
}

bool CellSearch::Run(const std::function<std::unique_ptr<CellWork>()>& made,
                     const std::function<bool(CellWork&)>& merge, const Host& host, Task& task,
                     SearchCounts& counts) const {
    const SortedSpheres sorted(first.spheres);
    const int64_t roots = space.RootCount();
    const double rootShare = 1.0 / static_cast<double>(roots);
    // All roots of a joint share one plan; recorded ways have one each, made when their turn comes.
    const SamplingPlan shared(space, 0, wish);
    const PartList parts(roots, roots > 1 ? 0 : shared.levels);
    for (int64_t begin = 0; begin < parts.count; begin += kParts) {
        const int64_t count = std::min(kParts, parts.count - begin);
        std::vector<std::unique_ptr<CellWork>> works(static_cast<size_t>(count));
        std::vector<SearchCounts> partCounts(static_cast<size_t>(count));
        host.parallelFor(count, [&](int64_t i) {
            const size_t place = static_cast<size_t>(i);
            const int64_t root = (begin + i) >> parts.level, number = (begin + i) - (root << parts.level);
            works[place] = made();
            const auto search = [&](const SamplingPlan& plan) {
                const std::vector<double>& margins = plan.margins[static_cast<size_t>(plan.levels)];
                partCounts[place].reached = plan.reached;
                partCounts[place].largestMargin = *std::max_element(margins.begin(), margins.end());
                PartSearch part(*this, sorted, plan, *works[place], task, rootShare, partCounts[place]);
                part.Visit(CellOfPart(space, plan, root, parts.level, number), nullptr);
            };
            if (roots > 1)
                search(SamplingPlan(space, root, wish));
            else
                search(shared);
        });
        for (int64_t i = 0; i < count; ++i) {
            Add(counts, partCounts[static_cast<size_t>(i)]);
            if (task.Cancelled() || counts.tooManyPairs || !merge(*works[static_cast<size_t>(i)])) return false;
        }
    }
    return true;
}

}  // namespace spheretree
