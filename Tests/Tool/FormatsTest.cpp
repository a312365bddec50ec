#include "Tool/RunTool.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace spheretree {
namespace {

using nlohmann::json;

/// Seed, extension, and where the tetrahedron's right angle ends up.
struct FormatCase {
    const char* seed;
    const char* extension;
    std::array<double, 3> corner;
};

class Formats : public testing::TestWithParam<FormatCase> {};

void ExpectTetrahedron(const json& report, const std::array<double, 3>& corner) {
    EXPECT_EQ(report["triangleCount"], 4);
    EXPECT_EQ(report["isClosed"], true);
    EXPECT_EQ(report["isManifold"], true);
    EXPECT_EQ(report["isSound"], true);
    EXPECT_EQ(report["genus"], 0);
    EXPECT_NEAR(report["signedVolume"].get<double>(), 1.0 / 6, 1e-6);
    EXPECT_NEAR(report["area"].get<double>(), 1.5 + std::sqrt(3.0) / 2, 1e-6);
    for (size_t i = 0; i < 3; ++i) {
        EXPECT_NEAR(report["bounds"]["low"][i].get<double>(), corner[i], 1e-6);
        EXPECT_NEAR(report["bounds"]["high"][i].get<double>(), corner[i] + 1, 1e-6);
    }
}

TEST_P(Formats, ReadFromFile) {
    const std::string file = WriteScratch(std::string("t.") + GetParam().extension, SeedBytes(GetParam().seed));
    const ToolRun run = RunTool({"check", "--json", file});
    ASSERT_EQ(run.code, 0) << run.out << run.err;
    ExpectTetrahedron(json::parse(run.out)["report"], GetParam().corner);
}

TEST_P(Formats, ReadFromMemory) {
    const ToolRun run = RunTool({"check", "--json", "--format", GetParam().extension, "-"},
                                {.standardInput = SeedBytes(GetParam().seed)});
    ASSERT_EQ(run.code, 0) << run.out << run.err;
    ExpectTetrahedron(json::parse(run.out)["report"], GetParam().corner);
}

/// Cut short anywhere, a file gives a report or one sentence.
TEST_P(Formats, CutShort) {
    const std::string bytes = SeedBytes(GetParam().seed);
    // Debian's importer never ends on some PLY files that stop within the header: a short limit keeps the test short.
    std::vector<std::string> arguments{"check", "--json", "--quiet", "--read-limit", "1"};
    for (size_t i = 1; i <= 24; ++i)
        arguments.push_back(
            WriteScratch(std::to_string(i) + "." + GetParam().extension, bytes.substr(0, bytes.size() * i / 25)));
    const ToolRun run = RunTool(arguments);
    ASSERT_TRUE(run.code == 0 || run.code == 1) << run.code << run.err;
    EXPECT_EQ(run.err, "");
    for (const json& one : json::parse(run.out)) {
        EXPECT_TRUE(one.contains("report") != one.contains("error"));
        EXPECT_EQ(one.value("error", "").find('\n'), std::string::npos);
    }
}

INSTANTIATE_TEST_SUITE_P(All, Formats,
                         testing::Values(FormatCase{"obj", "obj", {0, 0, 0}}, FormatCase{"ply", "ply", {0, 0, 0}},
                                         FormatCase{"ply-binary", "ply", {0, 0, 0}},
                                         FormatCase{"stl", "stl", {0, 0, 0}},
                                         FormatCase{"stl-binary", "stl", {0, 0, 0}},
                                         FormatCase{"off", "off", {0, 0, 0}}, FormatCase{"gltf", "gltf", {1, 2, 3}},
                                         FormatCase{"glb", "glb", {1, 2, 3}}, FormatCase{"fbx", "fbx", {0, 0, 0}}),
                         [](const auto& param) {
                             std::string name = param.param.seed;
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

TEST(MixedFaces, PolygonsAreCutAndPointsAndLinesLeftOut) {
    const std::string file = WriteScratch("mixed.obj",
                                          "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0.5 2 0\n"
                                          "f 1 2 3 4\nf 1 2 3 5 4\nl 1 2\np 3\n");
    const json answer = json::parse(RunTool({"check", "--json", file}).out);
    EXPECT_EQ(answer["report"]["triangleCount"], 5);
    EXPECT_GE(answer["pointsAndLines"], 2);
    EXPECT_NEAR(answer["report"]["area"].get<double>(), 1 + 1.5, 1e-6);
}

}  // namespace
}  // namespace spheretree
