#include "Scene/SupportTable.h"

#include "Scene/EightWide.h"

#include <algorithm>
#include <vector>

namespace spheretree {

namespace {

constexpr float kHidden = -1e6f;     // a radius that reaches nowhere
constexpr float kSupportUp = 3e-5f;  // of the extent: more than floats lose, here and where the table is read

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

// What the leaves reach along the corners of one face, in the face's own signs.
struct FaceReach {
    float at[kSupportCells + 1][kSupportCells + 1];

    FaceReach(const std::vector<PackedBlock>& blocks, const float (&sign)[3], float up) {
        constexpr float kStep = 1.0f / kSupportCells;
        for (int row = 0; row <= kSupportCells; ++row)
            for (int column = 0; column + row <= kSupportCells; ++column) {
                const int rest = kSupportCells - row - column;
                const float way[3] = {sign[0] * kStep * static_cast<float>(column),
                                      sign[1] * kStep * static_cast<float>(row),
                                      sign[2] * kStep * static_cast<float>(rest)};
                at[row][column] = Support(blocks, way) + up;
            }
    }
    // The point that has these reaches at the three corners of a triangle.
    ReachPoint Point(int row, int column, int upper, const float (&sign)[3]) const {
        const int across = row + upper, along = column + upper;  // the corner where both edges of the triangle meet
        const double corner = at[across][along];
        const double x = upper ? corner - at[across][column] : at[row][column + 1] - corner;
        const double y = upper ? corner - at[row][along] : at[row + 1][column] - corner;
        const double z = corner - x * along - y * across;
        return {sign[0] * static_cast<float>(z + kSupportCells * x),
                sign[1] * static_cast<float>(z + kSupportCells * y), sign[2] * static_cast<float>(z), 0};
    }
};

}  // namespace

void PutSupport(PackedTree& packed) {
    const std::vector<PackedBlock> blocks = LeafBlocks(packed);
    const float up = kSupportUp * std::max(1.0f, packed.extent);
    packed.support.resize(8 * kSupportCells * kSupportCells);
    for (int octant = 0; octant < 8; ++octant) {
        const float sign[3] = {octant & 1 ? -1.0f : 1.0f, octant & 2 ? -1.0f : 1.0f, octant & 4 ? -1.0f : 1.0f};
        const FaceReach reach(blocks, sign, up);
        for (int row = 0; row < kSupportCells; ++row)
            for (int column = 0; column + row < kSupportCells; ++column)
                for (int upper = 0; upper < 2 && column + row + upper < kSupportCells; ++upper)
                    packed.support[SupportCell(octant, row, column, upper)] = reach.Point(row, column, upper, sign);
    }
}

}  // namespace spheretree
