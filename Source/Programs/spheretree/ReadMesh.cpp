#include "ReadMesh.h"

#include "Isolate.h"

#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <assimp/Importer.hpp>

#include <array>
#include <cctype>
#include <cstring>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

namespace spheretree::tool {

namespace {

struct Matrix {
    std::array<std::array<double, 4>, 3> rows{{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};

    Vec3 operator*(const aiVector3D& p) const {
        const auto row = [&p](const std::array<double, 4>& r) { return r[0] * p.x + r[1] * p.y + r[2] * p.z + r[3]; };
        return {row(rows[0]), row(rows[1]), row(rows[2])};
    }

    /// In double: assimp's own floats would lose a digit at every node.
    Matrix operator*(const aiMatrix4x4& m) const {
        Matrix product;
        for (size_t i = 0; i < 3; ++i)
            for (unsigned j = 0; j < 4; ++j)
                product.rows[i][j] = rows[i][0] * static_cast<double>(m[0][j]) +
                                     rows[i][1] * static_cast<double>(m[1][j]) +
                                     rows[i][2] * static_cast<double>(m[2][j]) + (j == 3 ? rows[i][3] : 0.0);
        return product;
    }
};

bool AddTriangles(const aiMesh& part, const Matrix& toScene, ReadMesh& read) {
    constexpr size_t mostVertices = static_cast<size_t>(std::numeric_limits<int32_t>::max());
    std::vector<Vec3>& vertices = read.mesh.vertices;
    if (vertices.size() + part.mNumVertices > mostVertices) return false;
    const int32_t first = static_cast<int32_t>(vertices.size());
    for (unsigned v = 0; v < part.mNumVertices; ++v) vertices.push_back(toScene * part.mVertices[v]);
    for (unsigned f = 0; f < part.mNumFaces; ++f) {
        const aiFace& face = part.mFaces[f];
        if (face.mNumIndices != 3) {
            read.pointsAndLines += face.mNumIndices > 0;
            continue;
        }
        Triangle t;
        for (unsigned i = 0; i < 3; ++i)  // an index beyond the part would name another part's vertex: make it a fault
            t[i] = face.mIndices[i] < part.mNumVertices ? first + static_cast<int32_t>(face.mIndices[i]) : -1;
        read.mesh.triangles.push_back(t);
    }
    ++read.parts;
    return true;
}

bool AddScene(const aiScene& scene, ReadMesh& read) {
    std::vector<std::pair<const aiNode*, Matrix>> open;
    if (scene.mRootNode) open.push_back({scene.mRootNode, Matrix{} * scene.mRootNode->mTransformation});
    while (!open.empty()) {
        const auto [node, toScene] = open.back();
        open.pop_back();
        for (unsigned i = 0; i < node->mNumMeshes; ++i) {
            const bool exists = node->mMeshes[i] < scene.mNumMeshes && scene.mMeshes[node->mMeshes[i]]->mVertices;
            if (exists && !AddTriangles(*scene.mMeshes[node->mMeshes[i]], toScene, read)) return false;
        }
        for (unsigned i = node->mNumChildren; i-- > 0;)
            open.push_back({node->mChildren[i], toScene * node->mChildren[i]->mTransformation});
    }
    return true;
}

/// An importer's own words, made to fit into a sentence.
std::string Quoted(const std::string& words) {
    constexpr size_t mostCharacters = 160;
    std::string line;
    for (const char c : words.substr(0, mostCharacters)) {
        const unsigned char byte = static_cast<unsigned char>(c);
        const bool isSpace = std::isspace(byte) != 0;
        if (isSpace && (line.empty() || line.back() == ' ')) continue;
        line += isSpace ? ' ' : (byte < 0x20 || byte >= 0x7F) ? '?' : c;
    }
    while (!line.empty() && (line.back() == ' ' || line.back() == '.')) line.pop_back();
    return line.empty() ? "no reason given" : line;
}

std::string Reason(const std::string& words) {
    const bool isUnknown = words.rfind("No suitable reader", 0) == 0;
    return isUnknown ? "no reader knows its format" : Quoted(words);
}

using Import = std::function<const aiScene*(Assimp::Importer& importer, unsigned steps)>;

/// The sentence's ending, or the mesh.
Result<ReadMesh> ImportScene(const Import& import) {
    Assimp::Importer importer;
    // Cameras, lights, materials and animations are no concern of ours; leaving them unread spares their faults, too.
    importer.SetPropertyInteger(AI_CONFIG_IMPORT_FBX_READ_MATERIALS, 0);
    importer.SetPropertyInteger(AI_CONFIG_IMPORT_FBX_READ_TEXTURES, 0);
    importer.SetPropertyInteger(AI_CONFIG_IMPORT_FBX_READ_ANIMATIONS, 0);
    const aiScene* scene = import(importer, aiProcess_Triangulate);
    if (!scene) return Error{Reason(importer.GetErrorString())};
    ReadMesh read;
    if (!AddScene(*scene, read)) return Error{"it has more vertices than fit into 31 bits"};
    if (read.mesh.triangles.empty() && read.pointsAndLines > 0)
        return Error{"it holds points or lines but no triangle"};
    if (read.mesh.triangles.empty()) return Error{"it holds no triangle"};
    return read;
}

// From process to process: 'M' and the mesh, or 'E' and the sentence's ending. Both ends are this program.

template <typename T>
void Append(std::string& bytes, const T* values, size_t count) {
    bytes.append(reinterpret_cast<const char*>(values), count * sizeof(T));
}

struct PackedHead {
    int64_t parts, pointsAndLines;
    uint64_t vertices, triangles;
};

std::string Pack(const Result<ReadMesh>& read) {
    if (!read) return "E" + read.Sentence();
    const TriangleMesh& mesh = read->mesh;
    const PackedHead head{read->parts, read->pointsAndLines, mesh.vertices.size(), mesh.triangles.size()};
    std::string bytes = "M";
    Append(bytes, &head, 1);
    Append(bytes, mesh.vertices.data(), mesh.vertices.size());
    Append(bytes, mesh.triangles.data(), mesh.triangles.size());
    return bytes;
}

Result<ReadMesh> Unpack(const std::string& bytes) {
    if (bytes.size() > 1 && bytes[0] == 'E') return Error{bytes.substr(1)};
    PackedHead head{};
    if (bytes.size() < 1 + sizeof head || bytes[0] != 'M') return Error{"the importer's answer was cut short"};
    std::memcpy(&head, bytes.data() + 1, sizeof head);
    const size_t vertexBytes = head.vertices * sizeof(Vec3), triangleBytes = head.triangles * sizeof(Triangle);
    if (bytes.size() != 1 + sizeof head + vertexBytes + triangleBytes)
        return Error{"the importer's answer was cut short"};
    ReadMesh read{{}, head.parts, head.pointsAndLines};
    read.mesh.vertices.resize(head.vertices);
    read.mesh.triangles.resize(head.triangles);
    const char* at = bytes.data() + 1 + sizeof head;
    if (vertexBytes > 0) std::memcpy(read.mesh.vertices.data(), at, vertexBytes);
    if (triangleBytes > 0) std::memcpy(read.mesh.triangles.data(), at + vertexBytes, triangleBytes);
    return read;
}

double LimitFor(const ReadOptions& options, uintmax_t fileBytes) {
    constexpr double least = 60, perMebibyte = 5;
    if (options.limitSeconds > 0) return options.limitSeconds;
    return least + perMebibyte * static_cast<double>(fileBytes) / (1 << 20);
}

Result<ReadMesh> ImportAs(const std::string& name, const Import& import, uintmax_t fileBytes,
                          const ReadOptions& options) {
    const auto named = [&name](const std::string& ending) { return Error{name + " cannot be read: " + ending + "."}; };
    if (!options.isolate) {
        Result<ReadMesh> read = ImportScene(import);
        return read ? std::move(read) : named(read.Sentence());
    }
    const Result<std::string> bytes =
        RunIsolated([&import] { return Pack(ImportScene(import)); }, LimitFor(options, fileBytes));
    if (!bytes) return named(bytes.Sentence());
    Result<ReadMesh> read = Unpack(*bytes);
    return read ? std::move(read) : named(read.Sentence());
}

}  // namespace

Result<ReadMesh> ReadMeshFile(const std::filesystem::path& path, const ReadOptions& options) {
    std::error_code ignored;
    const std::filesystem::file_status status = std::filesystem::status(path, ignored);
    const std::string name = path.string();
    if (!std::filesystem::exists(status)) return Error{name + " cannot be read: there is no such file."};
    if (std::filesystem::is_directory(status)) return Error{name + " cannot be read: it is a folder, not a file."};
    if (!std::filesystem::is_regular_file(status)) return Error{name + " cannot be read: it is not an ordinary file."};
    const uintmax_t fileBytes = std::filesystem::file_size(path, ignored);
    if (fileBytes == 0) return Error{name + " cannot be read: it is empty."};
    const Import import = [&name](Assimp::Importer& importer, unsigned steps) {
        return importer.ReadFile(name, steps);
    };
    return ImportAs(name, import, fileBytes, options);
}

Result<ReadMesh> ReadMeshMemory(std::span<const char> bytes, const std::string& format, const std::string& name,
                                const ReadOptions& options) {
    if (bytes.empty()) return Error{name + " cannot be read: it is empty."};
    const Import import = [bytes, &format](Assimp::Importer& importer, unsigned steps) {
        return importer.ReadFileFromMemory(bytes.data(), bytes.size(), steps, format.c_str());
    };
    return ImportAs(name, import, bytes.size(), options);
}

}  // namespace spheretree::tool
