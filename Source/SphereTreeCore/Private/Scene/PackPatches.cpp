// A surface divided by itself, for the exact phase: halved across its longest side until eight triangles are left, then
// three halvings taken as one step, from below, so that the lowest blocks are full. After the trees of
// [Van den Bergen 1999] 5.2.4; differs: eight children, and a ball between two planes in the place of a box.

#include "Scene/PackTriangles.h"
#include "Spheres/MinimumBall.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace spheretree {

namespace {

constexpr int32_t kHalvingsAtOnce = 3;  // 2³ = kLanes

/// A piece of the list of triangles.
struct Half {
    int32_t first, end;
    int32_t below[2];  // −1: eight triangles at most
    int32_t height;    // of what lies below
};

/// The smallest ball around a triangle: about its longest edge, or through all corners where no angle is blunt.
Sphere BallAround(const Vec3& a, const Vec3& b, const Vec3& c) {
    const Vec3* corner[3] = {&a, &b, &c};
    size_t longest = 0;  // the corner across from the longest edge
    double length = -1;
    for (size_t i = 0; i < 3; ++i) {
        const double squared = LengthSquared(*corner[(i + 1) % 3] - *corner[(i + 2) % 3]);
        if (squared > length) length = squared, longest = i;
    }
    const Vec3 &apex = *corner[longest], &p = *corner[(longest + 1) % 3], &q = *corner[(longest + 2) % 3];
    Vec3 centre = (p + q) * 0.5;
    const Vec3 u = p - apex, v = q - apex, normal = Cross(u, v);
    const double square = LengthSquared(normal);
    if (Dot(u, v) > 0 && square > 0)
        centre = apex + (Cross(normal, u) * LengthSquared(v) + Cross(v, normal) * LengthSquared(u)) / (2 * square);
    const double far = std::max({Distance(centre, a), Distance(centre, b), Distance(centre, c)});
    return {centre, far * (1 + 1e-14)};
}

class PatchPacker {
public:
    PatchPacker(PackedTree& packed, PackedTriangles& into) : packed_(packed), into_(into) {
        names_.resize(into.triangles.size());
        std::iota(names_.begin(), names_.end(), 0);
        for (const Triangle& t : into.triangles) middles_.push_back(Corner(t, 0) + Corner(t, 1) + Corner(t, 2));
    }
    void Run();

private:
    struct Waiting {
        int32_t half, slot;
    };

    const Vec3& Corner(const Triangle& t, size_t k) const { return into_.vertices[static_cast<size_t>(t[k])]; }
    const Triangle& Named(int32_t place) const {
        return into_.triangles[static_cast<size_t>(names_[static_cast<size_t>(place)])];
    }
    Vec3 Packed(const Vec3& p) const { return (p - packed_.origin) / packed_.unit; }
    double Vec3::*LongestSide(int32_t first, int32_t end) const;
    int32_t Divide(int32_t first, int32_t end);
    void ListBelow(int32_t half, int32_t height, std::vector<int32_t>& out) const;
    void PutPatch(PatchBlock& block, int lane, int32_t first, int32_t end);
    void PutPlanes(PatchBlock& block, int lane, const Vec3& outward);
    int32_t AddCorners(const Half& half);
    int32_t AddPatches(const std::vector<int32_t>& halves);

    PackedTree& packed_;
    PackedTriangles& into_;
    std::vector<int32_t> names_;
    std::vector<Vec3> middles_;  // times three
    std::vector<Half> halves_;
    std::vector<Waiting> waiting_;
    std::vector<Vec3> corners_;  // of a patch, used again
};

double Vec3::*PatchPacker::LongestSide(int32_t first, int32_t end) const {
    double Vec3::*longest = &Vec3::x;
    double most = -1;
    for (double Vec3::*const side : {&Vec3::x, &Vec3::y, &Vec3::z}) {
        double low = std::numeric_limits<double>::infinity(), high = -low;
        for (int32_t i = first; i < end; ++i) {
            const double at = middles_[static_cast<size_t>(names_[static_cast<size_t>(i)])].*side;
            low = std::min(low, at), high = std::max(high, at);
        }
        if (high - low > most) most = high - low, longest = side;
    }
    return longest;
}

// Names settle ties, and blocks are sorted: whatever nth_element does within its halves, the outcome is one.
int32_t PatchPacker::Divide(int32_t first, int32_t end) {
    const auto index = static_cast<int32_t>(halves_.size());
    halves_.push_back({first, end, {-1, -1}, 0});
    const int32_t count = end - first;
    if (count <= kLanes) {
        std::sort(names_.begin() + first, names_.begin() + end);
        return index;
    }
    double Vec3::*const side = LongestSide(first, end);
    const int32_t middle = first + (count / 2 + kLanes / 2) / kLanes * kLanes;  // so that blocks are full
    std::nth_element(names_.begin() + first, names_.begin() + middle, names_.begin() + end, [&](int32_t p, int32_t q) {
        const double atP = middles_[static_cast<size_t>(p)].*side, atQ = middles_[static_cast<size_t>(q)].*side;
        return atP != atQ ? atP < atQ : p < q;
    });
    const int32_t low = Divide(first, middle), high = Divide(middle, end);
    Half& whole = halves_[static_cast<size_t>(index)];
    whole.below[0] = low;
    whole.below[1] = high;
    whole.height = 1 + std::max(halves_[static_cast<size_t>(low)].height, halves_[static_cast<size_t>(high)].height);
    return index;
}

void PatchPacker::ListBelow(int32_t half, int32_t height, std::vector<int32_t>& out) const {
    const Half& at = halves_[static_cast<size_t>(half)];
    if (at.height <= height) return out.push_back(half);
    for (const int32_t below : at.below) ListBelow(below, height, out);
}

/// Along the patch's own normal, or along an axis, where it is thinnest; each corner lies between the planes.
void PatchPacker::PutPlanes(PatchBlock& block, int lane, const Vec3& outward) {
    constexpr double kShorter = 1 - 1e-6;  // as floats still no longer than 1
    double thinnest = std::numeric_limits<double>::infinity(), far = 0;
    for (Vec3& p : corners_) {
        p = Packed(p);
        far = std::max(far, LengthSquared(p));
    }
    for (const Vec3& direction : {outward, Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}}) {
        if (!(LengthSquared(direction) > 0.5)) continue;
        const float x = static_cast<float>(direction.x * kShorter), y = static_cast<float>(direction.y * kShorter),
                    z = static_cast<float>(direction.z * kShorter);
        double low = std::numeric_limits<double>::infinity(), high = -low;
        for (const Vec3& p : corners_) {
            const double along = Dot(p, Vec3{x, y, z});
            low = std::min(low, along), high = std::max(high, along);
        }
        if (!(high - low < thinnest)) continue;
        thinnest = high - low;
        const float middle = static_cast<float>(low + (high - low) / 2);
        block.normalX[lane] = x, block.normalY[lane] = y, block.normalZ[lane] = z;
        block.middle[lane] = middle;
        block.half[lane] = RoundedUp(std::max(high - middle, middle - low) + 1e-14 * (1 + std::sqrt(far)));
        if (corners_.size() == 3) return;  // nothing is thinner than a triangle in its plane
    }
}

void PatchPacker::PutPatch(PatchBlock& block, int lane, int32_t first, int32_t end) {
    std::vector<Vec3>& corners = corners_;
    corners.clear();
    Vec3 outward;
    for (int32_t i = first; i < end; ++i) {
        const Triangle& t = Named(i);
        for (size_t k = 0; k < 3; ++k) corners.push_back(Corner(t, k));
        outward += Cross(Corner(t, 1) - Corner(t, 0), Corner(t, 2) - Corner(t, 0));
    }
    Sphere ball = end - first == 1 ? BallAround(corners[0], corners[1], corners[2]) : MinimumBall(corners);
    for (const Vec3& p : corners) ball.radius = std::max(ball.radius, Distance(p, ball.centre) * (1 + 1e-14));
    PackedBlock narrowed = EmptyBlock();
    PutBall(packed_, narrowed, 0, ball, 0);
    block.x[lane] = narrowed.x[0], block.y[lane] = narrowed.y[0], block.z[lane] = narrowed.z[0];
    block.radius[lane] = narrowed.radius[0];
    PutPlanes(block, lane, Normalized(outward));
}

int32_t PatchPacker::AddCorners(const Half& half) {
    CornerBlock block{};
    for (int32_t i = half.first; i < half.end; ++i) {
        const int lane = i - half.first;
        PutPatch(block.patch, lane, i, i + 1);
        block.patch.child[lane] = names_[static_cast<size_t>(i)];
        for (size_t k = 0; k < 3; ++k) {
            const Vec3 p = Packed(Corner(Named(i), k));
            block.at[k][0][lane] = static_cast<float>(p.x);
            block.at[k][1][lane] = static_cast<float>(p.y);
            block.at[k][2][lane] = static_cast<float>(p.z);
        }
    }
    into_.corners.push_back(block);
    into_.cornerLanes.push_back(static_cast<uint8_t>(half.end - half.first));
    return static_cast<int32_t>(into_.corners.size()) - 1;
}

int32_t PatchPacker::AddPatches(const std::vector<int32_t>& halves) {
    const auto index = static_cast<int32_t>(into_.patches.size());
    PatchBlock block{};
    for (size_t lane = 0; lane < halves.size(); ++lane) {
        const Half& half = halves_[static_cast<size_t>(halves[lane])];
        PutPatch(block, static_cast<int>(lane), half.first, half.end);
        waiting_.push_back({halves[lane], index * kLanes + static_cast<int32_t>(lane)});
    }
    into_.patches.push_back(block);
    into_.patchLanes.push_back(static_cast<uint8_t>(halves.size()));
    return index;
}

void PatchPacker::Run() {
    if (names_.empty()) return;
    AddPatches({Divide(0, static_cast<int32_t>(names_.size()))});
    std::vector<int32_t> parts;
    for (size_t i = 0; i < waiting_.size(); ++i) {  // grows while it runs: breadth first
        const Waiting at = waiting_[i];
        const Half half = halves_[static_cast<size_t>(at.half)];
        parts.clear();
        if (half.height > 0) ListBelow(at.half, (half.height - 1) / kHalvingsAtOnce * kHalvingsAtOnce, parts);
        const int32_t child = half.height > 0 ? AddPatches(parts) : ~AddCorners(half);
        into_.patches[static_cast<size_t>(at.slot / kLanes)].child[at.slot % kLanes] = child;
    }
}

}  // namespace

void PackPatches(PackedTree& packed, PackedTriangles& into) { PatchPacker(packed, into).Run(); }

}  // namespace spheretree
