#include "Surface/ClosestSearch.h"
#include "Surface/Wide.h"

#include <bit>
#include <limits>

// Nearest box first, boxes in float, triangles in double.
//
// Distance to a triangle, so that needles and points come out right too: the nearest of the three edges' points q is
// exact to rounding whatever the shape. Only where the point projects strictly into the triangle is the plane nearer,
// and then its distance is taken from q, not from a corner: the normal of a needle with height h and length L is wrong
// by an angle of about ε·L/h, but p − q lies across the needle, so what the wrong normal adds is only h·ε·L/h.

namespace spheretree {

namespace {
using wide::Double4;
using wide::Double4x3;
using wide::Float8;
using wide::Mask4;

struct EdgeResult {
    Double4x3 offset;  // from the edge's nearest point to p
    Double4 square, side;
};

EdgeResult ToEdge(const TriangleBlock& block, int from, int to, const Double4x3& p, const Double4x3& normal) {
    const Double4x3 start(block.corner[from]);
    const Double4x3 along = Double4x3(block.corner[to]) - start;
    const Double4x3 w = p - start;
    const Double4 t = Dot(w, along) * Double4(block.inverseSquare[from]);
    EdgeResult r;
    r.offset = w - along * Min(Max(t, Double4(0.0)), Double4(1.0));
    r.square = Dot(r.offset, r.offset);
    r.side = Dot(normal, Cross(along, r.offset));
    return r;
}

Double4 SquaredDistances(const TriangleBlock& block, const Double4x3& p) {
    const Double4x3 normal(block.normal);
    const EdgeResult e0 = ToEdge(block, 0, 1, p, normal);
    const EdgeResult e1 = ToEdge(block, 1, 2, p, normal);
    const EdgeResult e2 = ToEdge(block, 2, 0, p, normal);
    const Mask4 first = LessEqual(e0.square, e1.square);
    const Double4 square01 = Select(first, e0.square, e1.square);
    const Mask4 neither = Less(e2.square, square01);
    const Double4x3 offset = Select(neither, e2.offset, Select(first, e0.offset, e1.offset));
    const Double4 height = Dot(normal, offset);
    const Mask4 within = Less(Double4(0.0), Min(Min(e0.side, e1.side), e2.side));
    return Select(within, height * height, Select(neither, e2.square, square01));
}

void VisitBlock(const Hierarchy& hierarchy, int32_t index, const Double4x3& p, ClosestTriangle& best) {
    const Double4 squares = SquaredDistances(hierarchy.blocks[static_cast<size_t>(index)], p);
    uint32_t nearer = Less(squares, Double4(best.squaredDistance)).Bits();
    if (nearer == 0) return;
    alignas(32) double square[4];
    squares.Store(square);
    for (; nearer != 0; nearer &= nearer - 1) {
        const int lane = std::countr_zero(nearer);
        if (square[lane] < best.squaredDistance) best = {square[lane], index, lane};
    }
}

/// Slightly more than the square of the distance to beat, as a float: see kBoxPadding.
float Threshold(double squaredDistance) {
    const auto square = static_cast<float>(std::min(squaredDistance * (1 + 0x1p-20), 1e38));
    return std::max(square, std::numeric_limits<float>::min());
}

/// Squared distances from a point to eight boxes.
struct NearBoxes {
    Float8 x, y, z;
    explicit NearBoxes(const Vec3& p)
        : x(static_cast<float>(p.x)), y(static_cast<float>(p.y)), z(static_cast<float>(p.z)) {}

    uint32_t Measure(const WideNode& node, double squaredDistance, float* out) const {
        const Float8 zero(0.0f);
        const Float8 dx = Max(Max(Float8(node.low[0]) - x, x - Float8(node.high[0])), zero);
        const Float8 dy = Max(Max(Float8(node.low[1]) - y, y - Float8(node.high[1])), zero);
        const Float8 dz = Max(Max(Float8(node.low[2]) - z, z - Float8(node.high[2])), zero);
        const Float8 square = dx * dx + dy * dy + dz * dz;
        square.Store(out);
        return LessMask(square, Float8(Threshold(squaredDistance)));
    }
};

/// The same for a point so far away that float cannot tell the boxes apart.
struct FarBoxes {
    double p[3];
    explicit FarBoxes(const Vec3& point) : p{point.x, point.y, point.z} {}

    uint32_t Measure(const WideNode& node, double squaredDistance, float* out) const {
        uint32_t mask = 0;
        for (int32_t i = 0; i < node.used; ++i) {
            double square = 0;
            for (int a = 0; a < 3; ++a) {
                const double d = std::max(
                    std::max(static_cast<double>(node.low[a][i]) - p[a], p[a] - static_cast<double>(node.high[a][i])),
                    0.0);
                square += d * d;
            }
            out[i] = static_cast<float>(std::min(square, 1e37));  // below every threshold: order is lost, nothing else
            mask |= static_cast<uint32_t>(square < squaredDistance) << i;
        }
        return mask;
    }
};

/// What waits to be visited: its squared distance above, so that integers compare as the floats do, its child below.
using Waiting = uint64_t;
Waiting MakeWaiting(float square, int32_t child) {
    return static_cast<uint64_t>(std::bit_cast<uint32_t>(square)) << 32 | static_cast<uint32_t>(child);
}
float SquareOf(Waiting w) { return std::bit_cast<float>(static_cast<uint32_t>(w >> 32)); }

/// Puts the marked children on the stack, farthest first.
int32_t PushChildren(const Hierarchy& hierarchy, const WideNode& node, const float* squares, uint32_t mask,
                     Waiting* stack, int32_t top) {
    const int32_t bottom = top;
    for (; mask != 0; mask &= mask - 1) {
        const int i = std::countr_zero(mask);
        const int32_t child = node.child[i];
        if (child < 0) wide::Prefetch(hierarchy.blocks[static_cast<size_t>(~child)]);
        const Waiting w = MakeWaiting(squares[i], child);
        int32_t k = top++;
        for (; k > bottom && stack[k - 1] < w; --k) stack[k] = stack[k - 1];
        stack[k] = w;
    }
    return top;
}

/// Straight down to the nearest box each time: a first triangle, so that the search proper has little to put aside.
template <typename Boxes>
void Descend(const Hierarchy& hierarchy, const Boxes& boxes, const Double4x3& p, ClosestTriangle& best) {
    int32_t child = 0;
    while (child >= 0) {
        const WideNode& node = hierarchy.nodes[static_cast<size_t>(child)];
        alignas(32) float squares[8];
        if (boxes.Measure(node, best.squaredDistance, squares) == 0) return;
        int nearest = 0;
        for (int i = 1; i < node.used; ++i) nearest = squares[i] < squares[nearest] ? i : nearest;
        child = node.child[nearest];
    }
    VisitBlock(hierarchy, ~child, p, best);
}

template <typename Boxes>
void Search(const Hierarchy& hierarchy, const Vec3& point, ClosestTriangle& best, double enoughSquare,
            std::span<const int32_t> first) {
    const Boxes boxes(point);
    const Double4x3 p{Double4(point.x), Double4(point.y), Double4(point.z)};
    for (const int32_t block : first) {
        VisitBlock(hierarchy, block, p, best);
        if (best.squaredDistance <= enoughSquare) return;
    }
    if (best.block < 0) Descend(hierarchy, boxes, p, best);
    Waiting stack[kSearchStack];
    int32_t top = 0;
    stack[top++] = MakeWaiting(0, 0);
    while (top > 0 && !(best.squaredDistance <= enoughSquare)) {
        const Waiting next = stack[--top];
        if (!(SquareOf(next) < Threshold(best.squaredDistance))) continue;
        const auto child = static_cast<int32_t>(static_cast<uint32_t>(next));
        if (child < 0) {
            if (~child != best.block) VisitBlock(hierarchy, ~child, p, best);
            continue;
        }
        const WideNode& node = hierarchy.nodes[static_cast<size_t>(child)];
        alignas(32) float squares[8];
        const uint32_t mask = boxes.Measure(node, best.squaredDistance, squares);
        top = PushChildren(hierarchy, node, squares, mask, stack, top);
    }
}

}  // namespace

void SearchClosest(const Hierarchy& hierarchy, const Vec3& point, ClosestTriangle& best, double enoughSquare,
                   std::span<const int32_t> first) {
    const double reach = std::max(std::max(std::abs(point.x), std::abs(point.y)), std::abs(point.z));
    if (reach <= kNearLimit) {
        Search<NearBoxes>(hierarchy, point, best, enoughSquare, first);
    } else if (reach < 1e150) {  // farther, squares overflow; NaN fails too
        Search<FarBoxes>(hierarchy, point, best, enoughSquare, first);
    }
}

PointOnTriangle ClosestOnLane(const TriangleBlock& block, int32_t lane, const Vec3& point) {
    const auto corner = [&](int c) {
        return Vec3{block.corner[c][0][lane], block.corner[c][1][lane], block.corner[c][2][lane]};
    };
    const Vec3 normal{block.normal[0][lane], block.normal[1][lane], block.normal[2][lane]};
    double nearest = std::numeric_limits<double>::infinity(), place = 0;
    int edge = 0;
    Vec3 onEdge, offset;
    bool within = true;
    for (int i = 0; i < 3; ++i) {
        const Vec3 start = corner(i), along = corner((i + 1) % 3) - start, w = point - start;
        const double t = std::clamp(Dot(w, along) * block.inverseSquare[i][lane], 0.0, 1.0);
        const Vec3 r = w - along * t;
        within = within && Dot(normal, Cross(along, r)) > 0;
        if (LengthSquared(r) < nearest) {
            nearest = LengthSquared(r), place = t, edge = i, offset = r;
            onEdge = t < 1 ? start + along * t : corner((i + 1) % 3);
        }
    }
    if (within) return {onEdge + (offset - normal * Dot(normal, offset)), Feature::Face};
    if (place > 0 && place < 1) return {onEdge, static_cast<Feature>(static_cast<int>(Feature::Edge0) + edge)};
    const int vertex = place > 0 ? (edge + 1) % 3 : edge;
    return {onEdge, static_cast<Feature>(static_cast<int>(Feature::Vertex0) + vertex)};
}

}  // namespace spheretree
