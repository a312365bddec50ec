#include "MeshReportText.h"

#include <cstdarg>
#include <cstdio>

namespace spheretree::tool {

namespace {

std::string Format(const char* format, ...) __attribute__((format(printf, 1, 2)));
std::string Format(const char* format, ...) {
    char buffer[512];
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(buffer, sizeof buffer, format, arguments);
    va_end(arguments);
    return buffer;
}

std::string Line(const char* label, const std::string& value) { return Format("  %-22s ", label) + value + "\n"; }

/// With commas between thousands.
std::string Number(int64_t value) {
    const std::string digits = std::to_string(value);
    std::string grouped;
    for (size_t i = 0; i < digits.size(); ++i) {
        if (i > 0 && (digits.size() - i) % 3 == 0 && digits[i - 1] != '-') grouped += ',';
        grouped += digits[i];
    }
    return grouped;
}

std::string Size(const Box& box) {
    const Vec3 size = box.high - box.low;
    return Format("%.6g × %.6g × %.6g", size.x, size.y, size.z);
}

struct Fault {
    int64_t count;
    const char* what;
    const char* toDo;
};

std::vector<Fault> FaultsOf(const MeshReport& r) {
    return {
        {r.indexFaults, "triangles that name a vertex that does not exist", "cleaning drops them"},
        {r.nonFiniteTriangles, "triangles with a corner that is not finite", "cleaning drops them"},
        {r.degenerateTriangles, "triangles without area", "cleaning drops or merges them"},
        {r.duplicateTriangles, "triangles that repeat an earlier one", "cleaning drops them"},
        {r.backToBackTriangles, "triangles back to back with an earlier one", "try --drop-back-to-back"},
        {r.nonManifoldEdges, "edges of three or more triangles", "part the mesh there in a modelling program"},
        {r.nonManifoldVertices, "vertices where separate fans of triangles meet", "harmless for a sphere tree"},
        {r.boundaryEdges, "edges of one triangle, where the mesh is open", "try --fill-holes"},
        {r.flippedEdges, "edges between triangles that face opposite ways", "try --repair-orientation"},
    };
}

int64_t BrokenTriangles(const MeshReport& r) {
    return r.indexFaults + r.nonFiniteTriangles + r.degenerateTriangles + r.duplicateTriangles;
}

}  // namespace

bool IsSound(const MeshReport& r) {
    return r.isClosed && r.isManifold && r.isOriented && r.signedVolume > 0 && BrokenTriangles(r) == 0;
}

std::string Verdict(const MeshReport& r) {
    if (IsSound(r)) return "sound: closed, 2-manifold, facing outward.";
    if (!r.isClosed && r.boundaryEdges > 0)
        return "open: inside is decided by the winding number, less surely near the gaps.";
    if (!r.isClosed)
        return r.nonManifoldEdges > 0 ? "not 2-manifold: inside is decided by the winding number."
                                      : "nothing to build on: no triangle with three corners.";
    if (!r.isOriented) return "closed, but triangles disagree on which side is outside; repair the orientation first.";
    if (r.signedVolume < 0) return "closed, but inside out; cleaning turns it.";
    if (!(r.signedVolume > 0)) return "closed, but flat: it encloses nothing.";
    if (BrokenTriangles(r) > 0) return "closed, with broken triangles; clean it first.";
    return "closed, but not 2-manifold at some vertices; fine for a sphere tree.";
}

std::string ReportText(const MeshReport& r) {
    std::string text;
    text += Line("triangles", Number(r.triangleCount));
    text += Line("vertices",
                 Number(r.vertexCount) +
                     (r.duplicateVertices ? " (" + Number(r.duplicateVertices) + " in the place of another)" : ""));
    text += Line("size", Size(r.bounds));
    text += Line("area", Format("%.6g", r.area));
    if (r.isClosed && r.isOriented) text += Line("volume", Format("%.6g", r.signedVolume));
    text += Line("components", Number(r.components) + ", " + Number(r.closedComponents) + " closed" +
                                   (r.inwardComponents ? ", " + Number(r.inwardComponents) + " facing inward" : ""));
    if (r.genus >= 0) text += Line("genus", Number(r.genus));
    if (r.unusedVertices) text += Line("unused vertices", Number(r.unusedVertices));
    if (r.nonFiniteVertices) text += Line("non-finite vertices", Number(r.nonFiniteVertices));
    for (const Fault& fault : FaultsOf(r))
        if (fault.count > 0)
            text += std::string("  ! ") + fault.what + ": " + Number(fault.count) + "; " + fault.toDo + ".\n";
    return text + Line("verdict", Verdict(r));
}

nlohmann::ordered_json ReportJson(const MeshReport& r) {
    const auto point = [](const Vec3& p) { return nlohmann::ordered_json::array({p.x, p.y, p.z}); };
    return {
        {"vertexCount", r.vertexCount},
        {"triangleCount", r.triangleCount},
        {"indexFaults", r.indexFaults},
        {"nonFiniteVertices", r.nonFiniteVertices},
        {"nonFiniteTriangles", r.nonFiniteTriangles},
        {"unusedVertices", r.unusedVertices},
        {"duplicateVertices", r.duplicateVertices},
        {"degenerateTriangles", r.degenerateTriangles},
        {"duplicateTriangles", r.duplicateTriangles},
        {"backToBackTriangles", r.backToBackTriangles},
        {"boundaryEdges", r.boundaryEdges},
        {"nonManifoldEdges", r.nonManifoldEdges},
        {"flippedEdges", r.flippedEdges},
        {"nonManifoldVertices", r.nonManifoldVertices},
        {"components", r.components},
        {"closedComponents", r.closedComponents},
        {"inwardComponents", r.inwardComponents},
        {"isClosed", r.isClosed},
        {"isManifold", r.isManifold},
        {"isOriented", r.isOriented},
        {"genus", r.genus},
        {"area", r.area},
        {"signedVolume", r.signedVolume},
        {"bounds", {{"low", point(r.bounds.low)}, {"high", point(r.bounds.high)}}},
        {"isSound", IsSound(r)},
        {"verdict", Verdict(r)},
    };
}

nlohmann::ordered_json CleanJson(const CleanReport& r) {
    return {
        {"weldedVertices", r.weldedVertices},         {"droppedVertices", r.droppedVertices},
        {"droppedIndexFaults", r.droppedIndexFaults}, {"droppedNonFinite", r.droppedNonFinite},
        {"droppedDegenerate", r.droppedDegenerate},   {"droppedDuplicates", r.droppedDuplicates},
        {"mendedSlivers", r.mendedSlivers},           {"filledHoles", r.filledHoles},
        {"unfilledHoles", r.unfilledHoles},           {"addedTriangles", r.addedTriangles},
        {"addedVertices", r.addedVertices},           {"flippedTriangles", r.flippedTriangles},
        {"turnedInsideOut", r.turnedInsideOut},       {"sentences", r.sentences},
    };
}

}  // namespace spheretree::tool
