#pragma once

#include "SphereTree/BodySpheres.h"
#include "SphereTree/Export.h"
#include "SphereTree/Host.h"
#include "SphereTree/MotionConstraint.h"
#include "SphereTree/Result.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

// Tabulated sphere subsets for two bodies whose relative motion is constrained.
// [Navarro Newball 2008] A. A. Navarro Newball, G. Wyvill, B. McCane, "Object interaction using tabulated sphere
// subsets". Paper → code: M_s → BodySpheres; T_c → the pairs that can meet; TSS → SubsetTable.
namespace spheretree {

/// The second body's spheres move by weight · displacement, besides the motion of the body. Several fields add up.
struct DisplacementField {
    std::vector<Vec3> displacements;  // one per sphere of the second body
    MotionRange weight;
};
inline constexpr int32_t kMostFields = 8;

/// What stays true of a table when it is reduced.
enum class SubsetKeep : uint8_t {
    Pairs,  // every two spheres that can meet: T_c, as deforming bodies need it
    Rows,   // every sphere of the first body that is touched is told of
    Bodies  // whether the bodies touch
};

enum class SubsetReduction : uint8_t {
    None,   // T_c as it is
    Paper,  // what never appears without another goes, and twins of rows: small, and it may miss poses
    Cover   // ours: the least that still proves what `keep` says, over the whole motion
};

struct SubsetOptions {
    /// No sphere of the second body moves more than this part of its radius between neighbouring samples.
    double fraction = 0.5;
    /// Poses that are off the constraint by no more than this count as on it (joints give way, floats round); the
    /// mesh's unit. Negative: a thousandth of the second body's reach.
    double slop = -1;
    SubsetReduction reduction = SubsetReduction::Cover;
    SubsetKeep keep = SubsetKeep::Bodies;
    /// Cover: what may be lost, the mesh's unit. Contacts are told up to so much early, and none is missed; 0 loses
    /// nothing.
    double loss = 0;
    int32_t boundaryLevels = 6;            // Cover: how often cells where contact begins are halved once more
    int64_t mostCells = int64_t{1} << 22;  // of the motion space; with fewer than are needed the margin grows
    int64_t mostPairs = 4'000'000;         // of spheres that can meet
};

struct TableSphere {
    Sphere sphere;
    double error = 0;
    NormalCone cone;
    int32_t index = 0;     // in BodySpheres
    int32_t original = 0;  // BodySpheres::originals
};

struct TablePair {
    int32_t a = 0, b = 0;   // in SubsetTable::spheres
    double likelihood = 0;  // the part of the sampled poses at which they overlap
};

/// Of the first and the second body.
using CountPair = std::array<int64_t, 2>;

/// The paper's figures and ours.
struct SubsetFigures {
    CountPair all{};        // M_s
    CountPair colliding{};  // M_sc
    CountPair smallest{};   // M_sm: the paper's typical subset
    CountPair minimal{};    // M_ss: the paper's removals until nothing more can go
    CountPair kept{};       // of this table
    int64_t collidingPairs = 0, smallestPairs = 0, minimalPairs = 0, keptPairs = 0;  // tests per step
    int64_t forcedPairs = 0;     // Cover: of those kept, that nothing else can stand for
    int64_t cells = 0;           // of the motion space that were looked at
    int64_t poses = 0;           // of those, samples at the finest level
    double collidingShare = 0;   // of the motion space, in which some spheres may overlap
    double largestMargin = 0;    // by which spheres were grown in the search, so that nothing between samples is missed
    double reachedFraction = 0;  // of a radius, between neighbouring samples; above `fraction` where cells ran out
};

struct SubsetTable {
    MotionConstraint constraint;
    std::array<std::vector<TableSphere>, 2> spheres;
    std::vector<DisplacementField> fields;  // per sphere of spheres[1]
    /// Row by row: all pairs of a sphere of the first body stand together. Rows and the pairs within come likeliest
    /// first.
    std::vector<TablePair> pairs;

    SubsetKeep keep = SubsetKeep::Rows;
    SubsetReduction reduction = SubsetReduction::Cover;
    double fraction = 0.5, slop = 0;
    double slack = 0;        // added to every reach by a query: the loss that was allowed
    Vec3 secondCentre;       // of the second body's spheres, all of M_s, in its own frame
    double secondReach = 0;  // how far a centre is from there at most, deformed too
    std::array<SphereSource, 2> source{};
    std::array<int32_t, 2> level{};
    std::array<uint64_t, 2> fingerprint{};
    std::array<bool, 2> coversMesh{};
    SubsetFigures figures;
};

/// Two bodies and a constraint → the table. Work and memory are bounded by the options; the same for every number of
/// threads. An error for a nonsense constraint, for spheres that are none, when more pairs can meet than `mostPairs`,
/// or when the host cancels. With fields the table keeps T_c, as the paper says.
SPHERETREECORE_API Result<SubsetTable> TabulateSubsets(const BodySpheres& a, const BodySpheres& b,
                                                       const MotionConstraint& constraint,
                                                       const SubsetOptions& options = {},
                                                       const std::vector<DisplacementField>& fields = {},
                                                       const Host& host = {});

/// Empty when indices, numbers and order of the table are sound.
SPHERETREECORE_API std::string FindTableFault(const SubsetTable& table);

/// Every parameter's range: those of the motion, then the weights of the fields.
SPHERETREECORE_API std::vector<MotionRange> TableRanges(const SubsetTable& table);

struct VerifyOptions {
    int64_t poses = 20000;
    uint64_t seed = 1;
};

/// What a dense re-sampling of the motion with the full sets found.
struct SubsetVerdict {
    int64_t poses = 0, collidingPoses = 0;
    int64_t missedPoses = 0;          // at which something that the table should tell is not told
    double deepestMiss = 0;           // overlap of what was missed, the mesh's unit
    std::vector<double> firstMissed;  // its parameters
    int64_t earlyPoses = 0;           // told of although the full sets are apart: margins, slack and rounding
    double earliest = 0;              // by how much at most
    std::string sentence;             // empty: nothing is missed
};

/// Holds the table against the full sets at many poses, spread over the motion by their own lattice and chance: what
/// `keep` promises must be told by a query. An error when spheres or fields are not those of the table.
SPHERETREECORE_API Result<SubsetVerdict> VerifySubsets(const SubsetTable& table, const BodySpheres& a,
                                                       const BodySpheres& b, const VerifyOptions& options = {},
                                                       const std::vector<DisplacementField>& fields = {},
                                                       const Host& host = {});

// A table as bytes: the contents of a .tss file. Header, chunks, checksum and numbers are those of
// SphereTree/Archive.h; a reader of trees refuses it by the chunks, which all must be understood. Each stands once.
//
//   "TSSH"  264 bytes
//        0   8 × u32     keep, reduction, source of a, of b, level of a, of b, flags (1: a covers its mesh, 2: b does),
//                        number of fields
//       32   2 × u64     fingerprints of a and b
//       48   7 × double  fraction, slop, slack, centre of b (x, y, z), reach of b
//      104  10 × u64     spheres of a, of b: M_s, M_sc, M_sm, M_ss, kept
//      184   7 × u64     pairs of T_c, M_sm, M_ss, kept, forced; cells, poses
//      240   3 × double  share of the motion that collides, largest margin, fraction reached
//
//   "TSSM"  160 bytes, then 16 per range (low, high) and 56 per pose
//        0   2 × u32     kind, number of ranges
//        8       u64     number of poses
//       16   7 × double  rest: position x, y, z, rotation x, y, z, w (so is every pose)
//       72   9 × double  pivot, axis, second axis
//      144       double  cone
//      152       u64     0
//
//   "TSSA", "TSSB"  80 bytes per sphere of a, of b
//        0   9 × double  centre x, y, z, radius, error, mean normal x, y, z, angle
//       72   2 × i32     place in M_s; node, triangle or vertex
//
//   "TSSF"  per field 16 bytes (weight low, high) and 24 per sphere of b (displacement x, y, z)
//
//   "TSSP"  16 bytes per pair
//        0   2 × i32     sphere of a, of b
//        8       double  likelihood
SPHERETREECORE_API std::vector<uint8_t> WriteSubsets(const SubsetTable& table);

/// Never crashes and never allocates more than `count` bytes justify. A table that comes back is sound.
SPHERETREECORE_API Result<SubsetTable> ReadSubsets(const uint8_t* bytes, size_t count);

}  // namespace spheretree
