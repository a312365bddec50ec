#pragma once

#include "SphereTree/Export.h"
#include "SphereTree/Host.h"
#include "SphereTree/Scene.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <vector>

namespace spheretree {

/// What a call may spend. Whatever ends first ends the call. An operation is what eq 2.1 of the thesis counts: moving a
/// sphere costs 2, testing two spheres costs 1 (TraversalOptions).
struct Budget {
    static constexpr int64_t kNoLimit = std::numeric_limits<int64_t>::max();
    int64_t operations = kNoLimit;
    double seconds = std::numeric_limits<double>::infinity();  // of host.clockSeconds

    static Budget Operations(int64_t count) { return {count, std::numeric_limits<double>::infinity()}; }
    static Budget Seconds(double seconds) { return {kNoLimit, seconds}; }
    static Budget Unlimited() { return {}; }
};

enum class Scheduler : uint8_t {
    BestFirst,  // every pair confirmed or refuted, the easy ones first; then the largest error × importance is refined
    BreadthFirst,  // all pairs in turns, level by level [Hubbard 1995]
    TwoClass,      // the important pairs in turns, then the others [O'Sullivan 1999]
    DepthFirst     // one pair after the other
};

struct TraversalOptions {
    Scheduler scheduler = Scheduler::BestFirst;
    int32_t updateCost = 2, testCost = 1;  // eq 2.1: Cu, Cv
    float importantFrom = 1;               // TwoClass: pairs of at least this importance come first
    bool coherent = true;                  // start from what the last frame found
    double sliceSeconds = 8e-6;            // the clock is read about so often
    int32_t lanes = 1;                     // pieces handed to host.parallelFor at once; 1: no threads
};

/// Two nodes that overlap, by slot, and the certified bound that this proves: the bodies' true separation is at most
/// `error` (never more than what an ancestor proved).
struct NodePair {
    int32_t a, b;
    float error;
};

struct QueuedPair {
    NodePair nodes;
    int32_t pair;
};

/// The leaves below two nodes, all that overlap: bit 8 · (lane of the first) + (lane of the second). The first belongs
/// to body `side`. So a few bytes name up to 64 pairs of leaves; their errors follow from the trees.
struct LeafGrid {
    uint64_t hits;
    NodePair nodes;
    int32_t pair;
    float least;  // of their errors; or more, where the pair's bound is as small already
    int32_t side;
};

/// A line, first in, first out, in pieces: growing never moves what stands there, which would take longer than a slice.
/// Clearing keeps the memory.
template <typename Item>
class PiecedQueue {
public:
    void Push(const Item& item) {
        if (end_ == room_) Grow();
        pieces_[end_ / kPiece][end_ % kPiece] = item;
        ++end_;
    }
    /// Places for more, side by side, to be filled; what lies there is old. `end`: where they end. So many of them
    /// count as are kept.
    Item* Places(Item*& end) {
        if (end_ == room_) Grow();
        Item* const piece = pieces_[end_ / kPiece].data();
        end = piece + kPiece;
        return piece + end_ % kPiece;
    }
    void Keep(size_t count) { end_ += count; }
    const Item& operator[](size_t i) const { return At(head_ + i); }  // from the first that waits
    size_t Size() const { return end_ - head_; }
    void Drop(size_t count) { head_ += count; }
    void Clear() { head_ = end_ = 0; }
    template <typename F>
    void ForEach(F f) const {
        for (size_t i = head_; i < end_; ++i) f(At(i));
    }

private:
    static constexpr size_t kPiece = 512;
    const Item& At(size_t i) const { return pieces_[i / kPiece][i % kPiece]; }
    void Grow() {
        pieces_.emplace_back();
        pieces_.back().resize(kPiece);
        room_ += kPiece;
    }

    std::vector<std::vector<Item>> pieces_;
    size_t head_ = 0, end_ = 0, room_ = 0;
};

using NodeQueue = PiecedQueue<QueuedPair>;

/// Room for the nodes of pairs that wait, in pieces, as above.
class NodeStore {
public:
    /// The place of so many nodes side by side.
    int64_t Take(int32_t room) {
        while (piece_ < pieces_.size() && pieces_[piece_].size() - used_ < static_cast<size_t>(room)) {
            ++piece_;
            used_ = 0;
        }
        if (piece_ == pieces_.size()) {
            pieces_.emplace_back();
            pieces_.back().resize(std::max(kPiece, static_cast<size_t>(room)));
        }
        const int64_t place = static_cast<int64_t>(piece_) << 32 | static_cast<int64_t>(used_);
        used_ += static_cast<size_t>(room);
        return place;
    }
    NodePair* At(int64_t place) { return pieces_[static_cast<size_t>(place >> 32)].data() + (place & 0xFFFFFFFF); }
    const NodePair* At(int64_t place) const { return const_cast<NodeStore*>(this)->At(place); }
    void Clear() { piece_ = used_ = 0; }

private:
    static constexpr size_t kPiece = 1024;
    std::vector<std::vector<NodePair>> pieces_;
    size_t piece_ = 0, used_ = 0;
};

enum class PairState : uint8_t {
    Pending,    // neither confirmed nor refuted yet: counts as touching
    Refuted,    // proven apart
    Confirmed,  // two leaves overlap
};

/// Carries a ball of one body into the unit frame of the other: (x, y, z, radius, 1) → (x, y, z, radius).
struct BallFrame {
    alignas(16) float column[5][4];
    float drift[3];                 // of the ball during the step, in the target's frame
    float perSquare;                // 1 / |drift|²; 0 without a step
    float squeeze[3];               // of the target's coordinates
    float errorScale, radiusScale;  // target lanes → world: error · errorScale + radius · radiusScale
};

/// What the descent of one pair of bodies reads.
struct PairFrame {
    BallFrame ball[2];  // [0]: balls of b into a; [1]: balls of a into b
    const PackedBlock* blocks[2];
    const uint8_t* laneCount[2];
    float errorBase;  // what rounding and turning add to every error, world units
    uint8_t kind;     // 0: plain, 1: uneven scale or motion, 2: ground
    uint32_t body[2];
};

/// One pair of bodies under way.
struct TraversalPair {
    uint32_t body[2] = {};
    int32_t scenePair = -1;
    int32_t frame = -1;     // its place in Traversal::frames; −1: none kept
    int64_t place = 0;      // in Traversal::fronts
    int32_t room = 0;       // there
    int32_t nodeCount = 0;  // there: the nodes that wait, until they stand in the buckets
    int32_t live = 1;       // overlapping node pairs, wherever they are
    float rootError = 0;
    float bound = 0;     // the least error proven so far
    float priority = 1;  // importance × age
    int32_t witnessA = -1, witnessB = -1;
    uint16_t rank = 0;  // the order in which pairs are visited
    PairState state = PairState::Pending;
    Detail detail = Detail::Full;
    bool started = false;  // the roots stood for everything until then
    bool queued = false;   // its nodes stand in the buckets
    bool guessed = false;  // confirmed by last frame's witness, before the descent found it
    bool visited = false;  // got work towards its confirmation in this frame
    bool refined = false;  // got work after it
};

/// What a frame did, and how well. Kept for the last 240 frames.
struct FrameCounters {
    int64_t frame = 0;
    int64_t updates = 0, tests = 0, operations = 0;  // Nu, Nv, eq 2.1
    int64_t pairs = 0;                               // overlapping bounds
    int64_t rootHits = 0;                            // of those, whose root balls overlap
    int64_t openPairs = 0;                           // neither confirmed nor refuted
    int64_t contacts = 0;                            // pairs that are not refuted
    int64_t nodePairs = 0;                           // overlapping node pairs
    int64_t openNodePairs = 0;                       // of those, not yet leaf against leaf
    int32_t slices = 0;
    double overrunMicroseconds = 0;
    double worstBound = 0;                               // over contacts: the largest certified separation bound
    double worstError = 0, rmsError = 0, bestError = 0;  // over node pairs, as in the thesis 7.2
};

inline constexpr int32_t kBucketCount = 256;
inline constexpr int32_t kHistoryFrames = 240;

/// All that a traversal knows, as plain data: copying it is a checkpoint, and going on from the copy gives the same
/// bits. It belongs to one scene, and is valid until that scene steps again.
struct Traversal {
    TraversalOptions options;

    std::vector<TraversalPair> pairs, oldPairs;
    std::vector<PairFrame> frames;              // of the pairs that are refined
    NodeStore fronts;                           // each pair's nodes, while it waits
    std::vector<NodePair> oldFronts;            // of the last frame, pair by pair
    std::vector<int32_t> waiting, nextWaiting;  // pairs to confirm, in this round and the next
    int64_t cursor = 0;
    int32_t nearLeft = -1;  // Queue: nodes of the pair at the cursor that still come first; −1: it has not begun
    int64_t quantum = 0, quantumUsed = 0;  // expansions for one pair in this round
    std::array<NodeQueue, kBucketCount> buckets;
    PiecedQueue<LeafGrid> settledLeaves;  // leaf against leaf
    NodeQueue settled;                    // single pairs of leaves, or of nodes that nobody wants finer
    int64_t settledOpen = 0;              // of those, not leaf against leaf
    int32_t top = kBucketCount - 1;
    float topKey = 0;
    float confirmedBound = 0;  // the largest of those that were confirmed in this frame
    enum class Phase : uint8_t { Confirm, Queue, Refine, Done } phase = Phase::Done;
    uint64_t step = 0;                                                  // of the scene
    int64_t debt = 0;                                                   // operations spent beyond the last limit
    std::array<double, 3> secondsPerUnit{100e-9, 100e-9, 100e-9};       // by phase
    std::array<double, 3> secondsPerFirstUnit{100e-9, 100e-9, 100e-9};  // in a call's first slice of the phase

    // Overlapping node pairs by body pair; filled by CollectContacts, or when the next frame begins.
    std::vector<int64_t> gatheredFirst;  // one more than pairs
    std::vector<NodePair> gathered;
    bool isGathered = false;
    std::vector<PiecedQueue<LeafGrid>> laneLeaves;  // of threads
    std::vector<NodeQueue> laneNodes;
    std::vector<uint8_t> laneMarks;  // of threads; of those who gather
    std::vector<NodePair> stack;     // of a pair that is refined to its end

    FrameCounters counters;
    std::array<FrameCounters, kHistoryFrames> history{};  // frame i at i % 240
};

struct Progress {
    bool finished = false;                           // nothing is left to refine
    int64_t updates = 0, tests = 0, operations = 0;  // of this call
    int32_t slices = 0;
    double overrunSeconds = 0;
};

/// Starts a frame after Scene::Step: tests the roots of every pair, and keeps what is still true of the last frame.
SPHERETREECORE_API void BeginFrame(Traversal& traversal, Scene& scene);

/// Refines the pairs until the budget ends or nothing is left. May be called any number of times in a frame.
/// At whatever moment it stops, every pair of touching bodies is among the contacts.
SPHERETREECORE_API Progress Advance(Traversal& traversal, const Scene& scene, const Budget& budget,
                                    const Host& host = {});

/// Fills `counters` with the errors of what is known now, and adds the frame to the history.
SPHERETREECORE_API void EndFrame(Traversal& traversal, Scene& scene);

/// Collects the overlapping node pairs of each body pair into `gathered`.
SPHERETREECORE_API void GatherFronts(Traversal& traversal);

}  // namespace spheretree
