#pragma once

#include "SphereTree/TriangleMesh.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

// The meshes of tests, benchmarks and demo, each named once. Formula meshes are made here; real ones come from npm
// packages, read by Tests/Scenes from the folder that CMake was told (SPHERETREE_MESHES).
namespace spheretree::scenes {

struct NamedMesh {
    std::string name;
    bool isClosed = false;    // CheckMesh must agree: a test says so
    bool isManifold = false;  // likewise
    TriangleMesh mesh;
};

/// Every name that MakeMesh knows, in a fixed order. `Closed…` are those of about 1,500 triangles or fewer on which
/// every method must work; `Rough…` are open, self-intersecting or non-manifold, or real meshes as they come;
/// `Large…` are the dragons from 11k on.
std::vector<std::string> ClosedMeshNames();
std::vector<std::string> RoughMeshNames();
std::vector<std::string> LargeMeshNames();

/// The three lists above, one after the other.
std::vector<std::string> AllMeshNames();

/// Those that need no file.
std::vector<std::string> FormulaMeshNames();

/// The mesh of that name; aborts with a sentence when there is none, because a test cannot go on.
NamedMesh MakeMesh(std::string_view name);

/// An icosphere of unit radius with 20·4^subdivisions triangles: 1,310,720 at 8.
TriangleMesh MakeIcosphere(int32_t subdivisions);

/// One to five primitives of random shape, place and size in one mesh, overlapping or not; some dented, some opened,
/// some inside out. Every index is valid and every vertex finite; nothing else is promised.
TriangleMesh MakeRandomMesh(uint64_t seed);

}  // namespace spheretree::scenes
