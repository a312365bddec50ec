#include "Spheres/Tight/PatchColumns.h"

#include "Base/InParts.h"
#include "Surface/Wide.h"

#include <algorithm>

namespace spheretree {

namespace {
size_t BlocksFor(int64_t count) { return size_t((count + PatchColumns::kLanes - 1) / PatchColumns::kLanes); }
}  // namespace

PatchColumns::PatchColumns(const Patches& patches, const Vec3& origin)
    : origin_(origin), count_(int64_t(patches.patches.size())), blocks_(BlocksFor(count_)) {
    for (int64_t i = 0; i < int64_t(blocks_.size()) * kLanes; ++i) Put(i, patches, size_t(std::min(i, count_ - 1)));
}

PatchColumns::PatchColumns(const Patches& patches, const std::vector<int32_t>& chosen, const Vec3& origin,
                           const Host& host)
    : origin_(origin), count_(int64_t(chosen.size())), blocks_(BlocksFor(count_)) {
    constexpr int64_t kAtOnce = 4096 * kLanes;
    InParts(BlockCount() * kLanes, kAtOnce, host, [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i) Put(i, patches, size_t(chosen[size_t(std::min(i, count_ - 1))]));
    });
}

void PatchColumns::Put(int64_t place, const Patches& patches, size_t patch) {
    Block& block = blocks_[size_t(place / kLanes)];
    for (size_t corner = 0; corner < 3; ++corner) {
        const Vec3 at = patches.points[size_t(patches.patches[patch][corner])] - origin_;
        block.corner[corner][0][place % kLanes] = float(at.x);
        block.corner[corner][1][place % kLanes] = float(at.y);
        block.corner[corner][2][place % kLanes] = float(at.z);
    }
}

PatchColumns::PatchColumns(const PatchColumns& all, const std::vector<int32_t>& keep)
    : origin_(all.origin_), count_(int64_t(keep.size())), blocks_(BlocksFor(count_)) {
    for (int64_t i = 0; i < int64_t(blocks_.size()) * kLanes; ++i) {
        const int64_t source = keep[size_t(std::min(i, count_ - 1))];
        const Block& from = all.blocks_[size_t(source / kLanes)];
        Block& to = blocks_[size_t(i / kLanes)];
        for (size_t corner = 0; corner < 3; ++corner)
            for (size_t axis = 0; axis < 3; ++axis)
                to.corner[corner][axis][i % kLanes] = from.corner[corner][axis][source % kLanes];
    }
}

void PatchColumns::MeasureReaches(const Vec3& centre, Values& out) const {
    using wide::Float8;
    const Vec3 at = centre - origin_;
    const Float8 x(float(at.x)), y(float(at.y)), z(float(at.z));
    out.resize(blocks_.size());
    for (size_t i = 0; i < blocks_.size(); ++i) {
        Float8 farthest(0.0f);
        for (const auto& corner : blocks_[i].corner) {
            const Float8 dx = Float8(corner[0]) - x, dy = Float8(corner[1]) - y, dz = Float8(corner[2]) - z;
            farthest = Max(farthest, dx * dx + dy * dy + dz * dz);
        }
        Sqrt(farthest).Store(out[i].value);
    }
}

Vec3 PatchColumns::FarthestCorner(int64_t patch, const Vec3& centre) const {
    const Block& block = blocks_[size_t(patch / kLanes)];
    const int64_t lane = patch % kLanes;
    Vec3 farthest;
    double most = -1;
    for (const auto& corner : block.corner) {
        const Vec3 at = origin_ + Vec3{double(corner[0][lane]), double(corner[1][lane]), double(corner[2][lane])};
        if (const double square = LengthSquared(at - centre); square > most) most = square, farthest = at;
    }
    return farthest;
}

}  // namespace spheretree
