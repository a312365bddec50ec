#include "SphereTree/BodySpheres.h"

#include "Archive/Bytes.h"
#include "Archive/Crc64.h"

#include <string>

namespace spheretree {

Result<BodySpheres> SpheresOfLevel(const SphereTree& tree, int32_t level) {
    if (const std::string fault = FindStructureFault(tree); !fault.empty()) return Error{fault};
    if (level < 0) return Error{"A tree has no level " + std::to_string(level) + "; the root's is 0."};
    BodySpheres body;
    body.level = level < tree.LevelCount() ? level : tree.LevelCount() - 1;
    body.coversMesh = true;
    for (size_t i = 0; i < tree.nodes.size(); ++i) {
        const TreeNode& node = tree.nodes[i];
        if (node.level != level && !(node.level < level && node.childCount == 0)) continue;
        body.spheres.push_back(node.sphere);
        body.errors.push_back(node.error);
        body.originals.push_back(static_cast<int32_t>(i));
        if (!tree.normalCones.empty()) body.cones.push_back(tree.normalCones[i]);
    }
    return body;
}

Result<BodySpheres> VertexSpheres(const TriangleMesh& mesh, double radius) {
    if (mesh.vertices.empty()) return Error{"The mesh has no vertex."};
    if (!(radius > 0 && radius < 1e12)) return Error{"The radius of the spheres must be a length above 0."};
    BodySpheres body;
    body.source = SphereSource::Vertices;
    for (size_t i = 0; i < mesh.vertices.size(); ++i) {
        if (!IsFinite(mesh.vertices[i])) return Error{"Vertex " + std::to_string(i) + " is not finite."};
        body.spheres.push_back({mesh.vertices[i], radius});
        body.errors.push_back(radius);  // the vertex is the centre: no point of the ball is farther from it
        body.originals.push_back(static_cast<int32_t>(i));
    }
    return body;
}

uint64_t FingerprintOf(const BodySpheres& body) {
    std::vector<uint8_t> bytes;
    bytes.reserve(body.spheres.size() * 40);
    for (size_t i = 0; i < body.spheres.size(); ++i) {
        const Sphere& sphere = body.spheres[i];
        for (const double value : {sphere.centre.x, sphere.centre.y, sphere.centre.z, sphere.radius, body.errors[i]})
            PutDouble(bytes, value);
    }
    return Crc64(bytes.data(), bytes.size());
}

}  // namespace spheretree
