// All leaves of a pair that overlap, where nothing ends the call: then the order does not matter, and what counts is
// how many tests of eight a second has. Several node pairs are opened together, so that one computes while another
// waits for its numbers; where leaves are the next, all children of a grid in one loop, which shares what they have in
// common.
//
// What is found goes straight to its place. Put together elsewhere and then moved as a whole, it would be waited for.

#include "Traverse/TakeLeaves.h"

#include <algorithm>
#include <bit>

namespace spheretree {

namespace {

constexpr int kTogether = 8;

// The errors of both nodes' children, as plain numbers.
struct ChildErrors {
    alignas(32) float own[kLanes], bound[kLanes], far[kLanes];

    ChildErrors(const PairFrame& frame, const NearHalf& half) {
        half.own.Store(own);
        half.bound.Store(bound);
        ErrorsOf(frame.ball[1 - half.side], *half.far).Store(far);
    }
    // As ChildPair has it.
    float Of(const PairFrame& frame, int near, int other) const {
        const float both = far[other] + (own[near] + frame.errorBase);
        return both < bound[near] ? both : bound[near];
    }
};

// Leaves side by side that are opened first, as the other body sees them.
struct LeafRow {
    const PackedBlock* near;
    int side;
    int32_t block, lanes;
    float least, farScale;  // of their errors; of the other body's
    CarriedBalls balls;

    LeafRow(const PairFrame& frame, const PackedTree& tree, int of, int32_t which)
        : near(frame.blocks[of] + which),
          side(of),
          block(which),
          lanes(frame.laneCount[of][which]),
          least(tree.leastError[static_cast<size_t>(which)] * frame.ball[of].errorScale),
          farScale(frame.ball[1 - of].errorScale),
          balls(frame.ball[1 - of], *near) {}
};

// Rows of a grid become its columns [Warren 2003] "Hacker's Delight", 7-3.
uint64_t Transposed(uint64_t grid) {
    uint64_t swap = (grid ^ (grid >> 7)) & 0x00AA00AA00AA00AA;
    grid ^= swap ^ (swap << 7);
    swap = (grid ^ (grid >> 14)) & 0x0000CCCC0000CCCC;
    grid ^= swap ^ (swap << 14);
    swap = (grid ^ (grid >> 28)) & 0x00000000F0F0F0F0;
    return grid ^ swap ^ (swap << 28);
}

// Leaves that overlap, to their queue. A copy of numbers that compilers would else write back for every grid.
struct LeafOutput {
    PiecedQueue<LeafGrid>& queue;
    TraversalPair& pair;
    const int32_t index;
    float bound;
    int32_t live = 0;
    LeafGrid *first, *next, *end;

    LeafOutput(Traversal& traversal, TraversalPair& of, int32_t at)
        : queue(traversal.settledLeaves), pair(of), index(at), bound(of.bound), first(queue.Places(end)) {
        next = first;
    }
    LeafOutput(const LeafOutput&) = delete;
    LeafOutput& operator=(const LeafOutput&) = delete;
    ~LeafOutput() {
        queue.Keep(static_cast<size_t>(next - first));
        pair.live += live;
        pair.bound = bound;
    }
    void Put(const NodePair& parent, uint64_t hits, int side) {
        if (next == end) {
            queue.Keep(static_cast<size_t>(next - first));
            first = next = queue.Places(end);
        }
        next->hits = hits;
        next->nodes.a = parent.a;
        next->nodes.b = parent.b;
        next->nodes.error = parent.error;
        next->pair = index;
        next->least = bound;
        next->side = side;
        next += hits != 0;
        live += std::popcount(hits);
    }
};

struct WholePair {
    Traversal& traversal;
    TraversalPair& pair;
    Slice& slice;
    const PairFrame& frame;
    const int32_t index;
    const PackedTree* tree[2];
    const int32_t witness[2];  // the blocks of a witness that is known; else none
    size_t waiting = 0;        // on the stack, which is never shortened
    int64_t updates = 0, tests = 0;
    NodePair nodes[kTogether];
    NearHalf halves[kTogether];
    Grid grids[kTogether];

    WholePair(Traversal& of, TraversalPair& one, Slice& in)
        : traversal(of),
          pair(one),
          slice(in),
          frame(KeepFrame(of, one, *in.scene)),
          index(static_cast<int32_t>(of.cursor)),
          tree{in.scene->bodies[one.body[0]].tree.get(), in.scene->bodies[one.body[1]].tree.get()},
          witness{one.guessed ? one.witnessA / kLanes : -1, one.guessed ? one.witnessB / kLanes : -1} {}

    // So many places on the stack, to be filled.
    NodePair* Room(size_t count) {
        if (traversal.stack.size() < waiting + count) traversal.stack.resize(2 * (waiting + count));
        return traversal.stack.data() + waiting;
    }
    // The front's nodes: only there leaf may stand against leaf.
    void Start() {
        const NodePair* front = pair.nodeCount > 0 ? traversal.fronts.At(pair.place) : nullptr;
        NodePair* const room = Room(static_cast<size_t>(pair.nodeCount));
        for (int32_t i = 0; i < pair.nodeCount; ++i) {
            if (IsLeafPair(frame, front[i].a, front[i].b))
                traversal.settled.Push({front[i], index});
            else
                room[waiting++] = front[i];
        }
        pair.nodeCount = 0;
        pair.queued = pair.refined = true;
    }
    NodePair ChildOf(const Grid& grid, const ChildErrors& errors, int bit) const {
        const int near = bit / kLanes, far = bit % kLanes;
        const int32_t nearSlot = grid.first[0] + near, farSlot = grid.first[1] + far;
        return {Pick(nearSlot, farSlot, grid.side), Pick(farSlot, nearSlot, grid.side), errors.Of(frame, near, far)};
    }
    void PushChildren(const Grid& grid, const ChildErrors& errors, uint64_t hits) {
        NodePair* child = Room(kLanes * kLanes);
        for (uint64_t rest = hits; rest; rest &= rest - 1, ++child) {
            const NodePair next = ChildOf(grid, errors, std::countr_zero(rest));
            child->a = next.a;
            child->b = next.b;
            child->error = next.error;
        }
        waiting += static_cast<size_t>(std::popcount(hits));
        pair.live += std::popcount(hits);
    }
    // What is not the rule: leaves among nodes, and children that must be opened before the other node.
    void TakeOthers(const NodePair& parent, const Grid& grid) {
        Grid others = grid;
        others.hits = grid.leafHits;
        ForEachChild(
            frame, parent, others, [&](const NodePair& leaves) { TakeLeaves(traversal, index, leaves); },
            [&](const NodePair& child) {
                *Room(1) = child;
                ++waiting;
                ++pair.live;
            });
    }
    // Children whose own children are leaves, and all of them: of a still pair, that is mostly all there is to do.
    uint64_t AboveLeaves(const Grid& grid) const {
        if (frame.kind != kPlainPair) return 0;
        const unsigned near = tree[grid.side]->aboveLeaves[BlockOf(grid.first[0])];
        const unsigned far = tree[1 - grid.side]->aboveLeaves[BlockOf(grid.first[1])];
        return grid.hits & kRowMasks.of[near] & far * kEachRow;
    }
    // What leaves can prove at best, without a look at them.
    static float LeastPossible(float own, float other, float farError, float base) {
        return std::min(own + (farError + base), other + (own + base));
    }
    float Proven(const NodePair& parent, const LeafRow& row, const PackedBlock& far, float farError, unsigned nearHits,
                 uint64_t hits) const {
        NearHalf half;
        Grid grid;
        half.side = row.side;
        half.far = &far;
        half.hits = nearHits;
        half.own = ErrorsOf(frame.ball[row.side], *row.near);
        half.bound = Min(half.own + Eight::All(farError + frame.errorBase), Eight::All(parent.error));
        grid.hits = hits;
        return LeastOf(frame, half, grid);
    }
    // OpenNear and OpenFar for the children of a grid whose own children are leaves. One node after the other of those
    // that are opened first, of body `side`, against all that they meet: its children's balls are carried once.
    // `isFar`: they are the children of the grid's far node; then rows are columns.
    template <int side, bool isFar>
    void OpenLeaves(const NearHalf& half, const Grid& grid, const ChildErrors& errors, uint64_t children) {
        const PackedBlock &nears = isFar ? *half.far : *half.near, &fars = isFar ? *half.near : *half.far;
        const int32_t firstNear = grid.first[isFar], firstFar = grid.first[!isFar];
        const CarriedBalls farBalls(frame.ball[side], fars);
        const float* const farErrors = isFar ? errors.own : errors.far;
        const PackedBlock* const farBlocks = frame.blocks[1 - side];
        const uint8_t* const farLanes = frame.laneCount[1 - side];
        const float* const leastErrors = tree[1 - side]->leastError.data();
        const float base = frame.errorBase;
        LeafOutput output(traversal, pair, index);
        int64_t steps = 0, tested = 0;
        for (; children; children &= ~(uint64_t{kAllLanes} << (std::countr_zero(children) / kLanes * kLanes))) {
            const int i = std::countr_zero(children) / kLanes;
            const LeafRow row(frame, *tree[side], side, nears.child[i]);
            for (unsigned rest = children >> (i * kLanes) & kAllLanes; rest; rest &= rest - 1) {
                const int j = std::countr_zero(rest);
                const int32_t block = fars.child[j];
                const PackedBlock& far = farBlocks[block];
                const float ball[4] = {farBalls.x[j], farBalls.y[j], farBalls.z[j], farBalls.radius[j]};
                const unsigned nearHits = NotAbove(TestPlain(*row.near, ball), Eight::All(0));
                uint64_t hits = TestRows(row.balls, far) & kRowMasks.of[nearHits];
                const int64_t rows = std::popcount(nearHits);
                steps += 1 + rows;
                tested += row.lanes + rows * farLanes[block];
                const NodePair parent{side ? firstFar + j : firstNear + i, side ? firstNear + i : firstFar + j,
                                      errors.Of(frame, isFar ? j : i, isFar ? i : j)};
                if (LeastPossible(row.least, leastErrors[block] * row.farScale, farErrors[j], base) < output.bound)
                    output.bound = std::min(output.bound, Proven(parent, row, far, farErrors[j], nearHits, hits));
                if (((row.block ^ witness[side]) | (block ^ witness[1 - side])) == 0) hits = WithoutWitness(hits, side);
                output.Put(parent, hits, side);
            }
        }
        updates += steps;
        tests += tested;
    }
    template <int side>
    void OpenLeavesOf(const NearHalf& half, const Grid& grid, const ChildErrors& errors, uint64_t children) {
        const uint64_t farFirst = FarFirst(grid, errors);
        OpenLeaves<side, false>(half, grid, errors, children & ~farFirst);
        OpenLeaves<1 - side, true>(half, grid, errors, Transposed(children & farFirst));
    }
    // Which of two children is opened first? Of equals b's, as in DescendingSide.
    static uint64_t FarFirst(const Grid& grid, const ChildErrors& errors) {
        const Eight far = Eight::Load(errors.far);
        uint64_t first = 0;
        for (int i = kLanes - 1; i >= 0; --i) {
            const Eight own = Eight::All(errors.own[i]);
            first = first << kLanes | (grid.side ? Below(own, far) : NotAbove(own, far));
        }
        return first;
    }
    uint64_t WithoutWitness(uint64_t hits, int side) const {
        const uint32_t a = LaneOf(pair.witnessA), b = LaneOf(pair.witnessB);
        return hits & ~(uint64_t{1} << (side ? b * kLanes + a : a * kLanes + b));
    }
    void TakeNodes(const NodePair& parent, const NearHalf& half, const Grid& grid) {
        if (grid.leafHits || grid.alone) TakeOthers(parent, grid);
        const uint64_t children = grid.hits & ~grid.leafHits;
        if (!children) return;
        const uint64_t soon = AboveLeaves(grid);
        const ChildErrors errors(frame, half);
        PushChildren(grid, errors, children & ~soon);
        if (!soon) return;
        if (grid.side)
            OpenLeavesOf<1>(half, grid, errors, soon);
        else
            OpenLeavesOf<0>(half, grid, errors, soon);
    }
    void Take(const NodePair& parent, const NearHalf& half, const Grid& grid) {
        if (CanProve(frame, half, grid, pair.bound)) pair.bound = std::min(pair.bound, LeastOf(frame, half, grid));
        updates += grid.Updates();
        tests += grid.Tests();
        if (IsAllLeaves(grid))
            LeafOutput(traversal, pair, index).Put(parent, spheretree::WithoutWitness(pair, grid), grid.side);
        else
            TakeNodes(parent, half, grid);
        if (--pair.live == 0) pair.state = PairState::Refuted;
    }
    void Run() {
        Start();
        while (waiting > 0) {
            const int count = static_cast<int>(std::min<size_t>(waiting, kTogether));
            for (int i = 0; i < count; ++i) {
                nodes[i] = traversal.stack[--waiting];
                OpenFirst(frame, nodes[i], *slice.scene, halves[i]);
            }
            for (int i = 0; i < count; ++i) OpenFar(frame, halves[i], grids[i]);
            for (int i = 0; i < count; ++i) Take(nodes[i], halves[i], grids[i]);
        }
        ChargeSteps(slice, traversal.options, updates, tests);
    }
};

}  // namespace

void RefineWhole(Traversal& traversal, TraversalPair& pair, Slice& slice) { WholePair(traversal, pair, slice).Run(); }

}  // namespace spheretree
