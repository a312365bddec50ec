#pragma once

#include "SphereTree/Export.h"
#include "SphereTree/Host.h"
#include "SphereTree/Result.h"
#include "SphereTree/Vec3.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace spheretree {

using Triangle = std::array<int32_t, 3>;

/// Vertices and the triangles between them. Counter-clockwise seen from outside, where there is an outside.
struct TriangleMesh {
    std::vector<Vec3> vertices;
    std::vector<Triangle> triangles;
};

/// What a mesh is made of, and what is wrong with it. Counts are zero on a sound mesh.
struct MeshReport {
    int64_t vertexCount = 0, triangleCount = 0;

    int64_t indexFaults = 0;         // triangles that name a vertex that does not exist
    int64_t nonFiniteVertices = 0;   // NaN, infinite, or beyond 1e60, whose powers no double holds
    int64_t nonFiniteTriangles = 0;  // triangles that use one
    int64_t unusedVertices = 0;
    int64_t duplicateVertices = 0;    // same position as an earlier vertex
    int64_t degenerateTriangles = 0;  // two corners in one place, or no area to speak of (all of it within 1e-60, too)
    int64_t duplicateTriangles = 0;   // same three corners as an earlier triangle, in the same direction
    int64_t backToBackTriangles =
        0;  // same three corners as an earlier one, facing the other way: a sheet of two sides

    // Over the triangles between three different places (a sliver without area closes its gap, too; duplicates count),
    // vertices in the same place taken as one. Triangles that share an edge belong to one component.
    int64_t boundaryEdges = 0;        // one triangle
    int64_t nonManifoldEdges = 0;     // three or more
    int64_t flippedEdges = 0;         // two triangles that run through it in the same direction
    int64_t nonManifoldVertices = 0;  // whose triangles form more than one fan of neighbours
    int64_t components = 0;
    int64_t closedComponents = 0;
    int64_t inwardComponents = 0;  // closed, oriented, with negative volume: turned inside out, or a cavity's shell

    bool isClosed = false;    // at least one triangle, no boundary and no non-manifold edge
    bool isManifold = false;  // every edge of at most two triangles, every vertex one fan
    bool isOriented = false;  // no flipped edge
    int64_t genus = -1;       // summed over components; -1 where the mesh is not closed, 2-manifold and oriented

    double area = 0;          // square units
    double signedVolume = 0;  // cubic units; meaningful where the mesh is closed and oriented
    Box bounds;               // of the finite vertices in use
};

/// Never fails: whatever is wrong is counted. Indices out of range and non-finite vertices are left out of the rest.
SPHERETREECORE_API MeshReport CheckMesh(const TriangleMesh& mesh);

struct CleanOptions {
    double weldDistance = 1e-9;       // of the bounding radius; 0 welds only equal positions, negative welds nothing
    bool dropDuplicates = true;       // of triangles with the same corners in the same direction the first stays
    bool dropBackToBack = false;      // both of each pair of triangles that face opposite ways on the same corners
    bool fillHoles = false;           // closes each boundary loop with a fan around its middle
    int32_t largestHoleEdges = 1000;  // longer loops stay open
    /// Neighbours agree, and each closed component faces outward. One that lies within an odd number of others is
    /// taken for a cavity and faces inward. Without it only a closed mesh of negative volume is turned, as a whole.
    bool repairOrientation = false;
};

/// What CleanMesh changed. `sentences` says the same for people, one line each; empty when nothing was changed.
struct CleanReport {
    int64_t weldedVertices = 0, droppedVertices = 0;
    int64_t droppedIndexFaults = 0, droppedNonFinite = 0, droppedDegenerate = 0, droppedDuplicates = 0;
    int64_t droppedBackToBack = 0;
    int64_t mendedSlivers = 0;  // without area, merged with the neighbour across the longest edge: no gap opens
    int64_t filledHoles = 0, addedTriangles = 0, addedVertices = 0;
    int64_t unfilledHoles = 0;  // too long, not a closed loop, or flat
    int64_t flippedTriangles = 0;
    bool turnedInsideOut = false;  // the whole mesh was closed and had negative volume
    std::vector<std::string> sentences;
};

struct CleanedMesh {
    TriangleMesh mesh;
    CleanReport report;
};

/// A mesh that the later stages take: valid indices, finite vertices, no degenerate triangle, no unused vertex.
/// An error when no triangle is left, or when the host cancels.
SPHERETREECORE_API Result<CleanedMesh> CleanMesh(const TriangleMesh& mesh, const CleanOptions& options = {},
                                                 const Host& host = {});

}  // namespace spheretree
