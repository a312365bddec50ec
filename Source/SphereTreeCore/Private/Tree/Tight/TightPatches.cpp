#include "Tree/Tight/TightPatches.h"

#include "Base/InParts.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace spheretree {

namespace {

double LongestEdgeSquared(const Patches& patches, size_t index) {
    const auto& [a, b, c] = patches.patches[index];
    const Vec3 &p = patches.points[size_t(a)], &q = patches.points[size_t(b)], &r = patches.points[size_t(c)];
    return std::max({LengthSquared(p - q), LengthSquared(q - r), LengthSquared(r - p)});
}

double AreaOfPatch(const Patches& patches, size_t index) {
    const auto& [a, b, c] = patches.patches[index];
    const Vec3& p = patches.points[size_t(a)];
    return Length(Cross(patches.points[size_t(b)] - p, patches.points[size_t(c)] - p)) / 2;
}

/// The least limit from the given one on that no more than `most` costs are above.
float LimitFor(std::vector<float> costs, float limit, int64_t most) {
    std::erase_if(costs, [&](float cost) { return !(cost > limit); });
    most = std::max<int64_t>(most, 0);
    if (int64_t(costs.size()) <= most) return limit;
    std::nth_element(costs.begin(), costs.begin() + most, costs.end(), std::greater<>());
    return costs[size_t(most)];
}

double TotalArea(const Patches& patches) {
    double area = 0;
    for (size_t i = 0; i < patches.patches.size(); ++i) area += AreaOfPatch(patches, i);
    return area;
}

}  // namespace

bool IsWithin(const Patches& patches, int32_t patch, const Vec3& centre, double radius) {
    const auto& [a, b, c] = patches.patches[size_t(patch)];
    const auto isNear = [&](int32_t corner) {
        return LengthSquared(patches.points[size_t(corner)] - centre) <= radius * radius;
    };
    return isNear(a) && isNear(b) && isNear(c);
}

TightPatches::TightPatches(Patches patches)
    : patches_(std::move(patches)), owners_(patches_.patches.size(), 0), active_(patches_.patches.size(), 1) {}

double TightPatches::AreaOf(int32_t patch) const { return AreaOfPatch(patches_, size_t(patch)); }

/// RefinePatches hands a patch's `triangles` on to its halves, so that it can tell where a half came from.
void TightPatches::Inherit() {
    const std::vector<int32_t> owners = std::move(owners_);
    const std::vector<uint8_t> active = std::move(active_);
    owners_.resize(patches_.triangles.size());
    active_.resize(owners_.size());
    area_ = -1;  // the same but for rounding
    ++version_;
    for (size_t i = 0; i < owners_.size(); ++i) {
        const size_t source = size_t(patches_.triangles[i]);
        owners_[i] = owners[source], active_[i] = active[source];
    }
}

void TightPatches::Refine(int64_t count, const Host& host) {
    constexpr int64_t kFarMore = 3;
    if (Count() < count) {
        std::iota(patches_.triangles.begin(), patches_.triangles.end(), 0);
        patches_ = RefinePatchesTo(std::move(patches_), count);
        Inherit();
    }
    const int64_t stride = Count() / std::max<int64_t>(count, 1);
    std::fill(active_.begin(), active_.end(), uint8_t{1});
    if (stride < kFarMore) return;
    if (area_ < 0) area_ = TotalArea(patches_);
    const double large = 8 * area_ / double(count);  // as the square of an edge
    constexpr int64_t kAtOnce = 16384;
    InParts(Count(), kAtOnce, host, [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i)
            active_[size_t(i)] = i % stride == 0 || LongestEdgeSquared(patches_, size_t(i)) > large;
    });
}

int64_t TightPatches::ActiveCount() const { return std::count(active_.begin(), active_.end(), uint8_t{1}); }

void TightPatches::RefineCostly(const std::vector<float>& costs, float limit, int64_t enough, bool evenMost) {
    const int64_t active = ActiveCount();
    const float cutFrom = LimitFor(costs, limit, enough - active);
    std::vector<int32_t> chosen, rest;
    rest.reserve(size_t(Count()));
    for (int32_t i = 0; i < int32_t(Count()); ++i)
        (costs[size_t(i)] > cutFrom && IsActive(i) ? chosen : rest).push_back(i);
    for (int32_t i = 0; i < int32_t(Count()); ++i)
        if (costs[size_t(i)] > limit) active_[size_t(i)] = 1;
    if (evenMost || 2 * int64_t(chosen.size()) <= active) CutInTwo(chosen, rest);
}

void TightPatches::CutInTwo(const std::vector<int32_t>& chosen, const std::vector<int32_t>& rest) {
    Patches cut;
    cut.points = std::move(patches_.points);
    cut.patches.reserve(2 * chosen.size() + rest.size());
    cut.triangles.reserve(cut.patches.capacity());
    const auto take = [&](const std::vector<int32_t>& indices) {
        for (const int32_t i : indices) cut.patches.push_back(patches_.patches[size_t(i)]), cut.triangles.push_back(i);
    };
    take(chosen);
    cut = RefinePatchesTo(std::move(cut), 2 * int64_t(chosen.size()));
    take(rest);
    patches_ = std::move(cut);
    Inherit();
}

std::vector<std::vector<int32_t>> TightPatches::ByOwner(size_t ownerCount, bool activeOnly) const {
    std::vector<std::vector<int32_t>> owned(ownerCount);
    for (int32_t i = 0; i < int32_t(Count()); ++i)
        if (!activeOnly || IsActive(i)) owned[size_t(OwnerOf(i))].push_back(i);
    return owned;
}

}  // namespace spheretree
