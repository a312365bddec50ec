// Promise 1 for trees of volumes: every triangle, whole, lies in every volume above it. Balls, boxes, the outer sphere
// and a cone of less than 90° are convex: corners decide. Outside the inner sphere, a plane decides. A wider cone
// leaves out a convex one, which a triangle meets by an edge or where the axis, prolonged backwards, pierces it.

#include "Shells/BuildNodes.h"
#include "Shells/ConeProof.h"
#include "Shells/FaceBound.h"

#include <algorithm>
#include <cmath>

namespace spheretree {

namespace {

constexpr double kProofSlack = 0x1p-49;  // more than the roundings of any check; less than what a fit adds

bool InBall(const Sphere& ball, const TriangleCorners& t) {
    return std::all_of(t.begin(), t.end(),
                       [&](const Vec3& v) { return Distance(v, ball.centre) * (1 + kProofSlack / 2) <= ball.radius; });
}

bool InBox(const OrientedBox& box, const TriangleCorners& t) {
    const double half[3] = {box.half.x, box.half.y, box.half.z};
    for (const Vec3& v : t)
        for (size_t k = 0; k < 3; ++k) {
            const Vec3 p = v - box.centre;
            if (!(std::fabs(Dot(box.axes[k], p)) + 0x1p-51 * Length(p) <= half[k])) return false;
        }
    return true;
}

bool InShell(const Shell& shell, const TriangleCorners& t) {
    return InBall({shell.centre, shell.outer}, t) && FaceBound(shell.centre, t) >= shell.inner && StaysInCone(shell, t);
}

bool IsFiniteNumber(double x) { return std::fabs(x) <= 1e80; }
bool IsUsable(const Vec3& a) { return IsFiniteNumber(a.x) && IsFiniteNumber(a.y) && IsFiniteNumber(a.z); }
bool IsUnit(const Vec3& a) { return std::fabs(LengthSquared(a) - 1) <= 1e-14; }

bool IsSane(const Sphere& ball) { return IsUsable(ball.centre) && ball.radius >= 0 && IsFiniteNumber(ball.radius); }
bool IsSane(const Shell& shell) {
    return IsUsable(shell.centre) && IsUnit(shell.axis) && shell.inner >= 0 && shell.inner <= shell.outer &&
           IsFiniteNumber(shell.outer) && shell.cosine >= -1 && shell.cosine <= 1;
}
bool IsSane(const OrientedBox& box) {
    for (size_t i = 0; i < 3; ++i)
        if (!IsUnit(box.axes[i]) || !(std::fabs(Dot(box.axes[i], box.axes[(i + 1) % 3])) <= 1e-12)) return false;
    return IsUsable(box.centre) && IsUsable(box.half) && box.half.x >= 0 && box.half.y >= 0 && box.half.z >= 0;
}

template <typename Volume>
std::string FindVolumeFault(const std::vector<Volume>& volumes, const char* name) {
    for (size_t i = 0; i < volumes.size(); ++i)
        if (!IsSane(volumes[i])) return std::string(name) + " " + std::to_string(i) + " makes no sense.";
    return "";
}

std::string NodeSentence(size_t node, const char* what) { return "Node " + std::to_string(node) + " " + what; }

/// Nodes are numbered level by level, triangles from left to right, volumes in the order of the nodes.
std::string FindOrderFault(const ShellTree& tree) {
    const size_t count = tree.nodes.size();
    size_t next = 1, volumes[kVolumeKinds] = {};
    for (size_t i = 0; i < count; ++i) {
        const VolumeNode& node = tree.nodes[i];
        const size_t kind = static_cast<size_t>(node.kind);
        if (kind >= static_cast<size_t>(kVolumeKinds)) return NodeSentence(i, "has a volume of no known kind.");
        if (node.volume < 0 || static_cast<size_t>(node.volume) != volumes[kind]++)
            return NodeSentence(i, "does not own the next volume of its kind.");
        if (node.triangleCount < 1) return NodeSentence(i, "has no triangle.");
        if ((node.firstChild < 0) != (node.triangleCount == 1))
            return NodeSentence(i, "must have two children, or one triangle and no child.");
        if (node.firstChild < 0) continue;
        if (static_cast<size_t>(node.firstChild) != next || next + 2 > count)
            return NodeSentence(i, "has children elsewhere than after all nodes before.");
        const VolumeNode &left = tree.nodes[next], &right = tree.nodes[next + 1];
        next += 2;
        const bool divided =
            left.triangleCount >= 1 && right.triangleCount >= 1 && left.triangleCount < node.triangleCount &&
            left.triangleCount == node.triangleCount - right.triangleCount &&
            left.firstTriangle == node.firstTriangle && right.firstTriangle == node.firstTriangle + left.triangleCount;
        if (!divided) return NodeSentence(i, "does not divide its triangles between its children.");
    }
    if (next != count) return "There are nodes that nobody's child is.";
    const size_t owned[kVolumeKinds] = {tree.balls.size(), tree.shells.size(), tree.boxes.size()};
    for (size_t k = 0; k < static_cast<size_t>(kVolumeKinds); ++k)
        if (owned[k] != volumes[k]) return "There are volumes that no node owns.";
    return "";
}

std::string FindStructureFaultOf(const ShellTree& tree) {
    if (tree.nodes.empty() || tree.triangles.empty()) return "The tree is empty.";
    const VolumeNode& root = tree.nodes[0];
    if (root.firstTriangle != 0 || static_cast<size_t>(root.triangleCount) != tree.triangles.size() ||
        tree.source.size() != tree.triangles.size())
        return "The root does not own all triangles.";
    if (std::string fault = FindOrderFault(tree); !fault.empty()) return fault;
    if (std::string fault = FindVolumeFault(tree.balls, "Ball"); !fault.empty()) return fault;
    if (std::string fault = FindVolumeFault(tree.shells, "Shell"); !fault.empty()) return fault;
    if (std::string fault = FindVolumeFault(tree.boxes, "Box"); !fault.empty()) return fault;
    if (tree.shellBalls.size() != tree.shells.size()) return "The balls around the shells are missing.";
    for (size_t i = 0; i < tree.triangles.size(); ++i) {
        if (tree.source[i] < 0) return "Triangle " + std::to_string(i) + " has no place in the mesh.";
        for (const Vec3& v : tree.triangles[i])
            if (!IsUsable(v)) return "Triangle " + std::to_string(i) + " has a corner that is not finite.";
    }
    return "";
}

bool Contains(const ShellTree& tree, const VolumeNode& node, const TriangleCorners& t) {
    const size_t at = static_cast<size_t>(node.volume);
    if (node.kind == VolumeKind::Ball) return InBall(tree.balls[at], t);
    if (node.kind == VolumeKind::Shell) return InShell(tree.shells[at], t) && InBall(tree.shellBalls[at], t);
    return InBox(tree.boxes[at], t);
}

std::string FindNodeFault(const ShellTree& tree, const VolumeErrors& errors, size_t i) {
    const VolumeNode& node = tree.nodes[i];
    for (int32_t k = node.firstTriangle; k < node.firstTriangle + node.triangleCount; ++k)
        if (!Contains(tree, node, tree.triangles[static_cast<size_t>(k)]))
            return NodeSentence(i, "does not contain triangle ") + std::to_string(k) + ".";
    if (!(node.error >= errors.Of(node))) return NodeSentence(i, "claims a smaller error than is certain.");
    return "";
}

}  // namespace

std::string FindFault(const ShellTree& tree) {
    if (std::string fault = FindStructureFaultOf(tree); !fault.empty()) return fault;
    const VolumeErrors errors(tree);
    for (size_t i = 0; i < tree.nodes.size(); ++i)
        if (std::string fault = FindNodeFault(tree, errors, i); !fault.empty()) return fault;
    return "";
}

std::string FindFault(const ShellTree& tree, const TriangleMesh& mesh) {
    if (std::string fault = FindFault(tree); !fault.empty()) return fault;
    std::vector<uint8_t> seen(mesh.triangles.size());
    for (size_t i = 0; i < tree.triangles.size(); ++i) {
        const size_t source = static_cast<size_t>(tree.source[i]);
        if (source >= seen.size() || seen[source]++)
            return "Triangle " + std::to_string(i) + " is not one of the mesh.";
        for (size_t k = 0; k < 3; ++k) {
            const int32_t v = mesh.triangles[source][k];
            if (v < 0 || static_cast<size_t>(v) >= mesh.vertices.size() ||
                !(mesh.vertices[static_cast<size_t>(v)] == tree.triangles[i][k]))
                return "Triangle " + std::to_string(i) + " differs from the mesh's.";
        }
    }
    for (size_t i = 0; i < seen.size(); ++i)
        if (!seen[i]) return "Triangle " + std::to_string(i) + " of the mesh is not in the tree.";
    return "";
}

}  // namespace spheretree
