#include "Spheres/SphereError.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace spheretree {

double PointToSphere(const Sphere& sphere, const Vec3& point, const Vec3& normal) {
    const Vec3 toCentre = sphere.centre - point;
    const double ahead = Dot(toCentre, normal);  // +d1 of eq 4.1 in front of the plane, −d1 of eq 4.2 behind it
    const double aside = LengthSquared(toCentre - normal * ahead);  // d2²
    return std::sqrt(std::max(sphere.radius * sphere.radius - aside, 0.0)) + ahead;
}

double PointsToSphere(const Sphere& sphere, std::span<const Vec3> points, std::span<const Vec3> normals) {
    double largest = 0;
    for (size_t i = 0; i < points.size(); ++i) {
        largest = std::max(largest, PointToSphere(sphere, points[i], normals[i]));
    }
    return largest;
}

double PointsToSphere(const Sphere& sphere, std::span<const Vec3> points, std::span<const Vec3> normals,
                      std::span<const int32_t> indices) {
    double largest = 0;
    for (const int32_t index : indices) {
        const size_t i = static_cast<size_t>(index);
        largest = std::max(largest, PointToSphere(sphere, points[i], normals[i]));
    }
    return largest;
}

namespace {
struct SphericalFace {
    std::array<Vec3, 3> corners;  // unit
    Vec3 centre;                  // unit
    double reach = 0;             // chord from the centre to the farthest corner
};

SphericalFace MakeSphericalFace(const Vec3& a, const Vec3& b, const Vec3& c) {
    const Vec3 centre = Normalized(a + b + c);
    const double square = std::max({LengthSquared(a - centre), LengthSquared(b - centre), LengthSquared(c - centre)});
    return {{a, b, c}, centre, std::sqrt(square)};
}

std::array<SphericalFace, 4> Quarters(const SphericalFace& face) {
    const auto& [a, b, c] = face.corners;
    const Vec3 ab = Normalized(a + b), bc = Normalized(b + c), ca = Normalized(c + a);
    return {MakeSphericalFace(ab, bc, ca), MakeSphericalFace(a, ab, ca), MakeSphericalFace(b, bc, ab),
            MakeSphericalFace(c, ca, bc)};
}

std::array<SphericalFace, 20> IcosahedronFaces() {
    constexpr double g = 1.6180339887498949;
    constexpr Vec3 corners[12] = {{-1, g, 0},  {1, g, 0},  {-1, -g, 0}, {1, -g, 0}, {0, -1, g},  {0, 1, g},
                                  {0, -1, -g}, {0, 1, -g}, {g, 0, -1},  {g, 0, 1},  {-g, 0, -1}, {-g, 0, 1}};
    constexpr int faces[20][3] = {{0, 11, 5},  {0, 5, 1},  {0, 1, 7},  {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4},
                                  {11, 10, 2}, {10, 7, 6}, {7, 1, 8},  {3, 9, 4},  {3, 4, 2},   {3, 2, 6}, {3, 6, 8},
                                  {3, 8, 9},   {4, 9, 5},  {2, 4, 11}, {6, 2, 10}, {8, 6, 7},   {9, 8, 1}};
    std::array<SphericalFace, 20> result;
    for (size_t i = 0; i < 20; ++i) {
        result[i] = MakeSphericalFace(Normalized(corners[faces[i][0]]), Normalized(corners[faces[i][1]]),
                                      Normalized(corners[faces[i][2]]));
    }
    return result;
}

class ProtrusionSearch {
public:
    ProtrusionSearch(const Sphere& sphere, const DepthField& field, double above)
        : sphere_(sphere),
          field_(field),
          isLipschitz_(field.hasInside && field.surface->IsClosed()),
          farthest_(above) {}

    template <size_t Count>
    void Visit(const std::array<SphericalFace, Count>& faces, int levels);

    Protrusion Found() const { return found_; }

private:
    double Look(const Vec3& direction, double reach);

    const Sphere& sphere_;
    const DepthField& field_;
    bool isLipschitz_;  // the signed distance is; where the inside has holes only its size is
    double farthest_;   // found so far, or what is to be passed
    Protrusion found_;
    SurfaceQuery::Whereabouts near_;
};

/// The distance that no point within s of the one looked at can exceed by more than s. Where nothing within `reach` can
/// be farther than what was found, any distance that says so will do.
double ProtrusionSearch::Look(const Vec3& direction, double reach) {
    const Vec3 point = sphere_.centre + direction * sphere_.radius;
    const double outside = field_.HeightAbove(point, farthest_ - reach, near_);
    ++found_.queries;
    if (outside > farthest_) farthest_ = found_.distance = outside, found_.point = point;
    return isLipschitz_ ? outside : std::abs(outside);
}

/// Looks at all the faces first, then goes on with the most promising: the sooner the worst is found, the more is cut.
template <size_t Count>
void ProtrusionSearch::Visit(const std::array<SphericalFace, Count>& faces, int levels) {
    std::array<std::pair<double, size_t>, Count> bounds;
    for (size_t i = 0; i < Count; ++i) {
        const double reach = levels == 0 ? 0 : faces[i].reach * sphere_.radius;
        bounds[i] = {Look(faces[i].centre, reach) + reach, i};
    }
    if (levels == 0) return;
    std::sort(bounds.begin(), bounds.end(), [](const auto& a, const auto& b) {
        return a.first != b.first ? a.first > b.first : a.second < b.second;
    });
    for (const auto& [bound, i] : bounds) {
        if (!(bound > farthest_)) return;
        Visit(Quarters(faces[i]), levels - 1);
    }
}
}  // namespace

Protrusion FindProtrusion(const Sphere& sphere, const DepthField& field, int32_t directions, double above) {
    static const std::array<SphericalFace, 20> kFaces = IcosahedronFaces();
    ProtrusionSearch search(sphere, field, above);
    int levels = 0;
    for (int64_t faces = 20; faces < directions; faces *= 4) ++levels;
    search.Visit(kFaces, levels);
    return search.Found();
}

}  // namespace spheretree
