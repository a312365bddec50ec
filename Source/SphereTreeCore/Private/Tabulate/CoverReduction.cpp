#include "Tabulate/CoverReduction.h"

#include <algorithm>
#include <array>
#include <queue>

namespace spheretree {

namespace {

constexpr size_t kStandIns = 12;  // pairs remembered per cell: those that stand in for most cells of the space
using StandIns = std::array<int32_t, kStandIns>;  // ascending pair numbers, −1 behind the last

/// Different lists of stand-ins, each once: neighbouring cells mostly have the same.
class StandInLists {
public:
    void Add(const StandIns& list) {
        lists_.push_back(list);
        if (lists_.size() > 2 * settled_ + 4096) Settle();
    }
    void Merge(StandInLists& other) {
        for (const StandIns& list : other.Settled()) Add(list);
    }
    const std::vector<StandIns>& Settled() {
        Settle();
        return lists_;
    }

private:
    void Settle() {
        std::sort(lists_.begin(), lists_.end());
        lists_.erase(std::unique(lists_.begin(), lists_.end()), lists_.end());
        settled_ = lists_.size();
    }
    std::vector<StandIns> lists_;
    size_t settled_ = 0;
};

/// The pairs of T_c by number, and how good a stand-in each is.
class PairNumbers {
public:
    explicit PairNumbers(const std::vector<PairCount>& pairs) : pairs_(pairs) {}
    int32_t NumberOf(const NearPair& pair) const {
        const auto found = std::lower_bound(pairs_.begin(), pairs_.end(), PairCount{pair.a, pair.b, 0, 0});
        return static_cast<int32_t>(found - pairs_.begin());
    }
    bool Better(int32_t x, int32_t y) const {
        const int64_t a = pairs_[static_cast<size_t>(x)].always, b = pairs_[static_cast<size_t>(y)].always;
        return a != b ? a > b : x < y;
    }
    size_t Count() const { return pairs_.size(); }

private:
    const std::vector<PairCount>& pairs_;
};

class CoverWork final : public CellWork {
public:
    CoverWork(const PairNumbers& numbers, SubsetKeep keep, double loss)
        : numbers_(numbers), keep_(keep), loss_(loss), isForced(numbers.Count(), false) {}

    void Look(const MotionCell&, bool isFinest, std::vector<NearPair>& near) override {
        std::vector<NearPair> undecided;
        if (keep_ == SubsetKeep::Rows)  // each sphere of the first body for itself
            std::stable_sort(near.begin(), near.end(), [](const NearPair& x, const NearPair& y) { return x.a < y.a; });
        for (size_t begin = 0; begin < near.size();) {
            size_t end = begin + 1;
            while (end < near.size() && (keep_ != SubsetKeep::Rows || near[end].a == near[begin].a)) ++end;
            Decide(near.data() + begin, near.data() + end, isFinest, undecided);
            begin = end;
        }
        std::sort(undecided.begin(), undecided.end(),
                  [](const NearPair& x, const NearPair& y) { return x.b != y.b ? x.b < y.b : x.a < y.a; });
        near = std::move(undecided);
    }

    StandInLists lists;

private:
    void Decide(const NearPair* begin, const NearPair* end, bool isFinest, std::vector<NearPair>& undecided) {
        std::vector<int32_t> always;
        bool overlapsAllOver = false, allForced = true;
        for (const NearPair* pair = begin; pair != end; ++pair) {
            const int32_t number = numbers_.NumberOf(*pair);
            if (pair->AlwaysWithin(loss_)) always.push_back(number);
            overlapsAllOver = overlapsAllOver || pair->AlwaysWithin(0);
            allForced = allForced && isForced[static_cast<size_t>(number)];
        }
        if (overlapsAllOver) return Remember(always);
        if (allForced) return;
        if (!isFinest) {  // in halves, some of it may turn out to meet nothing at all
            undecided.insert(undecided.end(), begin, end);
            return;
        }
        if (!always.empty()) return Remember(always);
        for (const NearPair* pair = begin; pair != end; ++pair)
            isForced[static_cast<size_t>(numbers_.NumberOf(*pair))] = true;
    }
    void Remember(std::vector<int32_t>& always) {
        const auto better = [&](int32_t x, int32_t y) { return numbers_.Better(x, y); };
        const size_t kept = std::min(always.size(), kStandIns);
        std::partial_sort(always.begin(), always.begin() + static_cast<int64_t>(kept), always.end(), better);
        StandIns list;
        list.fill(-1);
        std::copy_n(always.begin(), kept, list.begin());
        std::sort(list.begin(), list.begin() + static_cast<int64_t>(kept));
        lists.Add(list);
    }

    const PairNumbers& numbers_;
    SubsetKeep keep_;
    double loss_;

public:
    std::vector<bool> isForced;  // one bit per pair of T_c: there is one such list per part
};

/// The greedy cover: again and again the pair that stands in for most cells that have none yet.
class GreedyCover {
public:
    GreedyCover(const std::vector<StandIns>& lists, std::vector<uint8_t>& kept)
        : lists_(lists), kept_(kept), cellsOf_(kept.size()), gain_(kept.size(), 0), covered_(lists.size(), 0) {
        for (size_t cell = 0; cell < lists.size(); ++cell) {
            const auto isKept = [&](int32_t pair) { return pair >= 0 && kept[static_cast<size_t>(pair)]; };
            if (std::any_of(lists[cell].begin(), lists[cell].end(), isKept)) continue;
            for (const int32_t pair : lists[cell]) {
                if (pair < 0) break;
                cellsOf_[static_cast<size_t>(pair)].push_back(static_cast<int32_t>(cell));
                ++gain_[static_cast<size_t>(pair)];
            }
        }
    }

    void Run() {
        std::priority_queue<Offer> offers;
        for (size_t i = 0; i < gain_.size(); ++i)
            if (gain_[i] > 0) offers.push({gain_[i], static_cast<int32_t>(i)});
        while (!offers.empty()) {
            const Offer best = offers.top();
            offers.pop();
            const int64_t now = gain_[static_cast<size_t>(best.pair)];
            if (now == best.gain)
                Take(best.pair);
            else if (now > 0)
                offers.push({now, best.pair});  // others took some of its cells
        }
        DropNeedless();
    }

private:
    struct Offer {
        int64_t gain;
        int32_t pair;
        bool operator<(const Offer& other) const { return gain != other.gain ? gain < other.gain : pair > other.pair; }
    };

    void Take(int32_t pair) {
        kept_[static_cast<size_t>(pair)] = 1;
        taken_.push_back(pair);
        for (const int32_t cell : cellsOf_[static_cast<size_t>(pair)]) {
            if (covered_[static_cast<size_t>(cell)]++ > 0) continue;
            for (const int32_t other : lists_[static_cast<size_t>(cell)]) {
                if (other < 0) break;
                --gain_[static_cast<size_t>(other)];
            }
        }
    }
    /// Early choices that later ones made needless, the latest kept.
    void DropNeedless() {
        for (const int32_t pair : taken_) {
            const std::vector<int32_t>& cells = cellsOf_[static_cast<size_t>(pair)];
            if (!std::all_of(cells.begin(), cells.end(),
                             [&](int32_t cell) { return covered_[static_cast<size_t>(cell)] > 1; }))
                continue;
            kept_[static_cast<size_t>(pair)] = 0;
            for (const int32_t cell : cells) --covered_[static_cast<size_t>(cell)];
        }
    }

    const std::vector<StandIns>& lists_;
    std::vector<uint8_t>& kept_;
    std::vector<std::vector<int32_t>> cellsOf_;
    std::vector<int64_t> gain_;
    std::vector<int32_t> covered_, taken_;
};

}  // namespace

bool CoverMotion(const CellSearch& search, const std::vector<PairCount>& pairs, SubsetKeep keep, double loss,
                 const Host& host, Task& task, CoverResult& result) {
    const PairNumbers numbers(pairs);
    StandInLists lists;
    result.kept.assign(pairs.size(), 0);
    SearchCounts counts;
    const bool done = search.Run([&] { return std::make_unique<CoverWork>(numbers, keep, loss); },
                                 [&](CellWork& work) {
                                     CoverWork& part = static_cast<CoverWork&>(work);
                                     lists.Merge(part.lists);
                                     for (size_t i = 0; i < pairs.size(); ++i)
                                         if (part.isForced[i]) result.kept[i] = 1;
                                     return true;
                                 },
                                 host, task, counts);
    if (!done) return false;
    result.forced = std::count(result.kept.begin(), result.kept.end(), uint8_t{1});
    GreedyCover(lists.Settled(), result.kept).Run();
    return true;
}

}  // namespace spheretree
