#include "Spheres/MergeSpheres.h"

#include <algorithm>
#include <iterator>
#include <queue>

namespace spheretree {

namespace {

constexpr size_t kFriends = 12;

struct MergeCandidate {
    double error = 0;
    int32_t first = 0, second = 0;  // first < second
    Sphere sphere;

    friend bool operator<(const MergeCandidate& a, const MergeCandidate& b) {  // the top of a heap is the largest
        if (a.error != b.error) return a.error > b.error;
        return a.first != b.first ? a.first > b.first : a.second > b.second;
    }
};

void InsertSorted(std::vector<int32_t>& list, int32_t value) {
    const auto at = std::lower_bound(list.begin(), list.end(), value);
    if (at == list.end() || *at != value) list.insert(at, value);
}

void EraseSorted(std::vector<int32_t>& list, int32_t value) {
    const auto at = std::lower_bound(list.begin(), list.end(), value);
    if (at != list.end() && *at == value) list.erase(at);
}

std::vector<int32_t> United(const std::vector<int32_t>& a, const std::vector<int32_t>& b) {
    std::vector<int32_t> both;
    both.reserve(a.size() + b.size());
    std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
    return both;
}

class Merger {
public:
    Merger(RegionSpheres set, int32_t count, const MergeRules& rules)
        : spheres_(std::move(set.spheres)),
          neighbours_(std::move(set.neighbours)),
          alive_(spheres_.size(), 1),
          left_(int32_t(spheres_.size())),
          count_(count),
          rules_(rules) {}

    std::vector<PointedSphere> Run(const std::function<bool()>& cancelled) {
        for (int32_t i = 0; i < int32_t(spheres_.size()) && !cancelled(); ++i) Befriend(i);
        for (int32_t i = 0; i < int32_t(spheres_.size()) && !cancelled(); ++i)
            for (int32_t other : neighbours_[size_t(i)])
                if (other > i) AddCandidate(i, other);
        while (left_ > count_ && !cancelled()) {
            OpenAllPairs();
            MergeCandidate next;
            if (!TakeBeneficial(next) && !TakeBest(next)) {
                ConnectAnew();
                if (!TakeBest(next)) break;
            }
            Merge(next);
        }
        return Alive();
    }

private:
    /// Every sphere can take part in at least one merge: without neighbours, with those that it overlaps most, or that
    /// are nearest. The thesis takes all that it overlaps; the few nearest are the ones that could win, and all would
    /// make the work of a flat region grow with the square of its spheres.
    void Befriend(int32_t i) {
        if (!neighbours_[size_t(i)].empty()) return;
        std::vector<std::pair<double, int32_t>> gaps;
        const Sphere& own = spheres_[size_t(i)].sphere;
        for (int32_t other = 0; other < int32_t(spheres_.size()); ++other) {
            if (other == i || !alive_[size_t(other)]) continue;
            const Sphere& sphere = spheres_[size_t(other)].sphere;
            gaps.push_back({Distance(own.centre, sphere.centre) - own.radius - sphere.radius, other});
        }
        const size_t few = std::min(gaps.size(), kFriends);
        std::partial_sort(gaps.begin(), gaps.begin() + std::ptrdiff_t(few), gaps.end());
        for (size_t k = 0; k < few; ++k) Link(i, gaps[k].second);
    }

    void Link(int32_t a, int32_t b) {
        InsertSorted(neighbours_[size_t(a)], b);
        InsertSorted(neighbours_[size_t(b)], a);
    }

    void AddCandidate(int32_t a, int32_t b) {
        const PointedSphere merged = rules_.fit(United(spheres_[size_t(a)].points, spheres_[size_t(b)].points));
        candidates_.push({merged.error, std::min(a, b), std::max(a, b), merged.sphere});
    }

    bool IsCurrent(const MergeCandidate& c) const { return alive_[size_t(c.first)] && alive_[size_t(c.second)]; }

    bool TakeBest(MergeCandidate& next) {
        while (!candidates_.empty()) {
            next = candidates_.top();
            candidates_.pop();
            if (IsCurrent(next)) return true;
        }
        return false;
    }

    /// An approximation is as good as its worst sphere: a merge of that one which lowers its error goes first.
    bool TakeBeneficial(MergeCandidate& next) {
        if (!rules_.beneficialFirst) return false;
        int32_t worst = -1;
        for (int32_t i = 0; i < int32_t(spheres_.size()); ++i)
            if (alive_[size_t(i)] && (worst < 0 || spheres_[size_t(i)].error > spheres_[size_t(worst)].error))
                worst = i;
        bool found = false;
        next.error = spheres_[size_t(worst)].error;
        for (int32_t other : neighbours_[size_t(worst)]) {
            const PointedSphere merged = FitOnce(worst, other);
            if (!(merged.error < next.error)) continue;
            next = {merged.error, std::min(worst, other), std::max(worst, other), merged.sphere};
            found = true;
        }
        return found;
    }

    /// The worst sphere stays the worst for many steps: its merges are remembered until it or the other changes.
    PointedSphere FitOnce(int32_t worst, int32_t other) {
        if (rememberedFor_ != worst) remembered_.clear(), rememberedFor_ = worst;
        const auto at =
            std::find_if(remembered_.begin(), remembered_.end(), [&](const auto& r) { return r.first == other; });
        if (at != remembered_.end()) return at->second;
        remembered_.push_back(
            {other, rules_.fit(United(spheres_[size_t(worst)].points, spheres_[size_t(other)].points))});
        return remembered_.back().second;
    }

    /// The merged sphere is a new one at the end, so that every older candidate of the two is recognised as stale.
    void Merge(const MergeCandidate& merge) {
        const int32_t merged = int32_t(spheres_.size());
        PointedSphere sphere;
        sphere.sphere = merge.sphere;
        sphere.error = merge.error;
        sphere.points = United(spheres_[size_t(merge.first)].points, spheres_[size_t(merge.second)].points);
        spheres_.push_back(std::move(sphere));
        alive_.push_back(1);
        neighbours_.push_back(United(neighbours_[size_t(merge.first)], neighbours_[size_t(merge.second)]));
        EraseSorted(neighbours_.back(), merge.first);
        EraseSorted(neighbours_.back(), merge.second);
        for (const int32_t old : {merge.first, merge.second}) {
            alive_[size_t(old)] = 0;
            for (int32_t other : neighbours_[size_t(old)]) EraseSorted(neighbours_[size_t(other)], old);
        }
        for (int32_t other : neighbours_[size_t(merged)]) InsertSorted(neighbours_[size_t(other)], merged);
        Befriend(merged);
        for (int32_t other : neighbours_[size_t(merged)]) AddCandidate(merged, other);
        --left_;
    }

    void OpenAllPairs() {
        if (rules_.allPairsFromTimes == 0 || allPairs_ || left_ > rules_.allPairsFromTimes * count_) return;
        allPairs_ = true;
        ConnectAnything();
    }

    /// Nobody has a neighbour left, but there are still too many: parts of the region that nothing joins.
    void ConnectAnew() {
        for (int32_t i = 0; i < int32_t(spheres_.size()); ++i) {
            if (!alive_[size_t(i)] || !neighbours_[size_t(i)].empty()) continue;
            Befriend(i);
            for (int32_t other : neighbours_[size_t(i)]) AddCandidate(i, other);
        }
    }

    void ConnectAnything() {
        for (int32_t a = 0; a < int32_t(spheres_.size()); ++a) {
            if (!alive_[size_t(a)]) continue;
            for (int32_t b = a + 1; b < int32_t(spheres_.size()); ++b) {
                if (!alive_[size_t(b)] ||
                    std::binary_search(neighbours_[size_t(a)].begin(), neighbours_[size_t(a)].end(), b))
                    continue;
                Link(a, b);
                AddCandidate(a, b);
            }
        }
    }

    std::vector<PointedSphere> Alive() {
        std::vector<PointedSphere> left;
        for (size_t i = 0; i < spheres_.size(); ++i)
            if (alive_[i]) left.push_back(std::move(spheres_[i]));
        return left;
    }

    std::vector<PointedSphere> spheres_;
    std::vector<std::vector<int32_t>> neighbours_;
    std::vector<uint8_t> alive_;
    int32_t left_, count_;
    const MergeRules& rules_;
    bool allPairs_ = false;
    std::priority_queue<MergeCandidate> candidates_;
    int32_t rememberedFor_ = -1;
    std::vector<std::pair<int32_t, PointedSphere>> remembered_;
};

}  // namespace

std::vector<PointedSphere> MergeSpheres(RegionSpheres set, int32_t count, const MergeRules& rules,
                                        const std::function<bool()>& cancelled) {
    return Merger(std::move(set), count, rules).Run(cancelled);
}

}  // namespace spheretree
