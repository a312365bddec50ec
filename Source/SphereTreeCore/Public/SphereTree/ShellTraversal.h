#pragma once

#include "SphereTree/Export.h"
#include "SphereTree/Host.h"
#include "SphereTree/Result.h"
#include "SphereTree/Scene.h"
#include "SphereTree/ShellTree.h"
#include "SphereTree/Traversal.h"

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

namespace spheretree {

/// A tree somewhere. The tree must outlive whoever asks.
struct ShellBody {
    const ShellTree* tree = nullptr;
    Pose pose;
    double scale = 1;  // positive, the same along all axes: a shell stays a shell
};

enum class ShellGoal : uint8_t {
    First,  // one pair of triangles that meet, or none
    All     // every pair
};
enum class ShellOrder : uint8_t {
    DepthFirst,
    BestFirst  // the largest error first: the bound falls fastest
};

struct ShellTraversalOptions {
    ShellGoal goal = ShellGoal::First;
    ShellOrder order = ShellOrder::DepthFirst;
    VolumeCosts costs;  // of the budget's operations
};

/// What a query cost, by kind. [Krishnan 1998] eq 1: Nu, Nv, Np.
struct ShellCounters {
    int64_t updates = 0, ballTests = 0, mixedTests = 0, shellTests = 0, boxTests = 0, triangleTests = 0;
    int64_t operations = 0;  // weighted by the costs

    int64_t VolumeTests() const { return ballTests + mixedTests + shellTests + boxTests; }
    ShellCounters& operator+=(const ShellCounters& other) {
        updates += other.updates;
        ballTests += other.ballTests;
        mixedTests += other.mixedTests;
        shellTests += other.shellTests;
        boxTests += other.boxTests;
        triangleTests += other.triangleTests;
        operations += other.operations;
        return *this;
    }
    friend bool operator==(const ShellCounters&, const ShellCounters&) = default;
};

/// Two triangles that meet, by their places in the meshes, and in the trees.
struct TrianglePairFound {
    int32_t a = 0, b = 0;
    int32_t placeA = 0, placeB = 0;
    friend bool operator==(const TrianglePairFound&, const TrianglePairFound&) = default;
};

/// Two nodes whose volumes overlap and that wait to be opened.
struct OpenVolumes {
    int32_t a = 0, b = 0;
    double error = 0;  // of both together
    int64_t number = 0;
    friend bool operator==(const OpenVolumes&, const OpenVolumes&) = default;
};

/// How points of b are carried into a's frame: p → scale · turn · p + shift.
struct ShellRelation {
    std::array<Vec3, 3> turn{Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}};  // rows
    Vec3 shift;
    double scale = 1;
    double unit = 1;  // of a's frame, in the world
};

/// All that a query of two bodies knows, as plain data: copying it is a checkpoint, and going on from the copy gives
/// the same bits. At whatever moment it stops, a pair that touches is not Refuted.
struct ShellTraversal {
    ShellTraversalOptions options;
    const ShellTree* trees[2] = {};
    ShellRelation relation;
    std::vector<OpenVolumes> open;
    std::vector<TrianglePairFound> contacts;
    ShellCounters counters;
    PairState state = PairState::Pending;
    double bound = std::numeric_limits<double>::infinity();  // certified: the bodies are no farther apart; never rises
    int64_t nextNumber = 0;
    int64_t debt = 0;  // operations spent beyond the last limit

    /// Forgets all but the options, the trees and their relation. The memory is kept.
    void Clear() {
        open.clear();
        contacts.clear();
        counters = {};
        state = PairState::Pending;
        bound = std::numeric_limits<double>::infinity();
        nextNumber = debt = 0;
    }
};

/// Tests the roots. An error when a tree is missing, or a pose or scale makes no sense.
SPHERETREECORE_API Result<ShellTraversal> BeginShellPair(const ShellBody& a, const ShellBody& b,
                                                         const ShellTraversalOptions& options = {});

/// Goes on until the budget ends or the goal is reached. Any number of calls; the sum of them is one call.
SPHERETREECORE_API Progress AdvanceShellPair(ShellTraversal& traversal, const Budget& budget = {},
                                             const Host& host = {});

/// The thickest pair of shells that still waits, in the world's unit: how deep the surfaces lie within what is known.
SPHERETREECORE_API double OpenThickness(const ShellTraversal& traversal);

}  // namespace spheretree
