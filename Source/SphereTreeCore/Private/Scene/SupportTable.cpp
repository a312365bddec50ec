#include "Scene/SupportTable.h"

#include "Scene/EightWide.h"

#include <vector>

namespace spheretree {

namespace {

constexpr float kHidden = -1e6f;     // a radius that reaches nowhere
constexpr float kSupportUp = 4e-6f;  // of the extent: more than the floats below lose

// The blocks that have leaves; of their other lanes nothing is seen.
std::vector<PackedBlock> LeafBlocks(const PackedTree& packed) {
    std::vector<PackedBlock> blocks;
    for (size_t i = 0; i < packed.blocks.size(); ++i) {
        PackedBlock block = packed.blocks[i];
        bool any = false;
        for (int lane = 0; lane < kLanes; ++lane) {
            const bool isLeaf = block.child[lane] < 0 && lane < packed.laneCount[i];
            any |= isLeaf;
            if (isLeaf) continue;
            block.x[lane] = block.y[lane] = block.z[lane] = 0;
            block.radius[lane] = kHidden;
        }
        if (any) blocks.push_back(block);
    }
    return blocks;
}

float Support(const std::vector<PackedBlock>& blocks, const float (&way)[3]) {
    const Eight x = Eight::All(way[0]), y = Eight::All(way[1]), z = Eight::All(way[2]);
    const Eight length = Eight::All(std::sqrt((way[0] * way[0] + way[1] * way[1]) + way[2] * way[2]));
    Eight most = Eight::All(kHidden);
    for (const PackedBlock& block : blocks)
        most = Max(most, ((Eight::Load(block.x) * x + Eight::Load(block.y) * y) + Eight::Load(block.z) * z) +
                             Eight::Load(block.radius) * length);
    return -LowestOf(Eight::All(0) - most);
}

}  // namespace

void PutSupport(PackedTree& packed) {
    const std::vector<PackedBlock> blocks = LeafBlocks(packed);
    const auto at = [](int i) { return static_cast<float>(2 * i - kSupportCells) / kSupportCells; };
    const float up = kSupportUp * std::max(1.0f, packed.extent);
    packed.support.clear();
    for (int face = 0; face < 6; ++face) {
        const int axis = face / 2, second = axis == 0 ? 1 : 0, third = axis == 2 ? 1 : 2;
        float way[3];
        way[axis] = face % 2 ? -1.0f : 1.0f;
        for (int row = 0; row <= kSupportCells; ++row)
            for (int column = 0; column <= kSupportCells; ++column) {
                way[second] = at(column);
                way[third] = at(row);
                packed.support.push_back(Support(blocks, way) + up);
            }
    }
}

}  // namespace spheretree
