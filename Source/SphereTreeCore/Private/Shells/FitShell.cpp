// [Krishnan 1998] 4.1–4.5: a shell around triangles.
//
// Differs: the least-squares centre of a flat part lies within it, and the shell is a ball. Beside it we try centres
// far out on either side of the part, and keep the shell of least volume: a thin disc. Every bound is pushed outward by
// more than the roundings of its computation.

#include "Shells/ConeProof.h"
#include "Shells/FaceBound.h"
#include "Shells/FitCentre.h"
#include "SphereTree/Shell.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace spheretree {

namespace {

constexpr double kFitSlack = 0x1p-47;  // of a radius, and of a cosine; some 60 roundings

struct SoupView {
    const TriangleCorners* triangles;
    int64_t count;
};

void FitRadii(const SoupView& soup, Shell& shell) {
    double inner = HUGE_VAL, outer = 0;
    for (int64_t i = 0; i < soup.count; ++i) {
        for (const Vec3& v : soup.triangles[i]) outer = std::max(outer, LengthSquared(v - shell.centre));
        inner = std::min(inner, FaceBound(shell.centre, soup.triangles[i]));
    }
    shell.outer = std::sqrt(outer) * (1 + kFitSlack);
    shell.inner = std::max(0.0, inner - kFitSlack * shell.outer);
}

Vec3 MeanDirection(const SoupView& soup, const Vec3& centre, bool byArea) {
    Vec3 sum;
    for (int64_t i = 0; i < soup.count; ++i) {
        const TriangleCorners& t = soup.triangles[i];
        const double weight = byArea ? Length(Cross(t[1] - t[0], t[2] - t[0])) : 1;
        sum += Normalized((t[0] + t[1] + t[2]) / 3 - centre) * weight;
    }
    return Normalized(sum);
}

void FitAxis(const SoupView& soup, Shell& shell) {
    Vec3 axis = MeanDirection(soup, shell.centre, true);
    if (axis == Vec3{}) axis = MeanDirection(soup, shell.centre, false);  // lines and points have no area
    shell.axis = axis == Vec3{} ? Vec3{0, 0, 1} : axis;
}

struct Limit {
    double cosine = 1;
    Vec3 point;

    void Take(const Shell& shell, const Vec3& p) {
        const Vec3 way = p - shell.centre;
        const double length = Length(way);
        if (!(length > 0)) return;  // the apex belongs to every cone
        const double found = Dot(shell.axis, way) / length;
        if (found < cosine) *this = {found, p};
    }
};

/// The point of an edge at which the angle from the axis stands still. The paper's quadratic is linear: its leading
/// terms cancel.
void TakeEdge(const Shell& shell, const Vec3& from, const Vec3& to, Limit& limit) {
    const Vec3 p = from - shell.centre, e = to - from;
    const double a = LengthSquared(p), b = Dot(p, e), c = LengthSquared(e), m = Dot(shell.axis, p),
                 n = Dot(shell.axis, e);
    const double slope = n * b - m * c;
    if (slope == 0) return;
    const double t = (m * b - n * a) / slope;
    if (t > 0 && t < 1) limit.Take(shell, from + e * t);
}

Limit FitAngle(const SoupView& soup, Shell& shell) {
    Limit limit{1, soup.triangles[0][0]};
    for (int64_t i = 0; i < soup.count; ++i)
        for (const Vec3& v : soup.triangles[i]) limit.Take(shell, v);
    if (!(limit.cosine > kFitSlack)) {  // beyond 90° the cone is not convex: edges and faces may reach farther
        for (int64_t i = 0; i < soup.count; ++i) {
            const TriangleCorners& t = soup.triangles[i];
            for (int k = 0; k < 3; ++k)
                TakeEdge(shell, t[static_cast<size_t>(k)], t[static_cast<size_t>((k + 1) % 3)], limit);
        }
    }
    const bool convex = limit.cosine > kFitSlack;
    shell.cosine = std::max(-1.0, limit.cosine - (convex ? kFitSlack : 1e-9));
    // The ray through the back, and whatever rounding leaves open: all directions.
    for (int64_t i = 0; i < soup.count && !convex; ++i)
        if (!StaysInCone(shell, soup.triangles[i])) shell.cosine = -1;
    return limit;
}

FittedShell FitAbout(const SoupView& soup, const Vec3& centre, const ShellFitOptions& options) {
    FittedShell fitted;
    fitted.shell.centre = centre;
    FitRadii(soup, fitted.shell);
    FitAxis(soup, fitted.shell);
    fitted.limit = FitAngle(soup, fitted.shell).point;
    if (!options.tightAxis || !(fitted.shell.cosine > 0.5)) return fitted;
    FittedShell tight = fitted;
    tight.shell.axis = Normalized(FitBall(soup.triangles, soup.count).centre - centre);
    tight.limit = FitAngle(soup, tight.shell).point;
    return tight.shell.cosine > fitted.shell.cosine ? tight : fitted;
}

/// What the volume would be if there were only the points.
double VolumeAbout(const std::vector<Vec3>& points, const CentreFit& fit, const Vec3& centre) {
    Shell shell;
    shell.centre = centre;
    shell.axis = Normalized(fit.mean - centre);
    shell.inner = HUGE_VAL;
    Limit limit;
    for (const Vec3& p : points) {
        shell.inner = std::min(shell.inner, Distance(p, centre));
        shell.outer = std::max(shell.outer, Distance(p, centre));
        limit.Take(shell, p);
    }
    shell.cosine = limit.cosine;
    return VolumeOf(shell);
}

/// Far out on either side of the part.
std::array<Vec3, 2> FlatCentres(const CentreFit& fit, const ShellFitOptions& options) {
    const Vec3 far = fit.normal * (options.flatReach * fit.radius);
    return {fit.mean + far, fit.mean - far};
}

/// No farther out than a flat one's, and on the way there.
Vec3 Reined(const CentreFit& fit, const ShellFitOptions& options) {
    const Vec3 way = fit.centre - fit.mean;
    const double length = Length(way), most = options.flatReach * fit.radius;
    return length > most && length > 0 ? fit.mean + way * (most / length) : fit.centre;
}

}  // namespace

FittedShell FitShell(const TriangleCorners* triangles, int64_t count, const ShellFitOptions& options,
                     const Vec3* above) {
    const SoupView soup{triangles, count};
    const std::vector<Vec3> points = ClusterMeans(triangles, count, std::max(4, options.clusters));
    // A few triangles say little about the curvature across them; the part above knows it.
    constexpr int64_t kFew = 8, kTriedInFull = 32;
    const CentreFit fit = FitCentre(points, above, count <= kFew && above ? 0.05 : 1e-6);
    const Vec3 curved = Reined(fit, options);
    const std::array<Vec3, 2> flat = FlatCentres(fit, options);
    if (count > kTriedInFull) {
        Vec3 chosen = curved;
        double least = VolumeAbout(points, fit, curved) / options.flatGain;
        for (const Vec3& centre : flat)
            if (const double volume = VolumeAbout(points, fit, centre); volume < least) least = volume, chosen = centre;
        return FitAbout(soup, chosen, options);
    }
    FittedShell best = FitAbout(soup, curved, options);
    double least = VolumeOf(best.shell) / options.flatGain;
    for (const Vec3& centre : flat) {
        const FittedShell fitted = FitAbout(soup, centre, options);
        if (const double volume = VolumeOf(fitted.shell); volume < least) least = volume, best = fitted;
    }
    return best;
}

}  // namespace spheretree
