#include "PageData.h"

#include "LevelFigures.h"

#include <algorithm>
#include <bit>

namespace spheretree::tool {

namespace {

static_assert(std::endian::native == std::endian::little, "the page's arrays are little-endian");

nlohmann::ordered_json PointJson(const Vec3& point) { return {point.x, point.y, point.z}; }

void AddPoint(std::vector<float>& values, const Vec3& point) {
    for (const double value : {point.x, point.y, point.z}) values.push_back(static_cast<float>(value));
}

Box BoundsOfVertices(const TriangleMesh& mesh) {
    Box box{mesh.vertices.front(), mesh.vertices.front()};
    for (const Vec3& p : mesh.vertices) {
        box.low = {std::min(box.low.x, p.x), std::min(box.low.y, p.y), std::min(box.low.z, p.z)};
        box.high = {std::max(box.high.x, p.x), std::max(box.high.y, p.y), std::max(box.high.z, p.z)};
    }
    return box;
}

}  // namespace

std::string Base64(const void* bytes, size_t count) {
    constexpr const char* kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const auto* from = static_cast<const uint8_t*>(bytes);
    std::string text;
    text.reserve((count + 2) / 3 * 4);
    for (size_t i = 0; i < count; i += 3) {
        uint32_t three = static_cast<uint32_t>(from[i]) << 16;
        if (i + 1 < count) three |= static_cast<uint32_t>(from[i + 1]) << 8;
        if (i + 2 < count) three |= from[i + 2];
        text += kDigits[three >> 18];
        text += kDigits[three >> 12 & 63];
        text += i + 1 < count ? kDigits[three >> 6 & 63] : '=';
        text += i + 2 < count ? kDigits[three & 63] : '=';
    }
    return text;
}

nlohmann::ordered_json PageMeshJson(const std::string& name, const TriangleMesh& mesh) {
    const Box box = BoundsOfVertices(mesh);
    const Vec3 origin = (box.low + box.high) / 2;
    const double half = Distance(box.low, box.high) / 2, unit = half > 0 ? half : 1;
    std::vector<float> positions;
    for (const Vec3& vertex : mesh.vertices) AddPoint(positions, (vertex - origin) / unit);
    std::vector<int32_t> indices;
    for (const Triangle& triangle : mesh.triangles) indices.insert(indices.end(), triangle.begin(), triangle.end());
    return {{"name", name},
            {"vertices", mesh.vertices.size()},
            {"triangles", mesh.triangles.size()},
            {"origin", PointJson(origin)},
            {"unit", unit},
            {"positions", Base64(positions)},
            {"indices", Base64(indices)}};
}

nlohmann::ordered_json PageTreeJson(const std::string& name, const SphereTree& tree, int32_t mesh,
                                    const nlohmann::ordered_json& levels) {
    const Sphere root = tree.nodes.front().sphere;
    const double unit = root.radius > 0 ? root.radius : 1;
    std::vector<float> spheres;
    std::vector<int32_t> links;
    for (const TreeNode& node : tree.nodes) {
        AddPoint(spheres, (node.sphere.centre - root.centre) / unit);
        spheres.push_back(static_cast<float>(node.sphere.radius / unit));
        spheres.push_back(static_cast<float>(node.error / unit));
        links.insert(links.end(), {node.parent, node.firstChild, node.childCount, node.level});
    }
    return {{"name", name},
            {"method", MethodName(tree.method)},
            {"branching", tree.branching},
            {"solid", tree.isSolid},
            {"mesh", mesh},
            {"origin", PointJson(root.centre)},
            {"unit", unit},
            {"nodes", tree.nodes.size()},
            {"spheres", Base64(spheres)},
            {"links", Base64(links)},
            {"levels", levels}};
}

}  // namespace spheretree::tool
