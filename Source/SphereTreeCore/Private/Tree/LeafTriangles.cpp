#include "SphereTree/LeafTriangles.h"

#include "SphereTree/SphereTree.h"
#include "Tree/CoverageProof.h"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

namespace spheretree {

namespace {

constexpr int64_t kTrianglesAtOnce = 1024;

bool HasPlace(const TriangleMesh& mesh, const Triangle& triangle) {
    return std::all_of(triangle.begin(), triangle.end(), [&](int32_t index) {
        return index >= 0 && static_cast<size_t>(index) < mesh.vertices.size() &&
               IsFinite(mesh.vertices[static_cast<size_t>(index)]);
    });
}

/// The triangles that have a place in space, and the vertices that they use, both in the mesh's order.
void TakeMesh(const TriangleMesh& mesh, LeafTriangles& taken) {
    const MeshReport report = CheckMesh(mesh);
    const bool turned = report.isClosed && report.isOriented && report.signedVolume < 0;
    std::vector<int32_t> place(mesh.vertices.size(), -1);
    for (const Triangle& t : mesh.triangles)
        if (HasPlace(mesh, t))
            for (const int32_t v : t) place[static_cast<size_t>(v)] = 0;
    for (size_t v = 0; v < place.size(); ++v) {
        if (place[v] < 0) continue;
        place[v] = static_cast<int32_t>(taken.vertices.size());
        taken.vertices.push_back(mesh.vertices[v]);
    }
    const auto at = [&](int32_t v) { return place[static_cast<size_t>(v)]; };
    for (const Triangle& t : mesh.triangles)
        if (HasPlace(mesh, t))
            taken.triangles.push_back({at(t[0]), at(turned ? t[2] : t[1]), at(turned ? t[1] : t[2])});
}

struct NamedLeaf {
    int32_t leaf, triangle;
    friend bool operator<(const NamedLeaf& a, const NamedLeaf& b) {
        return a.leaf != b.leaf ? a.leaf < b.leaf : a.triangle < b.triangle;
    }
};

/// The leaves of triangles [begin, end); false when one is not covered.
bool FindLeaves(const SphereTree& tree, const LeafTriangles& of, int64_t begin, int64_t end,
                std::vector<NamedLeaf>& found) {
    CoverageProof proof(tree);
    std::vector<int32_t> leaves;
    for (int64_t i = begin; i < end; ++i) {
        const Triangle& t = of.triangles[static_cast<size_t>(i)];
        const auto at = [&](size_t corner) { return of.vertices[static_cast<size_t>(t[corner])]; };
        leaves.clear();
        if (proof.FindUncovered({at(0), at(1), at(2)}, &leaves)) return false;
        for (const int32_t leaf : leaves) found.push_back({leaf, static_cast<int32_t>(i)});
    }
    return true;
}

void ListByNode(std::vector<NamedLeaf>& named, size_t nodeCount, LeafTriangles& taken) {
    std::sort(named.begin(), named.end());
    taken.firstOfNode.assign(nodeCount + 1, 0);
    for (const NamedLeaf& entry : named) {
        ++taken.firstOfNode[static_cast<size_t>(entry.leaf) + 1];
        taken.ofNode.push_back(entry.triangle);
    }
    for (size_t i = 1; i <= nodeCount; ++i) taken.firstOfNode[i] += taken.firstOfNode[i - 1];
}

bool AllBelow(const std::vector<int32_t>& numbers, size_t count) {
    return std::all_of(numbers.begin(), numbers.end(),
                       [count](int32_t n) { return n >= 0 && static_cast<size_t>(n) < count; });
}

}  // namespace

std::string AttachTriangles(SphereTree& tree, const TriangleMesh& mesh, const Host& host) {
    if (std::string fault = FindStructureFault(tree); !fault.empty()) return fault;
    LeafTriangles taken;
    TakeMesh(mesh, taken);
    if (taken.triangles.empty()) return "The mesh has no triangle to give to the leaves.";
    const int64_t count = static_cast<int64_t>(taken.triangles.size());
    const int64_t tasks = (count + kTrianglesAtOnce - 1) / kTrianglesAtOnce;
    std::vector<std::vector<NamedLeaf>> parts(static_cast<size_t>(tasks));
    std::vector<uint8_t> covered(static_cast<size_t>(tasks), 0);
    host.parallelFor(tasks, [&](int64_t task) {
        const auto place = static_cast<size_t>(task);
        covered[place] = FindLeaves(tree, taken, task * kTrianglesAtOnce,
                                    std::min((task + 1) * kTrianglesAtOnce, count), parts[place]);
    });
    if (std::find(covered.begin(), covered.end(), 0) != covered.end())
        return "The tree does not cover this mesh: it was baked from another, or bake it again.";
    std::vector<NamedLeaf> named;
    for (const std::vector<NamedLeaf>& part : parts) named.insert(named.end(), part.begin(), part.end());
    ListByNode(named, tree.nodes.size(), taken);
    tree.leafTriangles = std::move(taken);
    return "";
}

std::string FindTrianglesFault(const SphereTree& tree) {
    const LeafTriangles& of = tree.leafTriangles;
    if (of.IsEmpty())
        return of.vertices.empty() && of.firstOfNode.empty() && of.ofNode.empty()
                   ? ""
                   : "The leaves' triangles have lists, but there is no triangle.";
    constexpr size_t kMost = static_cast<size_t>(std::numeric_limits<int32_t>::max());
    if (of.vertices.size() > kMost || of.triangles.size() > kMost || of.ofNode.size() > kMost)
        return "The leaves have more triangles than a number can name.";
    if (of.firstOfNode.size() != tree.nodes.size() + 1 || of.firstOfNode[0] != 0 ||
        static_cast<size_t>(of.firstOfNode.back()) != of.ofNode.size())
        return "The lists of the leaves' triangles do not fit the tree.";
    for (size_t i = 0; i < tree.nodes.size(); ++i)
        if (of.firstOfNode[i + 1] < of.firstOfNode[i] ||
            (tree.nodes[i].childCount > 0 && of.firstOfNode[i + 1] != of.firstOfNode[i]))
            return "Node " + std::to_string(i) + " has a list of triangles that runs backwards, or is no leaf.";
    if (!AllBelow(of.ofNode, of.triangles.size())) return "A leaf names a triangle that does not exist.";
    for (const Triangle& t : of.triangles)
        for (const int32_t v : t)
            if (!(v >= 0 && static_cast<size_t>(v) < of.vertices.size()))
                return "A triangle of the leaves names a vertex that does not exist.";
    for (const Vec3& v : of.vertices)
        if (!(Length(v) < 1e100)) return "A vertex of the leaves' triangles is not finite.";
    return "";
}

}  // namespace spheretree
