#include "Spheres/Tight/ProtrusionField.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace spheretree {

namespace {

using DirectionTriangle = std::array<Vec3, 3>;

/// Up to which radius a sphere stays within the error along a direction.
struct Growth {
    double radius = 0;
    Vec3 direction;

    friend bool operator<(const Growth& a, const Growth& b) { return a.radius < b.radius; }
};

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

float ProtrusionField::CornerAt(int32_t x, int32_t y, int32_t z) const {
    std::atomic<float>& corner = corners_[(size_t(z) * size_t(count_) + size_t(y)) * size_t(count_) + size_t(x)];
    float height = corner.load(std::memory_order_relaxed);
    if (height == height) return height;
    height = float(-depth_.At({x * cell_ - half_, y * cell_ - half_, z * cell_ - half_}));
    corner.store(height, std::memory_order_relaxed);
    return height;
}

double ProtrusionField::HeightAt(const Vec3& point) const {
    const auto place = [&](double coordinate) {
        return std::clamp((coordinate + half_) / cell_, 0.0, double(count_ - 1) - 1e-9);
    };
    const double px = place(point.x), py = place(point.y), pz = place(point.z);
    const int32_t x = int32_t(px), y = int32_t(py), z = int32_t(pz);
    const double fx = px - x, fy = py - y, fz = pz - z;
    const auto alongX = [&](int32_t dy, int32_t dz) {
        const double low = double(CornerAt(x, y + dy, z + dz)), high = double(CornerAt(x + 1, y + dy, z + dz));
        return low + (high - low) * fx;
    };
    const double near = alongX(0, 0) + (alongX(1, 0) - alongX(0, 0)) * fy;
    const double far = alongX(0, 1) + (alongX(1, 1) - alongX(0, 1)) * fy;
    return near + (far - near) * fz;
}

/// Heights change by no more than one walks: seen from a sphere that sticks out by h along a direction, no point along
/// it is above the error before the radius has grown by error − h. The least of these radii is followed until it is
/// there. Only directions near the least are divided.
double ProtrusionField::EffectiveDepth(const Vec3& centre, double plainDepth, double error) const {
    constexpr int kSteps = 40;
    const double radius = plainDepth + error;
    if (!(radius > 0)) return plainDepth;
    std::vector<Growth> growths;
    double least = std::numeric_limits<double>::infinity();
    std::vector<size_t> look(directions_[0].size());
    std::iota(look.begin(), look.end(), size_t{0});
    for (const std::vector<Direction>& level : directions_) {
        std::vector<size_t> near;
        for (const size_t index : look) {
            const Direction& direction = level[index];
            const double room = radius + error - HeightAt(centre + direction.middle * radius);
            least = std::min(least, room);
            growths.push_back({room, direction.middle});
            if (room - direction.reach * radius < least)
                for (size_t i = 4 * index; i < 4 * index + 4; ++i) near.push_back(i);
        }
        look = std::move(near);
    }
    for (int step = 0; step < kSteps; ++step) {
        Growth& first = *std::min_element(growths.begin(), growths.end());
        least = first.radius;
        const double room = error - HeightAt(centre + first.direction * first.radius);
        if (!(room > 0.02 * error)) break;
        first.radius += room;
    }
    return least - error;
}

}  // namespace spheretree
