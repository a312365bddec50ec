#include "Scenes/MeshFile.h"

#include <unistd.h>
#include <bit>
#include <charconv>
#include <cstring>
#include <fstream>
#include <functional>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>

namespace spheretree::scenes {
namespace {

static_assert(std::endian::native == std::endian::little);
static_assert(sizeof(Vec3) == 24 && sizeof(Triangle) == 12);

constexpr size_t kFaceBytes = 1 + sizeof(Triangle);

std::string MakeHeader(size_t vertexCount, size_t triangleCount) {
    return "ply\nformat binary_little_endian 1.0\nelement vertex " + std::to_string(vertexCount) +
           "\nproperty double x\nproperty double y\nproperty double z\nelement face " + std::to_string(triangleCount) +
           "\nproperty list uchar int vertex_indices\nend_header\n";
}

[[noreturn]] void Refuse(const std::filesystem::path& path, const std::string& why) {
    throw std::runtime_error(path.string() + ": " + why);
}

std::string ReadBytes(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) Refuse(path, "there is no such file");
    return {std::istreambuf_iterator<char>(file), {}};
}

// The number after `label` in the header; 0 when there is none, which the comparison of headers then refuses.
size_t ReadCount(std::string_view bytes, std::string_view label) {
    size_t count = 0;
    const size_t at = bytes.find(label);
    if (at != std::string_view::npos) {
        std::from_chars(bytes.data() + at + label.size(), bytes.data() + bytes.size(), count);
    }
    return count;
}

void WriteFile(const std::filesystem::path& path, const std::function<void(std::ostream&)>& write) {
    if (path.has_parent_path()) std::filesystem::create_directories(path.parent_path());
    std::filesystem::path part = path;
    part += ".part" + std::to_string(getpid());  // two builds may share the folder
    std::ofstream file(part, std::ios::binary);
    write(file);
    file.close();
    if (!file) Refuse(path, "cannot be written");
    std::filesystem::rename(part, path);
}

std::string ToText(double value) {
    char text[32];
    return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

}  // namespace

TriangleMesh ReadPly(const std::filesystem::path& path) {
    const std::string bytes = ReadBytes(path);
    const size_t vertexCount = ReadCount(bytes, "element vertex "), triangleCount = ReadCount(bytes, "element face ");
    const std::string header = MakeHeader(vertexCount, triangleCount);
    if (!bytes.starts_with(header)) Refuse(path, "is not a mesh that the build has written; remove it and build again");
    if (bytes.size() != header.size() + vertexCount * sizeof(Vec3) + triangleCount * kFaceBytes) {
        Refuse(path, "has the wrong length; remove it and build again");
    }

    TriangleMesh mesh;
    mesh.vertices.resize(vertexCount);
    mesh.triangles.resize(triangleCount);
    const char* at = bytes.data() + header.size();
    std::memcpy(mesh.vertices.data(), at, vertexCount * sizeof(Vec3));
    at += vertexCount * sizeof(Vec3);
    for (Triangle& triangle : mesh.triangles) {
        if (*at != 3) Refuse(path, "has a face that is not a triangle");
        std::memcpy(triangle.data(), at + 1, sizeof triangle);
        at += kFaceBytes;
    }
    return mesh;
}

void WritePly(const TriangleMesh& mesh, const std::filesystem::path& path) {
    std::string bytes = MakeHeader(mesh.vertices.size(), mesh.triangles.size());
    bytes.append(reinterpret_cast<const char*>(mesh.vertices.data()), mesh.vertices.size() * sizeof(Vec3));
    for (const Triangle& triangle : mesh.triangles) {
        bytes.push_back(3);
        bytes.append(reinterpret_cast<const char*>(triangle.data()), sizeof triangle);
    }
    WriteFile(path,
              [&bytes](std::ostream& out) { out.write(bytes.data(), static_cast<std::streamsize>(bytes.size())); });
}

void WriteObj(const TriangleMesh& mesh, const std::filesystem::path& path) {
    WriteFile(path, [&mesh](std::ostream& out) {
        for (const Vec3& vertex : mesh.vertices) {
            out << "v " << ToText(vertex.x) << ' ' << ToText(vertex.y) << ' ' << ToText(vertex.z) << '\n';
        }
        for (const auto& [a, b, c] : mesh.triangles) out << "f " << a + 1 << ' ' << b + 1 << ' ' << c + 1 << '\n';
    });
}

}  // namespace spheretree::scenes
