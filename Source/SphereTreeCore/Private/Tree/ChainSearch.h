#pragma once

#include "SphereTree/SphereTree.h"

#include <cstdint>
#include <vector>

namespace spheretree {

/// Looks for a chain root → leaf of balls that all hold a convex piece. Balls that a piece only touches stay pending
/// and are looked at again for the parts that it is cut into, so nothing is looked at twice. One per thread.
///
/// A shape says `FarthestSquared(centre)`, and `Middle()` and `Reach()` of some ball around it. Positions are relative
/// to Origin(), the root's centre.
template <typename Shape>
class ChainSearch {
public:
    struct Piece {
        Shape shape;
        int32_t pendingBegin = 0, pendingEnd = 0;
        int32_t deepestNode = 0;  // whose chain still holds the piece
        int32_t leaf = -1;        // whose chain holds it, once one was found
        Vec3 middle;              // of the shape, and how far it reaches from there
        double reach = 0;

        bool HasPending() const { return pendingBegin != pendingEnd; }
    };

    explicit ChainSearch(const SphereTree& tree) : tree_(tree) {
        balls_.reserve(tree.nodes.size());
        for (const TreeNode& node : tree.nodes)
            balls_.push_back(
                {node.sphere.centre - Origin(), node.sphere.radius, node.sphere.radius * node.sphere.radius});
    }

    const Vec3& Origin() const { return tree_.nodes.front().sphere.centre; }
    double RootRadius() const { return tree_.nodes.front().sphere.radius; }

    Piece Start(const Shape& shape) {
        pending_.assign(1, 0);
        return {shape, 0, 1, 0, -1, {}, 0};
    }

    /// True when a chain holds the piece. Pieces are taken up in the reverse order of their cutting, as from a stack:
    /// the lists of finished ones lie above and are dropped here.
    bool FindChain(Piece& piece) {
        pending_.resize(size_t(piece.pendingEnd));
        const int32_t begin = piece.pendingBegin, end = piece.pendingEnd;
        piece.pendingBegin = end;
        piece.middle = piece.shape.Middle();
        piece.reach = piece.shape.Reach();
        for (int32_t i = begin; i < end; ++i)
            if (Look(pending_[size_t(i)], piece)) return true;
        piece.pendingEnd = int32_t(pending_.size());
        return false;
    }

    /// Whether the chain down to that leaf holds the piece.
    bool Holds(int32_t leaf, const Piece& piece) const {
        for (int32_t node = leaf; node >= 0; node = tree_.nodes[size_t(node)].parent) {
            const Ball& ball = balls_[size_t(node)];
            if (!(piece.shape.FarthestSquared(ball.centre) <= ball.radiusSquared)) return false;
        }
        return true;
    }

private:
    struct Ball {
        Vec3 centre;
        double radius, radiusSquared;
    };

    /// The chain down to the node's parent holds the piece.
    bool Look(int32_t node, Piece& piece) {
        constexpr double kRoundingUp = 1 + 1e-12;  // a ball too many is looked at again, one too few would be missed
        const Ball& ball = balls_[size_t(node)];
        const double touches = ball.radius + piece.reach;
        if (LengthSquared(piece.middle - ball.centre) > touches * touches * kRoundingUp) return false;
        if (piece.shape.FarthestSquared(ball.centre) <= ball.radiusSquared) return Descend(node, piece);
        pending_.push_back(node);
        return false;
    }

    bool Descend(int32_t node, Piece& piece) {
        const TreeNode& parent = tree_.nodes[size_t(node)];
        if (parent.childCount == 0) {
            piece.leaf = node;
            return true;
        }
        if (parent.level > tree_.nodes[size_t(piece.deepestNode)].level) piece.deepestNode = node;
        for (int32_t child = parent.firstChild; child < parent.firstChild + parent.childCount; ++child)
            if (Look(child, piece)) return true;
        return false;
    }

    const SphereTree& tree_;
    std::vector<Ball> balls_;
    std::vector<int32_t> pending_;
};

}  // namespace spheretree
