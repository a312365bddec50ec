// [Navarro Newball 2008] 2, "Sphere generation", figure 1f–i. Paper → code: m_1..m_4 → touched, δt → step, N → normal.
// Differs: lengths are parts of the mesh's bounding radius, so that the figures do not depend on its unit; the search
// for the next point asks a sorted list instead of all triangles; and each sphere's error is certified, so that a
// contact has a bound.

#include "SphereTree/BodySpheres.h"

#include "Base/Task.h"
#include "SphereTree/SurfaceQuery.h"
#include "Spheres/CertifiedError.h"
#include "Tabulate/CellSearch.h"

#include <algorithm>
#include <string>
#include <vector>

namespace spheretree {

namespace {

struct TriangleMiddle {
    Vec3 point, normal;
};

TriangleMiddle MiddleOfTriangle(const TriangleMesh& mesh, const Triangle& triangle) {
    const Vec3 &a = mesh.vertices[static_cast<size_t>(triangle[0])],
               &b = mesh.vertices[static_cast<size_t>(triangle[1])],
               &c = mesh.vertices[static_cast<size_t>(triangle[2])];
    return {(a + b + c) / 3, Normalized(Cross(b - a, c - a))};
}

class SphereGrowth {
public:
    SphereGrowth(const std::vector<Vec3>& middles, const SortedSpheres& sorted, double unit, const GrowOptions& options)
        : middles_(middles), sorted_(sorted), unit_(unit), options_(options) {}

    Sphere From(int32_t first, const Vec3& inwards) const {
        std::vector<int32_t> touched{first};
        Sphere ball{middles_[static_cast<size_t>(first)], 0};
        Vec3 direction = inwards;
        while (touched.size() < 4) {
            const int32_t next = Grow(ball, direction, touched);
            if (next < 0) break;
            touched.push_back(next);
            const Vec3 away = ball.centre - MeanOf(touched);
            if (!(LengthSquared(away) > 1e-24 * unit_ * unit_)) break;
            direction = Normalized(away);
        }
        return ball;
    }

private:
    /// Moves the centre step by step, the radius reaching to the first point; the triangle that is reached, or −1 when
    /// the threshold is, or the end of the line.
    int32_t Grow(Sphere& ball, const Vec3& direction, const std::vector<int32_t>& touched) const {
        const Vec3 start = ball.centre, anchor = middles_[static_cast<size_t>(touched[0])];
        const double largest = options_.largestRadius * unit_;
        for (double t = options_.step; t <= options_.longest; t += options_.step) {
            const Vec3 centre = start + direction * (t * unit_);
            const double radius = Distance(centre, anchor);
            if (radius >= largest) {
                if (!(ball.radius > 0)) ball = {anchor + Normalized(centre - anchor) * largest, largest};
                return -1;
            }
            ball = {centre, radius};
            if (const int32_t other = FindWithin(ball, touched); other >= 0) return other;
        }
        return -1;
    }
    int32_t FindWithin(const Sphere& ball, const std::vector<int32_t>& touched) const {
        int32_t found = -1;
        double nearest = ball.radius * ball.radius * (1 - 1e-9);
        sorted_.ForEachNear(ball.centre, ball.radius, [&](int32_t i, const Sphere&, double squared) {
            if (std::find(touched.begin(), touched.end(), i) != touched.end()) return;
            if (squared < nearest || (squared == nearest && i < found)) {
                nearest = squared;
                found = i;
            }
        });
        return found;
    }
    Vec3 MeanOf(const std::vector<int32_t>& touched) const {
        Vec3 sum;
        for (const int32_t i : touched) sum += middles_[static_cast<size_t>(i)];
        return sum / static_cast<double>(touched.size());
    }

    const std::vector<Vec3>& middles_;
    const SortedSpheres& sorted_;
    double unit_;
    const GrowOptions& options_;
};

bool CertifyAll(BodySpheres& body, const SurfaceQuery& surface, double unit, const Host& host) {
    const DepthField field{&surface, surface.IsClosed()};
    CertifyOptions options;
    options.absoluteGap *= unit;
    options.evaluationLimit = 2000;
    Task task(host, static_cast<double>(body.spheres.size()));
    host.parallelFor(static_cast<int64_t>(body.spheres.size()), [&](int64_t i) {
        if (task.Cancelled()) return;
        const size_t place = static_cast<size_t>(i);
        body.errors[place] = CertifyError(field, body.spheres[place], options).upper;
        task.Advance();
    });
    return task.Finish();
}

std::string FindGrowFault(const GrowOptions& options) {
    if (!(options.step > 0 && options.step <= options.longest && options.longest <= 10))
        return "The steps of the growth must lie above 0, and at most at its longest line.";
    if (!(options.longest / options.step <= 1e5)) return "The steps of the growth are too small for its line.";
    if (!(options.largestRadius > 0 && options.largestRadius <= 1))
        return "The threshold radius must lie above 0, and at most at the bounding radius.";
    return "";
}

}  // namespace

Result<BodySpheres> GrowSpheres(const TriangleMesh& mesh, const GrowOptions& options, const Host& host) {
    if (std::string fault = FindGrowFault(options); !fault.empty()) return Error{std::move(fault)};
    Result<CleanedMesh> cleaned = CleanMesh(mesh);
    if (!cleaned) return Error{cleaned.Sentence()};
    const Result<SurfaceQuery> surface = SurfaceQuery::Build(cleaned->mesh);
    if (!surface) return Error{surface.Sentence()};
    const double unit = surface->BoundingSphere().radius;
    std::vector<Vec3> middles, normals;
    for (const Triangle& triangle : cleaned->mesh.triangles) {
        const TriangleMiddle middle = MiddleOfTriangle(cleaned->mesh, triangle);
        middles.push_back(middle.point);
        normals.push_back(middle.normal);
    }
    std::vector<Sphere> points;
    for (const Vec3& middle : middles) points.push_back({middle, 0});
    const SortedSpheres sorted(points);
    const SphereGrowth growth(middles, sorted, unit, options);
    BodySpheres body;
    body.source = SphereSource::Grown;
    for (size_t i = 0; i < middles.size(); ++i) {
        const Sphere ball = growth.From(static_cast<int32_t>(i), -normals[i]);
        if (!(ball.radius > 0)) continue;
        body.spheres.push_back(ball);
        body.errors.push_back(2 * ball.radius);  // no point of a ball is farther from one on its rim
        body.originals.push_back(static_cast<int32_t>(i));
    }
    if (options.certify && !CertifyAll(body, *surface, unit, host)) return Error{"The growth was cancelled."};
    return body;
}

}  // namespace spheretree
