#include "Core/Exact/ExactFixtures.h"
#include "SphereTree/Gjk.h"
#include "SphereTree/Polygon.h"
#include "SphereTree/SurfaceQuery.h"

namespace spheretree {
namespace {

#ifdef NDEBUG
constexpr int64_t kPolygonPairs = 20'000;
#else
constexpr int64_t kPolygonPairs = 500;
#endif

/// A star: not convex, but seen whole from its middle, so that a fan of triangles covers it.
struct Star {
    Polygon polygon;
    Vec3 middle;

    TriangleCorners Fan(size_t i) const {
        return {middle, polygon.corners[i], polygon.corners[(i + 1) % polygon.corners.size()]};
    }
    size_t Count() const { return polygon.corners.size(); }
};

Star RandomStar(Random& random) {
    const Vec3 normal = random.Direction(), u = Normalized(Cross(normal, random.Direction())), v = Cross(normal, u);
    Star star;
    star.middle = random.Direction() * random.Between(0, 0.8);
    const int64_t count = 3 + random.Below(12);
    std::vector<Vec3> corners;
    for (int64_t i = 0; i < count; ++i) {
        const double angle =
            6.283185307179586 * (static_cast<double>(i) + 0.8 * random.Uniform()) / static_cast<double>(count);
        corners.push_back(star.middle + (u * std::cos(angle) + v * std::sin(angle)) * random.Between(0.2, 1));
    }
    const Result<Polygon> polygon = Polygon::Make(corners);
    EXPECT_TRUE(polygon) << polygon.Sentence();
    star.polygon = *polygon;
    return star;
}

/// Stars of three corners may not hold their middle: a fan then counts outside too.
Star HoldingStar(Random& random) {
    for (;;) {
        Star star = RandomStar(random);
        if (star.Count() > 3 && IsInPolygon(star.polygon, star.middle)) {
            bool turns = true;  // every triangle of the fan the same way round
            for (size_t i = 0; i < star.Count(); ++i) {
                const TriangleCorners t = star.Fan(i);
                turns = turns && Dot(Cross(t[1] - t[0], t[2] - t[0]), star.polygon.normal) > 0;
            }
            if (turns) return star;
        }
    }
}

TEST(Polygons, ShareTheSegmentsOfTheirTriangles) {
    int64_t meet = 0, many = 0;
    for (int64_t i = 0; i < kPolygonPairs; ++i) {
        Random random = Random::OfItem(71, i);
        const Star a = HoldingStar(random), b = HoldingStar(random);
        double truth = 0;
        bool touching = false;
        for (size_t s = 0; s < a.Count(); ++s)
            for (size_t t = 0; t < b.Count(); ++t) {
                const TriangleCorners one = a.Fan(s), two = b.Fan(t);
                if (!TrianglesIntersect(one, two)) continue;
                const CommonSegment common = FindCommonSegment(one, two);
                truth += Distance(common.from, common.to);
                touching = true;
            }
        const std::vector<CommonSegment> segments = IntersectPolygons(a.polygon, b.polygon);
        double length = 0;
        for (const CommonSegment& segment : segments) length += Distance(segment.from, segment.to);
        ASSERT_NEAR(length, truth, 1e-9) << i;
        ASSERT_EQ(PolygonsIntersect(a.polygon, b.polygon), !segments.empty()) << i;
        ASSERT_EQ(!segments.empty(), touching) << i;
        meet += touching, many += segments.size() > 1;
    }
    EXPECT_GT(meet, kPolygonPairs / 10);
    EXPECT_GT(many, kPolygonPairs / 200) << "stars share several segments";
}

TEST(Polygons, MeetSpheresAndBoxesAsTheirTrianglesDo) {
    int64_t spheres = 0, boxes = 0;
    for (int64_t i = 0; i < kPolygonPairs; ++i) {
        Random random = Random::OfItem(72, i);
        const Star star = HoldingStar(random);
        const Sphere ball{random.Direction() * random.Between(0, 1.5), random.Between(0.05, 0.6)};
        const Vec3 at = random.Direction() * random.Between(0, 1.2),
                   half{random.Between(0.05, 0.5), random.Between(0.05, 0.5), random.Between(0.05, 0.5)};
        const ConvexShape box = ConvexShape::Box(half);
        PlacedShape placed{&box, {}};
        placed.map.offset = at;
        double toBall = HUGE_VAL, toBox = HUGE_VAL;
        for (size_t t = 0; t < star.Count(); ++t) {
            const TriangleCorners fan = star.Fan(t);
            toBall = std::min(toBall, Distance(ClosestOnTriangle(fan, ball.centre), ball.centre));
            const ConvexShape hull = ConvexShape::Hull(*ConvexHull::Build({fan[0], fan[1], fan[2]}));
            toBox = std::min(toBox, MeasureGjk(placed, {&hull, {}}).distance);
        }
        if (std::fabs(toBall - ball.radius) > 1e-9) {
            ASSERT_EQ(PolygonMeetsSphere(star.polygon, ball), toBall < ball.radius) << i;
        }
        const bool meets = PolygonMeetsBox(star.polygon, {at - half, at + half});
        ASSERT_EQ(meets, !(toBox > 0)) << i << " " << toBox;
        spheres += toBall < ball.radius, boxes += meets;
    }
    EXPECT_GT(spheres, kPolygonPairs / 10);
    EXPECT_LT(spheres, kPolygonPairs * 9 / 10);
    EXPECT_GT(boxes, kPolygonPairs / 10);
    EXPECT_LT(boxes, kPolygonPairs * 9 / 10);
}

TEST(Polygons, ThatLieInOnePlaneAreAHairApart) {
    const Polygon square = *Polygon::Make({{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}});
    const Polygon shifted = *Polygon::Make({{1, 1, 0}, {3, 1, 0}, {3, 3, 0}, {1, 3, 0}});
    EXPECT_FALSE(PolygonsIntersect(square, shifted));
    EXPECT_TRUE(IntersectPolygons(square, shifted).empty());
}

TEST(Polygons, ThatAreNoneAreASentence) {
    EXPECT_FALSE(Polygon::Make({{0, 0, 0}, {1, 0, 0}}));
    EXPECT_FALSE(Polygon::Make({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}));
    EXPECT_FALSE(Polygon::Make({{0, 0, 0}, {1, 0, 0}, {0, HUGE_VAL, 0}}));
    EXPECT_FALSE(Polygon::Make({{0, 0, 0}, {1, 0, 0}, {1, 1, 0.1}, {0, 1, 0}}));
}

// Points of a lattice: rays through edges and corners are what happens.
TEST(Polyhedra, KnowTheirInside) {
    const TriangleMesh cube = scenes::MakeMesh("cube").mesh;
    const Box bounds = CheckMesh(cube).bounds;
    for (int x = -2; x <= 2; ++x)
        for (int y = -2; y <= 2; ++y)
            for (int z = -2; z <= 2; ++z) {
                const Vec3 p{x * bounds.high.x / 2 * 1.5, y * bounds.high.y / 2 * 1.5, z * bounds.high.z / 2 * 1.5};
                const bool truth = std::fabs(p.x) <= bounds.high.x && std::fabs(p.y) <= bounds.high.y &&
                                   std::fabs(p.z) <= bounds.high.z;
                EXPECT_EQ(IsInPolyhedron(cube, p), truth);
            }
    EXPECT_TRUE(IsInPolyhedron(cube, cube.vertices[0])) << "a corner";
    for (const char* name : {"torus", "s-shape"}) {
        const TriangleMesh mesh = scenes::MakeMesh(name).mesh;
        const SurfaceQuery surface = *SurfaceQuery::Build(mesh);
        int64_t inside = 0;
        for (int64_t i = 0; i < 300; ++i) {
            Random random = Random::OfItem(73, i);
            const Vec3 p =
                mesh.vertices[static_cast<size_t>(random.Below(static_cast<int64_t>(mesh.vertices.size())))] +
                random.Direction() * 0.1;
            ASSERT_EQ(IsInPolyhedron(mesh, p), surface.IsInside(p)) << name << i;
            inside += surface.IsInside(p);
        }
        EXPECT_GT(inside, 30);
    }
}

}  // namespace
}  // namespace spheretree
