#include "Core/Surface/Referee.h"

#include "Base/Random.h"
#include "Scenes/Hosts.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace spheretree::referee {

namespace {
Vec3 CornerOf(const TriangleMesh& mesh, const Triangle& t, size_t c) {
    return mesh.vertices[static_cast<size_t>(t[c])];
}

double SquareToSegment(const Vec3& p, const Vec3& a, const Vec3& b) {
    const Vec3 along = b - a;
    const double square = LengthSquared(along);
    const double t = square > 0 ? std::clamp(Dot(p - a, along) / square, 0.0, 1.0) : 0;
    return LengthSquared(p - (a + along * t));
}

double SquareToTriangle(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
    const Vec3 n = Cross(b - a, c - a);
    const bool above =
        Dot(n, Cross(b - a, p - a)) > 0 && Dot(n, Cross(c - b, p - b)) > 0 && Dot(n, Cross(a - c, p - c)) > 0;
    const double toEdges =
        std::min(std::min(SquareToSegment(p, a, b), SquareToSegment(p, b, c)), SquareToSegment(p, c, a));
    if (!above) return toEdges;
    const double height = Dot(n, p - a);
    return std::min(toEdges, height * height / LengthSquared(n));
}

Box BoundsOf(const TriangleMesh& mesh) {
    Box box{CornerOf(mesh, mesh.triangles[0], 0), CornerOf(mesh, mesh.triangles[0], 0)};
    for (const Triangle& t : mesh.triangles) {
        for (size_t c = 0; c < 3; ++c) {
            const Vec3 p = CornerOf(mesh, t, c);
            box.low = {std::min(box.low.x, p.x), std::min(box.low.y, p.y), std::min(box.low.z, p.z)};
            box.high = {std::max(box.high.x, p.x), std::max(box.high.y, p.y), std::max(box.high.z, p.z)};
        }
    }
    return box;
}

Vec3 OnSurface(const TriangleMesh& mesh, const Triangle& t, Random& random) {
    double u = random.Uniform(), v = random.Uniform();
    if (u + v > 1) u = 1 - u, v = 1 - v;
    return CornerOf(mesh, t, 0) * (1 - u - v) + CornerOf(mesh, t, 1) * u + CornerOf(mesh, t, 2) * v;
}

Vec3 MakePoint(const TriangleMesh& mesh, const Box& box, double radius, Random& random) {
    const Vec3 middle = (box.low + box.high) * 0.5, half = (box.high - box.low) * 0.5;
    const Triangle& t = mesh.triangles[static_cast<size_t>(random.Below(static_cast<int64_t>(mesh.triangles.size())))];
    switch (random.Below(16)) {
        case 0:
            return CornerOf(mesh, t, static_cast<size_t>(random.Below(3)));
        case 1: {
            const double s = random.Uniform();
            return CornerOf(mesh, t, 0) * (1 - s) + CornerOf(mesh, t, 1) * s;
        }
        case 2:
            return OnSurface(mesh, t, random);
        case 3:
            return middle + random.Direction() * (radius * std::pow(10.0, random.Between(0.3, 6)));
        case 4:
        case 5:
        case 6:
        case 7:
        case 8:
            return OnSurface(mesh, t, random) + random.Direction() * (radius * std::pow(10.0, random.Between(-9, -1)));
        default: {
            const Vec3 r{random.Between(-2, 2), random.Between(-2, 2), random.Between(-2, 2)};
            return middle + Vec3{half.x * r.x, half.y * r.y, half.z * r.z};
        }
    }
}
}  // namespace

// Plain threads, not TBB's: the thread sanitizer sees all that they do.
Host ParallelHost() {
    return scenes::MakeThreadedHost(static_cast<int>(std::max(1u, std::thread::hardware_concurrency())));
}

Host BackwardHost() {
    Host host;
    host.parallelFor = [](int64_t count, const std::function<void(int64_t)>& body) {
        for (int64_t i = count; i-- > 0;) body(i);
    };
    return host;
}

void InParallel(int64_t count, const std::function<void(int64_t)>& body) { ParallelHost().parallelFor(count, body); }

std::vector<Vec3> MakePoints(const TriangleMesh& mesh, int64_t count, uint64_t seed) {
    const Box box = BoundsOf(mesh);
    const double radius = BoundingRadius(mesh);
    Random random(seed);
    std::vector<Vec3> points;
    for (int64_t i = 0; i < count; ++i) points.push_back(MakePoint(mesh, box, radius, random));
    return points;
}

bool IntersectsItself(const TriangleMesh& mesh, const SurfaceQuery& surface) {
    constexpr double clear = 1e-6;
    for (const Triangle& triangle : mesh.triangles) {
        for (size_t i = 0; i < 3; ++i) {
            const int32_t a = triangle[i], b = triangle[(i + 1) % 3];
            const Vec3 from = mesh.vertices[static_cast<size_t>(a)], to = mesh.vertices[static_cast<size_t>(b)];
            for (const RayHit& hit : surface.AllHits({from, to - from, clear, 1 - clear})) {
                const Triangle& other = mesh.triangles[static_cast<size_t>(hit.triangle)];
                const bool belongs =
                    std::any_of(other.begin(), other.end(), [&](int32_t c) { return c == a || c == b; });
                if (!belongs && hit.u > clear && hit.v > clear && hit.u + hit.v < 1 - clear) return true;
            }
        }
    }
    return false;
}

double BoundingRadius(const TriangleMesh& mesh) {
    const Box box = BoundsOf(mesh);
    return Distance(box.low, box.high) / 2;
}

double DistanceToTriangle(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
    return std::sqrt(SquareToTriangle(p, a, b, c));
}

PlainDistance::PlainDistance(const TriangleMesh& mesh) {
    for (const Triangle& t : mesh.triangles) {
        const Vec3 a = CornerOf(mesh, t, 0), b = CornerOf(mesh, t, 1), c = CornerOf(mesh, t, 2);
        triangles_.push_back({a, b, c, std::max(Distance(a, b), Distance(a, c)) * (1 + 1e-9)});
    }
}

double PlainDistance::To(const Vec3& p) const {
    double nearest = std::numeric_limits<double>::infinity(), square = nearest;
    for (const Reached& t : triangles_) {
        // No point of a triangle is farther from its corner than the other corners are.
        const double atLeast = nearest * (1 + 1e-9) + t.reach;
        if (LengthSquared(p - t.a) > atLeast * atLeast) continue;
        const double found = SquareToTriangle(p, t.a, t.b, t.c);
        if (found < square) square = found, nearest = std::sqrt(found);
    }
    return nearest;
}

/// A sum of angles, each from -pi to pi, kept as the direction to which they turn and the number of whole turns: one
/// complex product an angle instead of one arc tangent.
class AngleSum {
public:
    void Add(double x, double y) {
        if (x == 0 && y == 0) return;
        const bool up = im_ >= 0, otherUp = y >= 0;
        const double re = re_ * x - im_ * y, im = re_ * y + im_ * x;
        const double scale = 1 / (std::abs(re) + std::abs(im));
        re_ = re * scale, im_ = im * scale;
        if (up == otherUp && up != (im >= 0)) turns_ += up ? 1 : -1;
    }

    double Get() const { return std::atan2(im_, re_) + 2 * std::numbers::pi * turns_; }

private:
    double re_ = 1, im_ = 0;
    int64_t turns_ = 0;
};

double WindingOfMesh(const TriangleMesh& mesh, const Vec3& p) {
    struct Seen {
        Vec3 towards;
        double distance;
    };
    std::vector<Seen> seen;
    seen.reserve(mesh.vertices.size());
    for (const Vec3& v : mesh.vertices) seen.push_back({v - p, Distance(v, p)});
    AngleSum halves;  // van Oosterom and Strackee: tan of half the solid angle
    for (const Triangle& t : mesh.triangles) {
        const auto& [a, la] = seen[static_cast<size_t>(t[0])];
        const auto& [b, lb] = seen[static_cast<size_t>(t[1])];
        const auto& [c, lc] = seen[static_cast<size_t>(t[2])];
        halves.Add(la * lb * lc + Dot(a, b) * lc + Dot(b, c) * la + Dot(c, a) * lb, Dot(a, Cross(b, c)));
    }
    return halves.Get() / (2 * std::numbers::pi);
}

}  // namespace spheretree::referee
