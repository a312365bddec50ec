#include "Tabulate/MotionSpace.h"

#include <algorithm>
#include <cmath>

namespace spheretree {

namespace {

double DistanceFromLine(const Vec3& point, const Vec3& direction) { return Length(Cross(point, direction)); }

}  // namespace

MotionSpace::MotionSpace(const MotionConstraint& constraint, const BodySpheres& body,
                         const std::vector<DisplacementField>& fields)
    : constraint_(&constraint),
      body_(&body),
      fields_(&fields),
      rigidCount_(static_cast<size_t>(MotionParameterCount(constraint.kind))),
      ranges_(ParameterRanges(constraint)) {
    for (const DisplacementField& field : fields) ranges_.push_back(field.weight);
    deformed_.assign(body.spheres.size(), 0);
    for (const DisplacementField& field : fields) {
        const double most = std::max(std::fabs(field.weight.low), std::fabs(field.weight.high));
        for (size_t i = 0; i < deformed_.size(); ++i) deformed_[i] += most * Length(field.displacements[i]);
    }
    FillArms();
}

// Rotations about the pivot keep a centre's distance from it, and the first that is applied also its distance from its
// own axis: those are the arms. What the fields can add is added.
void MotionSpace::FillArms() {
    const MotionKind kind = constraint_->kind;
    const JointAxes axes(*constraint_);
    const Rotation rest = ToRotation(Normalized(constraint_->rest.rotation));
    slides_.assign(ranges_.size(), 0);
    arms_.assign(ranges_.size(), std::vector<double>(body_->spheres.size(), 0));
    const size_t slideCount = kind == MotionKind::Slider   ? 1
                              : kind == MotionKind::Planar ? 2
                              : kind == MotionKind::Box    ? 3
                                                           : 0;
    std::fill_n(slides_.begin(), slideCount, 1.0);
    for (size_t i = 0; i < body_->spheres.size(); ++i) {
        const Vec3& own = body_->spheres[i].centre;
        const Vec3 arm = rest * own + constraint_->rest.position - constraint_->pivot;
        const double whole = Length(arm) + deformed_[i], about = DistanceFromLine(arm, axes.along) + deformed_[i];
        const double rigid[kMostMotionParameters][kMotionKindCount] = {
            // fixed, hinge, double, slider, ball, planar, box, poses
            {0, about, about, 0, whole, 0, 0, Length(own) + deformed_[i]},
            {0, 0, whole, 0, whole, 0, 0, 0},
            {0, 0, 0, 0, about, about, 0, 0},
            {0, 0, 0, 0, 0, 0, DistanceFromLine(arm, axes.first) + deformed_[i], 0},
            {0, 0, 0, 0, 0, 0, whole, 0},
            {0, 0, 0, 0, 0, 0, whole, 0}};
        for (size_t k = 0; k < rigidCount_; ++k) arms_[k][i] = rigid[k][static_cast<size_t>(kind)];
        for (size_t k = rigidCount_; k < ranges_.size(); ++k)
            arms_[k][i] = Length((*fields_)[k - rigidCount_].displacements[i]);
    }
}

MotionSpace::RootSpeed MotionSpace::SpeedsOf(int64_t root, size_t parameter) const {
    if (constraint_->kind != MotionKind::Poses || parameter > 0) return {slides_[parameter], 1};
    const std::vector<Pose>& poses = constraint_->poses;
    const Pose &from = poses[static_cast<size_t>(root)],
               &to = poses[std::min(static_cast<size_t>(root) + 1, poses.size() - 1)];
    return {Distance(from.position, to.position), Length(TurnBetween(from, to))};
}

int64_t MotionSpace::RootCount() const {
    if (constraint_->kind != MotionKind::Poses) return 1;
    return std::max<int64_t>(static_cast<int64_t>(constraint_->poses.size()) - 1, 1);
}

Parameters MotionSpace::RootHalves(int64_t) const {
    Parameters halves{};
    for (size_t k = 0; k < ranges_.size(); ++k) halves[k] = (ranges_[k].high - ranges_[k].low) / 2;
    if (constraint_->kind == MotionKind::Poses) halves[0] = constraint_->poses.size() > 1 ? 0.5 : 0;
    return halves;
}

MotionCell MotionSpace::Root(int64_t root) const {
    MotionCell cell;
    cell.root = root;
    for (size_t k = 0; k < ranges_.size(); ++k) cell.middle[k] = (ranges_[k].high + ranges_[k].low) / 2;
    if (constraint_->kind == MotionKind::Poses)
        cell.middle[0] = constraint_->poses.size() > 1 ? static_cast<double>(root) + 0.5 : 0;
    return cell;
}

bool MotionSpace::Meets(const MotionCell& cell, const Parameters& halves) const {
    if (constraint_->kind != MotionKind::Ball) return true;
    const double x = std::max(std::fabs(cell.middle[0]) - halves[0], 0.0);
    const double y = std::max(std::fabs(cell.middle[1]) - halves[1], 0.0);
    return x * x + y * y <= constraint_->cone * constraint_->cone * (1 + 1e-12);
}

BodyPlace MotionSpace::Place(const Parameters& values) const {
    const Pose pose = PoseAtParameters(*constraint_, values.data());
    return {ToRotation(Normalized(pose.rotation)), pose.position, values.data() + rigidCount_};
}

Vec3 MotionSpace::CentreAt(const BodyPlace& place, size_t sphere) const {
    Vec3 own = body_->spheres[sphere].centre;
    for (size_t k = 0; k < fields_->size(); ++k) own += (*fields_)[k].displacements[sphere] * place.weights[k];
    return place.position + place.turn * own;
}

double MotionSpace::Reach(const Vec3& centre) const {
    double reach = 0;
    for (size_t i = 0; i < deformed_.size(); ++i)
        reach = std::max(reach, Distance(body_->spheres[i].centre, centre) + deformed_[i]);
    return reach;
}

SamplingPlan::SamplingPlan(const MotionSpace& space, int64_t root, const Wish& wish) {
    const std::vector<Sphere>& spheres = space.Body().spheres;
    const size_t count = space.ParameterCount();
    std::vector<double> fastest(count, 0);
    for (size_t k = 0; k < count; ++k)
        for (size_t i = 0; i < spheres.size(); ++i) fastest[k] = std::max(fastest[k], space.SpeedOf(root, k, i));
    Parameters half = space.RootHalves(root);
    bool fine = false;
    for (int32_t level = 0;; ++level) {
        halves.push_back(half);
        std::vector<double>& margin = margins.emplace_back(spheres.size(), wish.slop);
        double worst = 0;
        for (size_t i = 0; i < spheres.size(); ++i) {
            double moved = 0;
            for (size_t k = 0; k < count; ++k) moved += half[k] * space.SpeedOf(root, k, i);
            margin[i] += moved;
            worst = std::max(worst, 2 * moved / spheres[i].radius);
        }
        if (!fine) {
            levels = level;
            reached = worst;
            fine = worst <= wish.fraction || level >= wish.mostLevels;
        }
        size_t widest = 0;
        for (size_t k = 1; k < count; ++k)
            if (half[k] * fastest[k] > half[widest] * fastest[widest]) widest = k;
        if ((fine && level >= levels + wish.extraLevels) || count == 0 || !(half[widest] * fastest[widest] > 0)) break;
        axis.push_back(static_cast<int32_t>(widest));
        half[widest] /= 2;
    }
}

}  // namespace spheretree
