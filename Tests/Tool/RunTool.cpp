#include "Tool/RunTool.h"

#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include <chrono>
#include <csignal>
#include <fstream>
#include <iterator>
#include <thread>

namespace spheretree {

namespace {

/// A folder of this process, gone with it. (A child ends by exec or _exit, so it takes nothing away.)
class ScratchFolder {
public:
    ScratchFolder()
        : path_(std::filesystem::path(testing::TempDir()) / ("spheretree-tool-" + std::to_string(getpid()))) {
        std::filesystem::create_directories(path_);
    }
    ~ScratchFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    const std::filesystem::path& Path() const { return path_; }

private:
    std::filesystem::path path_;
};

const std::filesystem::path& Scratch() {
    static const ScratchFolder folder;
    return folder.Path();
}

/// Through files, so that neither side can wait for the other.
[[noreturn]] void BecomeTool(const std::vector<std::string>& arguments, const std::string& in, const std::string& out,
                             const std::string& err) {
    std::vector<char*> words;
    static const std::string tool = SPHERETREE_TOOL;
    words.push_back(const_cast<char*>(tool.c_str()));
    for (const std::string& word : arguments) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    dup2(open(in.c_str(), O_RDONLY), STDIN_FILENO);
    dup2(open(out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), STDOUT_FILENO);
    dup2(open(err.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), STDERR_FILENO);
    execv(words[0], words.data());
    _exit(127);
}

}  // namespace

int64_t ToolRun::ErrorLines() const { return std::count(err.begin(), err.end(), '\n'); }

std::string ReadWhole(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::string WriteScratch(const std::string& name, const std::string& bytes) {
    const std::filesystem::path path = Scratch() / name;
    std::ofstream(path, std::ios::binary) << bytes;
    return path.string();
}

std::string SeedBytes(const std::string& name) {
    const std::string bytes = ReadWhole(std::filesystem::path(SPHERETREE_SEEDS) / name);
    EXPECT_GT(bytes.size(), 1u) << name;
    return bytes.empty() ? bytes : bytes.substr(1);  // the first byte tells the fuzzer the format
}

ToolRun RunTool(const std::vector<std::string>& arguments, const ToolInput& input) {
    const std::string in = WriteScratch("stdin", input.standardInput);
    const std::string out = WriteScratch("stdout", ""), err = WriteScratch("stderr", "");
    const pid_t child = fork();
    if (child == 0) BecomeTool(arguments, in, out, err);
    if (input.interruptAfterSeconds >= 0) {
        std::this_thread::sleep_for(std::chrono::duration<double>(input.interruptAfterSeconds));
        kill(child, SIGINT);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, ReadWhole(out), ReadWhole(err)};
}

}  // namespace spheretree
