// [Van den Bergen 1999] 3.1.2: where no two polygons meet, one body lies within the other or they are apart, and one
// point of each connected piece tells. Differs: the sum of the angles under which the triangles are seen takes the
// place of a ray, so that no edge is ever hit.

#include "Exact/ExactWork.h"

#include <cmath>

namespace spheretree {

namespace {

constexpr int32_t kTrianglesAtOnce = 16;
constexpr double kHalfInside = 6.283185307179586;  // half of the whole sphere, 4π

/// [van Oosterom, Strackee 1983] "The solid angle of a plane triangle".
double SeenFrom(const Vec3& eye, const TriangleCorners& t) {
    const Vec3 a = t[0] - eye, b = t[1] - eye, c = t[2] - eye;
    const double la = Length(a), lb = Length(b), lc = Length(c);
    const double across = Dot(a, Cross(b, c));
    const double along = la * lb * lc + Dot(a, b) * lc + Dot(b, c) * la + Dot(c, a) * lb;
    return 2 * std::atan2(across, along);
}

const PackedTriangles& TrianglesOf(const ExactWork& work, int side) {
    return side ? work.TrianglesB() : work.TrianglesA();
}

/// Some triangles of the side whose inside is asked, seen from a piece of the other.
void LookAtSome(ExactWork& work, NestCursor& at) {
    const PackedTriangles &whole = TrianglesOf(work, at.side), &other = TrianglesOf(work, 1 - at.side);
    const Vec3& vertex = other.vertices[static_cast<size_t>(other.pieces[static_cast<size_t>(at.piece)])];
    const Vec3 eye = at.side ? work.placement.OfA(vertex) : work.placement.OfB(vertex);
    const auto count = static_cast<int32_t>(whole.triangles.size());
    int64_t seen = 0;
    for (; at.triangle < count && seen < kTrianglesAtOnce; ++at.triangle, ++seen)
        at.angle += SeenFrom(
            eye, at.side ? work.placement.CornersB(whole, at.triangle) : work.placement.CornersA(whole, at.triangle));
    const int64_t cost = seen * work.traversal.options.testCost;
    work.slice.operations -= cost;
    work.slice.spent += cost;
    work.slice.units -= seen / 2 + 1;
}

}  // namespace

StepOutcome RunNesting(ExactWork& work) {
    NestCursor& at = work.exact.nest;
    for (; at.side < 2; ++at.side, at.piece = 0) {
        if (!(at.side ? work.b : work.a).tree->isSolid) continue;
        const auto pieces = static_cast<int32_t>(TrianglesOf(work, 1 - at.side).pieces.size());
        const auto triangles = static_cast<int32_t>(TrianglesOf(work, at.side).triangles.size());
        for (; at.piece < pieces; ++at.piece, at.triangle = 0, at.angle = 0) {
            while (at.triangle < triangles) {
                if (work.slice.Over()) return StepOutcome::Over;
                LookAtSome(work, at);
            }
            if (std::fabs(at.angle) > kHalfInside) return StepOutcome::Found;
        }
    }
    return StepOutcome::Finished;
}

}  // namespace spheretree
