#include "Spheres/DivideRegion.h"

#include "Spheres/CertifiedError.h"
#include "Spheres/FarthestPoint.h"
#include "Spheres/MinimumBall.h"
#include "Spheres/MinimumErrorBall.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace spheretree {

namespace {

constexpr int32_t kEvenOutSteps = 12;
constexpr double kLeastGain = 1e-3;  // of the worst stand-off: below it another round is not worth its time

/// The share-out of one region's patches among a handful of spheres.
class Division {
public:
    Division(const BakeContext& bake, const Region& region, std::vector<Sphere> spheres)
        : bake_(bake), region_(region), spheres_(std::move(spheres)) {
        for (const auto& patch : region.patches.patches) {
            const Vec3 a = Point(patch[0]), b = Point(patch[1]), c = Point(patch[2]);
            pieces_.push_back({patch[0], patch[1], patch[2], patch[2]});
            middles_.push_back((a + b + c) / 3);
            weights_.push_back(Length(Cross(b - a, c - a)) / 2);
        }
        for (const auto& cell : region.interior) {
            pieces_.push_back(cell);
            middles_.push_back((Point(cell[0]) + Point(cell[1]) + Point(cell[2]) + Point(cell[3])) / 4);
            weights_.push_back(0);  // even parts are even in surface
        }
        owner_.assign(pieces_.size(), 0);
    }

    void CloseGaps();
    void ShareOut();
    void ShareByCells(const std::vector<Box>& cells);
    void ShrinkToSmallestBalls();
    void TightenTogether(int32_t rounds);
    void ShareOutEvenly();

    const std::vector<Sphere>& Spheres() const { return spheres_; }
    const std::vector<double>& Errors() const { return errors_; }
    Region PartOf(size_t sphere) const;
    PointColumns PointsOf(size_t sphere) const;

private:
    /// Asked now and then in a walk over all pieces. What is left undone does not matter: nobody will have it.
    bool GoesOn(size_t patch) const {
        constexpr size_t kBetweenAsks = 1 << 16;
        return patch % kBetweenAsks != 0 || !bake_.cancelled();
    }
    void AssignByStandOff();
    void ShrinkToParts();
    void RefitToParts();
    void TakeBack(const Division& before);
    double ErrorOf(const Sphere& ball) const;
    double WorstError() const;
    const Vec3& Point(int32_t index) const { return region_.patches.points[size_t(index)]; }
    double Reach(size_t patch, const Vec3& centre) const;
    void MeasureReaches();
    double ReachOf(size_t patch, size_t sphere) const { return reaches_[patch * spheres_.size() + sphere]; }
    void Assign(const std::vector<double>& shifts);
    std::vector<double> SharesOfArea() const;

    const BakeContext& bake_;
    const Region& region_;
    std::vector<Sphere> spheres_;
    std::vector<std::array<int32_t, 4>> pieces_;  // patches, their last corner twice, then the interior's cells
    std::vector<Vec3> middles_;
    std::vector<double> weights_;          // area
    std::vector<double> depths_, errors_;  // of the spheres, after a refit
    std::vector<double> reaches_;          // patch by patch: how far each sphere would have to reach to hold it
    std::vector<int32_t> owner_;
};

double Division::Reach(size_t patch, const Vec3& centre) const {
    double farthest = 0;
    for (int32_t corner : pieces_[patch]) farthest = std::max(farthest, LengthSquared(Point(corner) - centre));
    return RadiusToReach(farthest);
}

void Division::MeasureReaches() {
    const size_t count = spheres_.size();
    reaches_.resize(owner_.size() * count);
    for (size_t patch = 0; patch < owner_.size() && GoesOn(patch); ++patch)
        for (size_t sphere = 0; sphere < count; ++sphere)
            reaches_[patch * count + sphere] = Reach(patch, spheres_[sphere].centre);
}

/// Grows spheres until each patch is held, the patch that asks for the least growth first: the growth it causes often
/// holds others.
void Division::CloseGaps() {
    MeasureReaches();
    const auto gapOf = [&](size_t patch, size_t& grower) {
        double least = std::numeric_limits<double>::infinity();
        for (size_t sphere = 0; sphere < spheres_.size(); ++sphere) {
            const double growth = ReachOf(patch, sphere) - spheres_[sphere].radius;
            if (growth < least) least = growth, grower = sphere;
        }
        return least;
    };
    std::vector<std::pair<double, size_t>> gaps;
    size_t grower = 0;
    for (size_t patch = 0; patch < owner_.size() && GoesOn(patch); ++patch)
        if (const double gap = gapOf(patch, grower); gap > 0) gaps.push_back({gap, patch});
    std::sort(gaps.begin(), gaps.end());
    for (const auto& [gap, patch] : gaps)
        if (gapOf(patch, grower) > 0) spheres_[grower].radius = ReachOf(patch, grower);
}

/// Each patch to the sphere on whose side of the dividing planes it lies, among those that hold it. The plane through
/// the intersection of two spheres is where their powers |p − c|² − r² are equal; a shift moves a sphere's planes.
void Division::Assign(const std::vector<double>& shifts) {
    for (size_t patch = 0; patch < owner_.size(); ++patch) {
        double least = std::numeric_limits<double>::infinity();
        for (size_t sphere = 0; sphere < spheres_.size(); ++sphere) {
            const Sphere& ball = spheres_[sphere];
            if (ReachOf(patch, sphere) > ball.radius) continue;
            const double power =
                LengthSquared(middles_[patch] - ball.centre) - ball.radius * ball.radius + shifts[sphere];
            if (power < least) least = power, owner_[patch] = int32_t(sphere);
        }
    }
}

std::vector<double> Division::SharesOfArea() const {
    std::vector<double> shares(spheres_.size(), 0.0);
    double whole = 0;
    for (size_t patch = 0; patch < owner_.size(); ++patch) {
        shares[size_t(owner_[patch])] += weights_[patch];
        whole += weights_[patch];
    }
    if (whole > 0)
        for (double& share : shares) share /= whole;
    return shares;
}

/// Moves the planes so that parts become of even size: a sphere with more than its share gives, one with less takes.
void Division::ShareOut() {
    std::vector<double> shifts(spheres_.size(), 0.0);
    const double fair = 1.0 / double(spheres_.size());
    const double scale = region_.parent.radius * region_.parent.radius;
    for (int32_t step = 0; step < kEvenOutSteps && !bake_.cancelled(); ++step) {
        Assign(shifts);
        const std::vector<double> shares = SharesOfArea();
        for (size_t sphere = 0; sphere < shifts.size(); ++sphere)
            shifts[sphere] += (shares[sphere] - fair) * scale / (1 + step);
    }
    Assign(shifts);
}

/// An octree's own division: each patch to the cube that contains its middle, whose sphere grows if the patch sticks
/// out.
void Division::ShareByCells(const std::vector<Box>& cells) {
    const auto outside = [](const Box& cell, const Vec3& point) {
        return LengthSquared({std::max({cell.low.x - point.x, point.x - cell.high.x, 0.0}),
                              std::max({cell.low.y - point.y, point.y - cell.high.y, 0.0}),
                              std::max({cell.low.z - point.z, point.z - cell.high.z, 0.0})});
    };
    for (size_t patch = 0; patch < owner_.size(); ++patch) {
        double least = std::numeric_limits<double>::infinity();
        for (size_t cell = 0; cell < cells.size(); ++cell)
            if (const double gap = outside(cells[cell], middles_[patch]); gap < least)
                least = gap, owner_[patch] = int32_t(cell);
        double& radius = spheres_[size_t(owner_[patch])].radius;
        radius = std::max(radius, Reach(patch, spheres_[size_t(owner_[patch])].centre));
    }
}

Region Division::PartOf(size_t sphere) const {
    std::vector<int32_t> patches, cells;
    const int32_t patchCount = int32_t(region_.patches.patches.size());
    for (int32_t piece = 0; piece < int32_t(owner_.size()); ++piece)
        if (owner_[size_t(piece)] == int32_t(sphere)) (piece < patchCount ? patches : cells).push_back(piece);
    for (int32_t& cell : cells) cell -= patchCount;
    return SelectPart(region_, patches, cells);
}

PointColumns Division::PointsOf(size_t sphere) const {
    std::vector<uint8_t> used(region_.patches.points.size(), 0);
    for (size_t patch = 0; patch < owner_.size(); ++patch)
        if (owner_[patch] == int32_t(sphere))
            for (int32_t corner : pieces_[patch]) used[size_t(corner)] = 1;
    std::vector<int32_t> indices;
    for (size_t i = 0; i < used.size(); ++i)
        if (used[i]) indices.push_back(int32_t(i));
    return PointColumns(region_.patches.points, indices);
}

void Division::ShrinkToParts() {
    std::vector<double> radii(spheres_.size(), 0.0);
    for (size_t patch = 0; patch < owner_.size(); ++patch) {
        double& radius = radii[size_t(owner_[patch])];
        radius = std::max(radius, ReachOf(patch, size_t(owner_[patch])));
    }
    for (size_t sphere = 0; sphere < spheres_.size(); ++sphere) spheres_[sphere].radius = radii[sphere];
}

/// Minimum-error spheres where they are better. The fit minimises the stand-off; where the object is not convex the
/// error itself can be much less, so the two spheres are compared by that.
void Division::RefitToParts() {
    depths_.assign(spheres_.size(), 0.0);
    errors_.assign(spheres_.size(), 0.0);
    for (size_t sphere = 0; sphere < spheres_.size() && !bake_.cancelled(); ++sphere) {
        const PointColumns points = PointsOf(sphere);
        Sphere& ball = spheres_[sphere];
        if (!points.IsEmpty()) {
            errors_[sphere] = ErrorOf(ball);
            const Sphere refit = MinimumErrorBall(points, bake_.depth, {&ball.centre, 1}).ball;
            if (const double error = ErrorOf(refit); error < errors_[sphere]) ball = refit, errors_[sphere] = error;
        }
        depths_[sphere] = bake_.depth.At(ball.centre);
    }
    MeasureReaches();
}

double Division::ErrorOf(const Sphere& ball) const {
    return CertifyError(bake_.depth, ball, {.relativeGap = 0.03, .absoluteGap = 1e-3, .evaluationLimit = 1000}).upper;
}

double Division::WorstError() const { return *std::max_element(errors_.begin(), errors_.end()); }

void Division::ShrinkToSmallestBalls() {
    for (size_t sphere = 0; sphere < spheres_.size() && !bake_.cancelled(); ++sphere)
        if (const PointColumns points = PointsOf(sphere); !points.IsEmpty()) spheres_[sphere] = MinimumBall(points);
}

/// For given centres this assignment is the best there is for the worst stand-off.
void Division::AssignByStandOff() {
    for (size_t patch = 0; patch < owner_.size(); ++patch) {
        double least = std::numeric_limits<double>::infinity();
        for (size_t sphere = 0; sphere < spheres_.size(); ++sphere)
            if (const double standOff = ReachOf(patch, sphere) - depths_[sphere]; standOff < least)
                least = standOff, owner_[patch] = int32_t(sphere);
    }
}

/// Parts and spheres in turn, each the best for the other, as long as the worst sphere gains.
void Division::TightenTogether(int32_t rounds) {
    ShrinkToParts();
    RefitToParts();
    double worst = WorstError();
    for (int32_t round = 0; round < rounds && !bake_.cancelled(); ++round) {
        const Division before = *this;
        AssignByStandOff();
        ShrinkToParts();
        RefitToParts();
        const double now = WorstError();
        if (now < worst * (1 - kLeastGain)) {
            worst = now;
            continue;
        }
        if (now >= worst) TakeBack(before);
        break;
    }
}

/// "As evenly as possible without affecting the fit": all spheres grow to the largest stand-off among them, which makes
/// room to move the planes in; then each shrinks to what it was given. Taken back where the worst error would rise.
void Division::ShareOutEvenly() {
    const Division before = *this;
    double standOff = 0;
    for (size_t sphere = 0; sphere < spheres_.size(); ++sphere)
        standOff = std::max(standOff, spheres_[sphere].radius - depths_[sphere]);
    for (size_t sphere = 0; sphere < spheres_.size(); ++sphere)
        spheres_[sphere].radius = std::max(spheres_[sphere].radius, depths_[sphere] + standOff);
    ShareOut();
    ShrinkToParts();
    RefitToParts();
    if (WorstError() > before.WorstError()) TakeBack(before);
}

void Division::TakeBack(const Division& before) {
    spheres_ = before.spheres_;
    depths_ = before.depths_;
    errors_ = before.errors_;
    reaches_ = before.reaches_;
    owner_ = before.owner_;
}

}  // namespace

Region SelectPart(const Region& region, const std::vector<int32_t>& patches, const std::vector<int32_t>& cells) {
    std::vector<int32_t> renamed(region.patches.points.size(), -1);
    Region part;
    part.level = region.level;
    part.patches.patches.reserve(patches.size());
    part.patches.triangles.reserve(patches.size());
    part.patches.points.reserve(std::min(region.patches.points.size(), 3 * patches.size()));
    const auto rename = [&](auto corners) {
        for (int32_t& corner : corners) {
            int32_t& name = renamed[size_t(corner)];
            if (name < 0) {
                name = int32_t(part.patches.points.size());
                part.patches.points.push_back(region.patches.points[size_t(corner)]);
            }
            corner = name;
        }
        return corners;
    };
    for (int32_t index : patches) {
        part.patches.patches.push_back(rename(region.patches.patches[size_t(index)]));
        part.patches.triangles.push_back(region.patches.triangles[size_t(index)]);
    }
    for (int32_t index : cells) part.interior.push_back(rename(region.interior[size_t(index)]));
    return part;
}

std::vector<RegionPart> DivideRegion(const BakeContext& bake, const Region& region, SphereSet set,
                                     const DivideOptions& options) {
    if (bake.cancelled()) return {};  // a search that was cut short may have left hundreds of spheres
    Division division(bake, region, std::move(set.spheres));
    if (!set.cells.empty()) {
        division.ShareByCells(set.cells);
    } else {
        division.CloseGaps();
        if (!bake.cancelled()) division.ShareOut();
    }
    if (bake.cancelled()) return {};
    if (options.refit == Refit::MinimumVolume) division.ShrinkToSmallestBalls();
    if (options.refit == Refit::MinimumError) {
        division.TightenTogether(options.rounds);
        if (!bake.cancelled()) division.ShareOutEvenly();
    }
    std::vector<RegionPart> parts;
    for (size_t sphere = 0; sphere < division.Spheres().size(); ++sphere) {
        if (bake.cancelled()) return {};
        RegionPart part;
        part.sphere = division.Spheres()[sphere];
        if (options.refit == Refit::MinimumError) part.error = division.Errors()[sphere];
        part.region = division.PartOf(sphere);
        if (part.region.patches.points.empty()) continue;
        if (bake.recipe->hybrid) part.volumeSphere = MinimumBall(part.region.patches.points);
        part.region.parent = part.sphere;
        part.region.level = region.level + 1;
        if (sphere < set.cells.size()) part.region.cell = set.cells[sphere];
        parts.push_back(std::move(part));
    }
    return parts;
}

}  // namespace spheretree
