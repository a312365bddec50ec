#include "SphereTree/NormalCones.h"

#include "Base/Task.h"
#include "SphereTree/SphereTree.h"
#include "SphereTree/TriangleMesh.h"

#include <algorithm>
#include <atomic>
#include <cmath>

namespace spheretree {

namespace {

struct FacedTriangle {
    Vec3 a, b, c, areaNormal;  // the length of the normal is twice the area
};

FacedTriangle FaceOf(const TriangleMesh& mesh, const Triangle& t) {
    const Vec3 &a = mesh.vertices[static_cast<size_t>(t[0])], &b = mesh.vertices[static_cast<size_t>(t[1])],
               &c = mesh.vertices[static_cast<size_t>(t[2])];
    return {a, b, c, Cross(b - a, c - a)};
}

double SquaredToEdge(const Vec3& point, const Vec3& from, const Vec3& to) {
    const Vec3 edge = to - from;
    const double squared = LengthSquared(edge);
    const double along = squared > 0 ? std::clamp(Dot(point - from, edge) / squared, 0.0, 1.0) : 0;
    return LengthSquared(point - from - edge * along);
}

// Straight above or below the triangle, its plane counts; elsewhere the nearest edge.
double SquaredToTriangle(const Vec3& point, const FacedTriangle& face) {
    const Vec3& n = face.areaNormal;
    const auto isInside = [&](const Vec3& from, const Vec3& to) { return Dot(Cross(to - from, point - from), n) >= 0; };
    const double squared = LengthSquared(n);
    if (squared > 0 && isInside(face.a, face.b) && isInside(face.b, face.c) && isInside(face.c, face.a)) {
        const double height = Dot(point - face.a, n);
        return height * height / squared;
    }
    return std::min({SquaredToEdge(point, face.a, face.b), SquaredToEdge(point, face.b, face.c),
                     SquaredToEdge(point, face.c, face.a)});
}

// A triangle in a ball of its own: with it most nodes are told apart by one distance.
struct RoundedTriangle {
    FacedTriangle face;
    Vec3 middle;
    double reach;

    explicit RoundedTriangle(const FacedTriangle& of) : face(of), middle((of.a + of.b + of.c) / 3) {
        reach = std::sqrt(
            std::max({LengthSquared(of.a - middle), LengthSquared(of.b - middle), LengthSquared(of.c - middle)}));
    }

    // Only what rounding cannot turn around is answered without the triangle itself.
    bool Meets(const Sphere& ball) const {
        constexpr double kSure = 1e-9;
        const double away = LengthSquared(ball.centre - middle), far = (ball.radius + reach) * (1 + kSure);
        if (away > far * far) return false;
        const double near = ball.radius * (1 - kSure);
        if (away < near * near) return true;
        return SquaredToTriangle(ball.centre, face) <= ball.radius * ball.radius;
    }
};

// Which nodes some triangles meet: for each of them its number, then the nodes on chains of balls from the root that
// all meet it.
struct MetNodes {
    std::vector<int32_t> counts, nodes;
};

MetNodes FindMetNodes(const SphereTree& tree, const std::vector<Sphere>& balls, const TriangleMesh& mesh, size_t begin,
                      size_t end) {
    MetNodes met;
    std::vector<int32_t> stack;
    for (size_t i = begin; i < end; ++i) {
        const RoundedTriangle triangle(FaceOf(mesh, mesh.triangles[i]));
        const size_t before = met.nodes.size();
        const auto look = [&](int32_t index) {
            if (triangle.Meets(balls[static_cast<size_t>(index)])) stack.push_back(index);
        };
        look(0);
        while (!stack.empty()) {
            const int32_t index = stack.back();
            stack.pop_back();
            met.nodes.push_back(index);
            const TreeNode& node = tree.nodes[static_cast<size_t>(index)];
            for (int32_t child = 0; child < node.childCount; ++child) look(node.firstChild + child);
        }
        met.counts.push_back(static_cast<int32_t>(met.nodes.size() - before));
    }
    return met;
}

// Calls f(face, node) for each triangle from `begin` on and each node that it meets.
template <typename F>
void ForEachMeeting(const TriangleMesh& mesh, size_t begin, const MetNodes& met, F f) {
    size_t place = 0;
    for (size_t i = 0; i < met.counts.size(); ++i) {
        const FacedTriangle face = FaceOf(mesh, mesh.triangles[begin + i]);
        for (int32_t k = 0; k < met.counts[i]; ++k) f(face, static_cast<size_t>(met.nodes[place++]));
    }
}

class ConeMeasure {
public:
    ConeMeasure(const SphereTree& tree, const TriangleMesh& mesh, const Host& host)
        : tree_(tree),
          mesh_(mesh),
          host_(host),
          parts_((mesh.triangles.size() + kTrianglesAtOnce - 1) / kTrianglesAtOnce),
          task_(host, 2 * static_cast<double>(parts_)),
          met_(parts_) {}

    // False when it was cancelled.
    bool Run(std::vector<NormalCone>& cones) {
        std::vector<Sphere> balls;  // close together, for they are all that most nodes are asked for
        for (const TreeNode& node : tree_.nodes) balls.push_back(node.sphere);
        ForEachPart([&](size_t part) {
            const size_t begin = part * kTrianglesAtOnce;
            met_[part] =
                FindMetNodes(tree_, balls, mesh_, begin, std::min(begin + kTrianglesAtOnce, mesh_.triangles.size()));
        });
        return SumAxes(cones) && MeasureAngles(cones);
    }

private:
    static constexpr size_t kTrianglesAtOnce = 1024;

    template <typename F>
    void ForEachPart(F f) {
        host_.parallelFor(static_cast<int64_t>(parts_), [&](int64_t part) {
            if (task_.Advance()) f(static_cast<size_t>(part));
        });
    }

    bool SumAxes(std::vector<NormalCone>& cones) {
        for (size_t part = 0; part < parts_ && task_.Advance(0); ++part)
            ForEachMeeting(mesh_, part * kTrianglesAtOnce, met_[part],
                           [&](const FacedTriangle& face, size_t node) { cones[node].axis += face.areaNormal; });
        for (NormalCone& cone : cones) {
            cone.axis = Normalized(cone.axis);
            if (LengthSquared(cone.axis) > 0) cone.halfAngle = 0;
        }
        return !task_.Cancelled();
    }

    // An angle is largest where its cosine is least, whoever finds it first.
    bool MeasureAngles(std::vector<NormalCone>& cones) {
        std::vector<double> least(cones.size(), 1.0);
        ForEachPart([&](size_t part) {
            ForEachMeeting(mesh_, part * kTrianglesAtOnce, met_[part], [&](const FacedTriangle& face, size_t node) {
                const Vec3 normal = Normalized(face.areaNormal);
                if (LengthSquared(normal) > 0) LowerTo(least[node], Dot(normal, cones[node].axis));
            });
        });
        for (size_t node = 0; node < cones.size(); ++node)
            cones[node].halfAngle = std::max(cones[node].halfAngle, std::acos(std::max(least[node], -1.0)));
        return !task_.Cancelled();
    }

    static void LowerTo(double& shared, double value) {
        const std::atomic_ref<double> least(shared);
        double before = least.load(std::memory_order_relaxed);
        while (value < before && !least.compare_exchange_weak(before, value, std::memory_order_relaxed)) {
        }
    }

    const SphereTree& tree_;
    const TriangleMesh& mesh_;
    const Host& host_;
    const size_t parts_;
    Task task_;
    std::vector<MetNodes> met_;  // of each part
};

}  // namespace

// Triangles are looked at side by side; sums are made in their order, so that they come out the same on any host.
std::vector<NormalCone> MeasureNormalCones(const SphereTree& tree, const TriangleMesh& mesh, const Host& host) {
    std::vector<NormalCone> cones(tree.nodes.size());
    if (tree.nodes.empty()) return cones;
    return ConeMeasure(tree, mesh, host).Run(cones) ? cones : std::vector<NormalCone>(tree.nodes.size());
}

}  // namespace spheretree
