#include "TreeFile.h"

#include "SphereTree/Archive.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <system_error>

namespace spheretree::tool {

namespace {

std::string Reason() { return std::strerror(errno); }

/// All bytes to an open file; false with errno set.
bool WriteAll(int file, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = write(file, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return false;
        bytes.remove_prefix(static_cast<size_t>(written));
    }
    return true;
}

/// mkstemp gives 0600; a file that was made in the ordinary way has what the mask leaves of 0666.
void GiveOrdinaryRights(int file) {
    const mode_t mask = umask(0);
    umask(mask);
    fchmod(file, 0666 & ~mask);
}

/// Through the open file `temporary`, which then takes the path's place; `file` < 0 when it could not be opened.
std::string WriteThrough(const std::string& temporary, int file, const std::filesystem::path& path,
                         std::string_view bytes) {
    if (file < 0) return path.string() + " cannot be written: " + Reason() + ".";
    GiveOrdinaryRights(file);
    const bool written = WriteAll(file, bytes) && fsync(file) == 0;
    const bool done = close(file) == 0 && written && std::rename(temporary.c_str(), path.c_str()) == 0;
    if (done) return "";
    std::string sentence = path.string() + " cannot be written: " + Reason() + ".";
    unlink(temporary.c_str());
    return sentence;
}

std::string WriteBeside(const std::filesystem::path& path, std::string_view bytes) {
    std::string temporary = path.string() + ".XXXXXX";
    const int file = mkstemp(temporary.data());
    return WriteThrough(temporary, file, path, bytes);
}

std::string_view AsText(const std::vector<uint8_t>& bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

Result<SphereTree> ReadTreeFile(const std::filesystem::path& path) {
    std::error_code fault;
    if (std::filesystem::is_directory(path, fault)) return Error{path.string() + " is a folder, not a sphere tree."};
    std::ifstream file(path, std::ios::binary);
    if (!file) return Error{path.string() + " cannot be opened: " + Reason() + "."};
    const std::vector<uint8_t> bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    if (file.bad()) return Error{path.string() + " cannot be read to its end."};
    Result<SphereTree> tree = ReadArchive(bytes.data(), bytes.size());
    if (!tree) return Error{path.string() + " cannot be used. " + tree.Sentence()};
    return tree;
}

std::string FindOutputFault(const std::filesystem::path& path) {
    if (path == "-") return "";
    std::error_code fault;
    if (std::filesystem::is_directory(path, fault)) return path.string() + " cannot be written: it is a folder.";
    const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
    if (!std::filesystem::is_directory(folder, fault))
        return path.string() + " cannot be written: there is no folder " + folder.string() + ".";
    return "";
}

std::string WriteWholeFile(const std::filesystem::path& path, std::string_view bytes) {
    if (path == "-")
        return WriteAll(STDOUT_FILENO, bytes) ? "" : "Standard output cannot be written: " + Reason() + ".";
    if (std::string fault = FindOutputFault(path); !fault.empty()) return fault;
    std::error_code fault;
    // A device or a pipe has no place to take: it is written as it is.
    if (std::filesystem::exists(path, fault) && !std::filesystem::is_regular_file(path, fault)) {
        std::ofstream stream(path, std::ios::binary);
        stream.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
        return stream.flush() ? "" : path.string() + " cannot be written.";
    }
    return WriteBeside(path, bytes);
}

std::string WriteWholeFile(const std::filesystem::path& path, const std::vector<uint8_t>& bytes) {
    return WriteWholeFile(path, AsText(bytes));
}

std::string UnfinishedEnding(const std::string& writer) { return "." + writer + ".unfinished"; }

std::string WriteWholeFileAs(const std::filesystem::path& path, const std::vector<uint8_t>& bytes,
                             const std::string& writer) {
    const std::string temporary = path.string() + UnfinishedEnding(writer);
    const int file = open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    return WriteThrough(temporary, file, path, AsText(bytes));
}

std::vector<uint8_t> ReadWholeFile(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::vector<uint8_t> bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    if (file.bad()) bytes.clear();
    return bytes;
}

}  // namespace spheretree::tool
