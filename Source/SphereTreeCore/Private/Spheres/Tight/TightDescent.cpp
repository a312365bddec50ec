// All centres of a region at once, down the slope of the soft maximum that a polish lowers one centre at a time. Where
// every sphere leans on its neighbours, as around a ring, one at a time takes as many rounds as the ring is long.
// This work is based on: Diederik Kingma, Jimmy Ba. Adam: a method for stochastic optimization. 2015. Differs: a step's
// length is that of a centre, not of a coordinate, so that turned bodies are treated alike.
//
// A patch pulls at the centre that has it, along the line to its farthest corner; the centre's depth pushes it away
// from the point of the surface that bounds it.
#include "Spheres/Tight/TightSolver.h"

#include "Spheres/Tight/ProtrusionField.h"

#include <algorithm>
#include <cmath>

namespace spheretree {

namespace {

constexpr double kRemembered = 0.8, kSquaresRemembered = 0.95;

double Power(double value, int32_t doublings) {
    for (int32_t i = 0; i < doublings; ++i) value *= value;
    return value;
}

}  // namespace

/// The depth of a centre, and the way along which it grows.
TightSolver::DepthSlope TightSolver::SlopeAt(const Vec3& centre) const {
    const ClosestPoint nearest = bake_.depth.surface->Closest(centre);
    const bool isInside = bake_.depth.hasInside && bake_.depth.surface->IsInside(centre);
    const double depth = isInside ? nearest.distance : -nearest.distance;
    const Vec3 away = Normalized(centre - nearest.point);
    DepthSlope slope{depth, isInside ? away : -away};
    if (!MeasuresProtrusion() || !(depth + error_ > 0)) return slope;
    Vec3 narrow;
    slope.depth = bake_.protrusion->EffectiveDepth(centre, depth, error_, &narrow);
    slope.deeper = -narrow;
    return slope;
}

/// What pulls at each centre, in sum.
std::vector<Vec3> TightSolver::Pulls(const std::vector<Vec3>& deeper, double worst, int32_t doublings) const {
    const Values least = LeastCosts();
    const std::vector<int32_t> owners = Owners();
    std::vector<Vec3> pulls(centres_.size());
    for (int64_t i = 0; i < columns_.Count(); ++i) {
        const float cost = ValueOf(least, i);
        if (!(double(cost) > kSilent * worst) || (!outside_.empty() && ValueOf(outside_, i) < cost)) continue;
        const size_t owner = size_t(owners[size_t(i)]);
        const Vec3 apart = centres_[owner].centre - columns_.FarthestCorner(i, centres_[owner].centre);
        pulls[owner] += (Normalized(apart) - deeper[owner]) * Power(double(cost) / worst, doublings);
    }
    return pulls;
}

void TightSolver::Descend(const Descent& descent) {
    std::vector<DeepCentre> best = centres_;
    double least = WorstCost();
    std::vector<Vec3> deeper(centres_.size()), momentum(centres_.size());
    std::vector<double> squares(centres_.size(), 0.0);
    for (size_t i = 0; i < centres_.size(); ++i) deeper[i] = SlopeAt(centres_[i].centre).deeper;
    for (int32_t step = 1; step <= descent.steps && !bake_.cancelled(); ++step) {
        const double worst = WorstCost();
        if (!(worst > 0)) break;
        const double part = double(step - 1) / std::max(descent.steps - 1, 1);
        const double length = worst * descent.firstStep * std::pow(descent.lastStep / descent.firstStep, part);
        const std::vector<Vec3> pulls = Pulls(deeper, worst, descent.doublings);
        for (size_t i = 0; i < centres_.size(); ++i) {
            momentum[i] = momentum[i] * kRemembered + pulls[i] * (1 - kRemembered);
            squares[i] = squares[i] * kSquaresRemembered + LengthSquared(pulls[i]) * (1 - kSquaresRemembered);
            const double size = std::sqrt(squares[i] / (1 - std::pow(kSquaresRemembered, step)));
            if (!(size > 0)) continue;
            const Vec3 way = momentum[i] / ((1 - std::pow(kRemembered, step)) * size);
            const Vec3 centre = centres_[i].centre - way * length;
            const DepthSlope slope = SlopeAt(centre);
            centres_[i] = {centre, slope.depth};
            deeper[i] = slope.deeper;
            Measure(i);
        }
        if (const double now = WorstCost(); now < least) least = now, best = centres_;
    }
    centres_ = std::move(best);
    for (size_t i = 0; i < centres_.size(); ++i) Measure(i);
}

}  // namespace spheretree
