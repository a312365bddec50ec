#include "Core/Medial/LatticePoints.h"
#include "Medial/Delaunay.h"

#include <CGAL/Delaunay_triangulation_3.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Triangulation_vertex_base_with_info_3.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

// Referee: CGAL's Delaunay_triangulation_3.
namespace spheretree {
namespace {

using namespace medialtest;
using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using VertexBase = CGAL::Triangulation_vertex_base_with_info_3<int32_t, Kernel>;
using CgalDelaunay = CGAL::Delaunay_triangulation_3<
    Kernel, CGAL::Triangulation_data_structure_3<VertexBase, CGAL::Delaunay_triangulation_cell_base_3<Kernel>>>;
using Quad = std::array<int32_t, 4>;

Kernel::Point_3 ToCgal(const Vec3& p) { return {p.x, p.y, p.z}; }

/// CGAL's tetrahedra over the vertices of ours, with our numbers.
CgalDelaunay RefereeOf(const Delaunay& delaunay) {
    std::vector<std::pair<Kernel::Point_3, int32_t>> points;
    for (int32_t v = 0; v < delaunay.VertexCount(); ++v) points.push_back({ToCgal(delaunay.Position(v)), v});
    return CgalDelaunay(points.begin(), points.end());
}

std::vector<Quad> OurQuads(const Delaunay& delaunay) {
    std::vector<Quad> quads;
    for (int32_t slot = 0; slot < delaunay.SlotCount(); ++slot) {
        if (!delaunay.IsFinite(slot)) continue;
        quads.push_back(delaunay.At(slot).vertices);
        std::sort(quads.back().begin(), quads.back().end());
    }
    std::sort(quads.begin(), quads.end());
    return quads;
}

std::vector<Quad> RefereeQuads(const CgalDelaunay& referee) {
    std::vector<Quad> quads;
    for (const auto cell : referee.finite_cell_handles()) {
        quads.push_back(
            {cell->vertex(0)->info(), cell->vertex(1)->info(), cell->vertex(2)->info(), cell->vertex(3)->info()});
        std::sort(quads.back().begin(), quads.back().end());
    }
    std::sort(quads.begin(), quads.end());
    return quads;
}

TEST(DelaunayReferee, SameTetrahedraOnPointsInGeneralPosition) {
    for (const int count : {4, 5, 20, 1000, 20000}) {
        Delaunay delaunay;
        delaunay.InsertAll(PointsInCube(count, static_cast<uint64_t>(count)));
        EXPECT_EQ(OurQuads(delaunay), RefereeQuads(RefereeOf(delaunay))) << count;
    }
    Random random(3);
    Delaunay onSphere;  // rounded to the lattice: nearly cospherical, and yet one right answer
    std::vector<Vec3> points;
    for (int i = 0; i < 3000; ++i) points.push_back(random.Direction() * 0.999);
    onSphere.InsertAll(points);
    EXPECT_EQ(OurQuads(onSphere), RefereeQuads(RefereeOf(onSphere)));
}

struct Ball {
    Vec3 centre;
    double radius;
};

bool HasBall(const std::vector<Ball>& balls, const Ball& ball) {
    return std::any_of(balls.begin(), balls.end(), [&](const Ball& other) {
        return Distance(other.centre, ball.centre) <= 1e-9 * (1 + ball.radius) &&
               std::abs(other.radius - ball.radius) <= 1e-9 * (1 + ball.radius);
    });
}

class RefereedDegenerateInput : public testing::TestWithParam<NamedPoints> {};

/// Where points are cospherical, tetrahedra may differ; the spheres may not.
TEST_P(RefereedDegenerateInput, SameCircumspheres) {
    Delaunay delaunay;
    delaunay.InsertAll(GetParam().points);
    const CgalDelaunay referee = RefereeOf(delaunay);
    ASSERT_EQ(static_cast<size_t>(delaunay.VertexCount()), referee.number_of_vertices());
    std::vector<Ball> ours, theirs;
    for (int32_t slot = 0; slot < delaunay.SlotCount(); ++slot) {
        if (!delaunay.IsFinite(slot)) continue;
        const Vec3 centre = delaunay.CircumcentreOf(slot);
        const Ball ball{centre, Distance(centre, delaunay.Position(delaunay.At(slot).vertices[0]))};
        if (!HasBall(ours, ball)) ours.push_back(ball);
    }
    for (const auto cell : referee.finite_cell_handles()) {
        const auto c = CGAL::circumcenter(cell->vertex(0)->point(), cell->vertex(1)->point(), cell->vertex(2)->point(),
                                          cell->vertex(3)->point());
        const Vec3 centre{c.x(), c.y(), c.z()};
        const Ball ball{centre, Distance(centre, delaunay.Position(cell->vertex(0)->info()))};
        if (!HasBall(theirs, ball)) theirs.push_back(ball);
    }
    EXPECT_EQ(ours.size(), theirs.size());
    for (const Ball& ball : ours) ASSERT_TRUE(HasBall(theirs, ball));
    for (const Ball& ball : theirs) ASSERT_TRUE(HasBall(ours, ball));
}

/// By CGAL's own predicate no point of ours is inside a sphere of ours.
TEST_P(RefereedDegenerateInput, SpheresAreEmptyForTheReferee) {
    Delaunay delaunay;
    delaunay.InsertAll(GetParam().points);
    for (const Quad& q : OurQuads(delaunay)) {
        std::array<Kernel::Point_3, 4> p;
        for (size_t i = 0; i < 4; ++i) p[i] = ToCgal(delaunay.Position(q[i]));
        for (int32_t v = 0; v < delaunay.VertexCount(); v += 5)
            ASSERT_NE(CGAL::side_of_bounded_sphere(p[0], p[1], p[2], p[3], ToCgal(delaunay.Position(v))),
                      CGAL::ON_BOUNDED_SIDE);
    }
}

INSTANTIATE_TEST_SUITE_P(Every, RefereedDegenerateInput, testing::ValuesIn(DegenerateSets()),
                         [](const auto& which) { return which.param.name; });

}  // namespace
}  // namespace spheretree
