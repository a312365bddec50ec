#include "Spheres/Tight/ProtrusionField.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

namespace spheretree {

namespace {

using DirectionTriangle = std::array<Vec3, 3>;

constexpr size_t kDivisions = 3;  // 512 directions at the finest

std::vector<DirectionTriangle> OctahedronFaces() {
    std::vector<DirectionTriangle> faces;
    for (const double x : {-1.0, 1.0})
        for (const double y : {-1.0, 1.0})
            for (const double z : {-1.0, 1.0}) faces.push_back({Vec3{x, 0, 0}, {0, y, 0}, {0, 0, z}});
    return faces;
}

std::vector<DirectionTriangle> InFour(const std::vector<DirectionTriangle>& faces) {
    std::vector<DirectionTriangle> finer;
    for (const auto& [a, b, c] : faces) {
        const Vec3 ab = Normalized(a + b), bc = Normalized(b + c), ca = Normalized(c + a);
        for (const DirectionTriangle& part : {DirectionTriangle{a, ab, ca}, {ab, b, bc}, {ca, bc, c}, {ab, bc, ca}})
            finer.push_back(part);
    }
    return finer;
}

}  // namespace

ProtrusionField::ProtrusionField(const DepthField& depth, double half, int32_t cells)
    : depth_(depth),
      half_(half),
      cell_(2 * half / cells),
      count_(cells + 1),
      corners_(new std::atomic<float>[size_t(count_) * size_t(count_) * size_t(count_)]),
      directions_(kDivisions + 1) {
    const size_t corners = size_t(count_) * size_t(count_) * size_t(count_);
    for (size_t i = 0; i < corners; ++i)
        corners_[i].store(std::numeric_limits<float>::quiet_NaN(), std::memory_order_relaxed);
    std::vector<DirectionTriangle> faces = OctahedronFaces();
    for (std::vector<Direction>& level : directions_) {
        for (const auto& [a, b, c] : faces) {
            const Vec3 middle = Normalized(a + b + c);
            level.push_back({middle, std::max({Distance(middle, a), Distance(middle, b), Distance(middle, c)})});
        }
        faces = InFour(faces);
    }
}

float ProtrusionField::AskCorner(size_t index) const {
    const size_t row = size_t(count_);
    const auto along = [&](size_t place) { return double(place) * cell_ - half_; };
    const auto height = float(-depth_.At({along(index % row), along(index / row % row), along(index / (row * row))}));
    corners_[index].store(height, std::memory_order_relaxed);
    return height;
}

double ProtrusionField::HeightAt(const Vec3& point) const {
    const auto place = [&](double coordinate) {
        return std::clamp((coordinate + half_) / cell_, 0.0, double(count_ - 1) - 1e-9);
    };
    const double px = place(point.x), py = place(point.y), pz = place(point.z);
    const int32_t x = int32_t(px), y = int32_t(py), z = int32_t(pz);
    const double fx = px - x, fy = py - y, fz = pz - z;
    const size_t row = size_t(count_), first = (size_t(z) * row + size_t(y)) * row + size_t(x);
    const auto cornerAt = [&](size_t index) {
        const float height = corners_[index].load(std::memory_order_relaxed);
        return double(height == height ? height : AskCorner(index));
    };
    const auto alongX = [&](size_t from) {
        const double low = cornerAt(from), high = cornerAt(from + 1);
        return low + (high - low) * fx;
    };
    const double near0 = alongX(first), near1 = alongX(first + row);
    const double far0 = alongX(first + row * row), far1 = alongX(first + row * row + row);
    const double near = near0 + (near1 - near0) * fy;
    const double far = far0 + (far1 - far0) * fy;
    return near + (far - near) * fz;
}

/// Heights change by no more than one walks: seen from a sphere that sticks out by h along a direction, no point along
/// it is above the error before the radius has grown by error − h. The least of these radii is followed until it is
/// there. Only directions near the least are divided.
std::vector<ProtrusionField::Growth> ProtrusionField::NarrowDirections(const Vec3& centre, double radius,
                                                                       double error) const {
    constexpr int kSteps = 40;
    std::vector<Growth> growths;
    growths.reserve(256);
    double least = std::numeric_limits<double>::infinity();
    std::vector<size_t> look(directions_[0].size()), near;
    std::iota(look.begin(), look.end(), size_t{0});
    for (const std::vector<Direction>& level : directions_) {
        near.clear();
        for (const size_t index : look) {
            const Direction& direction = level[index];
            const double room = radius + error - HeightAt(centre + direction.middle * radius);
            least = std::min(least, room);
            growths.push_back({room, int32_t(growths.size()), direction.middle});
            if (room - direction.reach * radius < least)
                for (size_t i = 4 * index; i < 4 * index + 4; ++i) near.push_back(i);
        }
        std::swap(look, near);
    }
    std::make_heap(growths.begin(), growths.end(), std::greater<>());
    for (int step = 0; step < kSteps; ++step) {
        std::pop_heap(growths.begin(), growths.end(), std::greater<>());
        Growth& first = growths.back();
        const double room = error - HeightAt(centre + first.direction * first.radius);
        const bool isThere = !(room > 0.02 * error);
        if (!isThere && step + 1 < kSteps) first.radius += room;
        std::push_heap(growths.begin(), growths.end(), std::greater<>());
        if (isThere) break;
    }
    return growths;
}

double ProtrusionField::EffectiveDepth(const Vec3& centre, double plainDepth, double error, Vec3* narrowest) const {
    if (!(plainDepth + error > 0)) return plainDepth;
    const Growth first = NarrowDirections(centre, plainDepth + error, error).front();
    if (narrowest) *narrowest = first.direction;
    return first.radius - error;
}

/// Compass search on the sphere for the highest point near a direction.
double ProtrusionField::Climb(const Vec3& centre, double radius, Vec3& direction, double step, double lastStep) const {
    SurfaceQuery::Whereabouts near;
    double height = -depth_.At(centre + direction * radius);
    while (step > lastStep) {
        const Vec3 across =
            Normalized(std::abs(direction.x) < 0.6 ? Cross(direction, {1, 0, 0}) : Cross(direction, {0, 1, 0}));
        const Vec3 along = Cross(direction, across);
        bool isHigher = false;
        for (const Vec3& side : {across, -across, along, -along}) {
            const Vec3 trial = Normalized(direction + side * step);
            const double found = depth_.HeightAbove(centre + trial * radius, height, near);
            if (!(found > height)) continue;
            height = found, direction = trial, isHigher = true;
            break;
        }
        if (!isHigher) step /= 2;
    }
    return height;
}

/// A radius that is too large by h − error may be lowered by that without passing the right one, and likewise raised.
ProtrusionField::Growth ProtrusionField::ConfirmAlong(const Vec3& centre, Growth growth, double error,
                                                      Precision precision) const {
    const bool isFine = precision == Precision::Fine;
    const int climbs = isFine ? 3 : 2;
    const double again = isFine ? 0.01 : 0.02, last = isFine ? 0.004 : 0.015, enough = isFine ? 0.004 : 0.01;
    for (int i = 0; i < climbs; ++i) {
        const double room = error - Climb(centre, growth.radius, growth.direction, i == 0 ? 0.12 : again, last);
        growth.radius += room;
        if (std::abs(room) < enough * error) break;
    }
    return growth;
}

double ProtrusionField::ConfirmedDepth(const Vec3& centre, double plainDepth, double error, Precision precision,
                                       std::vector<Vec3>& stops) const {
    constexpr size_t kMostDirections = 3;
    constexpr double kApart = 0.35, kNearlyAsNarrow = 1.1;
    if (!(plainDepth + error > 0)) return plainDepth;
    std::vector<Growth> growths = NarrowDirections(centre, plainDepth + error, error);
    const double narrowest = growths.front().radius;
    std::vector<Vec3> tried;
    Growth least{std::numeric_limits<double>::infinity(), 0, {}};
    for (; !growths.empty() && tried.size() < kMostDirections; growths.pop_back()) {
        std::pop_heap(growths.begin(), growths.end(), std::greater<>());
        const Growth& growth = growths.back();
        if (!tried.empty() && growth.radius > kNearlyAsNarrow * std::min(narrowest, least.radius)) break;
        const bool isNear = std::any_of(tried.begin(), tried.end(),
                                        [&](const Vec3& other) { return Distance(other, growth.direction) < kApart; });
        if (isNear) continue;
        tried.push_back(growth.direction);
        const Growth found = ConfirmAlong(centre, growth, error, precision);
        stops.push_back(centre + found.direction * found.radius);
        if (least > found) least = found;
    }
    return std::max(least.radius - error, plainDepth);
}

}  // namespace spheretree
