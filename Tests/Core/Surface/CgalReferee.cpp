#include "Core/Surface/Referee.h"

#include <CGAL/AABB_traits.h>
#include <CGAL/AABB_tree.h>
#include <CGAL/AABB_triangle_primitive.h>
#include <CGAL/Simple_cartesian.h>

#include <cmath>

namespace spheretree::referee {

namespace {
using Kernel = CGAL::Simple_cartesian<double>;
using Triangles = std::vector<Kernel::Triangle_3>;
using Primitive = CGAL::AABB_triangle_primitive<Kernel, Triangles::const_iterator>;
using Tree = CGAL::AABB_tree<CGAL::AABB_traits<Kernel, Primitive>>;

Kernel::Point_3 ToCgal(const Vec3& p) { return {p.x, p.y, p.z}; }
}  // namespace

struct Cgal::Data {
    Triangles triangles;
    Tree tree;
};

Cgal::Cgal(const TriangleMesh& mesh) : data_(std::make_unique<Data>()) {
    for (const Triangle& t : mesh.triangles) {
        const auto corner = [&](size_t c) { return ToCgal(mesh.vertices[static_cast<size_t>(t[c])]); };
        const Kernel::Triangle_3 triangle(corner(0), corner(1), corner(2));
        if (!triangle.is_degenerate()) data_->triangles.push_back(triangle);  // CGAL asks for that
    }
    data_->tree.insert(data_->triangles.begin(), data_->triangles.end());
    data_->tree.build();
    data_->tree.accelerate_distance_queries();
}

Cgal::~Cgal() = default;

double Cgal::Distance(const Vec3& p) const { return std::sqrt(data_->tree.squared_distance(ToCgal(p))); }

}  // namespace spheretree::referee
