#include "Base/Task.h"
#include "Mesh/Soup.h"

#include <algorithm>

namespace spheretree {

namespace {

/// The triangles that name finite vertices.
Soup TakeValidTriangles(const TriangleMesh& mesh, CleanReport& report) {
    Soup soup;
    soup.vertices = mesh.vertices;
    soup.triangles.reserve(mesh.triangles.size());
    for (const Triangle& t : mesh.triangles) {
        if (!HasValidIndices(t, mesh.vertices.size())) {
            ++report.droppedIndexFaults;
        } else if (!IsUsable(soup.At(t[0])) || !IsUsable(soup.At(t[1])) || !IsUsable(soup.At(t[2]))) {
            ++report.droppedNonFinite;
        } else {
            soup.Add(t);
        }
    }
    return soup;
}

void Weld(Soup& soup, double shareOfRadius, CleanReport& report) {
    const std::vector<char> use = soup.VerticesInUse();
    const Box bounds = BoundsOf(soup.vertices, use);
    soup.weldDistance = shareOfRadius * Length(bounds.high - bounds.low) / 2;
    if (!(shareOfRadius >= 0)) {
        soup.places = ExactPlaces(soup.vertices);
        return;
    }
    soup.places = WeldedPlaces(soup.vertices, use, soup.weldDistance, soup.goesOn);
    for (size_t v = 0; v < use.size(); ++v)
        report.weldedVertices += use[v] && soup.places[v] != static_cast<int32_t>(v);
    for (Triangle& t : soup.triangles) t = MapCorners(t, soup.places);
}

int64_t KeepMarked(Soup& soup, const std::vector<char>& keep) {
    const int64_t dropped = std::count(keep.begin(), keep.end(), char{0});
    if (dropped > 0) soup.Keep(keep);
    return dropped;
}

void DropDuplicates(Soup& soup, CleanReport& report) {
    const std::vector<int32_t> first = FirstWithSameCorners(soup.TrianglesByPlace(), Direction::Same);
    std::vector<char> keep(first.size());
    for (size_t t = 0; t < first.size(); ++t) keep[t] = first[t] == static_cast<int32_t>(t);
    report.droppedDuplicates += KeepMarked(soup, keep);
}

/// Both of each pair go, for together they enclose nothing; edges of four triangles have two afterwards.
void DropBackToBack(Soup& soup, CleanReport& report) {
    const std::vector<Triangle> byPlace = soup.TrianglesByPlace();
    const std::vector<int32_t> same = FirstWithSameCorners(byPlace, Direction::Same);
    const std::vector<int32_t> any = FirstWithSameCorners(byPlace, Direction::Any);
    std::vector<int32_t> waiting(any.size(), -1);  // at the first of each kind: a triangle that has no partner yet
    std::vector<char> keep(any.size(), 1);
    for (size_t t = 0; t < any.size(); ++t) {
        int32_t& partner = waiting[static_cast<size_t>(any[t])];
        if (partner >= 0 && same[static_cast<size_t>(partner)] != same[t]) {
            keep[t] = keep[static_cast<size_t>(partner)] = 0;
            partner = -1;
        } else if (partner < 0) {
            partner = static_cast<int32_t>(t);
        }
    }
    report.droppedBackToBack += KeepMarked(soup, keep);
}

TriangleMesh TakeMesh(const Soup& soup) {
    TriangleMesh mesh;
    const std::vector<char> use = soup.VerticesInUse();
    std::vector<int32_t> number(soup.vertices.size(), -1);
    for (size_t v = 0; v < use.size(); ++v) {
        if (!use[v]) continue;
        number[v] = static_cast<int32_t>(mesh.vertices.size());
        mesh.vertices.push_back(soup.vertices[v]);
    }
    mesh.triangles.reserve(soup.triangles.size());
    for (const Triangle& t : soup.triangles) mesh.triangles.push_back(MapCorners(t, number));
    return mesh;
}

/// One round of all steps but the weld; false when it changed nothing. A step may undo what an earlier one has settled
/// (turning a triangle over makes it a duplicate, dropping one joins two others), so rounds go on until all rest:
/// cleaning twice then gives what cleaning once gave.
constexpr int32_t kMostRounds = 16;

int64_t CountChanges(const CleanReport& r) {
    return r.droppedDegenerate + r.droppedBackToBack + r.droppedDuplicates + r.mendedSlivers + r.filledHoles;
}

bool CleanOnce(Soup& soup, const CleanOptions& options, CleanReport& report) {
    const int64_t before = CountChanges(report);
    DropCollapsed(soup, report);
    if (options.dropBackToBack && soup.goesOn()) DropBackToBack(soup, report);  // first: of three, one must stay
    if (options.dropDuplicates && soup.goesOn()) DropDuplicates(soup, report);
    if (soup.goesOn()) MendSlivers(soup, report);
    const int64_t turned = options.repairOrientation && soup.goesOn() ? AgreeWithNeighbours(soup) : 0;
    if (options.fillHoles && soup.goesOn()) FillHoles(soup, options, report);
    return turned > 0 || CountChanges(report) > before;
}

std::string Counted(int64_t count, const char* one, const char* many) {
    return std::to_string(count) + " " + (count == 1 ? one : many);
}

void SayDropped(CleanReport& r) {
    const auto say = [&r](int64_t count, const char* one, const char* many) {
        if (count > 0) r.sentences.push_back(Counted(count, one, many));
    };
    say(r.droppedIndexFaults, "triangle named a vertex that does not exist and was dropped.",
        "triangles named a vertex that does not exist and were dropped.");
    say(r.droppedNonFinite, "triangle with a corner that is not finite was dropped.",
        "triangles with a corner that is not finite were dropped.");
    say(r.weldedVertices, "vertex was welded to another within the weld distance.",
        "vertices were welded to others within the weld distance.");
    say(r.droppedDegenerate, "triangle without area was dropped.", "triangles without area were dropped.");
    say(r.mendedSlivers, "triangle without area was merged into its neighbour.",
        "triangles without area were merged into their neighbours.");
    say(r.droppedDuplicates, "triangle with the same corners as an earlier one was dropped.",
        "triangles with the same corners as earlier ones were dropped.");
    say(r.droppedBackToBack, "triangle back to back with another was dropped.",
        "triangles back to back with one another were dropped.");
    say(r.droppedVertices, "vertex that no triangle uses was dropped.", "vertices that no triangle uses were dropped.");
}

void SayRepaired(CleanReport& r) {
    if (r.filledHoles > 0)
        r.sentences.push_back(Counted(r.filledHoles, "hole was filled with ", "holes were filled with ") +
                              Counted(r.addedTriangles, "triangle.", "triangles."));
    if (r.unfilledHoles > 0)
        r.sentences.push_back(Counted(r.unfilledHoles, "hole was left open: too long, not a closed loop, or flat.",
                                      "holes were left open: too long, not a closed loop, or flat."));
    if (r.turnedInsideOut) r.sentences.push_back("The mesh enclosed a negative volume and was turned inside out.");
    if (r.flippedTriangles > 0 && !r.turnedInsideOut)
        r.sentences.push_back(Counted(r.flippedTriangles, "triangle was turned over.", "triangles were turned over."));
}

}  // namespace

Result<CleanedMesh> CleanMesh(const TriangleMesh& mesh, const CleanOptions& options, const Host& host) {
    CleanedMesh cleaned;
    CleanReport& report = cleaned.report;
    Task task(host, 1);
    Soup soup = TakeValidTriangles(mesh, report);
    soup.goesOn = [&task] { return task.Advance(0); };
    if (soup.goesOn()) Weld(soup, options.weldDistance, report);
    for (int32_t round = 0; round < kMostRounds && soup.goesOn(); ++round)
        if (!CleanOnce(soup, options, report)) break;
    if (soup.goesOn()) options.repairOrientation ? TurnComponentsOutward(soup, report) : TurnMeshOutward(soup, report);
    if (!task.Finish()) return Error{"Cleaning the mesh was cancelled."};

    if (soup.triangles.empty())
        return Error{"The mesh has no triangle with an area: nothing is left of its " +
                     Counted(static_cast<int64_t>(mesh.triangles.size()), "triangle.", "triangles.")};
    cleaned.mesh = TakeMesh(soup);
    report.flippedTriangles = std::count(soup.turnedOver.begin(), soup.turnedOver.end(), char{1});
    report.droppedVertices = static_cast<int64_t>(mesh.vertices.size()) + report.addedVertices - report.weldedVertices -
                             static_cast<int64_t>(cleaned.mesh.vertices.size());
    SayDropped(report);
    SayRepaired(report);
    return cleaned;
}

}  // namespace spheretree
