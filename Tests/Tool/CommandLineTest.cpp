#include "Tool/RunTool.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace spheretree {
namespace {

using nlohmann::json;
using testing::HasSubstr;

std::string OpenTetrahedron() {
    const std::string closed = SeedBytes("obj");
    return closed.substr(0, closed.rfind("f "));
}

TEST(CommandLine, VersionAndHelpAreAnswers) {
    const ToolRun version = RunTool({"--version"});
    EXPECT_EQ(version.code, 0);
    EXPECT_THAT(version.out, testing::MatchesRegex("spheretree [0-9]+\\.[0-9]+\\.[0-9]+\n"));
    const ToolRun help = RunTool({"--help"});
    EXPECT_EQ(help.code, 0);
    EXPECT_THAT(help.out, HasSubstr("check"));
    const ToolRun check = RunTool({"check", "--help"});
    EXPECT_EQ(check.code, 0);
    EXPECT_THAT(check.out, HasSubstr("Examples:"));
    EXPECT_THAT(check.out, HasSubstr("Exit codes:"));
    EXPECT_EQ(help.err + check.err + version.err, "");
}

TEST(CommandLine, WrongUsageIsOneLineAndCodeTwo) {
    const std::vector<std::vector<std::string>> wrong = {{},
                                                         {"frobnicate"},
                                                         {"check"},
                                                         {"check", "--frobnicate", "a.obj"},
                                                         {"check", "a.obj", "--weld", "much"},
                                                         {"check", "-"},
                                                         {"check", "a.obj", "--threads", "-3"}};
    for (const std::vector<std::string>& arguments : wrong) {
        SCOPED_TRACE(testing::PrintToString(arguments));
        const ToolRun run = RunTool(arguments);
        EXPECT_EQ(run.code, 2);
        EXPECT_EQ(run.out, "");
        EXPECT_EQ(run.ErrorLines(), 1) << run.err;
    }
}

TEST(CommandLine, WhatCannotBeReadIsOneSentence) {
    const std::string empty = WriteScratch("empty.obj", ""), folder = testing::TempDir();
    const std::string garbage = WriteScratch("garbage.fbx", std::string(1000, '\x7f'));
    const std::string points = WriteScratch("points.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nl 1 2 3\n");
    const std::string unknown = WriteScratch("notes.txt", "milk, eggs\n");
    const std::vector<std::pair<std::string, std::string>> cases = {
        {"no-such-file.obj", "no-such-file.obj cannot be read: there is no such file."},
        {folder, "it is a folder, not a file."},
        {"/dev/null", "it is not an ordinary file."},
        {empty, "it is empty."},
        {points, "it holds points or lines but no triangle."},
        {unknown, "no reader knows its format."},
        {garbage, "garbage.fbx cannot be read: "}};
    for (const auto& [file, sentence] : cases) {
        SCOPED_TRACE(file);
        const ToolRun run = RunTool({"check", file});
        EXPECT_EQ(run.code, 1);
        EXPECT_EQ(run.out, "");
        EXPECT_EQ(run.ErrorLines(), 1) << run.err;
        EXPECT_THAT(run.err, HasSubstr(sentence));
        const json answer = json::parse(RunTool({"check", "--json", file}).out);
        EXPECT_EQ(answer["error"].get<std::string>() + "\n", run.err);
    }
}

TEST(CommandLine, StrictTellsSoundFromUnsound) {
    const std::string sound = WriteScratch("sound.obj", SeedBytes("obj"));
    const std::string open = WriteScratch("open.obj", OpenTetrahedron());
    EXPECT_EQ(RunTool({"check", sound, "--strict"}).code, 0);
    EXPECT_EQ(RunTool({"check", open}).code, 0);
    EXPECT_EQ(RunTool({"check", open, "--strict"}).code, 3);
    EXPECT_EQ(RunTool({"check", sound, open, "--strict"}).code, 3);
    EXPECT_EQ(RunTool({"check", open, "--strict", "--fill-holes"}).code, 0);
    EXPECT_EQ(RunTool({"check", open, "no-such-file.obj", "--strict"}).code, 1);
}

TEST(CommandLine, TextNamesFaultsAndVerdict) {
    const ToolRun run = RunTool({"check", WriteScratch("open.obj", OpenTetrahedron())});
    EXPECT_THAT(run.out, HasSubstr("triangles              3\n"));
    EXPECT_THAT(run.out, HasSubstr("edges of one triangle, where the mesh is open: 3; try --fill-holes."));
    EXPECT_THAT(run.out, HasSubstr("verdict                open"));
    const ToolRun filled = RunTool({"check", "--fill-holes", WriteScratch("open.obj", OpenTetrahedron())});
    EXPECT_THAT(filled.out, HasSubstr("1 hole was filled with 1 triangle."));
    EXPECT_THAT(filled.out, HasSubstr("verdict                sound"));
}

TEST(CommandLine, CleaningIsReportedInJson) {
    const ToolRun run = RunTool({"check", "--json", "--fill-holes", WriteScratch("open.obj", OpenTetrahedron())});
    const json answer = json::parse(run.out);
    EXPECT_EQ(answer["cleaning"]["filledHoles"], 1);
    EXPECT_EQ(answer["cleaning"]["sentences"].size(), answer["cleaning"]["weldedVertices"] > 0 ? 2u : 1u);
    EXPECT_EQ(answer["report"]["isSound"], true);
    EXPECT_FALSE(
        json::parse(RunTool({"check", "--json", WriteScratch("a.obj", SeedBytes("obj"))}).out).contains("cleaning"));
}

TEST(CommandLine, SeveralFilesComeInOrderOnAnyNumberOfThreads) {
    std::vector<std::string> arguments{"check", "--json", "--threads", "1"};
    for (int i = 0; i < 20; ++i)
        arguments.push_back(
            i % 3 == 2 ? "missing-" + std::to_string(i)
                       : WriteScratch(std::to_string(i) + ".obj", i % 2 ? SeedBytes("obj") : OpenTetrahedron()));
    const ToolRun one = RunTool(arguments);
    arguments[3] = "4";
    const ToolRun four = RunTool(arguments);
    EXPECT_EQ(one.out, four.out);
    EXPECT_EQ(one.code, 1);
    const json answer = json::parse(one.out);
    ASSERT_EQ(answer.size(), 20u);
    for (size_t i = 0; i < 20; ++i) {
        EXPECT_EQ(answer[i]["file"], arguments[i + 4]);
        EXPECT_EQ(answer[i].contains("error"), i % 3 == 2);
    }
}

/// A PLY file that stops within its header: Debian's importer waits for the rest of it for ever.
std::string EndlessFile() { return WriteScratch("endless.ply", "ply\nformat ascii 1.0\nelement vertex 4\n"); }

TEST(CommandLine, ControlCEndsItWithoutAReport) {
    const ToolRun run = RunTool({"check", EndlessFile()}, {.standardInput = "", .interruptAfterSeconds = 2});
    EXPECT_EQ(run.code, 130) << run.err;
    EXPECT_EQ(run.out, "");
    EXPECT_EQ(run.err, "Cancelled.\n");
}

TEST(CommandLine, AnImporterThatTakesTooLongIsEnded) {
    const ToolRun run = RunTool({"check", EndlessFile(), "--read-limit", "1"});
    EXPECT_EQ(run.code, 1);
    EXPECT_THAT(run.err, HasSubstr("the importer took longer than 1 seconds."));
}

TEST(CommandLine, FileNamesThatAreNotText) {
    const std::string odd = WriteScratch("odd \xff\xfe name.obj", SeedBytes("obj"));
    EXPECT_EQ(RunTool({"check", odd}).code, 0);
    EXPECT_EQ(json::parse(RunTool({"check", "--json", odd}).out)["report"]["triangleCount"], 4);
}

}  // namespace
}  // namespace spheretree
