#include "SphereTree/BoxTree.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace spheretree {

namespace {

double Vec3::*const kAxes[3] = {&Vec3::x, &Vec3::y, &Vec3::z};

struct Bounds {
    Vec3 low, high;

    explicit Bounds(const Vec3& p) : low(p), high(p) {}
    void Take(const Vec3& p) {
        low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
        high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
    }
};

/// One side of a box, rounding outwards: the box holds what it was made of. Side by side, so that numbers go from one
/// box to the next one by one, as they are stored; read in pairs they would have to wait for one another.
inline void PutSide(BoxNode& node, double Vec3::*axis, double low, double high) {
    node.centre.*axis = (low + high) * 0.5;
    node.half.*axis = (high - low) * 0.5 + (std::fabs(low) + std::fabs(high)) * 0x1p-51;
}

void PutBounds(BoxNode& node, const Bounds& bounds) {
    for (const auto axis : kAxes) PutSide(node, axis, bounds.low.*axis, bounds.high.*axis);
}

void PutTriangle(BoxNode& node, const Vec3& a, const Vec3& b, const Vec3& c) {
    for (const auto axis : kAxes)
        PutSide(node, axis, std::min(a.*axis, std::min(b.*axis, c.*axis)),
                std::max(a.*axis, std::max(b.*axis, c.*axis)));
}

void PutBoth(BoxNode& node, const BoxNode& one, const BoxNode& two) {
    for (const auto axis : kAxes)
        PutSide(node, axis, std::min(one.centre.*axis - one.half.*axis, two.centre.*axis - two.half.*axis),
                std::max(one.centre.*axis + one.half.*axis, two.centre.*axis + two.half.*axis));
}

Bounds BoundsOfTriangle(const TriangleMesh& mesh, int32_t triangle) {
    const Triangle& t = mesh.triangles[static_cast<size_t>(triangle)];
    Bounds bounds(mesh.vertices[static_cast<size_t>(t[0])]);
    bounds.Take(mesh.vertices[static_cast<size_t>(t[1])]);
    bounds.Take(mesh.vertices[static_cast<size_t>(t[2])]);
    return bounds;
}

/// Boxes of triangles while the tree is built; the stretches of nodes wait in a stack.
class BoxTreeBuilder {
public:
    explicit BoxTreeBuilder(BoxTree& tree) : tree_(tree) {
        const auto count = static_cast<int32_t>(tree.mesh.triangles.size());
        for (int32_t i = 0; i < count; ++i) bounds_.push_back(BoundsOfTriangle(tree.mesh, i));
        order_.resize(static_cast<size_t>(count));
        std::iota(order_.begin(), order_.end(), 0);
    }

    void Run() {
        tree_.nodes.assign(1, {});
        waiting_.push_back({0, 0, static_cast<int32_t>(order_.size())});
        while (!waiting_.empty()) {
            const Stretch stretch = waiting_.back();
            waiting_.pop_back();
            Place(stretch);
        }
        PutOrder();
    }

private:
    void PutOrder() {
        const auto count = static_cast<int32_t>(tree_.nodes.size());
        tree_.refitOrder.reserve(tree_.nodes.size());
        for (int32_t i = 0; i < count; ++i)
            if (At(i).first < 0) tree_.refitOrder.push_back(i);
        for (int32_t i = count; i-- > 0;)
            if (At(i).first >= 0) tree_.refitOrder.push_back(i);
    }
    struct Stretch {
        int32_t node, begin, end;
    };

    void Place(const Stretch& stretch) {
        Bounds bounds = bounds_[static_cast<size_t>(order_[static_cast<size_t>(stretch.begin)])];
        for (int32_t i = stretch.begin + 1; i < stretch.end; ++i) {
            const Bounds& of = bounds_[static_cast<size_t>(order_[static_cast<size_t>(i)])];
            bounds.Take(of.low);
            bounds.Take(of.high);
        }
        PutBounds(At(stretch.node), bounds);
        if (stretch.end - stretch.begin == 1) {
            At(stretch.node).triangle = order_[static_cast<size_t>(stretch.begin)];
            return;
        }
        const int32_t middle = Split(stretch, bounds), first = static_cast<int32_t>(tree_.nodes.size());
        At(stretch.node).first = first;
        tree_.nodes.resize(tree_.nodes.size() + 2);
        waiting_.push_back({first + 1, middle, stretch.end});
        waiting_.push_back({first, stretch.begin, middle});
    }

    /// Triangles whose middle lies above the middle of the longest side go up; all on one side: halves by number.
    int32_t Split(const Stretch& stretch, const Bounds& bounds) {
        const Vec3 size = bounds.high - bounds.low;
        const int longest = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
        const auto axis = kAxes[longest];
        const double plane = (bounds.low.*axis + bounds.high.*axis) * 0.5;
        const auto begin = order_.begin() + stretch.begin, end = order_.begin() + stretch.end;
        const auto middle = std::stable_partition(begin, end, [&](int32_t triangle) {
            const Bounds& of = bounds_[static_cast<size_t>(triangle)];
            return !((of.low.*axis + of.high.*axis) * 0.5 > plane);
        });
        if (middle == begin || middle == end) return stretch.begin + (stretch.end - stretch.begin) / 2;
        return static_cast<int32_t>(middle - order_.begin());
    }

    BoxNode& At(int32_t node) { return tree_.nodes[static_cast<size_t>(node)]; }

    BoxTree& tree_;
    std::vector<Bounds> bounds_;
    std::vector<int32_t> order_;
    std::vector<Stretch> waiting_;
};

std::string FindVertexFault(const std::vector<Vec3>& vertices) {
    double largest = 0, odd = 0;  // what is not a number survives a sum, what is infinite a difference
    for (const Vec3& v : vertices) {
        largest = std::max(largest, std::max(std::fabs(v.x), std::max(std::fabs(v.y), std::fabs(v.z))));
        odd += (v.x - v.x) + (v.y - v.y) + (v.z - v.z);
    }
    return odd == 0 && largest < 1e100 ? "" : "A vertex is not finite.";
}

std::string FindSoupFault(const TriangleMesh& mesh) {
    if (mesh.triangles.empty()) return "A tree of boxes needs at least one triangle.";
    for (const Triangle& t : mesh.triangles)
        for (const int32_t v : t)
            if (!(v >= 0 && static_cast<size_t>(v) < mesh.vertices.size()))
                return "A triangle names a vertex that does not exist.";
    return FindVertexFault(mesh.vertices);
}

bool Contains(const BoxNode& node, const Bounds& inner) {
    for (const auto axis : kAxes)
        if (!(inner.low.*axis >= node.centre.*axis - node.half.*axis &&
              inner.high.*axis <= node.centre.*axis + node.half.*axis))
            return false;
    return true;
}

}  // namespace

Result<BoxTree> BoxTree::Build(const TriangleMesh& mesh) {
    if (std::string fault = FindSoupFault(mesh); !fault.empty()) return Error{std::move(fault)};
    BoxTree tree;
    tree.mesh = mesh;
    BoxTreeBuilder(tree).Run();
    return tree;
}

std::string BoxTree::Refit(const std::vector<Vec3>& vertices) {
    if (vertices.size() != mesh.vertices.size()) return "There must be as many vertices as the mesh has.";
    if (std::string fault = FindVertexFault(vertices); !fault.empty()) return fault;
    mesh.vertices = vertices;
    const size_t leaves = mesh.triangles.size();
    for (size_t i = 0; i < leaves; ++i) {
        BoxNode& node = nodes[static_cast<size_t>(refitOrder[i])];
        const Triangle& t = mesh.triangles[static_cast<size_t>(node.triangle)];
        PutTriangle(node, mesh.vertices[static_cast<size_t>(t[0])], mesh.vertices[static_cast<size_t>(t[1])],
                    mesh.vertices[static_cast<size_t>(t[2])]);
    }
    for (size_t i = leaves; i < refitOrder.size(); ++i) {
        BoxNode& node = nodes[static_cast<size_t>(refitOrder[i])];
        const BoxNode* const below = &nodes[static_cast<size_t>(node.first)];
        PutBoth(node, below[0], below[1]);
    }
    return "";
}

std::string BoxTree::FindFault() const {
    std::vector<uint8_t> seen(mesh.triangles.size(), 0);
    for (size_t i = 0; i < nodes.size(); ++i) {
        const BoxNode& node = nodes[i];
        if (node.first < 0) {
            if (!(node.triangle >= 0 && static_cast<size_t>(node.triangle) < seen.size()) ||
                seen[static_cast<size_t>(node.triangle)]++)
                return "Leaf " + std::to_string(i) + " names a triangle that does not exist, or is named twice.";
            if (!Contains(node, BoundsOfTriangle(mesh, node.triangle)))
                return "The triangle of leaf " + std::to_string(i) + " sticks out of its box.";
            continue;
        }
        if (!(static_cast<size_t>(node.first) > i && static_cast<size_t>(node.first) + 1 < nodes.size()))
            return "The children of node " + std::to_string(i) + " do not stand after it.";
        for (int32_t child = node.first; child < node.first + 2; ++child) {
            const BoxNode& of = nodes[static_cast<size_t>(child)];
            Bounds shrunk(of.centre - of.half * (1 - 1e-9));
            shrunk.Take(of.centre + of.half * (1 - 1e-9));
            if (!Contains(node, shrunk)) return "Node " + std::to_string(child) + " sticks out of its parent.";
        }
    }
    return std::find(seen.begin(), seen.end(), 0) == seen.end() ? "" : "A triangle is in no leaf.";
}

}  // namespace spheretree
