// This work is based on: J. E. Kelley. The Cutting-Plane Method for Solving Convex Programs. 1960. Differs: the cuts
// are cones, and the function is not convex.
//
// A point that sticks out of the object by h says something about every ball near the one that it was found on: where
// the ball's surface passes it by some way, it sticks out by about as much more. So the ball that is best by all such
// points is looked at next; what it sticks out by either is less than before, or is a point that nobody knew.
#include "Spheres/LeastProtrusionBall.h"

#include "Spheres/NelderMead.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace spheretree {

namespace {

class ProtrusionDescent {
public:
    ProtrusionDescent(const PointColumns& points, const DepthField& field, const LeastProtrusionOptions& options)
        : points_(points), field_(field), options_(options) {}

    /// Returns whether the ball around the centre is the best so far.
    bool Look(const Vec3& centre) {
        constexpr double kOnTheBall = 0.97;  // of the radius; what hides inside does not move with its surface
        const Sphere ball = BallAround(points_, centre);
        const ErrorBounds error = CertifyError(field_, ball, options_.certify);
        if (Distance(error.farthest, centre) > kOnTheBall * ball.radius)
            highs_.push_back({error.farthest, error.lower});
        if (hasBest_ && !(error.upper < best_.error.upper)) return false;
        hasBest_ = true;
        best_ = {ball, error};
        return true;
    }

    void Descend() {
        constexpr double kFirstStep = 0.03;  // of the error
        constexpr double kNoGain = 0.9997;
        constexpr int32_t kEvaluations = 60;
        double step = kFirstStep * best_.error.upper;
        for (int32_t look = 0; look < options_.looks && !highs_.empty(); ++look) {
            const Vec3 from = best_.ball.centre;
            const auto promised = NelderMead<3>(
                [&](const std::array<double, 3>& at) {
                    return PromisedAt({at[0], at[1], at[2]});
                },
                {from.x, from.y, from.z}, step, {.mostEvaluations = kEvaluations});
            if (!(promised.value < kNoGain * best_.error.upper)) return;
            if (!Look({promised.point[0], promised.point[1], promised.point[2]})) step /= 2;
        }
    }

    const ProtrusionBall& Best() const { return best_; }

private:
    struct High {
        Vec3 point;
        double height = 0;
    };

    double PromisedAt(const Vec3& centre) const {
        double most = -std::numeric_limits<double>::infinity();
        for (const High& high : highs_) most = std::max(most, high.height - Distance(high.point, centre));
        return std::sqrt(FarthestDistanceSquared(points_, centre)) + most;
    }

    const PointColumns& points_;
    const DepthField& field_;
    const LeastProtrusionOptions& options_;
    std::vector<High> highs_;
    ProtrusionBall best_;
    bool hasBest_ = false;
};

}  // namespace

ProtrusionBall LeastProtrusionBall(const PointColumns& points, const DepthField& field, std::span<const Vec3> starts,
                                   const LeastProtrusionOptions& options) {
    ProtrusionDescent descent(points, field, options);
    for (const Vec3& start : starts) descent.Look(start);
    descent.Descend();
    return descent.Best();
}

}  // namespace spheretree
