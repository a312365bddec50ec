#include "TableFile.h"

#include "Table.h"
#include "TreeFile.h"

#include <array>

namespace spheretree::tool {

namespace {

std::string Both(const CountPair& counts) { return std::to_string(counts[0]) + " + " + std::to_string(counts[1]); }

const char* SourceName(SphereSource source) {
    constexpr std::array<const char*, 3> kNames{"level", "grown", "vertices"};
    return kNames[static_cast<size_t>(source)];
}

}  // namespace

const char* KeepName(SubsetKeep keep) {
    constexpr std::array<const char*, 3> kNames{"pairs", "rows", "bodies"};
    return kNames[static_cast<size_t>(keep)];
}

const char* ReductionName(SubsetReduction reduction) {
    constexpr std::array<const char*, 3> kNames{"none", "paper", "cover"};
    return kNames[static_cast<size_t>(reduction)];
}

bool IsTableName(const std::filesystem::path& path) { return path.extension() == ".tss"; }

Result<SubsetTable> ReadTableFile(const std::filesystem::path& path) {
    std::error_code code;
    if (!std::filesystem::is_regular_file(path, code)) return Error{path.string() + " is not a file that can be read."};
    const std::vector<uint8_t> bytes = ReadWholeFile(path);
    Result<SubsetTable> table = ReadSubsets(bytes.data(), bytes.size());
    if (!table) return Error{path.string() + " is no table of subsets. " + table.Sentence()};
    return table;
}

Result<BodySpheres> ReadBodySpheres(const std::filesystem::path& path, const SpheresWish& wish,
                                    const ReadOptions& reading, const Host& host) {
    const bool isTree = path.extension() == ".sphtree";
    const SphereSource source = wish.isSet ? wish.source : isTree ? SphereSource::Level : SphereSource::Grown;
    if (isTree != (source == SphereSource::Level))
        return Error{path.string() + (isTree ? " is a tree: its spheres are those of a level, not grown or at vertices."
                                             : " is no tree: bake it first, or take --spheres grown or vertices.")};
    if (isTree) {
        const Result<SphereTree> tree = ReadTreeFile(path);
        if (!tree) return Error{tree.Sentence()};
        return SpheresOfLevel(*tree, wish.level);
    }
    Result<ReadMesh> read = ReadMeshFile(path, reading);
    if (!read) return Error{read.Sentence()};
    GrowOptions growth;
    if (wish.radius > 0) growth.largestRadius = wish.radius;
    Result<BodySpheres> body = source == SphereSource::Vertices ? VertexSpheres(read->mesh, wish.radius)
                                                                : GrowSpheres(read->mesh, growth, host);
    if (!body) return Error{path.string() + ": " + body.Sentence()};
    return body;
}

std::string TableText(const SubsetTable& table) {
    const SubsetFigures& f = table.figures;
    std::string text = std::string("  ") + MotionKindName(table.constraint.kind) + ", keeps " + KeepName(table.keep) +
                       ", reduced by " + ReductionName(table.reduction) + ", " + std::to_string(table.fields.size()) +
                       " displacement fields\n";
    Table sets({"set", "spheres", "tests"});
    sets.Add({"M_s   all", Both(f.all), std::to_string(f.all[0] * f.all[1])});
    sets.Add({"M_sc  can meet", Both(f.colliding), std::to_string(f.collidingPairs)});
    sets.Add({"M_sm  the paper's", Both(f.smallest), std::to_string(f.smallestPairs)});
    sets.Add({"M_ss  minimal", Both(f.minimal), std::to_string(f.minimalPairs)});
    sets.Add({"kept", Both(f.kept), std::to_string(f.keptPairs)});
    text += sets.Text();
    text += "  " + std::to_string(f.cells) + " cells of the motion, " + std::to_string(f.poses) + " sampled poses; " +
            Short(100 * f.collidingShare) + " % of the motion may collide\n";
    text += "  margin " + Short(f.largestMargin) + " (nothing between samples is missed), " + Short(f.reachedFraction) +
            " of a radius between neighbours, slop " + Short(table.slop) + ", slack " + Short(table.slack) + "\n";
    if (f.reachedFraction > table.fraction)
        text += "  Cells ran out: the margin is larger than was asked for, so more pairs are kept than are needed.\n";
    return text;
}

nlohmann::ordered_json TableJson(const SubsetTable& table) {
    const SubsetFigures& f = table.figures;
    nlohmann::ordered_json json{{"kind", MotionKindName(table.constraint.kind)},
                                {"keep", KeepName(table.keep)},
                                {"reduction", ReductionName(table.reduction)},
                                {"sources", {SourceName(table.source[0]), SourceName(table.source[1])}},
                                {"levels", table.level},
                                {"fields", table.fields.size()},
                                {"all", f.all},
                                {"colliding", f.colliding},
                                {"smallest", f.smallest},
                                {"minimal", f.minimal},
                                {"kept", f.kept}};
    json["pairs"] = {{"colliding", f.collidingPairs},
                     {"smallest", f.smallestPairs},
                     {"minimal", f.minimalPairs},
                     {"kept", f.keptPairs},
                     {"forced", f.forcedPairs}};
    json["cells"] = f.cells;
    json["poses"] = f.poses;
    json["collidingShare"] = f.collidingShare;
    json["margin"] = f.largestMargin;
    json["fraction"] = table.fraction;
    json["reachedFraction"] = f.reachedFraction;
    json["slop"] = table.slop;
    json["slack"] = table.slack;
    return json;
}

}  // namespace spheretree::tool
