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
using wide::Float4;

constexpr int32_t kMostBins = 16;
constexpr int32_t kChildren = 8;
constexpr int32_t kGreedyDepth = 18;  // deeper, halve by count: the rest of the depth is then logarithmic
constexpr int32_t kSmallestSubtree = 1024;
constexpr int32_t kSubtrees = 64;

struct Bounds {
    Float4 low{std::numeric_limits<float>::infinity()}, high{-std::numeric_limits<float>::infinity()};

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
    Bounds box, middles;

    void Add(const TriangleBox& t) {
        box.Add(t.Box());
        middles.AddPoint(t.TwiceMiddle());
    }
};

struct Split {
    int32_t axis = -1, bin = 0;
    float cost = std::numeric_limits<float>::infinity();
};

/// Maps twice a middle to a bin per axis; the same arithmetic for counting and for partition.
struct Binning {
    Float4 origin, factor;
    int32_t bins;

    explicit Binning(const Range& range) : origin(range.middles.low) {
        bins = range.count < 16 ? 8 : kMostBins;
        alignas(16) float extent[4];
        (range.middles.high - range.middles.low).Store(extent);
        for (float& e : extent) e = e > 0 ? static_cast<float>(bins) * 0.999999f / e : 0.0f;
        extent[3] = 0;
        factor = Float4(extent);
    }
    void BinsOf(const TriangleBox& t, int32_t* out) const {
        ((t.TwiceMiddle() - origin) * factor).StoreTruncated(out);
        for (int a = 0; a < 3; ++a) out[a] = std::min(std::max(out[a], 0), bins - 1);
    }
};

struct Bin {
    Bounds box;
    int32_t count = 0;
};

float BlocksFor(int32_t count) {
    return static_cast<float>((count + kBlockSize - 1) / kBlockSize);
}

void FindSplitOnAxis(const Bin* bins, int32_t binCount, int32_t axis, Split& best) {
    float rightCost[kMostBins];
    Bounds right;
    int32_t count = 0;
    for (int32_t i = binCount - 1; i > 0; --i) {
        right.Add(bins[i].box);
        count += bins[i].count;
        rightCost[i] = count > 0 ? right.HalfArea() * BlocksFor(count) : -1;
    }
    Bounds left;
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
    std::vector<Leaf> leaves;       // child ~i of the nodes
    std::vector<Range> deferred;    // child kDeferred + i of the nodes, when deferring
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
        Range r{first, count, {}, {}};
        for (int32_t i = first; i < first + count; ++i) r.Add(boxes_[i]);
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
        if (range.count >= 512) task_->Advance(0);  // only asks for a cancel
        return Build(range, depth, deferBelow);
    }

    int32_t Divide(const Range& range, int32_t depth, Range* children) {
        children[0] = range;
        int32_t count = 1;
        const bool greedy = depth < kGreedyDepth;
        while (count < kChildren) {
            int32_t widest = -1;
            float widestMeasure = -1;
            for (int32_t i = 0; i < count; ++i) {
                if (children[i].count <= kBlockSize) continue;
                const float measure = greedy ? children[i].box.HalfArea() : static_cast<float>(children[i].count);
                if (measure > widestMeasure) widest = i, widestMeasure = measure;
            }
            if (widest < 0) break;
            const Range whole = children[widest];
            SplitRange(whole, greedy, children[widest], children[count++]);
        }
        return count;
    }

    void SplitRange(const Range& range, bool greedy, Range& left, Range& right) {
        if (greedy) {
            const Binning binning(range);
            const Split split = FindSplit(range, binning);
            if (split.axis >= 0) return Partition(range, binning, split, left, right);
        }
        const int32_t half = (range.count / 2 + kBlockSize - 1) / kBlockSize * kBlockSize;
        left = RangeOf(range.first, half);
        right = RangeOf(range.first + half, range.count - half);
    }

    Split FindSplit(const Range& range, const Binning& binning) const {
        Bin bins[3][kMostBins];
        for (int32_t i = range.first; i < range.first + range.count; ++i) {
            alignas(16) int32_t bin[4];
            binning.BinsOf(boxes_[i], bin);
            const Bounds box = boxes_[i].Box();
            for (int a = 0; a < 3; ++a) {
                bins[a][bin[a]].box.Add(box);
                ++bins[a][bin[a]].count;
            }
        }
        Split best;
        for (int a = 0; a < 3; ++a) FindSplitOnAxis(bins[a], binning.bins, a, best);
        return best;
    }

    void Partition(const Range& range, const Binning& binning, const Split& split, Range& left, Range& right) {
        left = {range.first, 0, {}, {}};
        right = {};
        int32_t from = range.first, to = range.first + range.count;
        while (from < to) {
            alignas(16) int32_t bin[4];
            binning.BinsOf(boxes_[from], bin);
            if (bin[split.axis] < split.bin) {
                left.Add(boxes_[from++]);
            } else {
                right.Add(boxes_[from]);
                std::swap(boxes_[from], boxes_[--to]);
            }
        }
        left.count = from - range.first;
        right.first = from;
        right.count = range.first + range.count - from;
    }

    static WideNode EmptyNode() {
        WideNode node;
        for (auto& axis : node.low) std::fill(axis, axis + 8, std::numeric_limits<float>::infinity());
        for (auto& axis : node.high) std::fill(axis, axis + 8, -std::numeric_limits<float>::infinity());
        std::fill(node.child, node.child + 8, 0);
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
Vec3 UnitNormal(const Vec3 (&p)[3]) {
    const Vec3 e[3] = {p[1] - p[0], p[2] - p[1], p[0] - p[2]};
    const double square[3] = {LengthSquared(e[0]), LengthSquared(e[1]), LengthSquared(e[2])};
    int longest = 0;
    for (int i = 1; i < 3; ++i) {
        if (square[i] > square[longest]) longest = i;
    }
    const Vec3 normal = Cross(e[(longest + 1) % 3], e[(longest + 2) % 3]);
    const double length = Length(normal);
    constexpr double kFlattest = 1e-10;  // height over length: flatter than that, the edges alone tell the distance
    return length > kFlattest * square[longest] ? normal / length : Vec3{};
}

void FillLane(const TriangleMesh& mesh, const LocalFrame& frame, int32_t triangle, int lane, TriangleBlock& block) {
    const Triangle& corners = mesh.triangles[static_cast<size_t>(triangle)];
    Vec3 p[3];
    for (size_t c = 0; c < 3; ++c) p[c] = frame.ToLocal(mesh.vertices[static_cast<size_t>(corners[c])]);
    const Vec3 normal = UnitNormal(p);
    const double n[3] = {normal.x, normal.y, normal.z};
    for (int c = 0; c < 3; ++c) {
        block.corner[c][0][lane] = p[c].x;
        block.corner[c][1][lane] = p[c].y;
        block.corner[c][2][lane] = p[c].z;
        const double square = LengthSquared(p[(c + 1) % 3] - p[c]);
        block.inverseSquare[c][lane] = square > 1e-280 ? 1 / square : 0;
        block.normal[c][lane] = n[c];
    }
    block.triangle[lane] = triangle;
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

void FillBlocks(const TriangleMesh& mesh, const LocalFrame& frame, const TriangleBox* boxes,
                const SubtreeBuilder& part, int32_t firstLeaf, Hierarchy& out) {
    for (size_t i = 0; i < part.leaves.size(); ++i) {
        const SubtreeBuilder::Leaf& leaf = part.leaves[i];
        TriangleBlock& block = out.blocks[static_cast<size_t>(firstLeaf) + i];
        block.count = leaf.count;
        for (int lane = 0; lane < kBlockSize; ++lane) {
            FillLane(mesh, frame, boxes[leaf.first + (lane < leaf.count ? lane : 0)].Triangle(), lane, block);
        }
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
