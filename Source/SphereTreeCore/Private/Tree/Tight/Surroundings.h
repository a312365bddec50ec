#pragma once

#include "Spheres/DepthField.h"
#include "Spheres/Tight/DepthModel.h"
#include "Spheres/Tight/MedialCentres.h"

namespace spheretree {

/// What a centre that moves knows of the surface around it.
struct Surroundings {
    DepthModel stops;
    bool isInside = true;  // otherwise the stop is the nearest point, and depth grows towards it
    Vec3 asked;            // the place where the surface was last asked, and its depth there
    double askedDepth = 0;

    /// Asks the surface for the point nearest to the place, and remembers how deep it lies.
    ClosestPoint Look(const DepthField& depth, const Vec3& place) {
        const ClosestPoint nearest = depth.surface->Closest(place);
        // A ball that meets no surface lies all on one side.
        const bool isSame = askedDepth > 0 && Distance(asked, place) < askedDepth;
        const bool isDeep = isSame || (depth.hasInside && depth.surface->IsInside(place));
        asked = place, askedDepth = isDeep ? nearest.distance : -nearest.distance;
        return nearest;
    }

    /// The depth where it was asked, by the nearest point.
    void Take(const ClosestPoint& nearest, DeepCentre& centre) {
        const bool isDeep = askedDepth > 0;
        if (!isDeep || !isInside) stops.Clear();
        isInside = isDeep;
        stops.Add(nearest.point);
        centre.depth = askedDepth;
    }

    /// The same by what is remembered.
    double GuessDepth(const Vec3& place) const {
        const double radius = stops.LargestRadius(place);
        return isInside ? radius : -radius;
    }

    /// The way that leads deeper, of length up to 1.
    Vec3 Deeper(const Vec3& place, double scale, int32_t doublings) const {
        return stops.WayOut(place, scale, doublings) * (isInside ? 1.0 : -1.0);
    }
};

}  // namespace spheretree
