#include "Scene/PackTriangles.h"
#include "Scene/SupportTable.h"
#include "SphereTree/PackedTree.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <string>
#include <utility>

namespace spheretree {

namespace {

// Far enough that no ball of a tree (radius about 1) reaches it, near enough that its square is a finite float.
constexpr float kNowhere = 1e18f;
constexpr double kLargestNumber = 1e100;

std::string FindPackFault(const SphereTree& tree) {
    if (tree.nodes.empty()) return "The sphere-tree has no node; bake it again.";
    const int32_t count = static_cast<int32_t>(tree.nodes.size());
    for (int32_t i = 0; i < count; ++i) {
        const TreeNode& node = tree.nodes[static_cast<size_t>(i)];
        const std::string name = "Node " + std::to_string(i);
        const double far = Length(node.sphere.centre);
        if (!(far < kLargestNumber) || !(node.sphere.radius >= 0 && node.sphere.radius < kLargestNumber))
            return name + " has a sphere that is not finite; bake the tree again.";
        if (!(node.error >= 0 && node.error < kLargestNumber))
            return name + " has an error that is not finite or is negative.";
        if (node.childCount < 0 || node.childCount > kLanes)
            return name + " has " + std::to_string(node.childCount) + " children; a packed tree holds 8 at most.";
        if (node.level < 0 || node.level >= kMostPackedLevels) return name + " lies deeper than 16 levels.";
        if (node.childCount > 0 && !(node.firstChild > i && node.firstChild <= count - node.childCount))
            return name + " names children that do not exist.";
        for (int32_t c = 0; c < node.childCount; ++c)
            if (tree.nodes[static_cast<size_t>(node.firstChild + c)].level != node.level + 1)
                return name + " has a child that is not one level deeper.";
    }
    if (!(tree.nodes[0].sphere.radius > 0)) return "The root has no radius.";
    if (!tree.normalCones.empty() && tree.normalCones.size() != tree.nodes.size())
        return "There must be one normal cone per node, or none.";
    return FindTrianglesFault(tree);
}

size_t AddBlock(PackedTree& packed, const SphereTree& tree, int32_t firstNode, int32_t count) {
    const size_t block = packed.blocks.size();
    packed.blocks.push_back(EmptyBlock());
    packed.firstNode.push_back(firstNode);
    packed.laneCount.push_back(static_cast<uint8_t>(count));
    packed.blockLevel.push_back(static_cast<uint8_t>(tree.nodes[static_cast<size_t>(firstNode)].level));
    for (int32_t lane = 0; lane < count; ++lane)
        PutBall(packed, packed.blocks[block], lane, tree.nodes[static_cast<size_t>(firstNode + lane)].sphere,
                tree.nodes[static_cast<size_t>(firstNode + lane)].error);
    return block;
}

void PutNormals(PackedTree& packed, const std::vector<NormalCone>& cones) {
    packed.normals.resize(packed.blocks.size() * kLanes);
    for (size_t slot = 0; slot < packed.normals.size(); ++slot) {
        if (static_cast<int>(slot % kLanes) >= packed.laneCount[slot / kLanes]) continue;
        const NormalCone& cone = cones[static_cast<size_t>(packed.NodeOf(static_cast<int32_t>(slot)))];
        if (!(cone.halfAngle < 3.1415926535897932) || !IsFinite(cone.axis)) continue;
        packed.normals[slot] = {static_cast<float>(cone.axis.x), static_cast<float>(cone.axis.y),
                                static_cast<float>(cone.axis.z), static_cast<float>(cone.halfAngle)};
    }
}

bool HasLeavesOnly(const PackedBlock& block) {
    return std::all_of(std::begin(block.child), std::end(block.child), [](int32_t child) { return child < 0; });
}

void PutSummaries(PackedTree& packed) {
    for (const PackedBlock& block : packed.blocks) {
        uint8_t above = 0;
        for (int lane = 0; lane < kLanes; ++lane)
            if (block.child[lane] >= 0 && HasLeavesOnly(packed.blocks[static_cast<size_t>(block.child[lane])]))
                above |= static_cast<uint8_t>(1 << lane);
        packed.aboveLeaves.push_back(above);
        packed.leastError.push_back(*std::min_element(std::begin(block.error), std::end(block.error)));
    }
}

double DistanceTo(const PackedBlock& block, int lane, const Vec3& point) {
    return Distance(point, Vec3{block.x[lane], block.y[lane], block.z[lane]}) - block.radius[lane];
}

// Down the tree, always to the closest child. Not always the closest leaf: those who ask only want a good guess.
int32_t LeafNear(const PackedTree& packed, const Vec3& point) {
    int32_t slot = 0;
    for (;;) {
        const int32_t child = packed.blocks[static_cast<size_t>(slot / kLanes)].child[slot % kLanes];
        if (child < 0) return slot;
        const PackedBlock& block = packed.blocks[static_cast<size_t>(child)];
        int closest = 0;
        for (int lane = 1; lane < packed.laneCount[static_cast<size_t>(child)]; ++lane)
            if (DistanceTo(block, lane, point) < DistanceTo(block, closest, point)) closest = lane;
        slot = child * kLanes + closest;
    }
}

void PutNearestLeaves(PackedTree& packed) {
    const auto middle = [](int cell) { return (2 * cell + 1.0) / kLeafCells - 1; };
    for (int z = 0; z < kLeafCells; ++z)
        for (int y = 0; y < kLeafCells; ++y)
            for (int x = 0; x < kLeafCells; ++x)
                packed.nearestLeaf.push_back(LeafNear(packed, {middle(x), middle(y), middle(z)}));
}

}  // namespace

// The float ball contains the double ball: what rounding moved the centre is added to the radius, and what the radius
// grew is added to the error.
void PutBall(PackedTree& packed, PackedBlock& target, int lane, const Sphere& ball, double error) {
    const Vec3 centre = (ball.centre - packed.origin) / packed.unit;
    const float x = static_cast<float>(centre.x), y = static_cast<float>(centre.y), z = static_cast<float>(centre.z);
    const double moved = Length(centre - Vec3{x, y, z}) + 1e-15 * (1 + Length(centre));
    const double radius = ball.radius / packed.unit * (1 + 1e-15);
    const float grown = RoundedUp(radius + moved);
    target.x[lane] = x;
    target.y[lane] = y;
    target.z[lane] = z;
    target.radius[lane] = grown;
    packed.extent = std::fmax(packed.extent, RoundedUp((Length(centre) + grown) * (1 + 1e-6)));
    target.error[lane] = RoundedUp(error / packed.unit * (1 + 1e-15) + (grown - radius) + moved);
}

PackedBlock EmptyBlock() {
    PackedBlock block;
    for (int lane = 0; lane < kLanes; ++lane) {
        block.x[lane] = block.y[lane] = block.z[lane] = kNowhere;
        block.radius[lane] = 0;
        block.error[lane] = kNowhere;  // never the least of eight
        block.child[lane] = -1;
    }
    return block;
}

Result<PackedTree> PackTreeWith(const SphereTree& tree, SurfaceDivision division) {
    if (std::string fault = FindPackFault(tree); !fault.empty()) return Error{std::move(fault)};
    PackedTree packed;
    packed.origin = tree.nodes[0].sphere.centre;
    packed.unit = tree.nodes[0].sphere.radius;
    packed.isSolid = tree.isSolid;
    AddBlock(packed, tree, 0, 1);
    for (size_t block = 0; block < packed.blocks.size(); ++block) {  // grows while it runs: breadth first
        for (int lane = 0; lane < packed.laneCount[block]; ++lane) {
            const TreeNode& node = tree.nodes[static_cast<size_t>(packed.firstNode[block] + lane)];
            if (node.childCount == 0) continue;
            const size_t child = AddBlock(packed, tree, node.firstChild, node.childCount);
            packed.blocks[block].child[lane] = static_cast<int32_t>(child);
        }
        if (packed.blocks.size() > tree.nodes.size()) return Error{"The tree's links run in circles; bake it again."};
    }
    packed.levelCount = packed.blockLevel.back() + 1;
    if (!tree.normalCones.empty()) PutNormals(packed, tree.normalCones);
    if (!tree.leafTriangles.IsEmpty()) packed.triangles = PackTriangles(packed, tree.leafTriangles, division);
    PutSummaries(packed);
    PutNearestLeaves(packed);
    PutSupport(packed);
    return packed;
}

Result<PackedTree> PackTree(const SphereTree& tree) { return PackTreeWith(tree, SurfaceDivision::Patches); }

Result<std::shared_ptr<const PackedTree>> SharePackedTree(const SphereTree& tree) {
    Result<PackedTree> packed = PackTree(tree);
    if (!packed) return Error{packed.Sentence()};
    return std::shared_ptr<const PackedTree>(std::make_shared<PackedTree>(std::move(*packed)));
}

Sphere BallOf(const PackedTree& tree, int32_t slot) {
    const PackedBlock& block = tree.blocks[static_cast<size_t>(slot / kLanes)];
    const int lane = slot % kLanes;
    const Vec3 centre{block.x[lane], block.y[lane], block.z[lane]};
    return {tree.origin + centre * tree.unit, block.radius[lane] * tree.unit};
}

double ErrorOf(const PackedTree& tree, int32_t slot) {
    return tree.blocks[static_cast<size_t>(slot / kLanes)].error[slot % kLanes] * tree.unit;
}

}  // namespace spheretree
