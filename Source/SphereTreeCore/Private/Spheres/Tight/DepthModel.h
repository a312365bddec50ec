#pragma once

#include "SphereTree/Vec3.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

namespace spheretree {

/// What is known so far of how large a ball around a centre may be. A point that stopped one ball stops every other:
/// no ball may reach beyond any point that was ever found nearest. So a search asks the surface only about the places
/// that look best by all that it has been told, not about each place that it tries.
class DepthModel {
public:
    void Add(const Vec3& stop) {
        stops_[size_t(next_)] = stop;
        next_ = (next_ + 1) % kMost;
        count_ = std::min(count_ + 1, kMost);
    }

    void Clear() { next_ = count_ = 0; }
    bool IsEmpty() const { return count_ == 0; }

    /// No ball around the centre may be larger.
    double LargestRadius(const Vec3& centre) const {
        double square = std::numeric_limits<double>::infinity();
        for (int32_t i = 0; i < count_; ++i) square = std::min(square, LengthSquared(stops_[size_t(i)] - centre));
        return std::sqrt(square);
    }

    /// The way along which the room around the centre grows, up to length 1: away from the nearest stops, where those
    /// farther by a part x of `scale` count (1 − x)^(2^doublings). Zero where there are none.
    Vec3 WayOut(const Vec3& centre, double scale, int32_t doublings) const {
        const double least = LargestRadius(centre), farthest = least + scale;
        Vec3 sum;
        double weights = 0;
        for (int32_t i = 0; i < count_; ++i) {
            const Vec3 apart = centre - stops_[size_t(i)];
            const double square = LengthSquared(apart);
            if (!(square < farthest * farthest) || !(square > 0)) continue;
            const double length = std::sqrt(square);
            double weight = std::max(1 - (length - least) / scale, 0.0);
            for (int32_t k = 0; k < doublings; ++k) weight *= weight;
            sum += apart * (weight / length);
            weights += weight;
        }
        return weights > 0 ? sum / weights : Vec3{};
    }

private:
    static constexpr int32_t kMost = 24;  // the oldest is forgotten: the search has moved on

    std::array<Vec3, size_t(kMost)> stops_;
    int32_t next_ = 0, count_ = 0;
};

}  // namespace spheretree
