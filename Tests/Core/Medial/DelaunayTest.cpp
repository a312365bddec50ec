#include "Medial/Delaunay.h"

#include "Core/Medial/LatticePoints.h"
#include "Medial/HilbertOrder.h"
#include "Medial/Predicates.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace spheretree {

struct DelaunayTamper {
    static Delaunay::Tetrahedron& At(Delaunay& delaunay, int32_t slot) { return delaunay.Mutable(slot); }
    static Vec3& Position(Delaunay& delaunay, int32_t vertex) {
        return delaunay.positions_[static_cast<size_t>(vertex)];
    }
};

namespace {

using namespace medialtest;

std::vector<int32_t> LiveSlots(const Delaunay& delaunay) {
    std::vector<int32_t> live;
    for (int32_t slot = 0; slot < delaunay.SlotCount(); ++slot)
        if (delaunay.IsLive(slot)) live.push_back(slot);
    return live;
}

/// No vertex strictly inside any sphere: every tetrahedron, every `stride`th vertex. The definition itself, no
/// neighbours used.
void ExpectEmptySpheres(const Delaunay& delaunay, int32_t slotStride, int32_t vertexStride) {
    for (int32_t slot = 0; slot < delaunay.SlotCount(); slot += slotStride) {
        if (!delaunay.IsFinite(slot)) continue;
        const auto& v = delaunay.At(slot).vertices;
        for (int32_t vertex = 0; vertex < delaunay.VertexCount(); vertex += vertexStride)
            ASSERT_LE(exact::InSphere(delaunay.Position(v[0]), delaunay.Position(v[1]), delaunay.Position(v[2]),
                                      delaunay.Position(v[3]), delaunay.Position(vertex)),
                      0);
    }
}

/// Tetrahedra with the infinite ones make a 3-sphere: V − E + F − T = 0, and every face has two sides: F = 2T.
void ExpectEulerRelation(const Delaunay& delaunay) {
    std::set<std::pair<int32_t, int32_t>> edges;
    const std::vector<int32_t> live = LiveSlots(delaunay);
    for (const int32_t slot : live) {
        auto v = delaunay.At(slot).vertices;
        std::sort(v.begin(), v.end());
        for (size_t i = 0; i < 4; ++i)
            for (size_t j = i + 1; j < 4; ++j) edges.insert({v[i], v[j]});
    }
    const int64_t tetrahedra = static_cast<int64_t>(live.size());
    EXPECT_EQ(delaunay.VertexCount() + 1 - static_cast<int64_t>(edges.size()) + 2 * tetrahedra - tetrahedra, 0);
}

double SixfoldVolume(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    return Dot(Cross(b - a, c - a), d - a);
}

/// The volume of the finite tetrahedra is that which the hull's triangles enclose.
void ExpectVolumeOfHull(const Delaunay& delaunay) {
    double inside = 0, hull = 0;
    for (const int32_t slot : LiveSlots(delaunay)) {
        std::array<Vec3, 4> p;
        for (size_t i = 0; i < 4; ++i) {
            const int32_t vertex = delaunay.At(slot).vertices[i];
            p[i] = vertex == Delaunay::kInfinite ? Vec3{0.01, 0.02, 0.03} : delaunay.Position(vertex);
        }
        (delaunay.IsFinite(slot) ? inside : hull) += SixfoldVolume(p[0], p[1], p[2], p[3]);
    }
    EXPECT_GT(inside, 0);
    EXPECT_NEAR(inside, -hull, 1e-9 * inside);  // an inner point in place of infinity turns the sign
}

void ExpectSound(const Delaunay& delaunay) {
    EXPECT_EQ(delaunay.FindFault(), "");
    ExpectEulerRelation(delaunay);
    ExpectVolumeOfHull(delaunay);
}

uint64_t HashOf(const Delaunay& delaunay) {
    uint64_t hash = 14695981039346656037u;
    for (int32_t slot = 0; slot < delaunay.SlotCount(); ++slot)
        for (size_t i = 0; i < 4; ++i) {
            hash = (hash ^ static_cast<uint32_t>(delaunay.At(slot).vertices[i])) * 1099511628211u;
            if (delaunay.IsLive(slot))
                hash = (hash ^ static_cast<uint32_t>(delaunay.At(slot).neighbours[i])) * 1099511628211u;
        }
    return hash;
}

class DegenerateInput : public testing::TestWithParam<NamedPoints> {};

TEST_P(DegenerateInput, GivesSoundDelaunayTetrahedra) {
    Delaunay delaunay;
    const std::vector<int32_t> vertices = delaunay.InsertAll(GetParam().points);
    ASSERT_TRUE(delaunay.HasTetrahedra());
    ExpectSound(delaunay);
    ExpectEmptySpheres(delaunay, 1, 1);
    for (size_t i = 0; i < vertices.size(); ++i)
        ASSERT_EQ(delaunay.Position(vertices[i]), SnapToLattice(GetParam().points[i]));
}

TEST_P(DegenerateInput, IsSoundInTheOrderGivenToo) {
    Delaunay delaunay;
    for (const Vec3& point : GetParam().points) delaunay.Insert(point);
    ExpectSound(delaunay);
    ExpectEmptySpheres(delaunay, 3, 1);
}

INSTANTIATE_TEST_SUITE_P(Every, DegenerateInput, testing::ValuesIn(DegenerateSets()),
                         [](const auto& which) { return which.param.name; });

TEST(Delaunay, IsSoundAfterEveryInsertion) {
    for (const std::vector<Vec3>& points : {GridPoints(4, 0.25), PointsInCube(60, 2), CosphericalPoints(41)}) {
        Delaunay delaunay;
        for (const Vec3& point : points) {
            delaunay.Insert(point);
            ASSERT_EQ(delaunay.FindFault(), "");
        }
        ExpectEmptySpheres(delaunay, 1, 1);
    }
}

TEST(Delaunay, HundredThousandRandomPoints) {
    Delaunay delaunay;
    delaunay.InsertAll(PointsInCube(100000, 9));
    EXPECT_EQ(delaunay.VertexCount(), 100000);
    ExpectSound(delaunay);
    ExpectEmptySpheres(delaunay, 20011, 7);
}

TEST(Delaunay, HundredThousandPointsOfASphereAndAGrid) {
    Random random(4);
    std::vector<Vec3> points = GridPoints(36, 1.0 / 36);
    while (points.size() < 100000) points.push_back(random.Direction());
    Delaunay delaunay;
    delaunay.InsertAll(points);
    ExpectSound(delaunay);
    ExpectEmptySpheres(delaunay, 20011, 7);
}

TEST(Delaunay, ReportsDuplicates) {
    Delaunay delaunay;
    const Vec3 p{0.25, 0, 0}, q{0, 0.25, 0};
    EXPECT_TRUE(delaunay.Insert(p).isNew);
    EXPECT_TRUE(delaunay.Insert(q).isNew);
    const auto [flatVertex, flatIsNew] = delaunay.Insert(p);
    EXPECT_EQ(flatVertex, 0);
    EXPECT_FALSE(flatIsNew);
    for (const Vec3& point : PointsInCube(50, 1)) delaunay.Insert(point);
    const auto [vertex, isNew] = delaunay.Insert(q);
    EXPECT_EQ(vertex, 1);
    EXPECT_FALSE(isNew);
    EXPECT_TRUE(delaunay.Created().empty() && delaunay.Deleted().empty());
    EXPECT_EQ(delaunay.VertexCount(), 52);
}

TEST(Delaunay, FlatInputWaitsForSpace) {
    Delaunay delaunay;
    delaunay.InsertAll(CoplanarPoints(100, 8));
    EXPECT_FALSE(delaunay.HasTetrahedra());
    EXPECT_EQ(delaunay.VertexCount(), 100);
    EXPECT_EQ(delaunay.FindFault(), "");
    delaunay.Insert({0.9, 0.9, 0.9});
    EXPECT_TRUE(delaunay.HasTetrahedra());
    EXPECT_EQ(delaunay.Created(), LiveSlots(delaunay));
    ExpectSound(delaunay);
    EXPECT_EQ(Delaunay().Locate({0, 0, 0}), Delaunay::kNone);
}

TEST(Delaunay, TellsWhatAnInsertionMadeAndUnmade) {
    Delaunay delaunay;
    std::set<int32_t> live;
    for (const Vec3& point : Concatenated(GridPoints(5, 0.2), PointsInCube(300, 3))) {
        const bool isFirst = !delaunay.HasTetrahedra();
        delaunay.Insert(point);
        for (const int32_t slot : delaunay.Deleted()) ASSERT_EQ(live.erase(slot), 1u);
        for (const int32_t slot : delaunay.Created()) ASSERT_TRUE(live.insert(slot).second);
        const std::vector<int32_t> expected = LiveSlots(delaunay);
        ASSERT_TRUE(std::equal(live.begin(), live.end(), expected.begin(), expected.end()));
        const int32_t vertex = delaunay.VertexCount() - 1;
        for (const int32_t slot : delaunay.Created()) {
            const auto& v = delaunay.At(slot).vertices;
            ASSERT_TRUE(isFirst || std::count(v.begin(), v.end(), vertex) == 1);
        }
    }
}

TEST(Delaunay, AnswersQueriesAsTheDefinitionsDo) {
    Delaunay delaunay;
    delaunay.InsertAll(Concatenated(PointsInCube(300, 6), GridPoints(5, 0.25)));
    Delaunay::Scratch scratch;
    std::vector<int32_t> found;
    Random random(17);
    for (int i = 0; i < 200; ++i) {
        const Vec3 point = PointInCube(random);
        delaunay.Conflicts(point, scratch, found);
        std::sort(found.begin(), found.end());
        found.erase(std::remove_if(found.begin(), found.end(), [&](int32_t s) { return !delaunay.IsFinite(s); }),
                    found.end());
        std::vector<int32_t> expected;
        for (const int32_t slot : LiveSlots(delaunay)) {
            const auto& v = delaunay.At(slot).vertices;
            if (delaunay.IsFinite(slot) && exact::InSphere(delaunay.Position(v[0]), delaunay.Position(v[1]),
                                                           delaunay.Position(v[2]), delaunay.Position(v[3]), point) > 0)
                expected.push_back(slot);
        }
        ASSERT_EQ(found, expected);
        const int32_t nearest = delaunay.NearestVertex(point, scratch);
        for (int32_t vertex = 0; vertex < delaunay.VertexCount(); ++vertex)
            ASSERT_LE(Distance(point, delaunay.Position(nearest)), Distance(point, delaunay.Position(vertex)));
    }
    for (int32_t vertex = 0; vertex < delaunay.VertexCount(); vertex += 10) {
        delaunay.Incident(vertex, scratch, found);
        std::sort(found.begin(), found.end());
        std::vector<int32_t> expected;
        for (const int32_t slot : LiveSlots(delaunay)) {
            const auto& v = delaunay.At(slot).vertices;
            if (std::count(v.begin(), v.end(), vertex)) expected.push_back(slot);
        }
        ASSERT_EQ(found, expected);
        delaunay.Conflicts(delaunay.Position(vertex), scratch, found);
        ASSERT_TRUE(found.empty());
    }
}

TEST(Delaunay, LocatesInsideAndOutside) {
    Delaunay delaunay;
    delaunay.InsertAll(GridPoints(5, 0.2));
    for (const Vec3& point : PointsInCube(300, 20)) {
        const int32_t slot = delaunay.Locate(point);
        const bool isInside =
            point.x >= -0.5 && point.x <= 0.3 && point.y >= -0.5 && point.y <= 0.3 && point.z >= -0.5 && point.z <= 0.3;
        ASSERT_EQ(delaunay.IsFinite(slot), isInside);
    }
}

TEST(Delaunay, SameBytesEverywhere) {
    Delaunay delaunay, again;
    delaunay.InsertAll(Concatenated(PointsInCube(2000, 21), GridPoints(8, 0.1)));
    again.InsertAll(Concatenated(PointsInCube(2000, 21), GridPoints(8, 0.1)));
    EXPECT_EQ(HashOf(delaunay), HashOf(again));
    EXPECT_EQ(HashOf(delaunay), 5188224294012429868u);  // as on every compiler and at every level of optimisation
}

TEST(Delaunay, ACopyIsIndependent) {
    Delaunay delaunay;
    delaunay.InsertAll(PointsInCube(500, 22));
    const uint64_t before = HashOf(delaunay);
    Delaunay copy = delaunay;
    for (const Vec3& point : PointsInCube(100, 23)) copy.Insert(point);
    EXPECT_EQ(HashOf(delaunay), before);
    ExpectSound(copy);
    EXPECT_EQ(copy.VertexCount(), 600);
}

TEST(Delaunay, FindsItsOwnFaults) {
    Delaunay sound;
    sound.InsertAll(PointsInCube(100, 24));
    const int32_t slot = sound.Locate({0, 0, 0});
    Delaunay moved = sound;
    Vec3& position = DelaunayTamper::Position(moved, sound.At(slot).vertices[0]);
    position = SnapToLattice(position * 0.3);
    EXPECT_NE(moved.FindFault(), "");
    Delaunay unlinked = sound;
    std::swap(DelaunayTamper::At(unlinked, slot).neighbours[0], DelaunayTamper::At(unlinked, slot).neighbours[1]);
    EXPECT_NE(unlinked.FindFault(), "");
    Delaunay turned = sound;
    std::swap(DelaunayTamper::At(turned, slot).vertices[0], DelaunayTamper::At(turned, slot).vertices[1]);
    EXPECT_NE(turned.FindFault(), "");
}

TEST(HilbertOrder, NeighboursOnTheCurveAreNeighboursInSpace) {
    std::vector<Vec3> points;
    for (int x = 0; x < 16; ++x)
        for (int y = 0; y < 16; ++y)
            for (int z = 0; z < 16; ++z) points.push_back({(x - 7.5) / 8, (y - 7.5) / 8, (z - 7.5) / 8});
    std::sort(points.begin(), points.end(),
              [](const Vec3& a, const Vec3& b) { return HilbertIndex(a) < HilbertIndex(b); });
    for (size_t i = 1; i < points.size(); ++i) ASSERT_EQ(Distance(points[i - 1], points[i]), 0.125);
}

TEST(HilbertOrder, IsAPermutation) {
    const std::vector<Vec3> points = PointsInCube(10000, 25);
    std::vector<int32_t> order = InsertionOrder(points);
    std::sort(order.begin(), order.end());
    for (int32_t i = 0; i < 10000; ++i) ASSERT_EQ(order[static_cast<size_t>(i)], i);
}

}  // namespace
}  // namespace spheretree
