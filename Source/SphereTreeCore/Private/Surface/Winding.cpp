#include "Surface/Winding.h"
#include "Surface/Wide.h"

#include <bit>
#include <cstring>
#include <iterator>
#include <limits>
#include <numbers>

// w(q) = 1/4π ∫ n·(x−q)/|x−q|³ dA  [Jacobson, Kavan, Sorkine-Hornung 2013], by a hierarchy [Barill, Dickson, Schmidt,
// Levin, Jacobson 2018, Fast winding numbers for soups and clouds]: near triangles by their solid angles, far groups by
// a Taylor expansion about their middle to second order. Differs: the expansion's kernels are derivatives of 1/r, hence
// symmetric and traceless, so that 3 + 6 + 10 numbers per group suffice instead of 3 + 9 + 27.
//
// Notation: p middle, y = x − p, N_i = ∫n_i, M_ij = sym ∫n_i y_j, T_ijk = sym ∫n_i y_j y_k, r = p − q. Then
// 4πw ≈ N·r/|r|³ − 3 r·M·r/|r|⁵ + 15/2 T(r,r,r)/|r|⁷, with the traces taken out of M and T.

namespace spheretree {

namespace {
using wide::Double4;
using wide::Double4x3;
using wide::Float8;

constexpr double kFarReach = 3.8;  // of a group's radius: farther, the expansion replaces its triangles
constexpr double kFarthest = 1e6;  // there, the winding number of anything is zero for all purposes

constexpr int kXX = 0, kYY = 1, kZZ = 2, kXY = 3, kXZ = 4, kYZ = 5;
constexpr int kXXX = 0, kYYY = 1, kZZZ = 2, kXXY = 3, kXXZ = 4, kYYX = 5, kYYZ = 6, kZZX = 7, kZZY = 8, kXYZ = 9;

/// Of a group of triangles, about `middle`. Traces are still in.
struct Moments {
    double area = 0;
    Vec3 middle;
    double radius = 0;
    Vec3 first;
    double second[6] = {};
    double third[10] = {};
};

/// Adds sym(a ⊗ b) and the like; weights as in the header's notation.
void AddSecond(double* m, const Vec3& a, const Vec3& b) {
    m[kXX] += a.x * b.x;
    m[kYY] += a.y * b.y;
    m[kZZ] += a.z * b.z;
    m[kXY] += (a.x * b.y + a.y * b.x) / 2;
    m[kXZ] += (a.x * b.z + a.z * b.x) / 2;
    m[kYZ] += (a.y * b.z + a.z * b.y) / 2;
}

/// Adds sym(a ⊗ s) for a symmetric s.
void AddThird(double* t, const Vec3& a, const double* s) {
    t[kXXX] += a.x * s[kXX];
    t[kYYY] += a.y * s[kYY];
    t[kZZZ] += a.z * s[kZZ];
    t[kXXY] += (2 * a.x * s[kXY] + a.y * s[kXX]) / 3;
    t[kXXZ] += (2 * a.x * s[kXZ] + a.z * s[kXX]) / 3;
    t[kYYX] += (2 * a.y * s[kXY] + a.x * s[kYY]) / 3;
    t[kYYZ] += (2 * a.y * s[kYZ] + a.z * s[kYY]) / 3;
    t[kZZX] += (2 * a.z * s[kXZ] + a.x * s[kZZ]) / 3;
    t[kZZY] += (2 * a.z * s[kYZ] + a.y * s[kZZ]) / 3;
    t[kXYZ] += (a.x * s[kYZ] + a.y * s[kXZ] + a.z * s[kXY]) / 3;
}

/// Adds a group that is known about another middle.
void AddShifted(const Moments& part, Moments& whole) {
    const Vec3 s = part.middle - whole.middle;
    whole.first += part.first;
    for (int i = 0; i < 6; ++i) whole.second[i] += part.second[i];
    AddSecond(whole.second, part.first, s);
    for (int i = 0; i < 10; ++i) whole.third[i] += part.third[i];
    double ss[6] = {}, twice[6];
    AddSecond(ss, s, s);
    for (int i = 0; i < 6; ++i) twice[i] = 2 * part.second[i];
    AddThird(whole.third, s, twice);
    AddThird(whole.third, part.first, ss);
}

Vec3 Corner(const TriangleBlock& block, int corner, int lane) {
    return {block.corner[corner][0][lane], block.corner[corner][1][lane], block.corner[corner][2][lane]};
}

void AddTriangle(const Vec3 (&p)[3], Moments& m) {
    const Vec3 n = Cross(p[1] - p[0], p[2] - p[0]) * 0.5;
    const Vec3 y[3] = {p[0] - m.middle, p[1] - m.middle, p[2] - m.middle};
    const Vec3 sum = y[0] + y[1] + y[2];
    m.first += n;
    AddSecond(m.second, n, sum / 3);
    double square[6] = {};
    for (const Vec3& v : y) AddSecond(square, v, v);
    AddSecond(square, sum, sum);
    for (double& v : square) v /= 12;
    AddThird(m.third, n, square);
}

Moments MomentsOfBlock(const TriangleBlock& block) {
    Moments m;
    Vec3 weighted, plain;
    for (int lane = 0; lane < block.count; ++lane) {
        const Vec3 p[3] = {Corner(block, 0, lane), Corner(block, 1, lane), Corner(block, 2, lane)};
        const double area = Length(Cross(p[1] - p[0], p[2] - p[0])) / 2;
        m.area += area;
        weighted += (p[0] + p[1] + p[2]) * (area / 3);
        plain += (p[0] + p[1] + p[2]) / (3.0 * block.count);
    }
    m.middle = m.area > 0 ? weighted / m.area : plain;
    double square = 0;
    for (int lane = 0; lane < block.count; ++lane) {
        const Vec3 p[3] = {Corner(block, 0, lane), Corner(block, 1, lane), Corner(block, 2, lane)};
        AddTriangle(p, m);
        for (const Vec3& corner : p) square = std::max(square, LengthSquared(corner - m.middle));
    }
    m.radius = std::sqrt(square);
    return m;
}

double FarthestOfBox(const WideNode& node, int child, const Vec3& p) {
    const auto axis = [&](int a, double v) {
        return std::max(std::abs(static_cast<double>(node.low[a][child]) - v),
                        std::abs(static_cast<double>(node.high[a][child]) - v));
    };
    return Length({axis(0, p.x), axis(1, p.y), axis(2, p.z)});
}

Moments Combine(const WideNode& node, const Moments* parts) {
    Moments m;
    Vec3 weighted, plain;
    for (int i = 0; i < node.used; ++i) {
        m.area += parts[i].area;
        weighted += parts[i].middle * parts[i].area;
        plain += parts[i].middle / node.used;
    }
    m.middle = m.area > 0 ? weighted / m.area : plain;
    for (int i = 0; i < node.used; ++i) {
        AddShifted(parts[i], m);
        const double byBall = Distance(parts[i].middle, m.middle) + parts[i].radius;
        m.radius = std::max(m.radius, std::min(byBall, FarthestOfBox(node, i, m.middle)));
    }
    return m;
}

void TakeOutTraces(Moments& m) {
    const double trace = (m.second[kXX] + m.second[kYY] + m.second[kZZ]) / 3;
    for (int i = 0; i < 3; ++i) m.second[i] -= trace;
    // T(r,r,r) − 3/5 |r|² (t·r), t_k = T_iik: per component δ_ij t_k summed over the three pairs, divided by five.
    double* t = m.third;
    const double x = (t[kXXX] + t[kYYX] + t[kZZX]) / 5;
    const double y = (t[kXXY] + t[kYYY] + t[kZZY]) / 5;
    const double z = (t[kXXZ] + t[kYYZ] + t[kZZZ]) / 5;
    t[kXXX] -= 3 * x, t[kYYX] -= x, t[kZZX] -= x;
    t[kXXY] -= y, t[kYYY] -= 3 * y, t[kZZY] -= y;
    t[kXXZ] -= z, t[kYYZ] -= z, t[kZZZ] -= 3 * z;
}

/// Folds the kernels' factors and the multiplicity of equal components into the stored numbers.
void Write(Moments m, int lane, WideMoments& out) {
    TakeOutTraces(m);
    const double middle[3] = {m.middle.x, m.middle.y, m.middle.z}, first[3] = {m.first.x, m.first.y, m.first.z};
    for (int a = 0; a < 3; ++a) {
        out.middle[a][lane] = static_cast<float>(middle[a]);
        out.first[a][lane] = static_cast<float>(first[a]);
    }
    const double reach = kFarReach * m.radius + 1e-6;  // the padding keeps float's cancellation out of the near field
    out.reachSquare[lane] = static_cast<float>(reach * reach);
    for (int i = 0; i < 6; ++i) out.second[i][lane] = static_cast<float>(m.second[i] * (i < 3 ? -3 : -6));
    for (int i = 0; i < 10; ++i) {
        out.third[i][lane] = static_cast<float>(m.third[i] * (i < 3 ? 7.5 : i < 9 ? 22.5 : 45));
    }
}

WideMoments EmptyMoments() {
    WideMoments m;
    std::memset(static_cast<void*>(&m), 0, sizeof m);
    for (auto& axis : m.middle) std::fill(axis, axis + 8, 1e3f);
    std::fill(m.reachSquare, m.reachSquare + 8, -1.0f);
    return m;
}

/// 4π times the winding numbers of the groups that are far enough, zero for those that are not; `nearMask` marks these.
Float8 FarField(const WideMoments& m, const Float8* q, uint32_t& nearMask) {
    const Float8 x = Float8(m.middle[0]) - q[0], y = Float8(m.middle[1]) - q[1], z = Float8(m.middle[2]) - q[2];
    const Float8 xx = x * x, yy = y * y, zz = z * z;
    const Float8 square = xx + yy + zz;
    const Float8 reach(m.reachSquare);
    nearMask = ~LessMask(reach, square) & 0xffu;
    const Float8 inverse = Float8(1.0f) / square;
    const Float8 first = Float8(m.first[0]) * x + Float8(m.first[1]) * y + Float8(m.first[2]) * z;
    const Float8 second = Float8(m.second[kXX]) * xx + Float8(m.second[kYY]) * yy + Float8(m.second[kZZ]) * zz +
                          (Float8(m.second[kXY]) * y + Float8(m.second[kXZ]) * z) * x + Float8(m.second[kYZ]) * y * z;
    const Float8 third = (Float8(m.third[kXXX]) * x + Float8(m.third[kXXY]) * y + Float8(m.third[kXXZ]) * z) * xx +
                         (Float8(m.third[kYYY]) * y + Float8(m.third[kYYX]) * x + Float8(m.third[kYYZ]) * z) * yy +
                         (Float8(m.third[kZZZ]) * z + Float8(m.third[kZZX]) * x + Float8(m.third[kZZY]) * y) * zz +
                         Float8(m.third[kXYZ]) * x * y * z;
    return WhereLess(reach, square, (first + (second + third * inverse) * inverse) * inverse * Sqrt(inverse));
}

/// Sums half the solid angles of triangles. [Van Oosterom, Strackee 1983]: each is the angle of a complex number, so
/// they add by multiplication; an angle that passes π is counted, and one arc tangent per lane at the end tells the
/// rest.
class AngleSum {
public:
    explicit AngleSum(const Vec3& point) : q_(Double4(point.x), Double4(point.y), Double4(point.z)) {}

    void Add(const TriangleBlock& block) {
        const Double4x3 a = Double4x3(block.corner[0]) - q_, b = Double4x3(block.corner[1]) - q_;
        const Double4x3 c = Double4x3(block.corner[2]) - q_;
        const Double4 la = Sqrt(Dot(a, a)), lb = Sqrt(Dot(b, b)), lc = Sqrt(Dot(c, c));
        const Double4 product = la * lb * lc;
        const Double4 scale = Double4(0.25) / Max(product, Double4(1e-290));
        const Double4 im = Dot(a, Cross(b, c)) * scale;
        const Double4 re = (product + Dot(a, b) * lc + Dot(b, c) * la + Dot(c, a) * lb) * scale;
        // Nothing to see: an unused lane, or a point on an edge or a corner.
        const Double4 size = Max(Max(re, zero_ - re), Max(im, zero_ - im));
        const wide::Mask4 nothing =
            LessEqual(size, zero_) | LessEqual(Double4(static_cast<double>(block.count)), Double4(kLaneNumbers));
        Multiply(Select(nothing, Double4(1.0), re), Select(nothing, zero_, im));
    }

    double Total() const {
        alignas(32) double re[4], im[4], turns[4];
        re_.Store(re), im_.Store(im), turns_.Store(turns);
        double sum = 0;
        for (int i = 0; i < 4; ++i) sum += std::atan2(im[i], re[i]) + turns[i] * (2 * std::numbers::pi);
        return sum;
    }

private:
    alignas(32) static constexpr double kLaneNumbers[4] = {0, 1, 2, 3};

    void Multiply(const Double4& re, const Double4& im) {
        const Double4 newRe = re_ * re - im_ * im, newIm = re_ * im + im_ * re;
        const wide::Mask4 up = Less(zero_, im_) & Less(zero_, im) & Less(newIm, zero_);
        const wide::Mask4 down = Less(im_, zero_) & Less(im, zero_) & Less(zero_, newIm);
        turns_ = turns_ + Select(up, Double4(1.0), zero_) - Select(down, Double4(1.0), zero_);
        const Double4 size = Max(Max(newRe, zero_ - newRe), Max(newIm, zero_ - newIm));
        const Double4 grow = Select(Less(size, Double4(0x1p-300)), Double4(0x1p300), Double4(1.0));
        re_ = newRe * grow;
        im_ = newIm * grow;
    }

    const Double4x3 q_;
    const Double4 zero_{0.0};
    Double4 re_{1.0}, im_{0.0}, turns_{0.0};
};

/// The root, then the nodes below it, and so on: those of one depth need only those of the next.
std::vector<std::vector<int32_t>> NodesByDepth(const Hierarchy& hierarchy) {
    std::vector<std::vector<int32_t>> byDepth{{0}};
    while (!byDepth.back().empty()) {
        std::vector<int32_t> below;
        for (const int32_t n : byDepth.back()) {
            const WideNode& node = hierarchy.nodes[static_cast<size_t>(n)];
            std::copy_if(node.child, node.child + node.used, std::back_inserter(below),
                         [](int32_t child) { return child >= 0; });
        }
        byDepth.push_back(std::move(below));
    }
    return byDepth;
}

/// Of one node, from its blocks and from the nodes below it, which are done.
Moments GatherMoments(const Hierarchy& hierarchy, const WideNode& node, const std::vector<Moments>& ofNode,
                      WideMoments& out) {
    Moments parts[8];
    out = EmptyMoments();
    for (int i = 0; i < node.used; ++i) {
        const int32_t child = node.child[i];
        parts[i] = child < 0 ? MomentsOfBlock(hierarchy.blocks[static_cast<size_t>(~child)])
                             : ofNode[static_cast<size_t>(child)];
        Write(parts[i], i, out);
    }
    return Combine(node, parts);
}

}  // namespace

bool BuildMoments(const Hierarchy& hierarchy, const Host& host, Task& task, std::vector<WideMoments>& out) {
    std::vector<Moments> ofNode(hierarchy.nodes.size());
    out.resize(hierarchy.nodes.size());
    constexpr int64_t kChunk = 64;
    const std::vector<std::vector<int32_t>> byDepth = NodesByDepth(hierarchy);
    for (auto nodes = byDepth.rbegin(); nodes != byDepth.rend() && !task.Cancelled(); ++nodes) {
        const auto count = static_cast<int64_t>(nodes->size());
        host.parallelFor((count + kChunk - 1) / kChunk, [&](int64_t chunk) {
            if (!task.Advance(4.0 * kChunk)) return;
            for (int64_t i = chunk * kChunk; i < std::min((chunk + 1) * kChunk, count); ++i) {
                const auto n = static_cast<size_t>((*nodes)[static_cast<size_t>(i)]);
                ofNode[n] = GatherMoments(hierarchy, hierarchy.nodes[n], ofNode, out[n]);
            }
        });
    }
    return !task.Cancelled();
}

double SumWinding(const Hierarchy& hierarchy, const std::vector<WideMoments>& moments, const Vec3& point) {
    if (!(LengthSquared(point) < kFarthest * kFarthest)) return 0;
    const Float8 q[3] = {Float8(static_cast<float>(point.x)), Float8(static_cast<float>(point.y)),
                         Float8(static_cast<float>(point.z))};
    Float8 farSums(0.0f);
    AngleSum nearSum(point);
    int32_t stack[kSearchStack];
    int32_t top = 0;
    stack[top++] = 0;
    while (top > 0) {
        const auto index = static_cast<size_t>(stack[--top]);
        const WideNode& node = hierarchy.nodes[index];
        uint32_t nearMask = 0;
        farSums = farSums + FarField(moments[index], q, nearMask);
        for (; nearMask != 0; nearMask &= nearMask - 1) {
            const int32_t child = node.child[std::countr_zero(nearMask)];
            if (child >= 0) {
                stack[top++] = child;
            } else {
                nearSum.Add(hierarchy.blocks[static_cast<size_t>(~child)]);
            }
        }
    }
    alignas(32) float lanes[8];
    farSums.Store(lanes);
    double farSum = 0;
    for (const float lane : lanes) farSum += static_cast<double>(lane);
    return (farSum + 2 * nearSum.Total()) / (4 * std::numbers::pi);
}

double SumWindingExactly(const Hierarchy& hierarchy, const Vec3& point) {
    double sum = 0;
    for (const TriangleBlock& block : hierarchy.blocks) {
        for (int lane = 0; lane < block.count; ++lane) {
            const Vec3 a = Corner(block, 0, lane) - point, b = Corner(block, 1, lane) - point;
            const Vec3 c = Corner(block, 2, lane) - point;
            const double la = Length(a), lb = Length(b), lc = Length(c);
            const double rest = la * lb * lc + Dot(a, b) * lc + Dot(b, c) * la + Dot(c, a) * lb;
            sum += std::atan2(Dot(a, Cross(b, c)), rest);
        }
    }
    return sum / (2 * std::numbers::pi);
}

}  // namespace spheretree
