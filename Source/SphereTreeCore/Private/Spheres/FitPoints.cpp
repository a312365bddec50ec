#include "Spheres/FitPoints.h"

#include "Spheres/FarthestPoint.h"
#include "Spheres/MinimumBall.h"
#include "Spheres/SphereError.h"

#include <algorithm>

namespace spheretree {

PointedSphere FitPoints(const BakeContext& bake, const Region& region, std::vector<int32_t> points) {
    PointedSphere fitted;
    fitted.sphere = MinimumBall(PointColumns(region.patches.points, points));
    fitted.error = StandOff(fitted.sphere, bake.depth);
    fitted.points = std::move(points);
    return fitted;
}

PointedSphere FitPointsOrGrow(const BakeContext& bake, const Region& region, std::vector<int32_t> points,
                              const Vec3& oldCentre) {
    const Sphere grown = BallAround(PointColumns(region.patches.points, points), oldCentre);
    const double grownError = StandOff(grown, bake.depth);
    PointedSphere fitted = FitPoints(bake, region, std::move(points));
    if (grownError < fitted.error) fitted.sphere = grown, fitted.error = grownError;
    return fitted;
}

std::vector<PointedSphere> WithPoints(const BakeContext& bake, const Region& region, const SphereSet& set) {
    RegionSpheres pointed;
    for (const Sphere& sphere : set.spheres) pointed.spheres.push_back({sphere, StandOff(sphere, bake.depth), {}});
    pointed.neighbours.resize(pointed.spheres.size());
    AnswerForPoints(bake, region, pointed);
    for (PointedSphere& sphere : pointed.spheres)
        sphere = FitPointsOrGrow(bake, region, std::move(sphere.points), sphere.sphere.centre);
    return std::move(pointed.spheres);
}

SphereSet WithoutPoints(const std::vector<PointedSphere>& spheres) {
    SphereSet set;
    for (const PointedSphere& sphere : spheres)
        if (!sphere.points.empty()) set.spheres.push_back(sphere.sphere);
    return set;
}

double WorstError(const std::vector<PointedSphere>& spheres) {
    double worst = 0;
    for (const PointedSphere& sphere : spheres) worst = std::max(worst, sphere.error);
    return worst;
}

}  // namespace spheretree
