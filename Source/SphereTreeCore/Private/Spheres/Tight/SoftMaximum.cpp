#include "Spheres/Tight/SoftMaximum.h"

#include "Surface/Wide.h"

#include <algorithm>

namespace spheretree {

using wide::Float8;

SoftMaximum::SoftMaximum(const PatchColumns& all, const PatchColumns::Values& others, const Start& start, double worst,
                         int32_t doublings)
    : all_(all), start_(start.centre), margin_(start.margin), doublings_(doublings), scale_(float(1 / worst)) {
    const float far = float(margin_ * (1 + 1e-3) + 1e-6);  // floats round
    std::vector<int32_t> near;
    for (int64_t i = 0; i < all.Count(); ++i) {
        const float other = ValueOf(others, i);
        if (!(other > float(kSilent * worst))) continue;
        if (ValueOf(start.costs, i) - other > far)
            far_.push_back(int32_t(i)), farOthers_.push_back(other);
        else
            near.push_back(int32_t(i)), nearOthers_.push_back(other);
    }
    near_ = Part(all, near, nearOthers_);
    for (const float other : farOthers_) {
        float part = other * scale_;
        for (int32_t k = 0; k < doublings_; ++k) part *= part;
        farSum_ += double(part);
    }
}

double SoftMaximum::At(const Vec3& centre, double depth) {
    const double moved = Distance(centre, start_.centre) + std::max(depth - start_.depth, 0.0);
    const double sum = near_.Sum(centre, depth, scale_, doublings_);
    if (moved <= margin_) return sum + farSum_;
    if (!farOthers_.empty() && farPart_.IsEmpty()) farPart_ = Part(all_, far_, farOthers_);
    return sum + farPart_.Sum(centre, depth, scale_, doublings_);
}

SoftMaximum::Part::Part(const PatchColumns& all, const std::vector<int32_t>& chosen, const std::vector<float>& others) {
    if (chosen.empty()) return;
    columns_ = PatchColumns(all, chosen);
    others_.resize(size_t(columns_.BlockCount()));
    for (size_t i = 0; i < others_.size() * PatchColumns::kLanes; ++i)  // what pads a block must not count
        others_[i / PatchColumns::kLanes].value[i % PatchColumns::kLanes] = i < others.size() ? others[i] : 0.0f;
}

double SoftMaximum::Part::Sum(const Vec3& centre, double depth, float scale, int32_t doublings) {
    if (others_.empty()) return 0;
    columns_.MeasureReaches(centre, reaches_);
    const Float8 deep{float(depth)}, scales(scale), zero(0.0f);
    Float8 sum(0.0f);
    for (size_t i = 0; i < reaches_.size(); ++i) {
        Float8 cost = Max(Min(Float8(reaches_[i].value) - deep, Float8(others_[i].value)), zero) * scales;
        for (int32_t k = 0; k < doublings; ++k) cost = cost * cost;
        sum = sum + cost;
    }
    alignas(32) float lanes[PatchColumns::kLanes];
    sum.Store(lanes);
    double total = 0;
    for (const float lane : lanes) total += double(lane);
    return total;
}

}  // namespace spheretree
