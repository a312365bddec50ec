#include "Isolate.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <exception>

namespace spheretree::tool {

namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SPHERETREE_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SPHERETREE_SANITIZED 1
#endif
#endif

/// Half of the machine's memory, but 2 GiB at least: a request beyond it fails in the child instead of waking the
/// kernel's killer. Sanitizers map far more than they use, so they go without.
void LimitMemory() {
#if !defined(SPHERETREE_SANITIZED)
    const long pages = sysconf(_SC_PHYS_PAGES), pageBytes = sysconf(_SC_PAGESIZE);
    if (pages <= 0 || pageBytes <= 0) return;
    const rlim_t half = static_cast<rlim_t>(pages) / 2 * static_cast<rlim_t>(pageBytes), least = rlim_t{1} << 31;
    const rlim_t bytes = half > least ? half : least;
    const rlimit limit{bytes, bytes};
    setrlimit(RLIMIT_AS, &limit);
#endif
    const rlimit noCore{0, 0};
    setrlimit(RLIMIT_CORE, &noCore);
}

/// What importers print is not for the user.
void Silence() {
    const int nowhere = open("/dev/null", O_RDWR);
    if (nowhere < 0) return;
    dup2(nowhere, STDIN_FILENO);
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
}

bool WriteAll(int file, const std::string& bytes) {
    size_t done = 0;
    while (done < bytes.size()) {
        const ssize_t wrote = write(file, bytes.data() + done, bytes.size() - done);
        if (wrote < 0 && errno == EINTR) continue;
        if (wrote <= 0) return false;
        done += static_cast<size_t>(wrote);
    }
    return true;
}

constexpr int kThrew = 3;

[[noreturn]] void RunAsChild(const std::function<std::string()>& work, int out) {
    for (const int ending : {SIGINT, SIGPIPE, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) signal(ending, SIG_DFL);
    LimitMemory();
    Silence();
    bool wrote = false;
    try {
        wrote = WriteAll(out, work());
    } catch (...) {
    }
    _exit(wrote ? 0 : kThrew);
}

double SecondsNow() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

enum class Ending { AllRead, TooLate, Interrupted, Failed };

Ending ReadUntilEnd(int in, double deadline, std::string& bytes) {
    char buffer[65536];
    for (;;) {
        const double left = deadline - SecondsNow();
        if (left <= 0) return Ending::TooLate;
        pollfd waiting{in, POLLIN, 0};
        const int ready = poll(&waiting, 1, static_cast<int>(left < 60 ? left * 1000 + 1 : 60000));
        if (ready < 0) return errno == EINTR ? Ending::Interrupted : Ending::Failed;
        if (ready == 0) continue;
        const ssize_t got = read(in, buffer, sizeof buffer);
        if (got < 0 && errno == EINTR) return Ending::Interrupted;
        if (got < 0) return Ending::Failed;
        if (got == 0) return Ending::AllRead;
        bytes.append(buffer, static_cast<size_t>(got));
    }
}

Error ExplainStatus(int status) {
    if (WIFSIGNALED(status)) return {"the importer crashed on it (" + std::string(strsignal(WTERMSIG(status))) + ")"};
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    if (code == kThrew) return {"the importer gave up, perhaps for want of memory"};
    return {"the importer stopped with code " + std::to_string(code)};
}

Result<std::string> WatchChild(pid_t child, int in, double limitSeconds) {
    std::string bytes;
    const Ending ending = ReadUntilEnd(in, SecondsNow() + limitSeconds, bytes);
    close(in);
    if (ending != Ending::AllRead) kill(child, SIGKILL);
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (ending == Ending::Interrupted) return Error{"reading was interrupted"};
    if (ending == Ending::Failed) return Error{"the importer's answer could not be read"};
    if (ending == Ending::TooLate)
        return Error{"the importer took longer than " + std::to_string(static_cast<long>(limitSeconds)) + " seconds"};
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) return ExplainStatus(status);
    return bytes;
}

}  // namespace

Result<std::string> RunIsolated(const std::function<std::string()>& work, double limitSeconds) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return Error{"no pipe to the importer could be opened"};
    const pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        RunAsChild(work, ends[1]);
    }
    close(ends[1]);
    if (child < 0) {
        close(ends[0]);
        return Error{"no process for the importer could be started"};
    }
    return WatchChild(child, ends[0], limitSeconds);
}

}  // namespace spheretree::tool
