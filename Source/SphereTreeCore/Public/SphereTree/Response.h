#pragma once

#include "SphereTree/Contact.h"
#include "SphereTree/Exact.h"
#include "SphereTree/Export.h"
#include "SphereTree/Queries.h"
#include "SphereTree/Result.h"
#include "SphereTree/Scene.h"

#include <cstdint>
#include <vector>

// What a contact is answered with. [Van den Bergen 1999] 2.3, 6.2, B.4: a response for a pair overrules one for a
// class, which overrules the default (Scene.h); where two classes disagree, the one with more detail counts, where
// SOLID takes either. None, simple and witnessed come with the contacts; smart is asked for, of a frame that is
// remembered.
namespace spheretree {

/// Exact distance of two bodies: trees with triangles, and shapes.
struct ExactDistance {
    double distance = 0;  // 0: they touch or overlap
    Vec3 pointA, pointB;  // closest points, in the world
    int32_t triangleA = -1, triangleB = -1;
    bool finished = false;  // false: the budget ended, and the distance is an upper bound
    int64_t operations = 0;
};
SPHERETREECORE_API Result<ExactDistance> MeasureExactDistance(const Scene& scene, BodyHandle a, BodyHandle b,
                                                              const Budget& budget = {}, const Host& host = {});

/// A point of the world in a body's own frame, where its mesh or shape was made: a witness for both bodies.
SPHERETREECORE_API Result<Vec3> ToBodyFrame(const Scene& scene, BodyHandle body, const Vec3& point);

/// Where all bodies are now, for the frame to come (SOLID's dtProceed).
class FrameMemory {
public:
    SPHERETREECORE_API void Remember(const Scene& scene);
    /// False when the body was not there.
    SPHERETREECORE_API bool Find(BodyHandle body, Pose& pose) const;

private:
    struct Place {
        BodyHandle body;
        Pose pose;
    };
    std::vector<Place> places_;  // by handle's index
};

/// The closest points of the frame before, in each body's own frame, and the direction between them: a contact plane's
/// normal that does not suffer from how deep the bodies are by now.
struct SmartResponse {
    Vec3 pointA, pointB;  // each in its body's own frame
    Vec3 normal;          // unit, in the world, from a to b
    double distance = 0;  // in that frame
};

/// A sentence when it cannot: a body is new, the two touched already in that frame, or somebody has neither triangles
/// nor a shape.
SPHERETREECORE_API Result<SmartResponse> FindSmartResponse(const Scene& scene, const FrameMemory& before, BodyHandle a,
                                                           BodyHandle b);

}  // namespace spheretree
