#include "Surface/Hierarchy.h"
#include "Surface/Wide.h"

#include <bit>
#include <cstring>
#include <limits>

// A wide hierarchy by greedy splitting: of a node's children the one with the largest surface is split, by the binned
// surface area heuristic, until there are eight. [Wald 2007, On fast construction of SAH-based bounding volume
// hierarchies; Wald, Benthin, Boulos 2008, Getting rid of packets]
// The upper part is made by one thread and only decides which ranges become subtrees; these are made in parallel and
// put together in order, so that the result does not depend on the number of threads.

namespace spheretree {

namespace {
using wide::Double4;
using wide::Double4x3;
using wide::Float4;

constexpr int32_t kMostBins = 16;
constexpr int32_t kChildren = 8;
constexpr int32_t kGreedyDepth = 18;  // deeper, halve by count: the rest of the depth is then logarithmic
constexpr int32_t kSmallestSubtree = 1024;
constexpr int32_t kSubtrees = 64;
constexpr int32_t kAskFrom = 512;  // triangles: before a split of so many, the host is asked whether to go on

struct Bounds {
    Float4 low, high;  // left as they are: thousands of bins are made and not all used

    static Bounds Nothing() {
        return {Float4(std::numeric_limits<float>::infinity()), Float4(-std::numeric_limits<float>::infinity())};
    }
    void Add(const Bounds& b) {
        low = Min(low, b.low);
        high = Max(high, b.high);
    }
    void AddPoint(Float4 p) {
        low = Min(low, p);
        high = Max(high, p);
    }
    float HalfArea() const {
        alignas(16) float d[4];
        (high - low).Store(d);
        return d[0] * d[1] + d[1] * d[2] + d[2] * d[0];
    }
};

/// A triangle's padded box; the fourth lanes carry the triangle's index.
struct alignas(16) TriangleBox {
    float low[4], high[4];

    int32_t Triangle() const { return std::bit_cast<int32_t>(low[3]); }
    Bounds Box() const { return {Float4(low), Float4(high)}; }
    Float4 TwiceMiddle() const { return Float4(low) + Float4(high); }
};

struct Range {
    int32_t first = 0, count = 0;
    Bounds box;
    float measure = 0;  // how much splitting it promises to gain
};

struct Split {
    int32_t axis = -1, bin = 0;
    float cost = std::numeric_limits<float>::infinity();
};

/// Maps twice a middle to a bin per axis. Needs no clamp: the factor is smaller than the count by more than rounding.
struct Binning {
    alignas(16) float origin[4], factor[4];
    int32_t bins;

    Binning(const Bounds& middles, int32_t count) : bins(std::min(kMostBins, 4 + count / 16)) {
        middles.low.Store(origin);
        (middles.high - middles.low).Store(factor);
        for (float& f : factor) f = f > 0 ? static_cast<float>(bins) * 0.999999f / f : 0.0f;
        factor[3] = 0;
    }
    void BinsOf(const TriangleBox& t, int32_t* out) const {
        ((t.TwiceMiddle() - Float4(origin)) * Float4(factor)).StoreTruncated(out);
    }
    /// The same arithmetic for one axis.
    bool IsBelow(const TriangleBox& t, const Split& split) const {
        const int32_t a = split.axis;
        return ((t.low[a] + t.high[a]) - origin[a]) * factor[a] < static_cast<float>(split.bin);
    }
};

struct Bin {
    Bounds box;
    int32_t count;

    void Add(const Bounds& b) {
        box.Add(b);
        ++count;
    }
};

float BlocksFor(int32_t count) {
    const int32_t blocks = (count + kBlockSize - 1) / kBlockSize;
    return static_cast<float>(blocks);
}

void FindSplitOnAxis(const Bin* bins, int32_t binCount, int32_t axis, Split& best) {
    float rightCost[kMostBins];
    Bounds right = Bounds::Nothing();
    int32_t count = 0;
    for (int32_t i = binCount - 1; i > 0; --i) {
        right.Add(bins[i].box);
        count += bins[i].count;
        rightCost[i] = count > 0 ? right.HalfArea() * BlocksFor(count) : -1;
    }
    Bounds left = Bounds::Nothing();
    count = 0;
    for (int32_t i = 1; i < binCount; ++i) {
        left.Add(bins[i - 1].box);
        count += bins[i - 1].count;
        if (count == 0 || rightCost[i] < 0) continue;
        const float cost = left.HalfArea() * BlocksFor(count) + rightCost[i];
        if (cost < best.cost) best = {axis, i, cost};
    }
}

class SubtreeBuilder {
public:
    SubtreeBuilder(TriangleBox* boxes, Task* task) : boxes_(boxes), task_(task) {}

    struct Leaf {
        int32_t first, count;
    };
    std::vector<WideNode> nodes;
    std::vector<Leaf> leaves;     // child ~i of the nodes
    std::vector<Range> deferred;  // child kDeferred + i of the nodes, when deferring
    static constexpr int32_t kDeferred = 1 << 30;

    /// Makes a node over the range and all below it; ranges of at most `deferBelow` triangles are left to others.
    int32_t Build(const Range& range, int32_t depth, int32_t deferBelow) {
        Range children[kChildren];
        const int32_t count = Divide(range, depth, children);
        const auto index = static_cast<int32_t>(nodes.size());
        nodes.push_back(EmptyNode());
        WriteBoxes(children, count, nodes.back());
        for (int32_t i = 0; i < count && !task_->Cancelled(); ++i) {
            const int32_t child = BuildChild(children[i], depth + 1, deferBelow);
            nodes[static_cast<size_t>(index)].child[i] = child;
        }
        return index;
    }

    Range RangeOf(int32_t first, int32_t count) const {
        Range r{first, count, Bounds::Nothing()};
        for (int32_t i = first; i < first + count; ++i) r.box.Add(boxes_[i].Box());
        return r;
    }

private:
    int32_t BuildChild(const Range& range, int32_t depth, int32_t deferBelow) {
        if (range.count <= kBlockSize) {
            leaves.push_back({range.first, range.count});
            return ~static_cast<int32_t>(leaves.size() - 1);
        }
        if (range.count <= deferBelow) {
            deferred.push_back(range);
            return kDeferred + static_cast<int32_t>(deferred.size() - 1);
        }
        return Build(range, depth, deferBelow);
    }

    int32_t Divide(const Range& range, int32_t depth, Range* children) {
        const bool greedy = depth < kGreedyDepth;
        children[0] = range;
        children[0].measure = range.count > kBlockSize ? 1 : 0;  // one block: nothing to halve
        int32_t count = 1;
        while (count < kChildren) {
            int32_t widest = 0;
            for (int32_t i = 1; i < count; ++i) {
                if (children[i].measure > children[widest].measure) widest = i;
            }
            if (!(children[widest].measure > 0)) break;
            const Range whole = children[widest];
            if (whole.count >= kAskFrom && !task_->Advance(0)) break;
            Range& left = children[widest];
            Range& right = children[count++];
            SplitRange(whole, greedy, left, right);
            left.measure = Measure(left, greedy);
            right.measure = Measure(right, greedy);
        }
        return count;
    }

    static float Measure(const Range& range, bool greedy) {
        if (range.count <= kBlockSize) return 0;
        return greedy ? range.box.HalfArea() : static_cast<float>(range.count);  // never 0: boxes are padded
    }

    void SplitRange(const Range& range, bool greedy, Range& left, Range& right) {
        if (greedy && SplitByArea(range, left, right)) return;
        const int32_t half = (range.count / 2 + kBlockSize - 1) / kBlockSize * kBlockSize;
        left = RangeOf(range.first, half);
        right = RangeOf(range.first + half, range.count - half);
    }

    bool SplitByArea(const Range& range, Range& left, Range& right) {
        Bounds middles = Bounds::Nothing();
        const TriangleBox* const begin = boxes_ + range.first;
        const TriangleBox* const end = begin + range.count;
        for (const TriangleBox* t = begin; t < end; ++t) middles.AddPoint(t->TwiceMiddle());
        const Binning binning(middles, range.count);
        Bin bins[3][kMostBins];  // of each only the first binning.bins are used
        for (auto& axis : bins) std::fill(axis, axis + binning.bins, Bin{Bounds::Nothing(), 0});
        for (const TriangleBox* t = begin; t < end; ++t) {
            alignas(16) int32_t bin[4];
            binning.BinsOf(*t, bin);
            const Bounds box = t->Box();
            for (int a = 0; a < 3; ++a) bins[a][bin[a]].Add(box);
        }
        Split split;
        for (int a = 0; a < 3; ++a) FindSplitOnAxis(bins[a], binning.bins, a, split);
        if (split.axis < 0) return false;
        const Bin* const axis = bins[split.axis];
        left = Gather(axis, axis + split.bin, range.first);
        right = Gather(axis + split.bin, axis + binning.bins, range.first + left.count);
        Partition(range, binning, split);
        return true;
    }

    static Range Gather(const Bin* from, const Bin* to, int32_t first) {
        Range r{first, 0, Bounds::Nothing()};
        for (; from < to; ++from) {
            r.box.Add(from->box);
            r.count += from->count;
        }
        return r;
    }

    /// Writes every box to both sides and moves on only the one where it belongs: no branch to guess wrong.
    void Partition(const Range& range, const Binning& binning, const Split& split) {
        spare_.resize(std::max(spare_.size(), static_cast<size_t>(range.count)));
        TriangleBox* below = boxes_ + range.first;
        TriangleBox* above = spare_.data();
        for (int32_t i = range.first; i < range.first + range.count; ++i) {
            const TriangleBox t = boxes_[i];
            const bool isBelow = binning.IsBelow(t, split);
            *below = t;
            *above = t;
            below += isBelow;
            above += !isBelow;
        }
        std::copy(spare_.data(), above, below);
    }

    static WideNode EmptyNode() {
        WideNode node;
        for (auto& axis : node.low) std::fill(axis, axis + 8, std::numeric_limits<float>::infinity());
        for (auto& axis : node.high) std::fill(axis, axis + 8, -std::numeric_limits<float>::infinity());
        std::fill(node.child, node.child + 8, 0);
        node.used = 0;
        return node;
    }

    static void WriteBoxes(const Range* children, int32_t count, WideNode& node) {
        node.used = count;
        for (int32_t i = 0; i < count; ++i) {
            alignas(16) float low[4], high[4];
            children[i].box.low.Store(low);
            children[i].box.high.Store(high);
            for (int a = 0; a < 3; ++a) node.low[a][i] = low[a], node.high[a][i] = high[a];
        }
    }

    TriangleBox* boxes_;
    Task* task_;
    std::vector<TriangleBox> spare_;
};

void MakeBoxes(const TriangleMesh& mesh, const LocalFrame& frame, int64_t from, int64_t to, TriangleBox* boxes) {
    for (int64_t t = from; t < to; ++t) {
        const Triangle& corners = mesh.triangles[static_cast<size_t>(t)];
        const Vec3 a = frame.ToLocal(mesh.vertices[static_cast<size_t>(corners[0])]);
        const Vec3 b = frame.ToLocal(mesh.vertices[static_cast<size_t>(corners[1])]);
        const Vec3 c = frame.ToLocal(mesh.vertices[static_cast<size_t>(corners[2])]);
        TriangleBox& box = boxes[t];
        const auto set = [&box](int axis, double p, double q, double r) {
            box.low[axis] = static_cast<float>(std::min(std::min(p, q), r)) - kBoxPadding;
            box.high[axis] = static_cast<float>(std::max(std::max(p, q), r)) + kBoxPadding;
        };
        set(0, a.x, b.x, c.x);
        set(1, a.y, b.y, c.y);
        set(2, a.z, b.z, c.z);
        box.low[3] = std::bit_cast<float>(static_cast<int32_t>(t));
        box.high[3] = 0;
    }
}

/// Of the two shortest edges: the cross product then loses least on needles.
Double4x3 UnitNormals(const Double4x3 (&edge)[3], const Double4 (&square)[3]) {
    const wide::Mask4 firstIsLongest = Less(square[1], square[0]) & Less(square[2], square[0]);
    const wide::Mask4 secondIsLongest = Less(square[2], square[1]);
    const Double4x3 one = Select(firstIsLongest, edge[1], Select(secondIsLongest, edge[2], edge[0]));
    const Double4x3 two = Select(firstIsLongest, edge[2], Select(secondIsLongest, edge[0], edge[1]));
    const Double4x3 normal = Cross(one, two);
    const Double4 length = Sqrt(Dot(normal, normal));
    constexpr double kFlattest = 1e-10;  // height over length: flatter than that, the edges alone tell the distance
    const Double4 longest = Max(Max(square[0], square[1]), square[2]);
    const wide::Mask4 flat = LessEqual(length, longest * Double4(kFlattest));
    return normal * Select(flat, Double4(0.0), Double4(1.0) / length);
}

void FillBlock(const TriangleMesh& mesh, const LocalFrame& frame, const TriangleBox* boxes, int32_t count,
               TriangleBlock& block) {
    block.count = count;
    for (int lane = 0; lane < kBlockSize; ++lane) {
        block.triangle[lane] = boxes[lane < count ? lane : 0].Triangle();
        const Triangle& corners = mesh.triangles[static_cast<size_t>(block.triangle[lane])];
        for (size_t c = 0; c < 3; ++c) {
            const Vec3 p = frame.ToLocal(mesh.vertices[static_cast<size_t>(corners[c])]);
            block.corner[c][0][lane] = p.x;
            block.corner[c][1][lane] = p.y;
            block.corner[c][2][lane] = p.z;
        }
    }
    Double4x3 edge[3];
    Double4 square[3];
    constexpr double kShortestSquare = 1e-280;
    for (int e = 0; e < 3; ++e) {
        edge[e] = Double4x3(block.corner[(e + 1) % 3]) - Double4x3(block.corner[e]);
        square[e] = Dot(edge[e], edge[e]);
        const wide::Mask4 isPoint = LessEqual(square[e], Double4(kShortestSquare));
        Select(isPoint, Double4(0.0), Double4(1.0) / square[e]).Store(block.inverseSquare[e]);
    }
    const Double4x3 normal = UnitNormals(edge, square);
    normal.x.Store(block.normal[0]);
    normal.y.Store(block.normal[1]);
    normal.z.Store(block.normal[2]);
}

/// Copies a subtree behind what is already there; its nodes' children move along.
void Append(const SubtreeBuilder& part, int32_t firstLeaf, int32_t firstNode, Hierarchy& out) {
    for (size_t i = 0; i < part.nodes.size(); ++i) {
        WideNode node = part.nodes[i];
        for (int32_t c = 0; c < node.used; ++c) node.child[c] += node.child[c] < 0 ? -firstLeaf : firstNode;
        out.nodes[static_cast<size_t>(firstNode) + i] = node;
    }
}

struct Assembly {
    std::vector<SubtreeBuilder> parts;  // of the top's deferred ranges
    std::vector<int32_t> firstNode, firstLeaf;
};

void Assemble(SubtreeBuilder& top, const Assembly& all, const Host& host, Hierarchy& out) {
    for (WideNode& node : top.nodes) {
        for (int32_t c = 0; c < node.used; ++c) {
            if (node.child[c] < SubtreeBuilder::kDeferred) continue;
            node.child[c] = all.firstNode[static_cast<size_t>(node.child[c] - SubtreeBuilder::kDeferred)];
        }
    }
    std::copy(top.nodes.begin(), top.nodes.end(), out.nodes.begin());
    host.parallelFor(static_cast<int64_t>(all.parts.size()), [&](int64_t i) {
        const auto k = static_cast<size_t>(i);
        Append(all.parts[k], all.firstLeaf[k], all.firstNode[k], out);
    });
}

void FillBlocks(const TriangleMesh& mesh, const LocalFrame& frame, const TriangleBox* boxes, const SubtreeBuilder& part,
                int32_t firstLeaf, Hierarchy& out) {
    for (size_t i = 0; i < part.leaves.size(); ++i) {
        const SubtreeBuilder::Leaf& leaf = part.leaves[i];
        FillBlock(mesh, frame, boxes + leaf.first, leaf.count, out.blocks[static_cast<size_t>(firstLeaf) + i]);
    }
}

}  // namespace

LocalFrame MakeLocalFrame(const TriangleMesh& mesh) {
    constexpr double inf = std::numeric_limits<double>::infinity();
    Vec3 low{inf, inf, inf}, high{-inf, -inf, -inf};
    for (const Triangle& triangle : mesh.triangles) {
        for (const int32_t corner : triangle) {
            const Vec3& p = mesh.vertices[static_cast<size_t>(corner)];
            low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
            high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
        }
    }
    LocalFrame frame;
    frame.centre = low * 0.5 + high * 0.5;
    const Vec3 half = high * 0.5 - low * 0.5;
    const double size = std::max(std::max(half.x, half.y), half.z);
    int exponent = 0;
    if (size > 0) std::frexp(size, &exponent);
    exponent = std::clamp(exponent, -1000, 1000);
    frame.scale = std::ldexp(1.0, -exponent);
    frame.inverseScale = std::ldexp(1.0, exponent);
    return frame;
}

bool BuildHierarchy(const TriangleMesh& mesh, const LocalFrame& frame, const Host& host, Task& task, Hierarchy& out) {
    const auto count = static_cast<int32_t>(mesh.triangles.size());
    std::vector<TriangleBox> boxes(static_cast<size_t>(count));
    constexpr int64_t kChunk = 4096;
    host.parallelFor((count + kChunk - 1) / kChunk, [&](int64_t i) {
        MakeBoxes(mesh, frame, i * kChunk, std::min<int64_t>((i + 1) * kChunk, count), boxes.data());
    });

    SubtreeBuilder top(boxes.data(), &task);
    top.Build(top.RangeOf(0, count), 0, std::max(kSmallestSubtree, count / kSubtrees));
    Assembly all;
    all.parts.resize(top.deferred.size(), SubtreeBuilder(boxes.data(), &task));
    host.parallelFor(static_cast<int64_t>(all.parts.size()), [&](int64_t i) {
        const Range& range = top.deferred[static_cast<size_t>(i)];
        if (task.Cancelled()) return;
        all.parts[static_cast<size_t>(i)].Build(range, kGreedyDepth / 2, 0);
        task.Advance(range.count * 0.7);
    });
    if (task.Cancelled()) return false;

    auto nodes = static_cast<int32_t>(top.nodes.size()), leaves = static_cast<int32_t>(top.leaves.size());
    for (const SubtreeBuilder& part : all.parts) {
        all.firstNode.push_back(nodes);
        all.firstLeaf.push_back(leaves);
        nodes += static_cast<int32_t>(part.nodes.size());
        leaves += static_cast<int32_t>(part.leaves.size());
    }
    out.nodes.resize(static_cast<size_t>(nodes));
    out.blocks.resize(static_cast<size_t>(leaves));
    Assemble(top, all, host, out);
    FillBlocks(mesh, frame, boxes.data(), top, 0, out);
    host.parallelFor(static_cast<int64_t>(all.parts.size()), [&](int64_t i) {
        const auto k = static_cast<size_t>(i);
        if (!task.Advance(top.deferred[k].count * 0.3)) return;
        FillBlocks(mesh, frame, boxes.data(), all.parts[k], all.firstLeaf[k], out);
    });
    return !task.Cancelled();
}

}  // namespace spheretree
