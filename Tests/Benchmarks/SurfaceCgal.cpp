#include "SurfacePeers.h"

#include <CGAL/AABB_traits.h>
#include <CGAL/AABB_tree.h>
#include <CGAL/AABB_triangle_primitive.h>
#include <CGAL/Simple_cartesian.h>

#include <cmath>

namespace spheretree::bench {

namespace {
using Kernel = CGAL::Simple_cartesian<double>;
using Triangles = std::vector<Kernel::Triangle_3>;
using Primitive = CGAL::AABB_triangle_primitive<Kernel, Triangles::const_iterator>;
using Tree = CGAL::AABB_tree<CGAL::AABB_traits<Kernel, Primitive>>;

Kernel::Point_3 ToCgal(const Vec3& p) { return {p.x, p.y, p.z}; }

class CgalPeer : public SurfacePeer {
public:
    explicit CgalPeer(const TriangleMesh& mesh) {
        for (const Triangle& t : mesh.triangles) {
            const auto corner = [&](size_t c) { return ToCgal(mesh.vertices[static_cast<size_t>(t[c])]); };
            const Kernel::Triangle_3 triangle(corner(0), corner(1), corner(2));
            if (!triangle.is_degenerate()) triangles_.push_back(triangle);
        }
        tree_.insert(triangles_.begin(), triangles_.end());
        tree_.build();
        tree_.accelerate_distance_queries();
    }
    double Distance(const Vec3& p) const override { return std::sqrt(tree_.squared_distance(ToCgal(p))); }
    double FirstHit(const Vec3& o, const Vec3& d) const override {
        const auto hit = tree_.first_intersection(Kernel::Ray_3(ToCgal(o), Kernel::Vector_3(d.x, d.y, d.z)));
        if (!hit) return std::numeric_limits<double>::infinity();
        const auto* at = boost::get<Kernel::Point_3>(&hit->first);
        if (at == nullptr) return 0;  // along a triangle's plane
        return std::sqrt((*at - ToCgal(o)).squared_length() / LengthSquared(d));
    }

private:
    Triangles triangles_;
    Tree tree_;
};
}  // namespace

std::unique_ptr<SurfacePeer> BuildCgal(const TriangleMesh& mesh) { return std::make_unique<CgalPeer>(mesh); }

}  // namespace spheretree::bench
