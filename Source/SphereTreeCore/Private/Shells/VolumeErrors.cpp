// Promise 2 for volumes: how far from the surface a point of the volume can be. [Krishnan 1998] 5 measures a shell by
// its thickness, which bounds this where the surface fills the cone; a round cap around a part that is not round leaves
// a rim free, and there the distance to the part is what counts. So it is measured.
//
// Branch and bound over boxes that cover the volume. The distance to one triangle is convex, hence over a box largest
// at a corner: the largest of eight distances to the triangle that is closest to the middle bounds the whole box.

#include "Shells/BuildNodes.h"
#include "Shells/ShellOverlap.h"
#include "SphereTree/TrianglePair.h"
#include "Surface/ClosestSearch.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace spheretree {

namespace {

constexpr double kGap = 1.1;  // an upper bound that is within this of a distance reached is good enough

struct VolumeCell {
    Vec3 middle;
    std::array<double, 3> half{};
    double bound = 0;
};

bool BoundsLess(const VolumeCell& a, const VolumeCell& b) { return a.bound < b.bound; }

/// A box around the volume, and what of it belongs to the volume.
struct VolumeShape {
    std::array<Vec3, 3> axes{Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}};
    VolumeCell whole;
    const Sphere* ball = nullptr;
    const Shell* shell = nullptr;
    double slack = 0;  // what overlap tests and roundings may take for the volume beyond it

    explicit VolumeShape(const Sphere& of) : ball(&of) {
        whole = {of.centre, {of.radius, of.radius, of.radius}};
        slack = 1e-13 * (Length(of.centre) + of.radius);
    }
    /// Boxes with edges that are almost parallel may be taken to meet when they are a millionth apart.
    explicit VolumeShape(const OrientedBox& of) : axes(of.axes) {
        whole = {of.centre, {of.half.x, of.half.y, of.half.z}};
        slack = 1e-5 * Length(of.half) + 1e-13 * Length(of.centre);
    }
    explicit VolumeShape(const Shell& of) : shell(&of) {
        const Vec3 beside = std::fabs(of.axis.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
        axes[0] = Normalized(Cross(of.axis, beside));
        axes[1] = Normalized(Cross(of.axis, axes[0]));
        axes[2] = of.axis;
        const bool narrow = of.cosine > 0;
        const double low = of.cosine * (narrow ? of.inner : of.outer);
        const double side = of.outer * (narrow ? std::sqrt((1 - of.cosine) * (1 + of.cosine)) : 1);
        whole = {of.centre + of.axis * ((of.outer + low) / 2), {side, side, (of.outer - low) / 2}};
        slack = 1e-11 * of.outer + 1e-13 * Length(of.centre);
    }

    /// How far a point lies from the volume; a box is its own cover.
    double DistanceFrom(const Vec3& p) const {
        if (shell) return DistanceTo(*shell, p);
        return ball ? std::max(0.0, Distance(p, ball->centre) - ball->radius) : 0;
    }
    Vec3 CornerOf(const VolumeCell& cell, unsigned corner) const {
        Vec3 p = cell.middle;
        for (size_t k = 0; k < 3; ++k) p += axes[k] * (corner >> k & 1 ? cell.half[k] : -cell.half[k]);
        return p;
    }
};

VolumeShape ShapeOf(const ShellTree& tree, const VolumeNode& node) {
    const size_t at = static_cast<size_t>(node.volume);
    if (node.kind == VolumeKind::Ball) return VolumeShape(tree.balls[at]);
    return node.kind == VolumeKind::Shell ? VolumeShape(tree.shells[at]) : VolumeShape(tree.boxes[at]);
}

class VolumeSearch {
public:
    VolumeSearch(const ShellTree& tree, const VolumeNode& node, const VolumeErrors& errors)
        : tree_(tree), node_(node), errors_(errors), shape_(ShapeOf(tree, node)) {}

    double Run() {
        const int32_t count = node_.triangleCount;
        const int32_t most = count == 1 ? 10 : count <= kFew ? 16 : count <= 64 ? 32 : 64;
        shape_.whole.bound = node_.size;
        Take(shape_.whole);
        for (int32_t cells = 1; cells < most && !open_.empty() && open_.front().bound > lower_ * kGap; cells += 2)
            Split();
        const double proven = open_.empty() ? node_.size : std::max(lower_, open_.front().bound);
        return std::min(node_.size, proven) + shape_.slack;
    }

private:
    static constexpr int32_t kFew = 8;  // triangles that are looked at one by one

    const TriangleCorners& ClosestTo(const Vec3& p) const {
        if (node_.triangleCount > kFew) return errors_.ClosestTo(p);
        size_t best = static_cast<size_t>(node_.firstTriangle);
        double least = HUGE_VAL;
        for (int32_t i = node_.firstTriangle; i < node_.firstTriangle + node_.triangleCount; ++i) {
            const TriangleCorners& t = tree_.triangles[static_cast<size_t>(i)];
            const double square = LengthSquared(p - ClosestOnTriangle(t, p));
            if (square < least) least = square, best = static_cast<size_t>(i);
        }
        return tree_.triangles[best];
    }

    void Take(VolumeCell cell) {
        const double out = shape_.DistanceFrom(cell.middle);
        const double reach = Length({cell.half[0], cell.half[1], cell.half[2]});
        if (out > reach * (1 + 1e-12)) return;  // no point of the volume
        const TriangleCorners& t = ClosestTo(cell.middle);
        const auto distance = [&](const Vec3& p) { return Distance(p, ClosestOnTriangle(t, p)); };
        if (!(out > 0)) lower_ = std::max(lower_, std::min(distance(cell.middle), cell.bound));
        // A thin box by the four corners of its middle plane: what it is thick comes on top.
        VolumeCell flat = cell;
        double& third = flat.half[2];
        const double thick = third < 0.05 * std::max(flat.half[0], flat.half[1]) ? third : 0;
        if (thick > 0) third = 0;
        double most = 0;
        for (unsigned corner = 0; corner < (thick > 0 ? 4u : 8u); ++corner)
            most = std::max(most, distance(shape_.CornerOf(flat, corner)));
        cell.bound = std::min(cell.bound, most + thick);
        open_.push_back(cell);
        std::push_heap(open_.begin(), open_.end(), BoundsLess);
    }

    void Split() {
        std::pop_heap(open_.begin(), open_.end(), BoundsLess);
        VolumeCell cell = open_.back();
        open_.pop_back();
        const size_t longest =
            static_cast<size_t>(std::max_element(cell.half.begin(), cell.half.end()) - cell.half.begin());
        cell.half[longest] /= 2;
        const Vec3 middle = cell.middle, step = shape_.axes[longest] * cell.half[longest];
        for (const Vec3& at : {middle - step, middle + step}) {
            cell.middle = at;
            Take(cell);
        }
    }

    const ShellTree& tree_;
    const VolumeNode& node_;
    const VolumeErrors& errors_;
    VolumeShape shape_;
    std::vector<VolumeCell> open_;
    double lower_ = 0;
};

double SizeOf(const ShellTree& tree, const VolumeNode& node) {
    const size_t at = static_cast<size_t>(std::max(0, node.volume));
    if (node.kind == VolumeKind::Ball && at < tree.balls.size()) return 2 * tree.balls[at].radius;
    if (node.kind == VolumeKind::Shell && at < tree.shells.size()) return 2 * tree.shellBalls[at].radius;
    if (node.kind == VolumeKind::Box && at < tree.boxes.size()) return 2 * Length(tree.boxes[at].half);
    return 0;  // FindFault will say it
}

}  // namespace

void DeriveSizes(ShellTree& tree) {
    tree.shellBalls.clear();
    for (const Shell& shell : tree.shells) tree.shellBalls.push_back(BallAround(shell));
    for (VolumeNode& node : tree.nodes) node.size = SizeOf(tree, node);
}

VolumeErrors::VolumeErrors(const ShellTree& tree, const Host& host) : tree_(tree) {
    TriangleMesh mesh;
    for (const TriangleCorners& t : tree.triangles) {
        const int32_t first = static_cast<int32_t>(mesh.vertices.size());
        mesh.vertices.insert(mesh.vertices.end(), t.begin(), t.end());
        mesh.triangles.push_back({first, first + 1, first + 2});
    }
    Host silent;
    silent.parallelFor = host.parallelFor;
    Task task(silent, 1);
    frame_ = MakeLocalFrame(mesh);
    BuildHierarchy(mesh, frame_, silent, task, hierarchy_);
}

const TriangleCorners& VolumeErrors::ClosestTo(const Vec3& point) const {
    ClosestTriangle best{std::numeric_limits<double>::infinity()};
    SearchClosest(hierarchy_, frame_.ToLocal(point), best);
    if (best.block < 0) return tree_.triangles.front();
    const TriangleBlock& block = hierarchy_.blocks[static_cast<size_t>(best.block)];
    return tree_.triangles[static_cast<size_t>(block.triangle[best.lane])];
}

double VolumeErrors::Of(const VolumeNode& node) const { return VolumeSearch(tree_, node, *this).Run(); }

}  // namespace spheretree
