#include "SurfacePeers.h"

#include <algorithm>
#include <cmath>
#include <limits>

// The spatially enumerated auxiliary data structure of [Bradshaw 2002] appendix A: cells that list their triangles.
// Closest points by rings of cells around the point's own, outwards until a ring is farther than the best; rays cell by
// cell [Amanatides, Woo 1987]. Kept only to be measured against: see SurfaceQuery.cpp for what came out.

namespace spheretree::bench {

namespace {

double DistanceSquaredToSegment(const Vec3& w, const Vec3& along) {
    const double square = LengthSquared(along);
    const double t = square > 0 ? std::clamp(Dot(w, along) / square, 0.0, 1.0) : 0;
    return LengthSquared(w - along * t);
}

struct Facet {
    Vec3 a, ab, ac, normal;

    double DistanceSquared(const Vec3& p) const {
        const Vec3 w = p - a;
        const double u = Dot(Cross(w, ac), normal), v = Dot(Cross(ab, w), normal), area = LengthSquared(normal);
        if (u > 0 && v > 0 && u + v < area) {
            const double height = Dot(w, normal);
            return height * height / area;
        }
        const double first = std::min(DistanceSquaredToSegment(w, ab), DistanceSquaredToSegment(w, ac));
        return std::min(first, DistanceSquaredToSegment(w - ab, ac - ab));
    }

    double Hit(const Vec3& o, const Vec3& d) const {
        const Vec3 p = Cross(d, ac), s = o - a, q = Cross(s, ab);
        const double det = Dot(ab, p), u = Dot(s, p) / det, v = Dot(d, q) / det, t = Dot(ac, q) / det;
        return u >= 0 && v >= 0 && u + v <= 1 && t >= 0 ? t : std::numeric_limits<double>::infinity();
    }
};

class Seads : public SurfacePeer {
public:
    Seads(const TriangleMesh& mesh, double cellsPerTriangle) {
        constexpr double inf = std::numeric_limits<double>::infinity();
        double low[3] = {inf, inf, inf}, high[3] = {-inf, -inf, -inf};
        for (const Triangle& t : mesh.triangles) {
            const auto at = [&](size_t c) { return mesh.vertices[static_cast<size_t>(t[c])]; };
            facets_.push_back({at(0), at(1) - at(0), at(2) - at(0), Cross(at(1) - at(0), at(2) - at(0))});
            for (size_t c = 0; c < 3; ++c) {
                const double p[3] = {at(c).x, at(c).y, at(c).z};
                for (int a = 0; a < 3; ++a) low[a] = std::min(low[a], p[a]), high[a] = std::max(high[a], p[a]);
            }
        }
        double volume = 1;
        for (int a = 0; a < 3; ++a) volume *= high[a] - low[a];
        size_ = std::cbrt(volume / (cellsPerTriangle * static_cast<double>(facets_.size())));
        for (int a = 0; a < 3; ++a) {
            low_[a] = low[a] - size_ * 1e-6;
            count_[a] = static_cast<int32_t>((high[a] - low_[a]) / size_) + 1;
        }
        FillCells();
    }

    double Distance(const Vec3& point) const override {
        const double p[3] = {point.x, point.y, point.z};
        int32_t home[3];
        double outside = 0;  // squared distance from the point to the grid
        for (int a = 0; a < 3; ++a) {
            home[a] = std::clamp(static_cast<int32_t>(std::floor((p[a] - low_[a]) / size_)), 0, count_[a] - 1);
            const double beyond = std::max(std::max(low_[a] - p[a], p[a] - (low_[a] + count_[a] * size_)), 0.0);
            outside += beyond * beyond;
        }
        double best = std::numeric_limits<double>::infinity();
        const int32_t rings = std::max(std::max(count_[0], count_[1]), count_[2]);
        for (int32_t ring = 0; ring < rings; ++ring) {
            const double gap = ring > 0 ? RingGap(p, home, ring) : 0;
            if (outside + gap * gap >= best && ring > 0 && gap * gap >= best) break;
            VisitRing(point, home, ring, best);
        }
        return std::sqrt(best);
    }

    double FirstHit(const Vec3& origin, const Vec3& direction) const override {
        const double o[3] = {origin.x, origin.y, origin.z}, d[3] = {direction.x, direction.y, direction.z};
        double enter = 0, leave = std::numeric_limits<double>::infinity();
        for (int a = 0; a < 3; ++a) {
            const double t0 = (low_[a] - o[a]) / d[a], t1 = (low_[a] + count_[a] * size_ - o[a]) / d[a];
            enter = std::max(enter, std::min(t0, t1));
            leave = std::min(leave, std::max(t0, t1));
        }
        double best = std::numeric_limits<double>::infinity();
        if (!(enter <= leave)) return best;
        int32_t cell[3], step[3];
        double next[3], delta[3];
        for (int a = 0; a < 3; ++a) {
            cell[a] = std::clamp(static_cast<int32_t>((o[a] + d[a] * enter - low_[a]) / size_), 0, count_[a] - 1);
            step[a] = d[a] > 0 ? 1 : -1;
            next[a] = (low_[a] + (cell[a] + (d[a] > 0)) * size_ - o[a]) / d[a];
            delta[a] = size_ / std::abs(d[a]);
        }
        for (;;) {
            const int32_t index = CellAt(cell);
            for (int32_t i = first_[static_cast<size_t>(index)]; i < first_[static_cast<size_t>(index) + 1]; ++i) {
                best =
                    std::min(best, facets_[static_cast<size_t>(list_[static_cast<size_t>(i)])].Hit(origin, direction));
            }
            const int axis = next[0] < next[1] ? (next[0] < next[2] ? 0 : 2) : (next[1] < next[2] ? 1 : 2);
            if (best <= next[axis]) return best;
            cell[axis] += step[axis];
            if (cell[axis] < 0 || cell[axis] >= count_[axis]) return best;
            next[axis] += delta[axis];
        }
    }

private:
    int32_t CellAt(const int32_t* c) const { return (c[2] * count_[1] + c[1]) * count_[0] + c[0]; }

    template <typename Visit>
    void VisitCellsOf(const Facet& f, const Visit& visit) const {
        const Vec3 b = f.a + f.ab, c = f.a + f.ac;
        const double p[3][3] = {{f.a.x, b.x, c.x}, {f.a.y, b.y, c.y}, {f.a.z, b.z, c.z}};
        int32_t from[3], to[3], at[3];
        for (int a = 0; a < 3; ++a) {
            const auto cellOf = [&](double v) {
                return std::clamp(static_cast<int32_t>((v - low_[a]) / size_), 0, count_[a] - 1);
            };
            from[a] = cellOf(std::min(std::min(p[a][0], p[a][1]), p[a][2]));
            to[a] = cellOf(std::max(std::max(p[a][0], p[a][1]), p[a][2]));
        }
        for (at[2] = from[2]; at[2] <= to[2]; ++at[2])
            for (at[1] = from[1]; at[1] <= to[1]; ++at[1])
                for (at[0] = from[0]; at[0] <= to[0]; ++at[0]) visit(CellAt(at));
    }

    void FillCells() {
        const size_t cells =
            static_cast<size_t>(count_[0]) * static_cast<size_t>(count_[1]) * static_cast<size_t>(count_[2]);
        first_.assign(cells + 1, 0);
        for (const Facet& f : facets_) VisitCellsOf(f, [&](int32_t cell) { ++first_[static_cast<size_t>(cell) + 1]; });
        for (size_t i = 1; i <= cells; ++i) first_[i] += first_[i - 1];
        list_.resize(static_cast<size_t>(first_[cells]));
        std::vector<int32_t> next(first_.begin(), first_.end() - 1);
        for (size_t i = 0; i < facets_.size(); ++i) {
            VisitCellsOf(facets_[i], [&](int32_t cell) {
                list_[static_cast<size_t>(next[static_cast<size_t>(cell)]++)] = static_cast<int32_t>(i);
            });
        }
    }

    /// The least distance from the point to a cell of that ring.
    double RingGap(const double* p, const int32_t* home, int32_t ring) const {
        double gap = std::numeric_limits<double>::infinity();
        for (int a = 0; a < 3; ++a) {
            if (home[a] - ring >= 0)
                gap = std::min(gap, std::max(0.0, p[a] - (low_[a] + (home[a] - ring + 1) * size_)));
            if (home[a] + ring < count_[a])
                gap = std::min(gap, std::max(0.0, low_[a] + (home[a] + ring) * size_ - p[a]));
        }
        return gap;
    }

    double CellGapSquared(const Vec3& p, int32_t x, int32_t y, int32_t z) const {
        const auto axis = [&](double v, int a, int32_t cell) {
            return std::max(std::max(low_[a] + cell * size_ - v, v - (low_[a] + (cell + 1) * size_)), 0.0);
        };
        return LengthSquared({axis(p.x, 0, x), axis(p.y, 1, y), axis(p.z, 2, z)});
    }

    void VisitRing(const Vec3& p, const int32_t* home, int32_t ring, double& best) const {
        for (int32_t z = std::max(home[2] - ring, 0); z <= std::min(home[2] + ring, count_[2] - 1); ++z) {
            for (int32_t y = std::max(home[1] - ring, 0); y <= std::min(home[1] + ring, count_[1] - 1); ++y) {
                const bool shell = std::abs(z - home[2]) == ring || std::abs(y - home[1]) == ring;
                for (int32_t x = home[0] - ring; x <= home[0] + ring; x += shell || ring == 0 ? 1 : 2 * ring) {
                    if (x < 0 || x >= count_[0]) continue;
                    const int32_t at[3] = {x, y, z};
                    const auto cell = static_cast<size_t>(CellAt(at));
                    if (first_[cell] == first_[cell + 1] || CellGapSquared(p, x, y, z) >= best) continue;
                    for (int32_t i = first_[cell]; i < first_[cell + 1]; ++i) {
                        const Facet& facet = facets_[static_cast<size_t>(list_[static_cast<size_t>(i)])];
                        best = std::min(best, facet.DistanceSquared(p));
                    }
                }
            }
        }
    }

    std::vector<Facet> facets_;
    std::vector<int32_t> first_, list_;
    double low_[3], size_ = 1;
    int32_t count_[3];
};

}  // namespace

std::unique_ptr<SurfacePeer> BuildSeads(const TriangleMesh& mesh, double cellsPerTriangle) {
    return std::make_unique<Seads>(mesh, cellsPerTriangle);
}

}  // namespace spheretree::bench
