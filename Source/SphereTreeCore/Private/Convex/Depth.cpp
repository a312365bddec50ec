// How deep two overlapping shapes are in one another: the polytope of support points of A − B grows towards its nearest
// face until that face is part of A − B itself. [Van den Bergen 2001] "Proximity queries and penetration depth
// computation on 3D game objects". Differs: it starts from any tetrahedron, also one that does not hold the origin
// (a face that the origin lies outside of has a negative height, and comes first); and it ends with two bounds, the
// lowest face and the lowest support, between which the depth lies whatever rounding or a limit of steps did.

#include "SphereTree/Gjk.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <new>
#include <type_traits>
#include <utility>

namespace spheretree {

namespace {

constexpr double kFlat = 1e-12;  // of the size: thinner than this is rounding

constexpr size_t kMostCorners = 256;             // more steps than these allow are not made
constexpr size_t kMostFaces = 2 * kMostCorners;  // of a closed surface: 2 · corners − 4

/// A vector in place: a frame asks for depths, and must not allocate.
template <class T, size_t kMost>
class DepthList {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

public:
    T* begin() { return reinterpret_cast<T*>(bytes_); }
    T* end() { return begin() + size_; }
    const T* begin() const { return reinterpret_cast<const T*>(bytes_); }
    const T* end() const { return begin() + size_; }
    size_t Size() const { return size_; }
    bool Full() const { return size_ == kMost; }
    void Push(const T& value) { new (bytes_ + sizeof(T) * size_++) T(value); }
    void Cut(T* from) { size_ = static_cast<size_t>(from - begin()); }

private:
    alignas(T) std::byte bytes_[kMost * sizeof(T)];
    size_t size_ = 0;
};

struct DepthCorner {
    Vec3 w, p, q;
    DepthCorner(const PlacedShape& a, const PlacedShape& b, const Vec3& n)
        : p(SupportPoint(a, n)), q(SupportPoint(b, -n)) {
        w = p - q;
    }
};

struct DepthFace {
    std::array<int32_t, 3> at;
    Vec3 normal;
    double height;  // of its plane over the origin
};

struct DepthEdge {
    int32_t from, to;
};

class GrowingPolytope {
public:
    GrowingPolytope(const PlacedShape& a, const PlacedShape& b) : a_(a), b_(b) {}

    /// Four corners that are not in one plane; false when A − B has no thickness, with the direction across it.
    bool Start(Vec3& across) {
        const Vec3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
        for (const Vec3& axis : axes) {
            const int32_t low = Add(-axis), high = Add(axis);
            if (Distance(At(low).w, At(high).w) > size_ * kFlat) return SpanFrom(low, high, across);
        }
        across = {0, 0, 1};  // a single point
        return false;
    }

    const DepthFace& Lowest() const {
        return *std::min_element(faces_.begin(), faces_.end(), [](const DepthFace& f, const DepthFace& g) {
            return f.height != g.height ? f.height < g.height : f.at < g.at;
        });
    }
    int32_t Add(const Vec3& n) {
        corners_.Push({a_, b_, n});
        const int32_t added = static_cast<int32_t>(corners_.Size()) - 1;
        size_ = std::max(size_, Length(At(added).w));
        return added;
    }
    bool Full() const { return corners_.Full(); }
    const DepthCorner& At(int32_t i) const { return corners_.begin()[i]; }
    double Size() const { return size_; }

    /// Takes a corner in: the faces that see it go, and others join their rim to it. False when rounding leaves
    /// nothing.
    bool Grow(int32_t corner) {
        rim_.Cut(rim_.begin());
        const auto sees = [&](const DepthFace& face) {
            return Dot(face.normal, At(corner).w) - face.height > kFlat * size_;
        };
        for (const DepthFace& face : faces_)
            if (sees(face))
                for (size_t i = 0; i < 3; ++i)
                    if (!AddRim({face.at[i], face.at[(i + 1) % 3]})) return false;
        if (rim_.Size() == 0) return false;
        faces_.Cut(std::remove_if(faces_.begin(), faces_.end(), sees));
        for (const DepthEdge& edge : rim_)
            if (!AddFace(edge.from, edge.to, corner)) return false;
        return true;
    }

    /// Weights of a face's corners at the foot of the origin.
    std::array<double, 3> Foot(const DepthFace& face) const {
        const Vec3 &a = At(face.at[0]).w, &b = At(face.at[1]).w, &c = At(face.at[2]).w;
        const Vec3 n = Cross(b - a, c - a), foot = face.normal * face.height;
        const double square = LengthSquared(n);
        const double v = std::clamp(Dot(Cross(foot - a, c - a), n) / square, 0.0, 1.0);
        const double w = std::clamp(Dot(Cross(b - a, foot - a), n) / square, 0.0, 1.0 - v);
        return {1 - v - w, v, w};
    }

private:
    bool SpanFrom(int32_t low, int32_t high, Vec3& across) {
        const Vec3 line = Normalized(At(high).w - At(low).w);
        const Vec3 helper = std::fabs(line.x) < 0.5 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
        const Vec3 side = Normalized(Cross(line, helper)), other = Cross(line, side);
        int32_t third = -1;
        double farthest = size_ * kFlat;
        for (const Vec3& n : {side, -side, other, -other}) {
            const int32_t corner = Add(n);
            const double far = Length(Cross(line, At(corner).w - At(low).w));
            if (far > farthest) farthest = far, third = corner;
        }
        across = side;
        if (third < 0) return false;
        const Vec3 normal = Normalized(Cross(At(high).w - At(low).w, At(third).w - At(low).w));
        across = normal;
        const int32_t up = Add(normal), down = Add(-normal);
        const double above = Dot(At(up).w - At(low).w, normal), below = -Dot(At(down).w - At(low).w, normal);
        if (!(std::max(above, below) > size_ * kFlat)) return false;
        return above >= below ? Tetrahedron(low, third, high, up) : Tetrahedron(low, high, third, down);
    }
    /// The fourth corner lies behind the first three, seen from outside.
    bool Tetrahedron(int32_t a, int32_t b, int32_t c, int32_t d) {
        return AddFace(a, b, c) && AddFace(a, c, d) && AddFace(c, b, d) && AddFace(b, a, d);
    }
    bool AddFace(int32_t a, int32_t b, int32_t c) {
        const Vec3 normal = Cross(At(b).w - At(a).w, At(c).w - At(a).w);
        const double length = Length(normal);
        if (!(length > 0) || faces_.Full()) return false;
        DepthFace face{{a, b, c}, normal / length, 0};
        face.height = Dot(face.normal, At(a).w);
        faces_.Push(face);
        return true;
    }
    /// An edge between two faces that go is no rim.
    bool AddRim(const DepthEdge& edge) {
        DepthEdge* twin = std::find_if(rim_.begin(), rim_.end(), [&](const DepthEdge& other) {
            return other.from == edge.to && other.to == edge.from;
        });
        if (twin == rim_.end() && rim_.Full()) return false;
        if (twin == rim_.end())
            rim_.Push(edge);
        else
            rim_.Cut(std::copy(twin + 1, rim_.end(), twin));
        return true;
    }

    const PlacedShape &a_, &b_;
    DepthList<DepthCorner, kMostCorners> corners_;
    DepthList<DepthFace, kMostFaces> faces_;
    DepthList<DepthEdge, kMostFaces> rim_;
    double size_ = 0;
};

void TakeFace(const GrowingPolytope& polytope, const DepthFace& face, GjkDepth& found) {
    const std::array<double, 3> weights = polytope.Foot(face);
    found.pointA = found.pointB = {};
    for (size_t i = 0; i < 3; ++i) {
        found.pointA += polytope.At(face.at[i]).p * weights[i];
        found.pointB += polytope.At(face.at[i]).q * weights[i];
    }
}

GjkDepth FlatDepth(const PlacedShape& a, const PlacedShape& b, const Vec3& across) {
    GjkDepth found;
    found.normal = across;
    const GjkDistance distance = MeasureGjk(a, b);
    found.pointA = distance.pointA, found.pointB = distance.pointB;
    found.overlaps = !(distance.distance > 0);
    return found;
}

}  // namespace

GjkDepth MeasureDepth(const PlacedShape& a, const PlacedShape& b, const GjkOptions& options) {
    GrowingPolytope polytope(a, b);
    Vec3 across;
    if (!polytope.Start(across)) return FlatDepth(a, b, across);
    GjkDepth found;
    found.depth = std::numeric_limits<double>::infinity();
    for (found.steps = 1; found.steps <= options.mostSteps && !polytope.Full(); ++found.steps) {
        const DepthFace face = polytope.Lowest();
        const int32_t corner = polytope.Add(face.normal);
        const double reach = Dot(polytope.At(corner).w, face.normal);
        if (reach < found.depth) {
            found.depth = reach;
            found.normal = face.normal;
            TakeFace(polytope, face, found);
        }
        found.lowerBound = std::max(0.0, face.height);
        if (reach < 0) break;  // a plane parts them
        const double slack = std::max(options.relativeError * reach, kFlat * polytope.Size());
        if (found.depth - face.height <= slack || !polytope.Grow(corner)) break;
    }
    found.overlaps = !(found.depth < 0);
    found.depth = std::max(0.0, found.depth);
    found.lowerBound = std::min(found.lowerBound, found.depth);
    return found;
}

}  // namespace spheretree
