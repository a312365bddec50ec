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

/// A point of each connected piece of a body, in its own frame; of a shape any point.
Vec3 PieceOf(const Body& body, int32_t piece) {
    if (body.shape) return SupportPoint({body.shape.get(), {}, 0, {}}, {1, 0, 0});
    const PackedTriangles& of = *body.tree->triangles;
    return of.vertices[static_cast<size_t>(of.pieces[static_cast<size_t>(piece)])];
}

int32_t PieceCount(const Body& body) {
    return body.shape ? 1 : static_cast<int32_t>(body.tree->triangles->pieces.size());
}

const PackedTriangles& TrianglesOf(const BodiesWork& work, int side) {
    return side ? work.TrianglesB() : work.TrianglesA();
}

/// The vertex of the piece that is asked about, in the frame of the placement.
Vec3 EyeOf(const BodiesWork& work, const NestCursor& at) {
    const Vec3 vertex = PieceOf(at.side ? work.a : work.b, at.piece);
    return at.side ? work.placement.OfA(vertex) : work.placement.OfB(vertex);
}

/// What a solid holds lies within a ball of every level of its tree: where none of the leaves holds the point, it is
/// outside, and no triangle needs to be looked at. False when so few steps cannot tell.
bool IsOutsideLeaves(BodiesWork& work, const Body& whole, const Vec3& world) {
    constexpr int kMostBlocks = 12;  // a step of a budget is not longer
    const Vec3 local = whole.turn.Back(world - whole.centre) * whole.perSize;
    const double pad = 1e-6 + 8 * whole.rounding * whole.perSize;
    int32_t waiting[kMostBlocks * kLanes];
    int count = 1, opened = 0;
    waiting[0] = 0;
    while (count > 0 && opened < kMostBlocks) {
        const auto at = static_cast<size_t>(waiting[--count]);
        const PackedBlock& block = whole.tree->blocks[at];
        ++opened;
        ChargeSteps(work.slice, work.traversal.options, 1, kLanes);
        for (int lane = 0; lane < whole.tree->laneCount[at]; ++lane) {
            const Vec3 centre = Scaled({block.x[lane], block.y[lane], block.z[lane]}, whole.squeeze);
            const double reach = block.radius[lane] + pad;
            if (LengthSquared(local - centre) > reach * reach) continue;
            if (block.child[lane] < 0) return false;
            waiting[count++] = block.child[lane];
        }
    }
    return count == 0;
}

/// Some triangles of the side whose inside is asked, seen from a piece of the other.
void LookAtSome(BodiesWork& work, NestCursor& at) {
    const PackedTriangles& whole = TrianglesOf(work, at.side);
    const Vec3 eye = EyeOf(work, at);
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

StepOutcome RunNesting(BodiesWork& work, NestCursor& at) {
    for (; at.side < 2; ++at.side, at.piece = 0) {
        const Body& whole = at.side ? work.b : work.a;
        if (!whole.tree || !whole.tree->isSolid) continue;  // what lies within a shape meets it
        const int32_t pieces = PieceCount(at.side ? work.a : work.b);
        const auto triangles = static_cast<int32_t>(TrianglesOf(work, at.side).triangles.size());
        for (; at.piece < pieces; ++at.piece, at.triangle = 0, at.angle = 0, at.isNear = false) {
            if (!at.isNear) {
                if (work.slice.Over()) return StepOutcome::Over;
                if (IsOutsideLeaves(work, whole, work.placement.ToWorld(EyeOf(work, at)))) continue;
                at.isNear = true;
            }
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
