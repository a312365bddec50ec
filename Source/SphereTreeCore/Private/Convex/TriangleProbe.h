#pragma once

#include "SphereTree/TrianglePair.h"

#include <algorithm>

namespace spheretree {

/// A triangle that is asked about many others: what does not change from one to the next is made once.
///
/// Eleven axes part any two triangles that are apart and not in one plane: two normals, and nine pairs of edges, along
/// which each triangle reaches from an edge to the corner across. The normals come first: they part most.
class TriangleProbe {
public:
    TriangleProbe() = default;
    explicit TriangleProbe(const TriangleCorners& corners)
        : at(corners),
          edge{at[1] - at[0], at[2] - at[1], at[0] - at[2]},
          normal(Cross(edge[0], edge[1])),
          height(Dot(normal, at[0])),
          square(LengthSquared(normal)) {}

    /// False only when some plane parts the two by more than the margin.
    bool Touches(const TriangleCorners& b, double margin) const {
        const double least = margin * margin;
        if (PlaneParts(normal, height, square, b, least)) return false;
        const Vec3 other[3] = {b[1] - b[0], b[2] - b[1], b[0] - b[2]};
        const Vec3 otherNormal = Cross(other[0], other[1]);
        const double otherSquare = LengthSquared(otherNormal);
        if (PlaneParts(otherNormal, Dot(otherNormal, b[0]), otherSquare, at, least)) return false;
        for (size_t i = 0; i < 3; ++i)
            for (size_t k = 0; k < 3; ++k)
                if (EdgesPart(i, b, k, Cross(edge[i], other[k]), least)) return false;
        const double both = square * otherSquare;
        const bool isPlain = LengthSquared(Cross(normal, otherNormal)) > 1e-6 * both && HasArea(edge, square) &&
                             HasArea(other, otherSquare);
        return isPlain || TouchesInPlane(b, margin);
    }

    TriangleCorners at;
    Vec3 edge[3], normal;
    double height = 0, square = 0;

private:
    static bool HasArea(const Vec3* edges, double square) {
        return square > 1e-24 * LengthSquared(edges[0]) * LengthSquared(edges[1]);
    }
    static bool PlaneParts(const Vec3& n, double height, double square, const TriangleCorners& t, double least) {
        const double a = Dot(n, t[0]) - height, b = Dot(n, t[1]) - height, c = Dot(n, t[2]) - height;
        const double gap = a > 0 ? std::min(a, std::min(b, c)) : -std::max(a, std::max(b, c));
        return gap > 0 && gap * gap > least * square;
    }
    /// Along the axis an edge is one point, and so is the corner across from it.
    bool EdgesPart(size_t i, const TriangleCorners& b, size_t k, const Vec3& axis, double least) const {
        const double p = Dot(axis, at[i]), q = Dot(axis, at[(i + 2) % 3]);
        const double r = Dot(axis, b[k]), s = Dot(axis, b[(k + 2) % 3]);
        const double gap = std::max(std::min(p, q) - std::max(r, s), std::min(r, s) - std::max(p, q));
        return gap > 0 && gap * gap > least * LengthSquared(axis);
    }
    /// Where eleven axes are too few: nearly one plane, or no area.
    bool TouchesInPlane(const TriangleCorners& b, double margin) const;
};

}  // namespace spheretree
