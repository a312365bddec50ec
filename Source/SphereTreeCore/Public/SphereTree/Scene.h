#pragma once

#include "SphereTree/ConvexShape.h"
#include "SphereTree/Export.h"
#include "SphereTree/PackedTree.h"
#include "SphereTree/Result.h"
#include "SphereTree/Vec3.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace spheretree {

/// A rotation. Need not have unit length; must not be zero.
struct Quat {
    double x = 0, y = 0, z = 0, w = 1;
};

struct Pose {
    Vec3 position;
    Quat rotation;
};

/// Names a body for as long as it lives, and nothing afterwards: a place that is used again has another generation.
struct BodyHandle {
    uint32_t index = ~0u;
    uint32_t generation = 0;
    friend bool operator==(BodyHandle a, BodyHandle b) { return a.index == b.index && a.generation == b.generation; }
};

/// How much a pair is told about its contact. [van den Bergen 1999] 6.2, B.4: no, simple and witnessed responses; his
/// smart response becomes Full, with a manifold. Cheaper details are settled first.
enum class Detail : uint8_t {
    None,       // the pair is never tested
    Simple,     // touching or not
    Witnessed,  // and one point
    Full        // and a manifold that goes on being refined
};

using ResponseClass = uint16_t;

struct BodyDescription {
    std::shared_ptr<const PackedTree> tree;    // shared by any number of bodies
    std::shared_ptr<const ConvexShape> shape;  // instead of a tree: exact, and never finer
    Pose pose;
    Vec3 scale{1, 1, 1};   // along the body's own axes; may be negative or uneven, one axis may be zero
    Vec3 linearVelocity;   // units per second, of pose.position
    Vec3 angularVelocity;  // radians per second, about pose.position
    uint32_t groups = 1;   // the bits that this body is
    uint32_t mask = ~0u;   // the bits that it meets: two bodies meet when each one's mask has a group of the other
    ResponseClass responseClass = 0;
    uint32_t family = 0;    // bodies of one family, but for 0, never meet: the parts of a compound
    bool isStatic = false;  // two static bodies are never tested
    float importance = 1;   // multiplies the error when the budget is spent; at least 0
    uint64_t user = 0;      // the host's own word
};

/// A ground: heights on a grid, seen as one box per cell. [Bradshaw 2002] 8.3.2. z is up in its own frame; the solid
/// lies below the heights.
struct HeightFieldDescription {
    int32_t columns = 0, rows = 0;  // of heights, at least 2 each
    double spacing = 1;             // between neighbours
    double bottom = -1e6;           // the solid reaches down to here
    std::vector<float> heights;     // columns · rows, row by row: x = column · spacing, y = row · spacing
    Pose pose;                      // of the corner of the first height
    uint32_t groups = 1, mask = ~0u;
    ResponseClass responseClass = 0;
    uint64_t user = 0;
};

/// What a scene keeps of a body; read it through Scene::Find.
struct BodyView {
    BodyHandle handle;
    Pose pose;
    Vec3 scale;
    Vec3 linearVelocity, angularVelocity;
    Sphere bounds;                             // a ball around the body, in the world
    std::shared_ptr<const PackedTree> tree;    // none for a height field or a shape
    std::shared_ptr<const ConvexShape> shape;  // none for the others
    bool isStatic = false;
    float importance = 1;
    ResponseClass responseClass = 0;
    uint64_t user = 0;
};

struct BroadPhaseCounts {
    int64_t bodies = 0, pairs = 0;
    int64_t moved = 0;             // bodies whose boxes changed in the last step
    int64_t swaps = 0;             // of neighbouring end points, in the last step
    int64_t begun = 0, ended = 0;  // pairs, in the last step
};

struct SceneOptions {
    /// A step that would make more pairs than this returns a sentence instead of filling memory. Pairs found until
    /// then stay; the scene asks for a smaller crowd.
    int64_t mostPairs = 8'000'000;
};

/// Bodies, and the pairs of them that may touch: trees, shapes and height fields, each with each but two height fields.
/// Changes between steps are free; Step brings the pairs up to date. Copying a scene copies everything except the
/// trees, which are shared and never change.
///
/// Functions that can refuse return a sentence, empty when all is well; a refused call changes nothing.
class SPHERETREECORE_API Scene {
public:
    explicit Scene(const SceneOptions& options = {});
    Scene(const Scene& other);
    Scene& operator=(const Scene& other);
    Scene(Scene&&) noexcept;
    Scene& operator=(Scene&&) noexcept;
    ~Scene();

    Result<BodyHandle> Add(const BodyDescription& body);
    Result<BodyHandle> AddHeightField(const HeightFieldDescription& field);
    /// At any time, also while somebody walks through contacts: handles to the body become stale, nothing else.
    bool Remove(BodyHandle body);

    std::string Move(BodyHandle body, const Pose& pose);  // near or far: a teleport is only a long move
    std::string SetVelocity(BodyHandle body, const Vec3& linear, const Vec3& angular);
    std::string SetScale(BodyHandle body, const Vec3& scale);
    /// Another tree in the same place: a mesh that deformed. Not for height fields and shapes.
    std::string SetTree(BodyHandle body, std::shared_ptr<const PackedTree> tree);
    std::string SetFilter(BodyHandle body, uint32_t groups, uint32_t mask);
    std::string SetImportance(BodyHandle body, float importance);
    std::string SetResponseClass(BodyHandle body, ResponseClass responseClass);
    /// Sets two bodies aside: the scene does not test them, because somebody else does (a table of subsets). Ends when
    /// one of them is removed.
    std::string SetPairAside(BodyHandle a, BodyHandle b, bool isAside);

    /// Precedence as in SOLID: a response for a pair of classes, else for a class, else the default (Full). Where two
    /// classes disagree, the one with more detail counts.
    void SetDefaultResponse(Detail detail);
    void SetClassResponse(ResponseClass of, Detail detail);
    void SetPairResponse(ResponseClass a, ResponseClass b, Detail detail);
    void ResetClassResponse(ResponseClass of);
    void ResetPairResponse(ResponseClass a, ResponseClass b);
    Detail ResponseOf(ResponseClass a, ResponseClass b) const;

    /// Brings the pairs up to date with all changes since the last step. With a time step, bounds reach over the
    /// motion of that many seconds at the bodies' velocities, so that nothing passes through anything unseen.
    std::string Step(double timeStepSeconds = 0);

    bool Find(BodyHandle body, BodyView& view) const;  // false for a stale handle
    std::vector<BodyHandle> Bodies() const;
    std::vector<std::pair<BodyHandle, BodyHandle>> Pairs() const;  // those whose boxes overlap since the last step
    BroadPhaseCounts Counts() const;
    /// Empty when lists, pairs and handles agree with one another. Slow: for tests.
    std::string FindFault() const;

    struct Data;  // Private/Scene
    const Data& Inside() const { return *data_; }
    Data& Inside() { return *data_; }

private:
    std::unique_ptr<Data> data_;
};

}  // namespace spheretree
