#include "Scenes/MeshFile.h"
#include "Scenes/Meshes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <set>
#include <stdexcept>

namespace spheretree::scenes {
namespace {

constexpr int64_t kNone = -1;  // the genus of what is not closed, 2-manifold and oriented

struct Expected {
    const char* name;
    int64_t triangles;
    bool isClosed, isManifold;
    int64_t components, genus;
};

// What each mesh is, stated once.
constexpr Expected kExpected[] = {
    {"cube", 12, true, true, 1, 0},
    {"ellipsoid", 1280, true, true, 1, 0},
    {"cylinder", 1472, true, true, 1, 0},
    {"torus", 1520, true, true, 1, 1},
    {"cone", 1408, true, true, 1, 0},
    {"s-shape", 1560, true, true, 1, 0},
    {"block", 1488, true, true, 1, 0},
    {"plate", 12, true, true, 1, 0},
    {"spike", 1476, true, true, 1, 0},
    {"icosphere", 1280, true, true, 1, 0},
    {"interlocked-tori", 1568, true, true, 2, 2},
    {"hollow-shell", 1600, true, true, 2, 0},
    {"bunny-1500", 1500, true, true, 1, 0},
    {"dragon-1500", 1486, true, true, 1, 1},
    {"open-hemisphere", 1400, false, true, 1, kNone},
    {"self-intersecting-pair", 1440, true, true, 2, 0},
    {"non-manifold-fan", 1440, false, false, 1, kNone},
    {"bunny", 3674, true, true, 1, 0},
    {"teapot", 992, false, false, 4, kNone},
    {"dragon-11k", 11102, false, false, 5, kNone},
    {"dragon-48k", 47794, false, false, 2, kNone},
    {"dragon-203k", 202520, false, false, 12, kNone},
    {"dragon-871k", 871414, true, true, 1, 55},
};

void PrintTo(const Expected& expected, std::ostream* out) { *out << expected.name; }

std::string NameCase(const testing::TestParamInfo<Expected>& info) {
    std::string name = info.param.name;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

class EveryMesh : public testing::TestWithParam<Expected> {};

TEST_P(EveryMesh, IsWhatItIsSaidToBe) {
    const Expected& expected = GetParam();
    const NamedMesh named = MakeMesh(expected.name);
    const MeshReport report = CheckMesh(named.mesh);
    EXPECT_EQ(named.isClosed, expected.isClosed);
    EXPECT_EQ(named.isManifold, expected.isManifold);
    EXPECT_EQ(report.triangleCount, expected.triangles);
    EXPECT_EQ(report.isClosed, expected.isClosed);
    EXPECT_EQ(report.isManifold, expected.isManifold);
    EXPECT_EQ(report.components, expected.components);
    EXPECT_EQ(report.genus, expected.genus);
    EXPECT_TRUE(report.isOriented);
    EXPECT_EQ(report.indexFaults + report.nonFiniteVertices, 0);
    if (expected.isClosed) {
        EXPECT_GT(report.signedVolume, 0);
    }
}

INSTANTIATE_TEST_SUITE_P(Scenes, EveryMesh, testing::ValuesIn(kExpected), NameCase);

TEST(MeshNames, AreAllStatedOnceInTheSameOrder) {
    std::vector<std::string> stated;
    for (const Expected& expected : kExpected) stated.emplace_back(expected.name);
    EXPECT_EQ(stated, AllMeshNames());
    const size_t grouped = ClosedMeshNames().size() + RoughMeshNames().size() + LargeMeshNames().size();
    EXPECT_EQ(grouped, stated.size());
}

TEST(ClosedMeshes, HaveNothingForCleaningToDo) {
    for (const std::string& name : ClosedMeshNames()) {
        const TriangleMesh mesh = MakeMesh(name).mesh;
        const Result<CleanedMesh> cleaned = CleanMesh(mesh);
        ASSERT_TRUE(cleaned) << name << ": " << cleaned.Sentence();
        EXPECT_TRUE(cleaned->report.sentences.empty()) << name << ": " << cleaned->report.sentences.front();
        EXPECT_LE(mesh.triangles.size(), 1600u) << name;
    }
}

double VolumeOf(std::string_view name) { return CheckMesh(MakeMesh(name).mesh).signedVolume; }

TEST(FormulaMeshes, HaveTheVolumeOfTheirFormula) {
    const double unitPolygon = 16 * std::sin(2 * M_PI / 32);  // area of the 32-gon in the unit circle
    EXPECT_NEAR(VolumeOf("cube"), 1, 1e-9);
    EXPECT_NEAR(VolumeOf("plate"), 20, 1e-9);
    EXPECT_NEAR(VolumeOf("block"), 0.8 * (1 + 0.7 * 0.7 + 0.4 * 0.4), 1e-9);
    EXPECT_NEAR(VolumeOf("cylinder"), unitPolygon * 0.25 * 2, 1e-9);
    EXPECT_NEAR(VolumeOf("cone"), unitPolygon * 0.49 * 1.8 / 3, 1e-9);
    // Inscribed in the curved shape, so a little less.
    const auto expectJustBelow = [](std::string_view name, double volume) {
        EXPECT_LT(VolumeOf(name), volume) << name;
        EXPECT_GT(VolumeOf(name), 0.97 * volume) << name;
    };
    expectJustBelow("icosphere", 4 * M_PI / 3);
    expectJustBelow("ellipsoid", 4 * M_PI / 3 * 0.6 * 0.4);
    expectJustBelow("torus", 2 * M_PI * M_PI * 0.35 * 0.35);
    const double tube = M_PI * 0.25 * 0.25;
    expectJustBelow("s-shape", tube * (2 * 0.6 * 1.25 * M_PI) + 4 * M_PI / 3 * 0.25 * 0.25 * 0.25);
}

TEST(SimplifiedMeshes, FillABoxWhoseHalfDiagonalIsOne) {
    for (const char* name : {"bunny-1500", "dragon-1500"}) {
        const Box bounds = CheckMesh(MakeMesh(name).mesh).bounds;
        EXPECT_NEAR(Distance(bounds.low, bounds.high), 2, 1e-12) << name;
        EXPECT_NEAR(Length(bounds.low + bounds.high), 0, 1e-12) << name;
    }
}

TEST(SimplifiedMeshes, KeepTheVolumeOfTheRealOnes) {
    const auto relativeVolume = [](std::string_view name) {
        const MeshReport report = CheckMesh(MakeMesh(name).mesh);
        return report.signedVolume / std::pow(Distance(report.bounds.low, report.bounds.high), 3);
    };
    EXPECT_NEAR(relativeVolume("bunny-1500") / relativeVolume("bunny"), 1, 0.02);
    EXPECT_NEAR(relativeVolume("dragon-1500") / relativeVolume("dragon-871k"), 1, 0.05);
}

TEST(Icosphere, HasFourTimesTheTrianglesWithEachSubdivision) {
    for (int32_t subdivisions = 0; subdivisions <= 5; ++subdivisions) {
        const TriangleMesh mesh = MakeIcosphere(subdivisions);
        const MeshReport report = CheckMesh(mesh);
        EXPECT_EQ(report.triangleCount, int64_t{20} << (2 * subdivisions));
        EXPECT_TRUE(report.isClosed && report.isManifold && report.genus == 0);
        for (const Vec3& vertex : mesh.vertices) ASSERT_NEAR(Length(vertex), 1, 1e-15);
    }
    EXPECT_GT(MakeIcosphere(8).triangles.size(), 1000000u);
}

TEST(RandomMesh, IsValidAndOfManyKinds) {
    int32_t open = 0, closed = 0, inward = 0;
    std::set<size_t> sizes;
    for (uint64_t seed = 0; seed < 300; ++seed) {
        const MeshReport report = CheckMesh(MakeRandomMesh(seed));
        ASSERT_GT(report.triangleCount, 0) << seed;
        ASSERT_EQ(report.indexFaults + report.nonFiniteVertices, 0) << seed;
        open += report.boundaryEdges > 0;
        closed += report.isClosed;
        inward += report.inwardComponents > 0;
        sizes.insert(static_cast<size_t>(report.triangleCount));
    }
    EXPECT_GT(open, 50);
    EXPECT_GT(closed, 50);
    EXPECT_GT(inward, 50);
    EXPECT_GT(sizes.size(), 100u);
}

// FNV-1a over all bytes.
uint64_t Hash(const TriangleMesh& mesh, uint64_t hash = 0xcbf29ce484222325) {
    const auto add = [&hash](const auto& value) {
        unsigned char bytes[sizeof value];
        std::memcpy(bytes, &value, sizeof value);
        for (const unsigned char byte : bytes) hash = (hash ^ byte) * 0x100000001b3;
    };
    for (const Vec3& vertex : mesh.vertices) add(vertex);
    for (const Triangle& triangle : mesh.triangles) add(triangle);
    return hash;
}

// A figure in a test or a document means nothing when the mesh under it has changed: whoever changes one says so here.
TEST(Meshes, AreTheSameForEveryCompiler) {
    uint64_t formula = Hash({}), random = Hash({}), simplified = Hash({});
    for (const std::string& name : FormulaMeshNames()) formula = Hash(MakeMesh(name).mesh, formula);
    for (uint64_t seed = 0; seed < 300; ++seed) random = Hash(MakeRandomMesh(seed), random);
    for (const char* name : {"bunny-1500", "dragon-1500"}) simplified = Hash(MakeMesh(name).mesh, simplified);
    EXPECT_EQ(formula, 15421726331530672090u);
    EXPECT_EQ(random, 4402320654372759893u);
    EXPECT_EQ(simplified, 4581630982272995538u);
}

TEST(MakeMeshDeathTest, SaysThatThereIsNoSuchMesh) { EXPECT_DEATH(MakeMesh("cow"), "there is no mesh called \"cow\""); }

class MeshFiles : public testing::Test {
protected:
    std::filesystem::path path_ = std::filesystem::path(testing::TempDir()) /
                                  (std::string(testing::UnitTest::GetInstance()->current_test_info()->name()) + ".ply");

    std::string FailureOfReading() {
        try {
            ReadPly(path_);
        } catch (const std::runtime_error& error) {
            return error.what();
        }
        return "";
    }
    void TearDown() override { std::filesystem::remove(path_); }
};

TEST_F(MeshFiles, BringBackWhatWasWritten) {
    const TriangleMesh mesh = MakeRandomMesh(7);
    WritePly(mesh, path_);
    const TriangleMesh read = ReadPly(path_);
    EXPECT_EQ(read.vertices, mesh.vertices);
    EXPECT_EQ(read.triangles, mesh.triangles);
}

TEST_F(MeshFiles, AreRefusedWhenMissing) {
    EXPECT_NE(FailureOfReading().find("there is no such file"), std::string::npos);
}

TEST_F(MeshFiles, AreRefusedWhenCutShort) {
    WritePly(MakeIcosphere(1), path_);
    std::filesystem::resize_file(path_, std::filesystem::file_size(path_) - 1);
    EXPECT_NE(FailureOfReading().find("wrong length"), std::string::npos);
}

TEST_F(MeshFiles, AreRefusedWhenNotOurs) {
    std::ofstream(path_) << "ply\nformat ascii 1.0\n";
    EXPECT_NE(FailureOfReading().find("is not a mesh that the build has written"), std::string::npos);
}

}  // namespace
}  // namespace spheretree::scenes
