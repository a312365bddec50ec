#pragma once

#include "Scenes/Meshes.h"
#include "SphereTree/MedialAxis.h"
#include "SphereTree/SurfaceSamples.h"
#include "Spheres/MinimumBall.h"
#include "Spheres/RegionSpheres.h"

#include <gtest/gtest.h>

#include <optional>
#include <string_view>

namespace spheretree {

/// A whole mesh as one region, with all that a bake would hand to a method. Neither copied nor moved: it points to
/// itself.
struct MethodFixture {
    MethodFixture(std::string_view name, Method method) {
        recipe.method = method;
        recipe.initialMedialSpheres = recipe.regionMedialSpheres = 120;
        scenes::NamedMesh named = scenes::MakeMesh(name);
        Result<SurfaceQuery> query = SurfaceQuery::Build(named.mesh);
        EXPECT_TRUE(query) << query.Sentence();
        surface = *query;
        Result<SurfaceSamples> spread = SampleSurface(named.mesh, {.count = 400});
        EXPECT_TRUE(spread) << spread.Sentence();
        samples = *spread;
        bake.depth = {&*surface, named.isClosed};
        bake.samples = &samples;
        bake.recipe = &recipe;
        bake.cancelled = [] { return false; };
        if (named.isClosed) {
            medial = *MedialAxis::Build(*surface, samples.points);
            bake.medial = &*medial;
        }
        region.patches = RefinePatchesTo(MakePatches(named.mesh), 1500);
        region.parent = MinimumBall(region.patches.points);
        region.parentError = region.parent.radius - bake.depth.At(region.parent.centre);
        const Vec3 half{region.parent.radius, region.parent.radius, region.parent.radius};
        region.cell = {region.parent.centre - half, region.parent.centre + half};
    }
    MethodFixture(const MethodFixture&) = delete;
    MethodFixture& operator=(const MethodFixture&) = delete;

    Recipe recipe;
    std::optional<SurfaceQuery> surface;
    SurfaceSamples samples;
    std::optional<MedialAxis> medial;
    BakeContext bake;
    Region region;
};

}  // namespace spheretree
