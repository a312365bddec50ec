#include "Tree/CoverageProof.h"

namespace spheretree {

namespace {
/// Of the root's radius. Baked radii carry a margin a thousand times larger, so that pieces stay above this size.
constexpr double kSmallestPiece = 1e-9;

/// The longest edge (from corner i to i + 1) and its squared length.
std::pair<size_t, double> LongestEdge(const std::array<Vec3, 3>& corners) {
    std::pair<size_t, double> longest{0, -1};
    for (size_t i = 0; i < 3; ++i) {
        const double length = LengthSquared(corners[(i + 1) % 3] - corners[i]);
        if (length > longest.second) longest = {i, length};
    }
    return longest;
}
}  // namespace

/// A leaf that holds another piece of the triangle is asked first: so the triangle is named by few. Where nobody wants
/// names, the leaf of the piece before is asked first: triangles mostly come in the order of neighbours.
bool CoverageProof::FindLeaf(ChainSearch<Corners>::Piece& piece, std::vector<int32_t>* leaves) {
    if (leaves == nullptr) {
        if (lastLeaf_ >= 0 && chains_.Holds(lastLeaf_, piece)) return true;
        if (!chains_.FindChain(piece)) return false;
        lastLeaf_ = piece.leaf;
        return true;
    }
    for (const int32_t leaf : *leaves)
        if (chains_.Holds(leaf, piece)) return true;
    if (!chains_.FindChain(piece)) return false;
    leaves->push_back(piece.leaf);
    return true;
}

std::optional<UncoveredPiece> CoverageProof::FindUncovered(const std::array<Vec3, 3>& triangle,
                                                           std::vector<int32_t>* leaves) {
    const Vec3 origin = chains_.Origin();
    const double smallest = chains_.RootRadius() * kSmallestPiece;
    pieces_.assign(1, chains_.Start({{triangle[0] - origin, triangle[1] - origin, triangle[2] - origin}}));
    while (!pieces_.empty()) {
        auto piece = pieces_.back();
        pieces_.pop_back();
        if (FindLeaf(piece, leaves)) continue;
        std::array<Vec3, 3>& corners = piece.shape.at;
        const auto [edge, lengthSquared] = LongestEdge(corners);
        if (!piece.HasPending() || !(lengthSquared > smallest * smallest))
            return UncoveredPiece{{corners[0] + origin, corners[1] + origin, corners[2] + origin}, piece.deepestNode};
        const size_t other = (edge + 1) % 3;
        const Vec3 middle = (corners[edge] + corners[other]) * 0.5;
        auto second = piece;
        corners[other] = middle;
        second.shape.at[edge] = middle;
        pieces_.push_back(piece);
        pieces_.push_back(second);
    }
    return std::nullopt;
}

}  // namespace spheretree
