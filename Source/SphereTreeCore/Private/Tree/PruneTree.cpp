#include "Tree/PruneTree.h"

#include <algorithm>
#include <queue>
#include <vector>

namespace spheretree {

namespace {

struct OpenLeaf {
    double error = 0;
    int32_t node = 0;

    friend bool operator<(const OpenLeaf& a, const OpenLeaf& b) {
        return a.error != b.error ? a.error < b.error : a.node > b.node;
    }
};

/// Which nodes keep their children.
std::vector<uint8_t> ChooseParents(const SphereTree& tree, double maxError, int32_t maxSpheres) {
    std::vector<uint8_t> isParent(tree.nodes.size(), 0);
    std::priority_queue<OpenLeaf> open;
    open.push({tree.nodes[0].error, 0});
    int64_t count = 1;
    while (!open.empty() && open.top().error > maxError) {
        const int32_t index = open.top().node;
        open.pop();
        const TreeNode& node = tree.nodes[size_t(index)];
        if (node.childCount == 0 || (maxSpheres > 0 && count + node.childCount > maxSpheres)) continue;
        isParent[size_t(index)] = 1;
        count += node.childCount;
        for (int32_t child = node.firstChild; child < node.firstChild + node.childCount; ++child)
            open.push({tree.nodes[size_t(child)].error, child});
    }
    return isParent;
}

}  // namespace

SphereTree PruneTree(const SphereTree& tree, double maxError, int32_t maxSpheres) {
    if (tree.nodes.empty()) return tree;
    const std::vector<uint8_t> isParent = ChooseParents(tree, maxError, maxSpheres);
    SphereTree pruned = tree;
    pruned.nodes.clear();
    pruned.volumeSpheres.clear();
    pruned.normalCones.clear();
    pruned.leafTriangles = {};  // other leaves now
    std::vector<int32_t> place(tree.nodes.size(), -1);
    for (size_t i = 0; i < tree.nodes.size(); ++i) {
        TreeNode node = tree.nodes[i];
        if (node.parent >= 0 && (place[size_t(node.parent)] < 0 || !isParent[size_t(node.parent)])) continue;
        place[i] = int32_t(pruned.nodes.size());
        if (node.parent >= 0) {
            node.parent = place[size_t(node.parent)];
            TreeNode& parent = pruned.nodes[size_t(node.parent)];
            if (parent.firstChild < 0) parent.firstChild = place[i];
        }
        node.firstChild = -1;  // set by the first child that comes
        if (!isParent[i]) node.childCount = 0;
        pruned.nodes.push_back(node);
        if (!tree.volumeSpheres.empty()) pruned.volumeSpheres.push_back(tree.volumeSpheres[i]);
        if (!tree.normalCones.empty()) pruned.normalCones.push_back(tree.normalCones[i]);  // of all that it covers
    }
    return pruned;
}

double WorstLeafError(const SphereTree& tree) {
    double worst = 0;
    for (const TreeNode& node : tree.nodes)
        if (node.childCount == 0) worst = std::max(worst, node.error);
    return worst;
}

}  // namespace spheretree
