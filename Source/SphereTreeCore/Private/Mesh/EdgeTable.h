#pragma once

#include "SphereTree/TriangleMesh.h"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace spheretree {

// A corner c stands for the half-edge that runs from corner c%3 of triangle c/3 to that triangle's next corner.
inline int64_t TriangleOf(int64_t corner) { return corner / 3; }
inline int64_t NextCorner(int64_t corner) { return corner % 3 == 2 ? corner - 2 : corner + 1; }
inline int64_t PreviousCorner(int64_t corner) { return corner % 3 == 0 ? corner + 2 : corner - 1; }
inline int32_t VertexAt(const std::vector<Triangle>& triangles, int64_t corner) {
    return triangles[static_cast<size_t>(corner / 3)][static_cast<size_t>(corner % 3)];
}

/// One triangle's use of the edge between vertices low < high.
struct EdgeUse {
    int32_t low = 0, high = 0;
    int64_t corner = 0;
    bool forward = true;  // the triangle runs from low to high
};

/// The edges between triangles with three different corners, ordered by (low, high), their uses by corner.
class EdgeTable {
public:
    /// When `goesOn` says no, the edges are not those of the triangles, but may still be asked for.
    EdgeTable(
        const std::vector<Triangle>& triangles, int64_t vertexCount,
        const std::function<bool()>& goesOn = [] { return true; });

    int64_t EdgeCount() const { return static_cast<int64_t>(firstUse_.size()) - 1; }
    std::span<const EdgeUse> Uses(int64_t edge) const;
    int64_t EdgeOf(int64_t corner) const { return edgeOfCorner_[static_cast<size_t>(corner)]; }
    int64_t UseCount(int64_t edge) const { return static_cast<int64_t>(Uses(edge).size()); }

    /// The edge between two vertices; −1 where there is none.
    int64_t Find(int32_t a, int32_t b) const;

    /// The other triangle's corner at an edge of exactly two triangles; −1 elsewhere.
    int64_t Opposite(int64_t corner) const;

    /// Whether an edge of two triangles is run through in the same direction by both.
    bool IsFlipped(int64_t edge) const;

private:
    std::vector<EdgeUse> uses_;
    std::vector<int64_t> firstUse_, edgeOfCorner_;
};

/// Which piece each triangle belongs to; pieces are numbered by their lowest triangle. Triangles that share an edge,
/// however many they are, belong together.
struct Components {
    std::vector<int32_t> ofTriangle;
    int32_t count = 0;
};
Components FindComponents(const EdgeTable& edges, int64_t triangleCount);

/// What a component's edges say of it.
struct ComponentEdges {
    bool isClosed = true;    // every edge has two triangles
    bool isOriented = true;  // and none is flipped
};
std::vector<ComponentEdges> CheckComponents(const EdgeTable& edges, const Components& components);

/// The component's volume, each about `origin`; meaningful where it is closed and oriented.
std::vector<double> ComponentVolumes(const std::vector<Vec3>& vertices, const std::vector<Triangle>& triangles,
                                     const Components& components, const Vec3& origin);

/// Sets that only grow together; the lowest member names a set.
class DisjointSets {
public:
    explicit DisjointSets(int64_t count);
    int64_t Find(int64_t i);
    void Join(int64_t i, int64_t j);

private:
    std::vector<int64_t> parent_;
};

}  // namespace spheretree
