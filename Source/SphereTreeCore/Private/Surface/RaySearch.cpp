#include "Surface/RaySearch.h"
#include "Surface/Wide.h"

#include <bit>
#include <limits>

// Triangles are sheared so that the ray runs along an axis, and the ray's side of each edge is a 2D cross product
// [Woop, Benthin, Wald 2013, Watertight ray/triangle intersection]. Two triangles compute the same bits, negated, for
// the edge they share. Differs: all in double, and where the cross product is exactly zero the origin is thought to be
// moved by (ε, ε²) [Edelsbrunner, Mücke 1990, Simulation of simplicity], so that a ray through an edge or a vertex of
// a closed surface crosses it exactly once, and parities and signed sums come out right.

namespace spheretree {

namespace {
using wide::Double4;
using wide::Float8;

/// The ray for boxes: unit direction, moved forward to the surroundings of the mesh so that float suffices.
struct BoxRay {
    Float8 origin[3], inverse[3];
    int nearSide[3];  // 1 where the ray runs downwards
    double length = 0, moved = 0;
    bool misses = true;

    explicit BoxRay(const Ray& ray) {
        length = Length(ray.direction);
        if (!(length > 1e-300 && length < 1e300) || !IsFinite(ray.origin)) return;
        const Vec3 d = ray.direction / length;
        const double approach = -Dot(ray.origin, d);
        const Vec3 nearest = ray.origin + d * approach;
        constexpr double kBoundingSquare = 3.1, kBoundingReach = 2;  // the mesh lies within √3 of the origin
        if (!(LengthSquared(nearest) < kBoundingSquare)) return;
        moved = std::max(0.0, approach - kBoundingReach);
        misses = approach < -kBoundingReach;
        const Vec3 o = moved > 0 ? ray.origin + d * moved : ray.origin;
        Set(0, o.x, d.x);
        Set(1, o.y, d.y);
        Set(2, o.z, d.z);
    }

    double ToBoxUnits(double t) const { return t * length - moved; }

    /// Marks the boxes that the ray meets between the two limits, and says where it enters them.
    uint32_t Measure(const WideNode& node, float from, float to, float* out) const {
        Float8 enter(from), leave(to);
        for (int a = 0; a < 3; ++a) {
            const float* low = nearSide[a] ? node.high[a] : node.low[a];
            const float* high = nearSide[a] ? node.low[a] : node.high[a];
            enter = Max((Float8(low) - origin[a]) * inverse[a], enter);
            leave = Min((Float8(high) - origin[a]) * inverse[a], leave);
        }
        enter.Store(out);
        constexpr float kSlack = 0x1p-20f;  // for what three roundings lose; the rest is in kBoxPadding
        return LessMask(enter * Float8(1 - kSlack), leave * Float8(1 + kSlack));
    }

private:
    void Set(int axis, double o, double d) {
        constexpr double kSmallest = 1e-20;
        if (std::abs(d) < kSmallest) d = std::copysign(kSmallest, d);
        origin[axis] = Float8(static_cast<float>(o));
        inverse[axis] = Float8(static_cast<float>(1 / d));
        nearSide[axis] = d < 0;
    }
};

struct Crossing {
    double t, u, v;
    bool fromBehind;
};

/// The side of the edge P→Q on which the origin lies, by its cross product or by the perturbed one.
double Side(double cross, double px, double py, double qx, double qy) {
    if (cross != 0) return cross;
    return py != qy ? py - qy : qx - px;
}

class ShearedRay {
public:
    explicit ShearedRay(const Ray& ray) {
        const double d[3] = {ray.direction.x, ray.direction.y, ray.direction.z};
        const double o[3] = {ray.origin.x, ray.origin.y, ray.origin.z};
        z_ = std::abs(d[0]) > std::abs(d[1]) ? 0 : 1;
        if (std::abs(d[2]) > std::abs(d[z_])) z_ = 2;
        x_ = (z_ + 1) % 3, y_ = (z_ + 2) % 3;
        along_ = d[z_];
        shearX_ = d[x_] / along_, shearY_ = d[y_] / along_;
        for (int a = 0; a < 3; ++a) origin_[a] = o[a];
    }

    /// Calls `visit(lane, crossing)` for every triangle of the block whose line the ray's line crosses.
    template <typename Visit>
    void VisitBlock(const TriangleBlock& block, const Visit& visit) const {
        Double4 px[3], py[3], pz[3];
        for (int c = 0; c < 3; ++c) {
            pz[c] = Double4(block.corner[c][z_]) - Double4(origin_[z_]);
            px[c] = (Double4(block.corner[c][x_]) - Double4(origin_[x_])) - pz[c] * Double4(shearX_);
            py[c] = (Double4(block.corner[c][y_]) - Double4(origin_[y_])) - pz[c] * Double4(shearY_);
        }
        const Double4 u = px[2] * py[1] - py[2] * px[1];
        const Double4 v = px[0] * py[2] - py[0] * px[2];
        const Double4 w = px[1] * py[0] - py[1] * px[0];
        const Double4 zero(0.0);
        const wide::Mask4 left = LessEqual(zero, Min(Min(u, v), w)), right = LessEqual(Max(Max(u, v), w), zero);
        uint32_t lanes = (left | right).Bits() & ((1u << block.count) - 1);
        for (; lanes != 0; lanes &= lanes - 1) VisitLane(std::countr_zero(lanes), px, py, pz, u, v, w, visit);
    }

private:
    static double Lane(const Double4& a, int lane) {
        alignas(32) double values[4];
        a.Store(values);
        return values[lane];
    }

    template <typename Visit>
    void VisitLane(int lane, const Double4* px, const Double4* py, const Double4* pz, const Double4& us,
                   const Double4& vs, const Double4& ws, const Visit& visit) const {
        double x[3], y[3], z[3];
        for (int c = 0; c < 3; ++c) x[c] = Lane(px[c], lane), y[c] = Lane(py[c], lane), z[c] = Lane(pz[c], lane);
        const double u = Lane(us, lane), v = Lane(vs, lane), w = Lane(ws, lane);
        const double su = Side(u, x[2], y[2], x[1], y[1]);
        const double sv = Side(v, x[0], y[0], x[2], y[2]);
        const double sw = Side(w, x[1], y[1], x[0], y[0]);
        const bool left = su > 0 && sv > 0 && sw > 0, right = su < 0 && sv < 0 && sw < 0;
        const double sum = u + v + w;
        if ((!left && !right) || sum == 0) return;
        const double t = (u * z[0] + v * z[1] + w * z[2]) / (sum * along_);
        visit(lane, Crossing{t, v / sum, w / sum, left == (along_ < 0)});
    }

    int x_, y_, z_;
    double origin_[3], along_, shearX_, shearY_;
};

using Waiting = uint64_t;

/// Calls `visit(block, lane, crossing)` for all crossings in [ray.nearest, farthest]; `visit` may lower farthest.
template <typename Visit>
void WalkRay(const Hierarchy& hierarchy, const Ray& ray, const Visit& visit) {
    const BoxRay boxRay(ray);
    if (boxRay.misses) return;
    const ShearedRay sheared(ray);
    double farthest = ray.farthest;
    const auto from = static_cast<float>(std::max(boxRay.ToBoxUnits(ray.nearest) - 1e-6, 0.0));
    const auto limit = [&] { return static_cast<float>(std::min(boxRay.ToBoxUnits(farthest) + 1e-6, 1e6)); };
    float to = limit();
    Waiting stack[kSearchStack];
    int32_t top = 0;
    stack[top++] = 0;
    while (top > 0) {
        const Waiting next = stack[--top];
        if (std::bit_cast<float>(static_cast<uint32_t>(next >> 32)) > to) continue;
        const auto child = static_cast<int32_t>(static_cast<uint32_t>(next));
        if (child < 0) {
            const TriangleBlock& block = hierarchy.blocks[static_cast<size_t>(~child)];
            sheared.VisitBlock(block, [&](int lane, const Crossing& c) {
                if (c.t >= ray.nearest && c.t <= farthest) visit(block, lane, c, farthest);
            });
            to = limit();
            continue;
        }
        const WideNode& node = hierarchy.nodes[static_cast<size_t>(child)];
        alignas(32) float enter[8];
        uint32_t mask = boxRay.Measure(node, from, to, enter);
        const int32_t bottom = top;
        for (; mask != 0; mask &= mask - 1) {
            const int i = std::countr_zero(mask);
            const Waiting w =
                static_cast<uint64_t>(std::bit_cast<uint32_t>(enter[i])) << 32 | static_cast<uint32_t>(node.child[i]);
            int32_t k = top++;
            for (; k > bottom && stack[k - 1] < w; --k) stack[k] = stack[k - 1];
            stack[k] = w;
        }
    }
}

RayHit MakeHit(const TriangleBlock& block, int lane, const Crossing& c) {
    return {c.t, block.triangle[lane], c.u, c.v, c.fromBehind};
}

}  // namespace

RayHit SearchFirstHit(const Hierarchy& hierarchy, const Ray& ray) {
    RayHit first;
    WalkRay(hierarchy, ray, [&first](const TriangleBlock& block, int lane, const Crossing& c, double& farthest) {
        if (first.triangle >= 0 && !(c.t < first.distance)) return;
        first = MakeHit(block, lane, c);
        farthest = c.t;
    });
    return first;
}

void SearchAllHits(const Hierarchy& hierarchy, const Ray& ray, std::vector<RayHit>& out) {
    WalkRay(hierarchy, ray, [&out](const TriangleBlock& block, int lane, const Crossing& c, double&) {
        out.push_back(MakeHit(block, lane, c));
    });
}

int32_t CountHits(const Hierarchy& hierarchy, const Ray& ray) {
    int32_t count = 0;
    WalkRay(hierarchy, ray, [&count](const TriangleBlock&, int, const Crossing&, double&) { ++count; });
    return count;
}

int32_t SignedCrossings(const Hierarchy& hierarchy, const Vec3& from, const Vec3& to) {
    int32_t sum = 0;
    WalkRay(hierarchy, {from, to - from, 0, 1},
            [&sum](const TriangleBlock&, int, const Crossing& c, double&) { sum += c.fromBehind ? 1 : -1; });
    return sum;
}

}  // namespace spheretree
