#include "Surface/Hierarchy.h"
#include "Surface/SplitBins.h"
#include "Surface/Wide.h"

#include <bit>
#include <cstring>
#include <limits>

// A wide hierarchy by greedy splitting: of a node's children the one with the largest surface is split, by the binned
// surface area heuristic, until there are eight. [Wald 2007, On fast construction of SAH-based bounding volume
// hierarchies; Wald, Benthin, Boulos 2008, Getting rid of packets]
// The upper part is made first, each of its splits on all threads, and only decides which ranges become subtrees; these
// are made in parallel and put together in order, so that the result does not depend on the number of threads.

namespace spheretree {

namespace {
using wide::Double4;
using wide::Double4x3;

constexpr int32_t kChildren = 8;
constexpr int32_t kGreedyDepth = 18;  // deeper, halve by count: the rest of the depth is then logarithmic
constexpr int32_t kSmallestSubtree = 1024;
constexpr int32_t kSubtrees = 64;
constexpr int32_t kSideBySideFrom = 1 << 16, kBoxesAtOnce = 1 << 14;
constexpr int32_t kAskFrom = 512;  // triangles: before a split of so many, the host is asked whether to go on

class SubtreeBuilder {
public:
    /// With a host, large ranges are split on all its threads.
    SubtreeBuilder(TriangleBox* boxes, Task* task, const Host* host = nullptr)
        : boxes_(boxes), task_(task), host_(host) {}

    struct Leaf {
        int32_t first, count;
    };
    std::vector<WideNode> nodes;
    std::vector<Leaf> leaves;        // child ~i of the nodes
    std::vector<BoxRange> deferred;  // child kDeferred + i of the nodes, when deferring
    static constexpr int32_t kDeferred = 1 << 30;

    /// Makes a node over the range and all below it; ranges of at most `deferBelow` triangles are left to others.
    int32_t Build(const BoxRange& range, int32_t depth, int32_t deferBelow) {
        BoxRange children[kChildren];
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

    BoxRange RangeOf(int32_t first, int32_t count) const {
        BoxRange r{first, count, FloatBounds::Nothing()};
        for (int32_t i = first; i < first + count; ++i) r.box.Add(boxes_[i].Box());
        return r;
    }

private:
    int32_t BuildChild(const BoxRange& range, int32_t depth, int32_t deferBelow) {
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

    int32_t Divide(const BoxRange& range, int32_t depth, BoxRange* children) {
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
            const BoxRange whole = children[widest];
            if (whole.count >= kAskFrom && !task_->Advance(0)) break;
            BoxRange& left = children[widest];
            BoxRange& right = children[count++];
            SplitRange(whole, greedy, left, right);
            left.measure = Measure(left, greedy);
            right.measure = Measure(right, greedy);
        }
        return count;
    }

    static float Measure(const BoxRange& range, bool greedy) {
        if (range.count <= kBlockSize) return 0;
        return greedy ? range.box.HalfArea() : static_cast<float>(range.count);  // never 0: boxes are padded
    }

    void SplitRange(const BoxRange& range, bool greedy, BoxRange& left, BoxRange& right) {
        if (greedy && SplitByArea(range, left, right)) return;
        const int32_t half = (range.count / 2 + kBlockSize - 1) / kBlockSize * kBlockSize;
        left = RangeOf(range.first, half);
        right = RangeOf(range.first + half, range.count - half);
    }

    bool SplitByArea(const BoxRange& range, BoxRange& left, BoxRange& right) {
        if (host_ != nullptr && range.count >= kSideBySideFrom) return SplitSideBySide(range, left, right);
        const TriangleBox* const begin = boxes_ + range.first;
        const TriangleBox* const end = begin + range.count;
        const Binning binning(MiddlesOf(begin, end), range.count);
        BinTable bins;
        bins.Fill(binning, begin, end);
        const BinSplit split = FindSplit(bins, binning, range.first, left, right);
        if (split.axis >= 0) Partition(range, binning, split);
        return split.axis >= 0;
    }

    static FloatBounds MiddlesOf(const TriangleBox* begin, const TriangleBox* end) {
        FloatBounds middles = FloatBounds::Nothing();
        for (const TriangleBox* t = begin; t < end; ++t) middles.AddPoint(t->TwiceMiddle());
        return middles;
    }

    static BinSplit FindSplit(const BinTable& bins, const Binning& binning, int32_t first, BoxRange& left,
                              BoxRange& right) {
        BinSplit split;
        for (int a = 0; a < 3; ++a) FindSplitOnAxis(bins.of[a], binning.bins, a, split);
        if (split.axis < 0) return split;
        const BoxBin* const axis = bins.of[split.axis];
        left = Gather(axis, axis + split.bin, first);
        right = Gather(axis + split.bin, axis + binning.bins, first + left.count);
        return split;
    }

    /// The same split, its boxes looked at and moved in parts: bounds and counts add up to the same in any order.
    bool SplitSideBySide(const BoxRange& range, BoxRange& left, BoxRange& right) {
        const int32_t parts = (range.count + kBoxesAtOnce - 1) / kBoxesAtOnce;
        const auto forEachPart = [&](const auto& visit) {
            host_->parallelFor(parts, [&](int64_t part) {
                const int64_t end = std::min<int64_t>((part + 1) * kBoxesAtOnce, range.count);
                visit(static_cast<size_t>(part), boxes_ + range.first + part * kBoxesAtOnce,
                      boxes_ + range.first + end);
            });
        };
        std::vector<FloatBounds> middles(static_cast<size_t>(parts));
        forEachPart([&](size_t part, const TriangleBox* begin, const TriangleBox* end) {
            middles[part] = MiddlesOf(begin, end);
        });
        for (const FloatBounds& part : middles) middles[0].Add(part);
        const Binning binning(middles[0], range.count);
        std::vector<BinTable> bins(static_cast<size_t>(parts));
        forEachPart([&](size_t part, const TriangleBox* begin, const TriangleBox* end) {
            bins[part].Fill(binning, begin, end);
        });
        BinTable all = bins[0];
        for (size_t part = 1; part < bins.size(); ++part) all.Add(bins[part], binning);
        const BinSplit split = FindSplit(all, binning, range.first, left, right);
        if (split.axis < 0) return false;
        PartitionSideBySide(range, binning, split, bins, left.count);
        return true;
    }

    void PartitionSideBySide(const BoxRange& range, const Binning& binning, const BinSplit& split,
                             const std::vector<BinTable>& bins, int32_t belowCount) {
        std::vector<int32_t> firstBelow{0};
        for (const BinTable& part : bins)
            firstBelow.push_back(firstBelow.back() + part.CountBelow(split.axis, split.bin));
        spare_.resize(std::max(spare_.size(), static_cast<size_t>(range.count)));
        const auto parts = static_cast<int64_t>(bins.size());
        host_->parallelFor(parts, [&](int64_t part) {
            const auto begin = static_cast<int32_t>(part) * kBoxesAtOnce;
            TriangleBox* below = spare_.data() + firstBelow[static_cast<size_t>(part)];
            TriangleBox* above = spare_.data() + belowCount + (begin - firstBelow[static_cast<size_t>(part)]);
            for (int32_t i = begin; i < std::min(begin + kBoxesAtOnce, range.count); ++i) {
                const TriangleBox& t = boxes_[range.first + i];
                *(binning.IsBelow(t, split) ? below++ : above++) = t;
            }
        });
        host_->parallelFor(parts, [&](int64_t part) {
            const int64_t begin = part * kBoxesAtOnce, end = std::min<int64_t>(begin + kBoxesAtOnce, range.count);
            std::copy(spare_.data() + begin, spare_.data() + end, boxes_ + range.first + begin);
        });
    }

    static BoxRange Gather(const BoxBin* from, const BoxBin* to, int32_t first) {
        BoxRange r{first, 0, FloatBounds::Nothing()};
        for (; from < to; ++from) {
            r.box.Add(from->box);
            r.count += from->count;
        }
        return r;
    }

    /// Writes every box to both sides and moves on only the one where it belongs: no branch to guess wrong.
    void Partition(const BoxRange& range, const Binning& binning, const BinSplit& split) {
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

    static void WriteBoxes(const BoxRange* children, int32_t count, WideNode& node) {
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
    const Host* host_;
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

    SubtreeBuilder top(boxes.data(), &task, &host);
    top.Build(top.RangeOf(0, count), 0, std::max(kSmallestSubtree, count / kSubtrees));
    Assembly all;
    all.parts.resize(top.deferred.size(), SubtreeBuilder(boxes.data(), &task));
    host.parallelFor(static_cast<int64_t>(all.parts.size()), [&](int64_t i) {
        const BoxRange& range = top.deferred[static_cast<size_t>(i)];
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
