#include "Mesh/Soup.h"

namespace spheretree {

std::vector<Triangle> Soup::TrianglesByPlace() const {
    std::vector<Triangle> mapped(triangles.size());
    for (size_t t = 0; t < triangles.size(); ++t) mapped[t] = MapCorners(triangles[t], places);
    return mapped;
}

std::vector<char> Soup::VerticesInUse() const {
    std::vector<char> use(vertices.size(), 0);
    for (const Triangle& t : triangles)
        for (const int32_t corner : t) use[static_cast<size_t>(corner)] = 1;
    return use;
}

void Soup::Keep(const std::vector<char>& keep) {
    size_t kept = 0;
    for (size_t t = 0; t < triangles.size(); ++t) {
        if (!keep[t]) continue;
        triangles[kept] = triangles[t];
        turnedOver[kept++] = turnedOver[t];
    }
    triangles.resize(kept);
    turnedOver.resize(kept);
}

}  // namespace spheretree
