#include "Mesh/EdgeTable.h"
#include "Mesh/Soup.h"

#include <algorithm>

namespace spheretree {

namespace {

/// Walks over edges of two triangles from `seed`; turn[t] says whether t must be turned over to agree with the seed.
/// Where the surface has one side only (a Möbius band), the walk's first visit decides.
std::vector<int64_t> ReachFrom(const EdgeTable& edges, int64_t seed, std::vector<char>& seen, std::vector<char>& turn) {
    std::vector<int64_t> reached{seed};
    seen[static_cast<size_t>(seed)] = 1;
    for (size_t i = 0; i < reached.size(); ++i) {
        for (int64_t corner = 3 * reached[i]; corner < 3 * reached[i] + 3; ++corner) {
            const int64_t across = edges.Opposite(corner);
            if (across < 0) continue;
            const size_t neighbour = static_cast<size_t>(TriangleOf(across));
            if (seen[neighbour]) continue;
            seen[neighbour] = 1;
            const bool flipped = edges.IsFlipped(edges.EdgeOf(corner));
            turn[neighbour] = static_cast<char>((turn[static_cast<size_t>(reached[i])] != 0) != flipped);
            reached.push_back(static_cast<int64_t>(neighbour));
        }
    }
    return reached;
}

/// Volumes nearer to zero than this share of area × size have no sign worth acting on.
constexpr double kFlatShare = 1e-12;

double LargestNoise(const Soup& soup, const Box& bounds) {
    double area = 0;
    for (const Triangle& t : soup.triangles)
        area += Length(Cross(soup.At(t[1]) - soup.At(t[0]), soup.At(t[2]) - soup.At(t[0]))) / 2;
    return kFlatShare * area * Length(bounds.high - bounds.low);
}

double WholeVolume(const Soup& soup) {
    const Vec3 origin = MiddleOf(BoundsOf(soup.vertices, soup.VerticesInUse()));
    double volume = 0;
    for (const Triangle& t : soup.triangles) volume += SixVolumes(soup.At(t[0]), soup.At(t[1]), soup.At(t[2]), origin);
    return volume / 6;
}

struct OrientedPieces {
    Components components;
    std::vector<char> isClosed;  // and oriented
    std::vector<double> volumes;
    double noise = 0;
    bool allClosed = true;
};

OrientedPieces MeasurePieces(const Soup& soup) {
    OrientedPieces pieces;
    const std::vector<Triangle> byPlace = soup.TrianglesByPlace();
    const EdgeTable edges(byPlace, static_cast<int64_t>(soup.vertices.size()), soup.goesOn);
    if (!soup.goesOn()) return pieces;
    pieces.components = FindComponents(edges, static_cast<int64_t>(byPlace.size()));
    if (!soup.goesOn()) return pieces;
    const Box bounds = BoundsOf(soup.vertices, soup.VerticesInUse());
    pieces.volumes = ComponentVolumes(soup.vertices, soup.triangles, pieces.components, MiddleOf(bounds));
    pieces.noise = LargestNoise(soup, bounds);
    for (const ComponentEdges& one : CheckComponents(edges, pieces.components))
        pieces.isClosed.push_back(one.isClosed && one.isOriented);
    pieces.allClosed = std::count(pieces.isClosed.begin(), pieces.isClosed.end(), char{0}) == 0;
    return pieces;
}

}  // namespace

int64_t AgreeWithNeighbours(Soup& soup) {
    int64_t turned = 0;
    const std::vector<Triangle> byPlace = soup.TrianglesByPlace();
    const EdgeTable edges(byPlace, static_cast<int64_t>(soup.vertices.size()));
    std::vector<char> seen(soup.triangles.size(), 0), turn(soup.triangles.size(), 0);
    for (size_t seed = 0; seed < soup.triangles.size(); ++seed) {
        if (seen[seed]) continue;
        const std::vector<int64_t> reached = ReachFrom(edges, static_cast<int64_t>(seed), seen, turn);
        const int64_t turns = std::count_if(reached.begin(), reached.end(),
                                            [&turn](int64_t t) { return turn[static_cast<size_t>(t)] != 0; });
        const bool minorityIsSeed = 2 * turns > static_cast<int64_t>(reached.size());
        turned += minorityIsSeed ? static_cast<int64_t>(reached.size()) - turns : turns;
        for (const int64_t t : reached)
            if ((turn[static_cast<size_t>(t)] != 0) != minorityIsSeed) soup.Turn(static_cast<size_t>(t));
    }
    return turned;
}

void TurnComponentsOutward(Soup& soup, CleanReport& report) {
    const OrientedPieces pieces = MeasurePieces(soup);
    if (!soup.goesOn()) return;
    const std::vector<int32_t> depths = NestingDepths(soup, pieces.components.ofTriangle, pieces.isClosed);
    double total = 0;
    std::vector<char> turn(pieces.volumes.size(), 0);
    for (size_t c = 0; c < turn.size(); ++c) {
        const double outward = depths[c] % 2 == 0 ? pieces.volumes[c] : -pieces.volumes[c];
        turn[c] = pieces.isClosed[c] && outward < -pieces.noise;
        total += pieces.volumes[c];
    }
    for (size_t t = 0; t < soup.triangles.size(); ++t)
        if (turn[static_cast<size_t>(pieces.components.ofTriangle[t])]) soup.Turn(t);
    const bool allTurned = std::count(turn.begin(), turn.end(), char{0}) == 0;
    report.turnedInsideOut = allTurned && total < 0;
}

void TurnMeshOutward(Soup& soup, CleanReport& report) {
    if (!(WholeVolume(soup) < 0)) return;  // which pieces are closed then need not be known
    const OrientedPieces pieces = MeasurePieces(soup);
    if (!soup.goesOn()) return;
    double total = 0;
    for (const double volume : pieces.volumes) total += volume;
    if (!pieces.allClosed || !(total < -pieces.noise)) return;
    for (size_t t = 0; t < soup.triangles.size(); ++t) soup.Turn(t);
    report.turnedInsideOut = true;
}

}  // namespace spheretree
