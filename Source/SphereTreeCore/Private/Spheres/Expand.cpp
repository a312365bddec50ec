#include "Spheres/RegionSpheres.h"
#include "Spheres/StandOffSearch.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

// [Bradshaw 2002] 5.3.3, Algorithm 6: all medial spheres grown to one stand-off (eq 5.3 with its sign put right: the
// radius is the stand-off plus the depth of the centre), then few of them chosen that cover the region; the least
// stand-off that needs no more than `count` is searched for. Where the choice fails, it is repeated without the sphere
// that ranked highest (figure 5.17).
// Differs: a sphere covers a patch when it holds all of it, so that the choice leaves no gap between sample points;
// equal ranks resolve by lower index.
//
// Paper → code: S → candidates, T → chosen, P → patches, maxErr → standOff

namespace spheretree {

namespace {

using PatchBits = std::vector<uint64_t>;

int64_t CountNew(const PatchBits& bits, const PatchBits& covered) {
    int64_t count = 0;
    for (size_t word = 0; word < bits.size(); ++word) count += std::popcount(bits[word] & ~covered[word]);
    return count;
}

/// All of `bits` that is not covered yet lies in `other`.
bool IsNeedless(const PatchBits& bits, const PatchBits& covered, const PatchBits& other) {
    for (size_t word = 0; word < bits.size(); ++word)
        if (bits[word] & ~covered[word] & ~other[word]) return false;
    return true;
}

class Expander {
public:
    Expander(const BakeContext& bake, const Region& region, const RegionSpheres& medial)
        : bake_(bake), region_(region), whole_((region.patches.patches.size() + 63) / 64, ~uint64_t{0}) {
        for (const PointedSphere& sphere : medial.spheres) {
            centres_.push_back(sphere.sphere.centre);
            depths_.push_back(bake.depth.At(sphere.sphere.centre));
        }
        if (const size_t rest = region.patches.patches.size() % 64) whole_.back() = (uint64_t{1} << rest) - 1;
    }

    std::vector<Sphere> Try(double standOff, int32_t count) {
        ListPatches(standOff);
        std::vector<int32_t> chosen = Choose(count, -1);
        if (chosen.empty() && top_ >= 0) chosen = Choose(count, top_);
        std::vector<Sphere> spheres;
        for (int32_t index : chosen) spheres.push_back({centres_[size_t(index)], depths_[size_t(index)] + standOff});
        return spheres;
    }

private:
    void ListPatches(double standOff) {
        const auto& points = region_.patches.points;
        held_.resize(points.size());
        bits_.assign(centres_.size(), PatchBits(whole_.size(), 0));
        for (size_t sphere = 0; sphere < centres_.size() && !bake_.cancelled(); ++sphere) {
            const double radius = depths_[sphere] + standOff;
            if (!(radius > 0)) continue;
            const double squared = radius * radius;
            for (size_t i = 0; i < points.size(); ++i)
                held_[i] = LengthSquared(points[i] - centres_[sphere]) <= squared ? 1 : 0;
            const auto& patches = region_.patches.patches;
            for (size_t i = 0; i < patches.size(); ++i)
                if (held_[size_t(patches[i][0])] & held_[size_t(patches[i][1])] & held_[size_t(patches[i][2])])
                    bits_[sphere][i / 64] |= uint64_t{1} << (i % 64);
        }
    }

    /// Spheres that cover everything; none when more than `count` would be needed.
    std::vector<int32_t> Choose(int32_t count, int32_t banned) {
        PatchBits covered(whole_.size(), 0);
        std::vector<int32_t> chosen;
        while (covered != whole_) {
            if (int32_t(chosen.size()) == count) return {};
            const int32_t best = Highest(covered, banned);
            if (chosen.empty() && banned < 0) top_ = best;
            if (best < 0) return {};
            for (size_t word = 0; word < covered.size(); ++word) covered[word] |= bits_[size_t(best)][word];
            chosen.push_back(best);
        }
        return chosen;
    }

    int32_t Highest(const PatchBits& covered, int32_t banned) const {
        std::vector<int64_t> news(centres_.size());
        for (size_t i = 0; i < centres_.size(); ++i) news[i] = int32_t(i) == banned ? 0 : CountNew(bits_[i], covered);
        int32_t best = -1;
        std::pair<int64_t, int64_t> bestRank{0, 0};
        for (size_t i = 0; i < centres_.size(); ++i) {
            if (news[i] == 0) continue;
            if (i % 16 == 0 && bake_.cancelled()) return -1;
            const std::pair<int64_t, int64_t> rank{
                bake_.recipe->selection == Selection::MaxElim ? CountNeedless(i, covered, news) : 0, news[i]};
            if (best < 0 || rank > bestRank) best = int32_t(i), bestRank = rank;
        }
        return best;
    }

    /// How many others would have nothing left to cover once this sphere is taken.
    int64_t CountNeedless(size_t taken, const PatchBits& covered, const std::vector<int64_t>& news) const {
        int64_t count = 0;
        for (size_t i = 0; i < centres_.size(); ++i)
            if (i != taken && news[i] > 0 && news[i] <= news[taken] && IsNeedless(bits_[i], covered, bits_[taken]))
                ++count;
        return count;
    }

    const BakeContext& bake_;
    const Region& region_;
    PatchBits whole_;
    std::vector<Vec3> centres_;
    std::vector<double> depths_;
    std::vector<uint8_t> held_;
    std::vector<PatchBits> bits_;
    int32_t top_ = -1;
};

}  // namespace

SphereSet ExpandRegionSpheres(const BakeContext& bake, const Region& region, const RegionSpheres& medial,
                              int32_t count) {
    Expander expander(bake, region, medial);
    const auto trySpheres = [&](double standOff) { return expander.Try(standOff, count); };
    return {SearchStandOff(region, count, trySpheres, bake), {}};
}

SphereSet FitExpand(const BakeContext& bake, const Region& region, int32_t count, uint64_t) {
    return ExpandRegionSpheres(bake, region, FindRegionSpheres(bake, region), count);
}

}  // namespace spheretree
