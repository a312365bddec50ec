#pragma once

#include "Mesh/Places.h"
#include "SphereTree/TriangleMesh.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace spheretree {

/// A mesh on its way through cleaning: valid indices, finite corners. The steps look at places, so that they see one
/// surface whether or not vertices were welded.
struct Soup {
    std::vector<Vec3> vertices;
    std::vector<Triangle> triangles;
    std::vector<int32_t> places;                         // per vertex
    std::vector<char> turnedOver;                        // per triangle: runs against the direction it came with
    double weldDistance = 0;                             // in the mesh's unit; negative when nothing is welded
    std::function<bool()> goesOn = [] { return true; };  // false: what is made from now on is thrown away

    void Add(const Triangle& triangle) {
        triangles.push_back(triangle);
        turnedOver.push_back(0);
    }
    void Turn(size_t triangle) {
        triangles[triangle] = TurnOver(triangles[triangle]);
        turnedOver[triangle] = !turnedOver[triangle];
    }
    Vec3 At(int32_t vertex) const { return vertices[static_cast<size_t>(vertex)]; }
    bool IsSliverAt(const Triangle& t) const { return IsSliver(At(t[0]), At(t[1]), At(t[2])); }

    std::vector<Triangle> TrianglesByPlace() const;
    std::vector<char> VerticesInUse() const;
    void Keep(const std::vector<char>& keep);  // drops the triangles with keep[t] == 0
};

// The steps of CleanMesh, one file each. All count what they change in the report.

/// Triangles with two corners in one place.
void DropCollapsed(Soup& soup, CleanReport& report);

/// Triangles without area. One between three places is merged with its neighbour across its longest edge by turning
/// that edge: the surface stays closed. Where that cannot be done it is dropped.
void MendSlivers(Soup& soup, CleanReport& report);

/// Closes boundary loops.
void FillHoles(Soup& soup, const CleanOptions& options, CleanReport& report);

/// Neighbours across edges of two triangles agree afterwards, wherever the surface has two sides. In every component
/// the direction of the majority stays. Returns how many were turned over.
int64_t AgreeWithNeighbours(Soup& soup);

/// Turns closed components outward, or inward where they bound a cavity: a component that lies within an odd number
/// of others encloses a negative volume afterwards, every other one a positive volume.
void TurnComponentsOutward(Soup& soup, CleanReport& report);

/// Turns a closed, oriented mesh whose volume is negative as a whole.
void TurnMeshOutward(Soup& soup, CleanReport& report);

/// For each closed component, how many other closed ones it lies within. Components are given by CheckComponents.
std::vector<int32_t> NestingDepths(const Soup& soup, const std::vector<int32_t>& componentOf,
                                   const std::vector<char>& isClosed);

}  // namespace spheretree
