#include "Traverse/Frames.h"

#include <algorithm>
#include <cmath>

namespace spheretree {

namespace {

// Float rounding of a carried ball and of the test against it, in units of the largest length that takes part. Moving
// a centre rounds about 18 times, the test about 12 times more; twice that, so that the proof needs no care.
constexpr double kFloatRounding = 64 * 0x1p-24;
constexpr double kUp = 1 + 1e-6;  // makes a product of rounded floats an upper bound

double SquaredDistanceToWay(const Vec3& point, const Vec3& way) {
    const double squared = LengthSquared(way);
    const double along = squared > 0 ? std::clamp(Dot(point, way) / squared, 0.0, 1.0) : 0;
    return LengthSquared(point - way * along);
}

// Balls of `from` in the unit frame of `to`. `turn` is the rotation from the one to the other.
void FillFrame(BallFrame& frame, const Rotation& turn, const Body& from, const Body& to, double& worldPad) {
    const double perSize = 1 / to.size, ratio = from.size * perSize;
    const Vec3 t = to.turn.Back(from.centre - to.centre) * perSize;
    const Vec3 scale = from.squeeze * ratio;
    for (int i = 0; i < 3; ++i) {
        frame.column[0][i] = static_cast<float>(turn.row[i].x * scale.x);
        frame.column[1][i] = static_cast<float>(turn.row[i].y * scale.y);
        frame.column[2][i] = static_cast<float>(turn.row[i].z * scale.z);
        frame.column[3][i] = 0;
    }
    const Vec3 drift = from.moves || to.moves ? to.turn.Back(from.drift - to.drift) * perSize : Vec3{};
    const double largest = LargestAbs(t) * 2 + ratio * from.tree->extent + to.tree->extent + LargestAbs(drift) * 2;
    const double pad = kFloatRounding * largest + (from.rounding + to.rounding + from.spin + to.spin) * perSize;
    worldPad = std::max(worldPad, pad * to.size);
    frame.column[0][3] = frame.column[1][3] = frame.column[2][3] = 0;
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

// From the frame of a into that of b, and back.
Rotation TurnBetween(const Rotation& a, const Rotation& b) {
    Rotation turn;
    for (int i = 0; i < 3; ++i) {
        const double x = i == 0 ? b.row[0].x : i == 1 ? b.row[0].y : b.row[0].z;
        const double y = i == 0 ? b.row[1].x : i == 1 ? b.row[1].y : b.row[1].z;
        const double z = i == 0 ? b.row[2].x : i == 1 ? b.row[2].y : b.row[2].z;
        turn.row[i] = a.row[0] * x + a.row[1] * y + a.row[2] * z;
    }
    return turn;
}

Rotation Transposed(const Rotation& turn) { return {{turn.Column(0), turn.Column(1), turn.Column(2)}}; }

// The grown radius of the carried ball: what `kUp` adds is an error too.
double GrowthOf(const Body& body) { return 4e-6 * body.size * body.tree->extent; }

const PackedBlock kGroundBlock = [] {
    PackedBlock block{};
    for (int32_t& child : block.child) child = -1;  // a ground never descends
    return block;
}();
constexpr uint8_t kGroundLanes = 1;

void DeriveGround(PairFrame& pair, int groundSide, const Body& tree, const Body& ground) {
    pair.kind = kGroundPair;
    pair.blocks[groundSide] = &kGroundBlock;
    pair.laneCount[groundSide] = &kGroundLanes;
    pair.blocks[1 - groundSide] = tree.tree->blocks.data();
    pair.laneCount[1 - groundSide] = tree.tree->laneCount.data();
    pair.errorBase =
        static_cast<float>((tree.spin + Length(tree.drift) / 2 + 8 * (tree.rounding + ground.rounding)) * kUp);
}

}  // namespace

bool RootsOverlap(const Body& a, const Body& b) {
    if (const int side = GroundSide(a, b); side >= 0) return TestGround(side ? a : b, side ? b : a, 0).overlaps;
    const double sum = a.radius + b.radius + a.spin + b.spin + a.rounding + b.rounding;
    const Vec3 between = b.centre - a.centre;
    const double squared =
        a.moves || b.moves ? SquaredDistanceToWay(between, a.drift - b.drift) : LengthSquared(between);
    return squared <= sum * sum * (1 + 1e-12);
}

float RootError(const Body& a, const Body& b) {
    if (const int side = GroundSide(a, b); side >= 0) {
        const Body &body = side ? a : b, &ground = side ? b : a;
        return static_cast<float>((body.rootError + TestGround(body, ground, 0).error + body.spin + Length(body.drift) +
                                   a.rounding + b.rounding) *
                                  kUp);
    }
    return static_cast<float>((a.rootError + b.rootError + a.spin + b.spin + a.rounding + b.rounding) * (1 + 1e-5));
}

void DeriveFrame(PairFrame& pair, const Scene::Data& scene, uint32_t placeA, uint32_t placeB) {
    const Body &a = scene.bodies[placeA], &b = scene.bodies[placeB];
    pair.body[0] = placeA;
    pair.body[1] = placeB;
    if (const int side = GroundSide(a, b); side >= 0) return DeriveGround(pair, side, side ? a : b, side ? b : a);
    double pad = 0;
    const Rotation intoB = TurnBetween(a.turn, b.turn);
    FillFrame(pair.ball[0], Transposed(intoB), b, a, pad);
    FillFrame(pair.ball[1], intoB, a, b, pad);
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
    const double grown =
        block.radius[lane] * tree.size + tree.spin + Length(tree.drift) / 2 + (tree.rounding + ground.rounding) * 4;
    const Vec3 world = tree.centre + tree.turn * local + tree.drift / 2;
    return TestHeightGrid(*ground.ground, ground.turn.Back(world - ground.pose.position), grown);
}

}  // namespace spheretree
