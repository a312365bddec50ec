#pragma once

#include "SphereTree/Export.h"
#include "SphereTree/Scene.h"
#include "SphereTree/Traversal.h"

#include <cstdint>
#include <vector>

namespace spheretree {

/// Questions to a scene, each with a budget and a certainty. Whatever the budget, an answer errs on one side only: a
/// hit is never reported later, and a distance never larger, than it is. The time of a budget needs host.clockSeconds.

struct QueryFilter {
    uint32_t mask = ~0u;  // groups that are asked
    BodyHandle except;    // usually the one who asks
};

struct QueryHit {
    BodyHandle body;
    double distance = 0;  // along the way, to the ball: the surface does not come earlier
    Vec3 position;        // of the ray, or of the moving sphere's centre, there
    Vec3 normal;          // of the ball, towards the asker
    double error = 0;     // certified: the body lies within this of the touched point
    int32_t node = -1;    // of the baked tree
    bool isLeaf = false;  // false: the budget ended before the leaves
};

struct QueryResult {
    std::vector<QueryHit> hits;  // nearest first
    bool finished = false;
    int64_t operations = 0;
};

/// A sphere of some radius (0: a ray) from `start` along `way`: the first body that it meets, or the first point of
/// every body that it meets.
SPHERETREECORE_API QueryResult SweepSphere(const Scene& scene, const Vec3& start, const Vec3& way, double radius,
                                           bool all, const QueryFilter& filter = {}, const Budget& budget = {},
                                           const Host& host = {});

/// Every body that a sphere overlaps; `distance` is minus the overlap with the deepest ball found.
SPHERETREECORE_API QueryResult OverlapSphere(const Scene& scene, const Vec3& centre, double radius,
                                             const QueryFilter& filter = {}, const Budget& budget = {},
                                             const Host& host = {});

struct DistanceOptions {
    double relativeError = 0.1;  // stop when the bounds are as close as that [Quinlan 1994]
    double absoluteError = 0;    // or as close as that
};

/// The separation lies between `least` and `most`. Height fields have none: each body needs a tree or a shape.
struct DistanceResult {
    double least = 0, most = 0;
    Vec3 pointA, pointB;    // of the two balls that give `most`
    bool finished = false;  // the bounds are as close as was wanted, or as the trees allow
    int64_t operations = 0;
};
SPHERETREECORE_API Result<DistanceResult> MeasureDistance(const Scene& scene, BodyHandle a, BodyHandle b,
                                                          const DistanceOptions& options = {},
                                                          const Budget& budget = {}, const Host& host = {});

enum class PairVerdict : uint8_t {
    Ignored,     // both static, filtered out, or of classes that do not respond to each other
    RootsApart,  // the balls around the bodies do not meet
    NodesApart,  // refuted by smaller balls
    Touching     // two leaves overlap
};

/// Why two bodies are, or are not, a contact.
struct PairExplanation {
    PairVerdict verdict = PairVerdict::Ignored;
    int32_t levelA = 0, levelB = 0;  // NodesApart: of the finest balls that had to be looked at
    double least = 0;                // certified: they are at least so far apart; 0 for a ground
};

/// As a frame would find it with no limit to its budget, at the poses and for the time step of the last Scene::Step.
SPHERETREECORE_API Result<PairExplanation> ExplainPair(const Scene& scene, BodyHandle a, BodyHandle b);

struct ImpactResult {
    bool meets = false;     // false: proven apart for the whole time
    double seconds = 0;     // the bodies are apart until then
    double separation = 0;  // certified: at that moment they are at most so far apart
    bool finished = false;
    int64_t operations = 0;
};

/// When do two bodies meet within so many seconds, at their velocities? Conservative advancement: no step is longer
/// than the least distance over the fastest approach of any two points, so that no meeting is passed.
SPHERETREECORE_API Result<ImpactResult> FindImpact(const Scene& scene, BodyHandle a, BodyHandle b, double seconds,
                                                   double tolerance, const Budget& budget = {}, const Host& host = {});

}  // namespace spheretree
