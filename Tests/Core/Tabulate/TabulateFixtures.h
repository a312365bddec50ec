#pragma once

#include "Base/Random.h"
#include "Scene/Rigid.h"
#include "SphereTree/SubsetQuery.h"
#include "SphereTree/SubsetTable.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

// Small bodies of random spheres, and a constraint of every kind, for the tests of this stage.
namespace spheretree {

inline BodySpheres MakeBall(uint64_t seed, int count, double radius, const Vec3& at = {}) {
    Random random(seed);
    BodySpheres body;
    body.source = SphereSource::Vertices;
    for (int i = 0; i < count; ++i) {
        const Vec3 direction = random.Direction();  // one draw a line: the order within one is the compiler's
        const double far = random.Between(0.6, 1);
        body.spheres.push_back({at + direction * far, random.Between(radius, 2 * radius)});
        body.errors.push_back(random.Between(0, radius));
        body.originals.push_back(i);
    }
    return body;
}

inline MotionConstraint MakeConstraint(MotionKind kind, uint64_t seed = 1) {
    Random random(seed);
    MotionConstraint constraint;
    constraint.kind = kind;
    constraint.rest = {{1.9, 0.1, -0.1}, {0.1, 0.2, 0, 1}};
    constraint.pivot = {1, -0.4, 0.3};
    constraint.axis = {0.2, -0.3, 1};
    constraint.secondAxis = {1, 0.1, 0.1};
    constraint.cone = 0.25;
    switch (kind) {
        case MotionKind::Hinge:
            constraint.ranges = {{-0.3, 0.5}};
            break;
        case MotionKind::DoubleHinge:
            constraint.ranges = {{-0.3, 0.2}, {-0.2, 0.2}};
            break;
        case MotionKind::Slider:
            constraint.ranges = {{-0.5, 0.6}};
            break;
        case MotionKind::Ball:
            constraint.ranges = {{-0.2, 0.3}};
            break;
        case MotionKind::Planar:
            constraint.ranges = {{-0.4, 0.1}, {-0.1, 0.1}, {-0.2, 0.2}};
            break;
        case MotionKind::Box:
            constraint.ranges = {{-0.3, 0}, {0, 0}, {-0.05, 0.05}, {-0.1, 0.1}, {0.1, 0.1}, {0, 0.1}};
            break;
        case MotionKind::Poses:
            for (int i = 0; i < 5; ++i) {
                const Vec3 aside = random.Direction() * 0.05;
                const double turn = random.Between(-0.1, 0.1);
                constraint.poses.push_back({Vec3{1.9 - 0.1 * i, 0.1 * i, 0} + aside, {turn, 0.1 * i, 0, 1}});
            }
            break;
        default:
            break;
    }
    return constraint;
}

inline std::vector<MotionKind> AllMotionKinds() {
    std::vector<MotionKind> kinds;
    for (int32_t i = 0; i < kMotionKindCount; ++i) kinds.push_back(static_cast<MotionKind>(i));
    return kinds;
}

/// Parameters within their ranges; a ball's lean within its cone.
inline std::vector<double> RandomParameters(const MotionConstraint& constraint, Random& random) {
    for (;;) {
        std::vector<double> values;
        for (const MotionRange& range : ParameterRanges(constraint))
            values.push_back(random.Between(range.low, range.high));
        if (constraint.kind != MotionKind::Ball ||
            values[0] * values[0] + values[1] * values[1] <= constraint.cone * constraint.cone)
            return values;
    }
}

struct RefereePair {
    int32_t a, b;
    double gap;
};

/// All pairs within `gap` of one another, by brute force: the referee of this stage. Knows nothing of cells or tables.
inline std::vector<RefereePair> PairsWithin(const BodySpheres& a, const BodySpheres& b, const Pose& pose, double gap,
                                            const std::vector<DisplacementField>& fields = {},
                                            const std::vector<double>& weights = {}) {
    const Rotation turn = ToRotation(Normalized(pose.rotation));
    std::vector<RefereePair> pairs;
    for (size_t j = 0; j < b.spheres.size(); ++j) {
        Vec3 own = b.spheres[j].centre;
        for (size_t k = 0; k < fields.size(); ++k) own += fields[k].displacements[j] * weights[k];
        const Vec3 centre = pose.position + turn * own;
        for (size_t i = 0; i < a.spheres.size(); ++i) {
            const double here = Distance(a.spheres[i].centre, centre) - a.spheres[i].radius - b.spheres[j].radius;
            if (here <= gap) pairs.push_back({static_cast<int32_t>(i), static_cast<int32_t>(j), here});
        }
    }
    return pairs;
}

inline SubsetTable MadeTable(const BodySpheres& a, const BodySpheres& b, const MotionConstraint& constraint,
                             const SubsetOptions& options = {}, const std::vector<DisplacementField>& fields = {},
                             const Host& host = {}) {
    Result<SubsetTable> table = TabulateSubsets(a, b, constraint, options, fields, host);
    EXPECT_TRUE(table) << table.Sentence();
    return table ? *table : SubsetTable{};
}

inline std::shared_ptr<const PackedSubsets> Packed(const SubsetTable& table) {
    Result<std::shared_ptr<const PackedSubsets>> packed = PackSubsets(table);
    EXPECT_TRUE(packed) << packed.Sentence();
    return *packed;
}

inline bool HasPair(const SubsetTable& table, int32_t a, int32_t b) {
    for (const TablePair& pair : table.pairs)
        if (table.spheres[0][static_cast<size_t>(pair.a)].index == a &&
            table.spheres[1][static_cast<size_t>(pair.b)].index == b)
            return true;
    return false;
}

}  // namespace spheretree
