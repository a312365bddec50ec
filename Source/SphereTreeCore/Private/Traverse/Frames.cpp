#include "Traverse/Frames.h"

#include <algorithm>
#include <cmath>

namespace spheretree {

namespace {

// Float rounding of a carried ball and of the test against it, in units of the largest length that takes part. Moving
// a centre rounds about 18 times, the test about 12 times more; twice that, so that the proof needs no care.
constexpr double kFloatRounding = 64 * 0x1p-24;
constexpr double kDoubleRounding = 16 * 0x1p-53;
constexpr double kUp = 1 + 1e-6;  // makes a product of rounded floats an upper bound

double SquaredDistanceToWay(const Vec3& point, const Vec3& way) {
    const double squared = LengthSquared(way);
    const double along = squared > 0 ? std::clamp(Dot(point, way) / squared, 0.0, 1.0) : 0;
    return LengthSquared(point - way * along);
}

double WorldRounding(const Body& a, const Body& b) {
    return kDoubleRounding * (LargestAbs(a.centre) + LargestAbs(b.centre) + a.reach + b.reach + LargestAbs(a.drift) + LargestAbs(b.drift));
}

// Balls of `from` in the unit frame of `to`.
void FillFrame(BallFrame& frame, const Body& from, const Body& to, double& worldPad) {
    const double ratio = from.size / to.size;
    const Vec3 t = to.turn.Back(from.centre - to.centre) / to.size;
    const Vec3 drift = to.turn.Back(from.drift - to.drift) / to.size;
    const double squeeze[3] = {from.squeeze.x, from.squeeze.y, from.squeeze.z};
    for (int i = 0; i < 3; ++i) {
        const Vec3 column = to.turn.Back(from.turn.Column(i)) * (ratio * squeeze[i]);
        frame.column[i][0] = static_cast<float>(column.x);
        frame.column[i][1] = static_cast<float>(column.y);
        frame.column[i][2] = static_cast<float>(column.z);
        frame.column[i][3] = 0;
    }
    const double largest = LargestAbs(t) * 2 + ratio * from.tree->extent + to.tree->extent + LargestAbs(drift) * 2;
    const double pad = kFloatRounding * largest + (WorldRounding(from, to) + from.spin + to.spin) / to.size;
    worldPad = std::max(worldPad, pad * to.size);
    frame.column[3][0] = frame.column[3][1] = frame.column[3][2] = 0;
    frame.column[3][3] = static_cast<float>(ratio * kUp);
    frame.column[4][0] = static_cast<float>(t.x);
    frame.column[4][1] = static_cast<float>(t.y);
    frame.column[4][2] = static_cast<float>(t.z);
    frame.column[4][3] = static_cast<float>(pad * kUp);
    frame.drift[0] = static_cast<float>(drift.x);
    frame.drift[1] = static_cast<float>(drift.y);
    frame.drift[2] = static_cast<float>(drift.z);
    const double squared = LengthSquared(drift);
    frame.perSquare = squared > 1e-30 ? static_cast<float>(1 / squared) : 0;
    frame.squeeze[0] = static_cast<float>(to.squeeze.x);
    frame.squeeze[1] = static_cast<float>(to.squeeze.y);
    frame.squeeze[2] = static_cast<float>(to.squeeze.z);
    frame.errorScale = static_cast<float>(to.size * kUp);
    frame.radiusScale = static_cast<float>(to.uneven * kUp);
}

// The grown radius of the carried ball: what `kUp` adds is an error too.
double GrowthOf(const Body& body) { return 4e-6 * body.size * body.tree->extent; }

double ErrorOfRoot(const Body& body) {
    const PackedBlock& root = body.tree->blocks[0];
    return root.error[0] * body.size + root.radius[0] * body.uneven;
}

const PackedBlock kGroundBlock = [] {
    PackedBlock block{};
    for (int32_t& child : block.child) child = -1;  // a ground never descends
    return block;
}();
constexpr uint8_t kGroundLanes = 1;

void DeriveGround(TraversalPair& pair, int groundSide, const Body& tree, const Body& ground) {
    pair.kind = kGroundPair;
    pair.blocks[groundSide] = &kGroundBlock;
    pair.laneCount[groundSide] = &kGroundLanes;
    pair.blocks[1 - groundSide] = tree.tree->blocks.data();
    pair.laneCount[1 - groundSide] = tree.tree->laneCount.data();
    pair.errorBase = static_cast<float>((tree.spin + Length(tree.drift) / 2 + 8 * WorldRounding(tree, ground)) * kUp);
}

}  // namespace

bool RootsOverlap(const Body& a, const Body& b) {
    if (const int side = GroundSide(a, b); side >= 0) return TestGround(side ? a : b, side ? b : a, 0).overlaps;
    const double sum = a.radius + b.radius + a.spin + b.spin + WorldRounding(a, b);
    return SquaredDistanceToWay(b.centre - a.centre, a.drift - b.drift) <= sum * sum * (1 + 1e-12);
}

float RootError(const Body& a, const Body& b) {
    if (const int side = GroundSide(a, b); side >= 0) {
        const Body &body = side ? a : b, &ground = side ? b : a;
        return static_cast<float>((ErrorOfRoot(body) + TestGround(body, ground, 0).error + body.spin + Length(body.drift) + WorldRounding(a, b)) * kUp);
    }
    return static_cast<float>((ErrorOfRoot(a) + ErrorOfRoot(b) + a.spin + b.spin + WorldRounding(a, b)) * (1 + 1e-5));
}

void DeriveFrames(TraversalPair& pair, const Body& a, const Body& b) {
    pair.framed = true;
    if (const int side = GroundSide(a, b); side >= 0) return DeriveGround(pair, side, side ? a : b, side ? b : a);
    double pad = 0;
    FillFrame(pair.frame[0], b, a, pad);
    FillFrame(pair.frame[1], a, b, pad);
    const bool still = a.drift == b.drift;
    pair.kind = a.isEven && b.isEven && still ? kPlainPair : kMovingPair;
    const Body* sides[2] = {&a, &b};
    for (int side = 0; side < 2; ++side) {
        pair.blocks[side] = sides[side]->tree->blocks.data();
        pair.laneCount[side] = sides[side]->tree->laneCount.data();
    }
    pair.errorBase = static_cast<float>((pad + GrowthOf(a) + GrowthOf(b)) * kUp);
}

HeightHit TestGround(const Body& tree, const Body& ground, int32_t slot) {
    const PackedBlock& block = tree.tree->blocks[static_cast<size_t>(slot / kLanes)];
    const int lane = slot % kLanes;
    const Vec3 local = Scaled({block.x[lane], block.y[lane], block.z[lane]}, tree.squeeze) * tree.size;
    // A moving ball: the ball around its way. Loose along the way, never short.
    const double grown = block.radius[lane] * tree.size + tree.spin + Length(tree.drift) / 2 + WorldRounding(tree, ground) * 4;
    const Vec3 world = tree.centre + tree.turn * local + tree.drift / 2;
    return TestHeightGrid(*ground.ground, ground.turn.Back(world - ground.pose.position), grown);
}

}  // namespace spheretree
