#pragma once

#include "Tree/ChainSearch.h"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

namespace spheretree {

/// A piece of a triangle that no chain covers, and the deepest node whose chain still holds it.
struct UncoveredPiece {
    std::array<Vec3, 3> corners;
    int32_t node = 0;
};

/// The proof of promise 1. A ball is convex, so a piece whose corners are in a ball is in it. A piece is proven when
/// all balls of one chain root → leaf hold its corners; otherwise its longest edge is halved and both halves are
/// proven.
class CoverageProof {
public:
    explicit CoverageProof(const SphereTree& tree) : chains_(tree) {}

    /// Nothing when every point of the triangle has its chain. `leaves`: takes the ends of chains that together hold
    /// the triangle, none twice, and few.
    std::optional<UncoveredPiece> FindUncovered(const std::array<Vec3, 3>& triangle,
                                                std::vector<int32_t>* leaves = nullptr);

private:
    struct Corners {
        std::array<Vec3, 3> at;

        double FarthestSquared(const Vec3& centre) const {
            return std::max(
                {LengthSquared(at[0] - centre), LengthSquared(at[1] - centre), LengthSquared(at[2] - centre)});
        }
        Vec3 Middle() const { return (at[0] + at[1] + at[2]) / 3; }
        double Reach() const { return std::sqrt(FarthestSquared(Middle())); }
    };

    bool FindLeaf(ChainSearch<Corners>::Piece& piece, std::vector<int32_t>* leaves);

    ChainSearch<Corners> chains_;
    std::vector<ChainSearch<Corners>::Piece> pieces_;
    int32_t lastLeaf_ = -1;
};

}  // namespace spheretree
