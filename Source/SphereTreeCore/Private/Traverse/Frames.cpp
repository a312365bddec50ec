#include "Traverse/Frames.h"

#include "Convex/PointShape.h"
#include "Scene/EightWide.h"
#include "SphereTree/Gjk.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace spheretree {

namespace {

// What floats lose of a carried ball and of the test against it, in units of the largest length that takes part: the
// two rotations and the offset are narrowed (4 roundings each), multiplied (7 per entry, 21 for the matrix), a centre
// is moved (18) and tested (12). Rather more than their sum, so that the proof needs no care.
constexpr double kFloatRounding = 112 * 0x1p-24;
constexpr double kUp = 1 + 1e-6;         // makes a product of rounded floats an upper bound
constexpr double kLargestFloats = 1e15;  // their squares, and what is made of those, stay finite
constexpr double kGrowth = 4e-6;         // what kUp adds to a carried radius is an error too

double SquaredDistanceToWay(const Vec3& point, const Vec3& way) {
    const double squared = LengthSquared(way);
    const double along = squared > 0 ? std::clamp(Dot(point, way) / squared, 0.0, 1.0) : 0;
    return LengthSquared(point - way * along);
}

double SumOfAbs(const Vec3& a) { return std::fabs(a.x) + std::fabs(a.y) + std::fabs(a.z); }

// Vectors of the world in the body's frame.
Four Back(const Body& body, const Vec3& way) {
    return (Four::Load(body.rows[0]) * Four::All(static_cast<float>(way.x)) +
            Four::Load(body.rows[1]) * Four::All(static_cast<float>(way.y))) +
           Four::Load(body.rows[2]) * Four::All(static_cast<float>(way.z));
}

// The turn from b's frame into a's, column by column.
void FillTurn(const Body& a, const Body& b, Four (&column)[3]) {
    const Four rows[3] = {Four::Load(a.rows[0]), Four::Load(a.rows[1]), Four::Load(a.rows[2])};
    for (int i = 0; i < 3; ++i)
        column[i] =
            (rows[0] * Four::All(b.rows[0][i]) + rows[1] * Four::All(b.rows[1][i])) + rows[2] * Four::All(b.rows[2][i]);
}

// Balls of `from` in the unit frame of `to`. Whole rows are stored at once: what is put together from pieces in memory
// cannot be read again before all of them have arrived there.
void FillFrame(BallFrame& frame, const Four (&turn)[3], const Body& from, const Body& to, double ratio,
               const float* centre) {
    if (from.isEven) {
        const Four scale = Four::All(static_cast<float>(ratio));
        for (int i = 0; i < 3; ++i) (turn[i] * scale).Store(frame.column[i]);
    } else {
        const float scale[3] = {static_cast<float>(from.squeeze.x * ratio), static_cast<float>(from.squeeze.y * ratio),
                                static_cast<float>(from.squeeze.z * ratio)};
        for (int i = 0; i < 3; ++i) (turn[i] * Four::All(scale[i])).Store(frame.column[i]);
    }
    Four::Last(static_cast<float>(ratio * kUp)).Store(frame.column[3]);
    Four::Load(centre).Store(frame.column[4]);
    frame.errorScale = static_cast<float>(to.size * kUp);
    frame.radiusScale = static_cast<float>(to.uneven * kUp);
}

// What only an uneven scale or a motion needs.
void FillMotion(BallFrame& frame, const Body& to, const Vec3& drift) {
    alignas(16) float way[4];
    (Back(to, drift) * Four::All(static_cast<float>(to.perSize))).Store(way);
    double squared = 0;
    for (int i = 0; i < 3; ++i) {
        frame.drift[i] = way[i];
        squared += static_cast<double>(way[i]) * way[i];
    }
    frame.perSquare = squared > 1e-30 ? static_cast<float>(1 / squared) : 0;
    frame.squeeze[0] = static_cast<float>(to.squeeze.x);
    frame.squeeze[1] = static_cast<float>(to.squeeze.y);
    frame.squeeze[2] = static_cast<float>(to.squeeze.z);
}

const PackedBlock kGroundBlock = [] {
    PackedBlock block{};
    for (int32_t& child : block.child) child = -1;  // a ground never descends
    return block;
}();
constexpr uint8_t kGroundLanes = 1;

// Without a tree there is nothing to descend: their overlap is the whole answer.
void DeriveShapes(PairFrame& pair, const Body& a, const Body& b) {
    pair.kind = kGroundPair;
    for (int side = 0; side < 2; ++side) {
        pair.blocks[side] = &kGroundBlock;
        pair.laneCount[side] = &kGroundLanes;
    }
    pair.errorBase = static_cast<float>((a.spin + b.spin + 8 * (a.rounding + b.rounding)) * kUp);
}

// A ball against a shape, both moving: against all that the shape passes, seen from the ball.
HeightHit TestShape(const Body& tree, const Body& shape, const Vec3& centre, double radius) {
    const PlacedShape placed{shape.shape.get(), shape.shapeMap, 0, shape.drift - tree.drift};
    HeightHit hit;
    hit.gap = LeastDistance(placed, shape.scale, centre) - radius;
    hit.overlaps = !(hit.gap > 0);
    return hit;
}

void DeriveGround(PairFrame& pair, int groundSide, const Body& tree, const Body& ground) {
    pair.kind = kGroundPair;
    pair.blocks[groundSide] = &kGroundBlock;
    pair.laneCount[groundSide] = &kGroundLanes;
    pair.blocks[1 - groundSide] = tree.tree->blocks.data();
    pair.laneCount[1 - groundSide] = tree.tree->laneCount.data();
    pair.errorBase = static_cast<float>((tree.spin + ground.spin + (ground.shape ? 0 : Length(tree.drift) / 2) +
                                         8 * (tree.rounding + ground.rounding)) *
                                        kUp);
}

}  // namespace

bool RootsOverlap(const Body& a, const Body& b, double& overlap) {
    overlap = 0;
    if (const int side = GroundSide(a, b); side >= 0)
        return side == 2 || TestGround(side ? a : b, side ? b : a, 0).overlaps;  // no tree at all: TreelessOverlap
    const double sum = a.radius + b.radius + a.spin + b.spin + a.rounding + b.rounding;
    const Vec3 between = b.centre - a.centre;
    const double squared =
        a.moves || b.moves ? SquaredDistanceToWay(between, a.drift - b.drift) : LengthSquared(between);
    const double reach = sum * sum * (1 + 1e-12);
    if (!(squared <= reach)) return false;
    overlap = 1 - squared / reach;
    return true;
}

float RootError(const Body& a, const Body& b) {
    if (const int side = GroundSide(a, b); side >= 0) {
        const Body &body = side ? a : b, &ground = side ? b : a;
        if (side == 2) {
            const double cell = a.isGround ? TestGroundShape(b, a).error : b.isGround ? TestGroundShape(a, b).error : 0;
            return static_cast<float>((cell + a.spin + b.spin + 8 * (a.rounding + b.rounding)) * kUp);
        }
        return static_cast<float>((body.rootError + TestGround(body, ground, 0).error + body.spin + Length(body.drift) +
                                   ground.spin + a.rounding + b.rounding) *
                                  kUp);
    }
    return static_cast<float>((a.rootError + b.rootError + a.spin + b.spin + a.rounding + b.rounding) * (1 + 1e-5));
}

void DerivePlace(PairPlace& place, const Body& a, const Body& b) {
    const Vec3 offset = b.centre - a.centre, drift = a.moves || b.moves ? b.drift - a.drift : Vec3{};
    const double largest = 2 * (SumOfAbs(offset) + SumOfAbs(drift)) + a.span + b.span;
    const bool tooFar = !(largest * std::max(a.perSize, b.perSize) < kLargestFloats);
    place.pad = tooFar ? std::numeric_limits<double>::infinity()  // floats cannot tell: everything overlaps
                       : kFloatRounding * largest + (a.rounding + b.rounding + a.spin + b.spin);
    place.ratio[0] = b.size * a.perSize;
    place.ratio[1] = a.size * b.perSize;
    place.isStill = a.isEven && b.isEven && drift == Vec3{} && !tooFar;
    (Back(a, offset) * Four::All(static_cast<float>(a.perSize)) +
     Four::Last(static_cast<float>(place.pad * a.perSize * kUp)))
        .Store(place.there);
    (Back(b, offset) * Four::All(static_cast<float>(-b.perSize)) +
     Four::Last(static_cast<float>(place.pad * b.perSize * kUp)))
        .Store(place.back);
}

void DeriveFrame(PairFrame& pair, const PairPlace& place, const Scene::Data& scene, uint32_t placeA, uint32_t placeB) {
    const Body &a = scene.bodies[placeA], &b = scene.bodies[placeB];
    pair.body[0] = placeA;
    pair.body[1] = placeB;
    Four turn[3];
    FillTurn(a, b, turn);
    FillFrame(pair.ball[0], turn, b, a, place.ratio[0], place.there);
    Transpose(turn[0], turn[1], turn[2]);
    FillFrame(pair.ball[1], turn, a, b, place.ratio[1], place.back);
    pair.kind = place.isStill ? kPlainPair : kMovingPair;
    if (pair.kind == kMovingPair) {
        const Vec3 drift = b.drift - a.drift;
        FillMotion(pair.ball[0], a, drift);
        FillMotion(pair.ball[1], b, drift * -1.0);
    }
    pair.blocks[0] = a.blocks;
    pair.blocks[1] = b.blocks;
    pair.laneCount[0] = a.laneCount;
    pair.laneCount[1] = b.laneCount;
    pair.errorBase = static_cast<float>((place.pad + kGrowth * (a.span + b.span)) * kUp);
}

void DeriveFrame(PairFrame& pair, const Scene::Data& scene, uint32_t placeA, uint32_t placeB) {
    const Body &a = scene.bodies[placeA], &b = scene.bodies[placeB];
    pair.body[0] = placeA;
    pair.body[1] = placeB;
    if (const int side = GroundSide(a, b); side >= 0)
        return side == 2 ? DeriveShapes(pair, a, b) : DeriveGround(pair, side, side ? a : b, side ? b : a);
    PairPlace place;
    DerivePlace(place, a, b);
    DeriveFrame(pair, place, scene, placeA, placeB);
}

bool TreelessOverlap(const Body& a, const Body& b, uint64_t pair, ShapeAxes& axes) {
    if (a.isGround || b.isGround) return TestGroundShape(a.isGround ? b : a, a.isGround ? a : b).overlaps;
    const PlacedShape moved{a.shape.get(), a.shapeMap, 0, a.drift - b.drift}, still{b.shape.get(), b.shapeMap, 0, {}};
    const GjkOverlap found = FindSeparatingAxis(moved, still, axes.Of(pair, a.centre - b.centre));
    if (found.overlaps) return true;
    axes.Remember(pair, found.axis);
    const double pad = a.spin + b.spin + 4 * (a.rounding + b.rounding);
    return !(SeparationAlong(moved, still, found.axis) > pad) && !(MeasureGjk(moved, still).lowerBound > pad);
}

HeightHit TestGround(const Body& tree, const Body& ground, int32_t slot) {
    const PackedBlock& block = tree.tree->blocks[static_cast<size_t>(slot / kLanes)];
    const int lane = slot % kLanes;
    const Vec3 local = Scaled({block.x[lane], block.y[lane], block.z[lane]}, tree.squeeze) * tree.size;
    if (ground.shape)
        return TestShape(
            tree, ground, tree.centre + tree.turn * local,
            block.radius[lane] * tree.size + tree.spin + ground.spin + (tree.rounding + ground.rounding) * 4);
    // A moving ball: the ball around its way. Loose along the way, never short.
    const double grown =
        block.radius[lane] * tree.size + tree.spin + Length(tree.drift) / 2 + (tree.rounding + ground.rounding) * 4;
    const Vec3 world = tree.centre + tree.turn * local + tree.drift / 2;
    return TestHeightGrid(*ground.ground, ground.turn.Back(world - ground.pose.position), grown);
}

}  // namespace spheretree
