#include "Base/Random.h"
#include "Scenes/Meshes.h"
#include "Scenes/Shapes.h"

namespace spheretree::scenes {
namespace {

int32_t DrawBetween(Random& random, int32_t low, int32_t high) {
    return low + static_cast<int32_t>(random.Below(high - low + 1));
}

// Every value is drawn in a statement of its own: compilers disagree on which argument of a call comes first.
TriangleMesh DrawPrimitive(Random& random) {
    const int32_t around = DrawBetween(random, 3, 16), along = DrawBetween(random, 1, 5);
    const double thickness = random.Between(0.1, 0.9);
    switch (random.Below(6)) {
        case 0:
            return MakeBox({1, 1, 1});
        case 1:
            return MakeIcosphere(along / 2);
        case 2:
            return MakeTorus(1, thickness, around, along + 2);
        case 3:
            return MakeCylinder(0.5, 1, around, {1, along});
        case 4:
            return MakeCone(0.7, 1, around, {1, along});
        default:
            return Loft({{0, -1}, {1, -0.5}, {thickness, 0}, {1, 0.5}, {0, 1}}, MakeSquare(along));
    }
}

void Dent(TriangleMesh& mesh, Random& random) {
    const double depth = random.Between(0, 0.2);
    for (Vec3& vertex : mesh.vertices) {
        const Vec3 direction = random.Direction();
        vertex += random.Between(0, depth) * direction;
    }
}

// Some triangles go, at random or in a row; at least one stays.
void Open(TriangleMesh& mesh, Random& random) {
    const auto count = static_cast<int64_t>(mesh.triangles.size());
    const bool inARow = random.Below(2) == 0;
    const int64_t removals = 1 + random.Below(count / 4 + 1);
    for (int64_t i = 0; i < removals && mesh.triangles.size() > 1; ++i) {
        const int64_t left = static_cast<int64_t>(mesh.triangles.size());
        mesh.triangles.erase(mesh.triangles.begin() + (inARow ? left / 2 : random.Below(left)));
    }
}

// Turned and scaled by any amount, so that nothing lies along the axes.
void Place(TriangleMesh& mesh, Random& random) {
    Scale(mesh, {random.Between(0.1, 1), random.Between(0.1, 1), random.Between(0.1, 1)});
    const Vec3 x = random.Direction(), z = Normalized(Cross(x, random.Direction())), y = Cross(z, x);
    const Vec3 offset{random.Between(-1, 1), random.Between(-1, 1), random.Between(-1, 1)};
    for (Vec3& vertex : mesh.vertices) vertex = vertex.x * x + vertex.y * y + vertex.z * z + offset;
}

}  // namespace

TriangleMesh MakeRandomMesh(uint64_t seed) {
    Random random(seed);
    TriangleMesh mesh;
    const int32_t parts = DrawBetween(random, 1, 5);
    for (int32_t part = 0; part < parts; ++part) {
        TriangleMesh primitive = DrawPrimitive(random);
        if (random.Below(2) == 0) Dent(primitive, random);
        if (random.Below(4) == 0) Open(primitive, random);
        if (random.Below(4) == 0) TurnInsideOut(primitive);
        if (random.Below(4) != 0) Place(primitive, random);  // else it stays where others lie along its faces
        Append(mesh, primitive);
    }
    return mesh;
}

}  // namespace spheretree::scenes
