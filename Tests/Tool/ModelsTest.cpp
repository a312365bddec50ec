#include "Tool/RunTool.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <iostream>
#include <map>

// Every file of Debian's assimp-testmodels, the invalid ones and the pictures between them included: a report or one
// sentence, whatever Debian's libassimp does with it.
namespace spheretree {
namespace {

using nlohmann::json;

std::vector<std::string> ModelFiles() {
    std::vector<std::string> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(SPHERETREE_MODELS))
        if (entry.is_regular_file()) files.push_back(entry.path().string());
    std::sort(files.begin(), files.end());
    return files;
}

std::vector<std::string> With(std::vector<std::string> arguments, const std::vector<std::string>& files) {
    arguments.insert(arguments.end(), files.begin(), files.end());
    return arguments;
}

/// How an importer failed, when it did not say so itself.
std::string KindOf(const std::string& error) {
    for (const char* kind : {"crashed", "longer than", "stopped with code", "gave up"})
        if (error.find(kind) != std::string::npos) return kind;
    return "refused";
}

TEST(Models, EveryFileIsReportedOrRefusedInOneSentence) {
    const std::vector<std::string> files = ModelFiles();
    ASSERT_GT(files.size(), 500u) << "assimp-testmodels is not installed";
    const ToolRun run = RunTool(
        With({"check", "--json", "--quiet", "--fill-holes", "--repair-orientation", "--read-limit", "20"}, files));
    ASSERT_EQ(run.code, 1) << run.err;  // some cannot be read
    EXPECT_EQ(run.err, "");
    const json answer = json::parse(run.out);
    ASSERT_EQ(answer.size(), files.size());
    int64_t reports = 0;
    std::map<std::string, int64_t> kinds;
    for (const json& one : answer) {
        SCOPED_TRACE(one["file"].get<std::string>());
        ASSERT_TRUE(one.contains("report") != one.contains("error"));
        reports += one.contains("report");
        if (!one.contains("error")) continue;
        const std::string error = one["error"];
        EXPECT_EQ(error.find('\n'), std::string::npos);
        EXPECT_EQ(error.back(), '.');
        const std::string kind = KindOf(error);
        ++kinds[kind];
        if (kind != "refused") std::cout << error << "\n";
        // Debian's importer of RAW reads beyond its end, and crashes without a sanitizer too: not a fault of ours.
        if (one["file"].get<std::string>().find("/RAW/") != std::string::npos) continue;
        EXPECT_NE(kind, "stopped with code") << "a sanitizer found fault in the importing process: " << error;
    }
    std::cout << reports << " reports; ";
    for (const auto& [kind, count] : kinds) std::cout << count << " " << kind << "; ";
    std::cout << "\n";
    EXPECT_GT(reports, 300);
    EXPECT_LE(kinds["crashed"] + kinds["longer than"] + kinds["gave up"], 8) << "more than libassimp 5.2 is known for";
}

TEST(Models, TextSaysOneLineForEachFileThatCannotBeRead) {
    std::vector<std::string> files;
    for (const std::string& file : ModelFiles())
        if ((file.find("/invalid/") != std::string::npos || file.find("/OBJ/") != std::string::npos) &&
            file.find("/OutOfMemory") == std::string::npos)  // its importer takes long to fail; once is enough
            files.push_back(file);
    const ToolRun text = RunTool(With({"check", "--quiet", "--read-limit", "20"}, files));
    int64_t refused = 0;
    for (const std::string& file : files) {
        const bool reported = ("\n" + text.out).find("\n" + file + "\n") != std::string::npos;
        const bool named = ("\n" + text.err).find("\n" + file + " cannot be read: ") != std::string::npos;
        EXPECT_NE(reported, named) << file;
        refused += named;
    }
    EXPECT_GT(refused, 5);
    EXPECT_EQ(text.ErrorLines(), refused) << text.err;
}

}  // namespace
}  // namespace spheretree
