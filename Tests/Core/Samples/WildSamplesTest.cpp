#include "Core/Samples/SampleChecks.h"
#include "SphereTree/SurfaceSamples.h"

#include "Base/Random.h"

#include <gtest/gtest.h>

namespace spheretree {
namespace {

Result<SurfaceSamples> Sample(const TriangleMesh& mesh, SampleLayout layout, int32_t count = 100) {
    SampleOptions options;
    options.count = count;
    options.layout = layout;
    return SampleSurface(mesh, options);
}

class WildSamples : public testing::TestWithParam<SampleLayout> {};
INSTANTIATE_TEST_SUITE_P(Layouts, WildSamples, testing::Values(SampleLayout::Grid, SampleLayout::Relaxed),
                         [](const auto& layout) { return layout.param == SampleLayout::Grid ? "Grid" : "Relaxed"; });

TEST_P(WildSamples, WhatCannotBeSampledIsASentence) {
    const double infinity = std::numeric_limits<double>::infinity();
    const TriangleMesh none{}, noTriangles{{{0, 0, 0}}, {}};
    const TriangleMesh line{{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}, {{0, 1, 2}, {0, 0, 0}}};
    const TriangleMesh wrongIndex{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 3}}};
    const TriangleMesh negative{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, -1}}};
    const TriangleMesh notFinite{{{0, 0, 0}, {1, 0, 0}, {0, infinity, 0}}, {{0, 1, 2}}};
    const TriangleMesh huge{{{0, 0, 0}, {1e300, 0, 0}, {0, 1e300, 0}}, {{0, 1, 2}}};
    for (const TriangleMesh& mesh : {none, noTriangles, line, wrongIndex, negative, notFinite, huge}) {
        const Result<SurfaceSamples> samples = Sample(mesh, GetParam());
        ASSERT_FALSE(samples);
        EXPECT_FALSE(samples.Sentence().empty());
    }
    const TriangleMesh triangle{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}};
    EXPECT_FALSE(Sample(triangle, GetParam(), 0));
    EXPECT_FALSE(Sample(triangle, GetParam(), -5));
    EXPECT_FALSE(Sample(triangle, GetParam(), 2'000'000'000));
}

TEST_P(WildSamples, OneTriangleAmongDegenerateAndDoubledOnes) {
    const TriangleMesh mesh{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0.5, 0, 0}, {5, 5, 5}},
                            {{0, 1, 2}, {0, 1, 3}, {0, 1, 2}, {1, 1, 1}, {2, 1, 0}, {4, 4, 0}}};
    const Result<SurfaceSamples> samples = Sample(mesh, GetParam(), 500);
    ASSERT_TRUE(samples) << samples.Sentence();
    EXPECT_GE(samples->points.size(), 500u);
    for (size_t i = 0; i < samples->points.size(); ++i) {
        EXPECT_LT(ExcessArea(mesh, samples->triangles[i], samples->points[i]), 1e-9);
        EXPECT_TRUE(IsFinite(samples->normals[i]));
    }
}

TEST_P(WildSamples, VerySmallAndVeryLargeMeshesAreSampledAlike) {
    for (const double size : {1e-30, 1e-5, 1e5, 1e30}) {
        const TriangleMesh mesh{{{0, 0, 0}, {size, 0, 0}, {0, size, 0}, {0, 0, size}},
                                {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}};
        const Result<SurfaceSamples> samples = Sample(mesh, GetParam(), 400);
        ASSERT_TRUE(samples) << samples.Sentence();
        EXPECT_GE(samples->points.size(), 400u);
        for (size_t i = 0; i < samples->points.size(); ++i) {
            EXPECT_LT(ExcessArea(mesh, samples->triangles[i], samples->points[i]), 1e-9 * size * size);
        }
    }
}

// Soups of random triangles that share vertices at random: every kind of non-manifold edge, fold and overlap.
TEST_P(WildSamples, RandomSoupsNeverBreakIt) {
    for (uint64_t seed = 0; seed < 40; ++seed) {
        Random random(seed);
        TriangleMesh mesh;
        for (int i = 0; i < 12; ++i) {
            const double flat = seed % 2 == 0 ? 0 : 1;  // half of them all in one plane
            mesh.vertices.push_back({random.Uniform(), random.Uniform(), flat * random.Uniform()});
        }
        for (int i = 0; i < 30; ++i) {
            mesh.triangles.push_back({static_cast<int32_t>(random.Below(12)), static_cast<int32_t>(random.Below(12)),
                                      static_cast<int32_t>(random.Below(12))});
        }
        const Result<SurfaceSamples> samples = Sample(mesh, GetParam(), 300);
        ASSERT_TRUE(samples) << samples.Sentence();
        EXPECT_GE(samples->points.size(), 300u);
        for (size_t i = 0; i < samples->points.size(); ++i) {
            ASSERT_LT(ExcessArea(mesh, samples->triangles[i], samples->points[i]), 1e-9) << seed << ' ' << i;
            ASSERT_NEAR(Length(samples->normals[i]), 1, 1e-9);
        }
    }
}

}  // namespace
}  // namespace spheretree
