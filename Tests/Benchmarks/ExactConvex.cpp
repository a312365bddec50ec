// GJK on the same pairs of convex shapes: ours, libccd itself, and FCL with its own iteration.

#include "Base/Random.h"
#include "ExactBench.h"
#include "FramePeers.h"
#include "Scene/Rigid.h"
#include "SphereTree/Gjk.h"

#include <ccd/ccd.h>
#include <ccd/quat.h>
#include <fcl/fcl.h>

#include <cmath>
#include <cstdio>
#include <vector>

namespace spheretree::bench {
namespace {

constexpr int64_t kPairs = 20'000;

struct BoxPair {
    Vec3 half[2];
    Pose pose[2];
};

std::vector<BoxPair> MakePairs() {
    std::vector<BoxPair> pairs;
    for (int64_t i = 0; i < kPairs; ++i) {
        Random random = Random::OfItem(51, i);
        BoxPair pair;
        for (int k = 0; k < 2; ++k) {
            pair.half[k] = {random.Between(0.2, 1), random.Between(0.2, 1), random.Between(0.2, 1)};
            pair.pose[k].position = random.Direction() * random.Between(0, 1.6);
            pair.pose[k].rotation = FromTurn(random.Direction() * random.Between(0, 3));
        }
        pairs.push_back(pair);
    }
    return pairs;
}

struct CcdBox {
    ccd_vec3_t half, position;
    ccd_quat_t rotation, back;
};

void CcdSupport(const void* object, const ccd_vec3_t* direction, ccd_vec3_t* out) {
    const auto* box = static_cast<const CcdBox*>(object);
    ccd_vec3_t local = *direction;
    ccdQuatRotVec(&local, &box->back);
    ccdVec3Set(out, std::copysign(box->half.v[0], local.v[0]), std::copysign(box->half.v[1], local.v[1]),
               std::copysign(box->half.v[2], local.v[2]));
    ccdQuatRotVec(out, &box->rotation);
    ccdVec3Add(out, &box->position);
}

CcdBox ToCcd(const Vec3& half, const Pose& pose) {
    CcdBox box;
    ccdVec3Set(&box.half, half.x, half.y, half.z);
    ccdVec3Set(&box.position, pose.position.x, pose.position.y, pose.position.z);
    const Quat q = Normalized(pose.rotation);
    ccdQuatSet(&box.rotation, q.x, q.y, q.z, q.w);
    ccdQuatInvert2(&box.back, &box.rotation);
    return box;
}

PlacedShape ToOurs(const ConvexShape& shape, const Pose& pose) {
    PlacedShape placed{&shape, {}};
    const Rotation turn = ToRotation(Normalized(pose.rotation));
    for (size_t k = 0; k < 3; ++k) placed.map.row[k] = turn.row[k];
    placed.map.offset = pose.position;
    return placed;
}

template <typename F>
void Measure(const char* name, const std::vector<BoxPair>& pairs, F touches) {
    double seconds = 1e9;
    int64_t hits = 0;
    for (int repeat = 0; repeat < 3; ++repeat) {
        hits = 0;
        const double start = ThreadSeconds();
        for (const BoxPair& pair : pairs) hits += touches(pair);
        seconds = std::min(seconds, ThreadSeconds() - start);
    }
    printf("  %-34s %9.3f us per pair, %lld touch\n", name, seconds / static_cast<double>(pairs.size()) * 1e6,
           static_cast<long long>(hits));
}

fcl::Transform3d ToFcl(const Pose& pose) {
    fcl::Transform3d transform = fcl::Transform3d::Identity();
    const Quat q = Normalized(pose.rotation);
    transform.linear() = Eigen::Quaterniond(q.w, q.x, q.y, q.z).toRotationMatrix();
    transform.translation() = Eigen::Vector3d(pose.position.x, pose.position.y, pose.position.z);
    return transform;
}

}  // namespace

void CompareConvexPairs() {
    const std::vector<BoxPair> pairs = MakePairs();
    printf("\n%lld pairs of boxes; touching or not\n", static_cast<long long>(kPairs));
    Measure("libccd GJK", pairs, [](const BoxPair& p) {
        ccd_t ccd;
        CCD_INIT(&ccd);
        ccd.support1 = ccd.support2 = CcdSupport;
        const CcdBox a = ToCcd(p.half[0], p.pose[0]), b = ToCcd(p.half[1], p.pose[1]);
        return ccdGJKIntersect(&a, &b, &ccd) != 0;
    });
    Measure("FCL boxes", pairs, [](const BoxPair& p) {
        const fcl::Boxd a(2 * p.half[0].x, 2 * p.half[0].y, 2 * p.half[0].z),
            b(2 * p.half[1].x, 2 * p.half[1].y, 2 * p.half[1].z);
        fcl::CollisionResultd result;
        return fcl::collide(&a, ToFcl(p.pose[0]), &b, ToFcl(p.pose[1]), fcl::CollisionRequestd(1, false), result) > 0;
    });
    Measure("ours, SA-GJK", pairs, [](const BoxPair& p) {
        const ConvexShape a = ConvexShape::Box(p.half[0]), b = ConvexShape::Box(p.half[1]);
        return FindSeparatingAxis(ToOurs(a, p.pose[0]), ToOurs(b, p.pose[1]), p.pose[0].position - p.pose[1].position)
            .overlaps;
    });
    printf("\n%lld pairs of boxes; distance\n", static_cast<long long>(kPairs));
    Measure("libccd distance", pairs, [](const BoxPair& p) {
        ccd_t ccd;
        CCD_INIT(&ccd);
        ccd.support1 = ccd.support2 = CcdSupport;
        const CcdBox a = ToCcd(p.half[0], p.pose[0]), b = ToCcd(p.half[1], p.pose[1]);
        return ccdGJKIntersect(&a, &b, &ccd) != 0;  // libccd's own distance is not public; this is its whole iteration
    });
    Measure("ours, GJK distance", pairs, [](const BoxPair& p) {
        const ConvexShape a = ConvexShape::Box(p.half[0]), b = ConvexShape::Box(p.half[1]);
        return !(MeasureGjk(ToOurs(a, p.pose[0]), ToOurs(b, p.pose[1])).distance > 0);
    });
}

}  // namespace spheretree::bench
