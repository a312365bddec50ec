#pragma once

#include "SphereTree/Contact.h"
#include "SphereTree/Export.h"
#include "SphereTree/PackedTree.h"
#include "SphereTree/SubsetTable.h"
#include "SphereTree/Traversal.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace spheretree {

/// Eight pairs side by side: the balls of the first body and of the second, each in its own frame.
struct alignas(64) SubsetBlock {
    float ax[kLanes], ay[kLanes], az[kLanes];
    float bx[kLanes], by[kLanes], bz[kLanes];
    float reach[kLanes];  // both radii and the slack
    float error[kLanes];  // both errors and the slack
};

/// A table as a query reads it: floats in one unit around each body's own centre. Lanes without a pair stand where
/// nothing overlaps them.
struct PackedSubsets {
    SubsetTable table;
    std::vector<SubsetBlock> blocks;  // pair p is lane p % 8 of block p / 8
    Vec3 origin[2];                   // in each body's frame
    double unit = 1;
    double span = 0;  // no ball reaches farther from its body's origin, both bodies added, in units
    /// Deforming bodies: the sphere of b of each lane, and the fields in units; empty otherwise.
    std::vector<int32_t> laneSphere;
    std::vector<std::vector<float>> fieldColumns;  // three per field: x, y, z per sphere of b
};

SPHERETREECORE_API Result<std::shared_ptr<const PackedSubsets>> PackSubsets(const SubsetTable& table);

struct SubsetHit {
    int32_t pair = 0;  // in table.pairs
    float gap = 0;     // squared distance − squared reach, in units; lower is deeper
};

/// A query under way, as plain data: copying it is a checkpoint, and going on from the copy gives the same bits.
struct SubsetState {
    bool insideRange = false;  // false: the table says nothing about this pose
    bool finished = false;
    bool stopAtFirst = false;  // whether they touch is all that is asked
    int64_t nextBlock = 0;
    int64_t tests = 0, updates = 0;  // pairs tested, spheres moved
    std::vector<SubsetHit> hits;
    std::vector<double> parameters;  // of the motion that the pose was taken for
    Pose relative;                   // the second body's in the first one's frame, the mesh's unit
    float rotation[9] = {}, offset[3] = {};
    float pad = 0;             // what floats may lose, in units
    std::vector<float> moved;  // deforming: x, y, z of each sphere of b
};

/// Starts a query: checks that the pose lies on the constraint (within the table's slop) and its weights in their
/// ranges. `weights`: one per field.
SPHERETREECORE_API void BeginSubsets(SubsetState& state, const PackedSubsets& subsets, const Pose& relative,
                                     const std::vector<double>& weights = {}, bool stopAtFirst = false);

/// Tests pairs until the budget ends or all are tested. Eq 2.1: a test costs 1, a moved sphere 2.
SPHERETREECORE_API Progress AdvanceSubsets(SubsetState& state, const PackedSubsets& subsets, const Budget& budget,
                                           const Host& host = {});

/// What a query knows: at whatever moment it was interrupted, bodies that touch are told of.
struct SubsetContacts {
    bool touching = false;     // false: proven apart (of the spheres that the table stands for)
    bool isConfirmed = false;  // two spheres overlap; otherwise the budget ended before
    bool finished = false;
    bool fellBack = false;  // the trees answered
    std::string why;        // then: for what reason
    double errorBound = 0;  // certified: the bodies' separation is at most this, when they are told to touch
    int64_t hitPairs = 0;
    Progress work;
    std::vector<ContactPoint> points;  // in the world
};

/// The points of what was found so far; the first body's pose gives the world. `scale` is that of both bodies.
SPHERETREECORE_API void CollectSubsets(const SubsetState& state, const PackedSubsets& subsets, const Pose& first,
                                       double scale, const ContactOptions& options, SubsetContacts& out);

struct SubsetAsk {
    Pose first, second;  // in the world
    Vec3 firstScale{1, 1, 1}, secondScale{1, 1, 1};
    std::vector<double> weights;
    bool pointsWanted = true;       // false: whether they touch, which may end at the first hit
    const char* refusal = nullptr;  // a sentence: why the table may not answer; then the trees do, and say so
    ContactOptions contacts;
};

/// A pair of bodies with its table, and with the trees for poses that the table knows nothing about.
class SPHERETREECORE_API SubsetPair {
public:
    /// The trees may be missing: then a pose outside the range is told as touching, with no bound on the error.
    SubsetPair(std::shared_ptr<const PackedSubsets> subsets, std::shared_ptr<const PackedTree> first,
               std::shared_ptr<const PackedTree> second);
    ~SubsetPair();
    SubsetPair(SubsetPair&&) noexcept;
    SubsetPair& operator=(SubsetPair&&) noexcept;

    /// Within the budget. A scale must be the same for both bodies and along all axes; any other goes to the trees.
    void Ask(const SubsetAsk& ask, const Budget& budget, const Host& host, SubsetContacts& out);
    const PackedSubsets& Subsets() const { return *subsets_; }

private:
    struct Trees;
    void AskTrees(const SubsetAsk& ask, const Budget& budget, const Host& host, SubsetContacts& out);

    std::shared_ptr<const PackedSubsets> subsets_;
    std::shared_ptr<const PackedTree> trees_[2];
    SubsetState state_;
    std::unique_ptr<Trees> fallback_;
};

}  // namespace spheretree
