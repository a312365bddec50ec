#include "Spheres/CertifiedError.h"

#include <algorithm>
#include <cmath>
#include <vector>

// Branch and bound over cells of the ball's bounding cube. Paper → code: none prints this; it rests on two facts.
// 1. The signed height h(x) = −depth(x) is 1-Lipschitz, so h(y) ≤ h(x) + |y − x|, and the protrusion is max(h, 0).
// 2. Projection onto a ball is non-expansive: with x the projection of a cell's middle onto the ball, every point y of
//    cell ∩ ball is within half a diagonal of x. So one query at x both bounds the cell and is a reached value.
// The stand-off radius + h(centre) is an upper bound from fact 1; on convex bodies it is met by one query.

namespace spheretree {

namespace {

constexpr double kHalfDiagonal = 1.7320508075688774;

struct BallCell {
    Vec3 middle;
    double half = 0;
    double bound = 0;
};

bool BoundsLess(const BallCell& a, const BallCell& b) { return a.bound < b.bound; }

class BallSearch {
public:
    BallSearch(const DepthField& field, const Sphere& ball, const CertifyOptions& options)
        : field_(field), ball_(ball), options_(options), farthest_(ball.centre) {}

    ErrorBounds Run() {
        const double centreHeight = Height(ball_.centre);
        standOff_ = std::max(ball_.radius + centreHeight, 0.0);
        Probe();
        if (standOff_ <= Cut()) return {lower_, std::max(standOff_, lower_), farthest_};
        Push({ball_.centre, ball_.radius, standOff_});
        while (!open_.empty() && open_.front().bound > Cut() && evaluations_ < options_.evaluationLimit) Split(Pop());
        const double proven = open_.empty() ? pruned_ : std::max(open_.front().bound, pruned_);
        return {lower_, std::max(std::min(proven, standOff_), lower_),
                farthest_};  // rounding must not turn them around
    }

private:
    double Height(const Vec3& point) {
        ++evaluations_;
        return -field_.At(point);
    }

    double Reach(const Vec3& point) { return Reached(point, Height(point)); }

    double Reached(const Vec3& point, double height) {
        if (height > lower_) lower_ = height, farthest_ = point;
        return height;
    }

    /// No point of the ball within `reach` of this one is higher. Where it need not be less to be cut, it is not asked
    /// what it is.
    double BoundAround(const Vec3& point, double reach) {
        ++evaluations_;
        return Reached(point, field_.HeightAbove(point, std::min(Cut() - reach, lower_), near_)) + reach;
    }

    double Cut() const { return std::max(lower_ * (1 + options_.relativeGap), lower_ + options_.absoluteGap); }

    /// The farthest points of the ball from the nearest surface, along the normal through the centre and its opposite;
    /// then a walk: with the closest point q held, the ball's farthest point from q lies beyond the centre from q.
    void Probe() {
        const Vec3 foot = field_.surface->Closest(ball_.centre).point;
        const Vec3 axis = Normalized(foot - ball_.centre);
        Reach(ball_.centre);
        Vec3 best = ball_.centre + axis * ball_.radius;
        if (Reach(ball_.centre - axis * ball_.radius) > Reach(best)) best = ball_.centre - axis * ball_.radius;
        for (int step = 0; step < 4 && Cut() < standOff_; ++step) {
            const Vec3 away = Normalized(best - field_.surface->Closest(best).point);
            const Vec3 next =
                ball_.centre + Normalized(best - ball_.centre + away * (0.5 * ball_.radius)) * ball_.radius;
            const double before = lower_;
            Reach(next);
            if (!(lower_ > before)) break;
            best = next;
        }
    }

    Vec3 ProjectToBall(const Vec3& point) const {
        const double distance = Distance(point, ball_.centre);
        return distance <= ball_.radius ? point : ball_.centre + (point - ball_.centre) * (ball_.radius / distance);
    }

    bool MissesBall(const Vec3& middle, double half) const {
        const Vec3 offset = middle - ball_.centre;
        const Vec3 gap{std::max(std::abs(offset.x) - half, 0.0), std::max(std::abs(offset.y) - half, 0.0),
                       std::max(std::abs(offset.z) - half, 0.0)};
        return LengthSquared(gap) > ball_.radius * ball_.radius;
    }

    void Split(const BallCell& cell) {
        const double half = cell.half / 2;
        for (int corner = 0; corner < 8; ++corner) {
            const Vec3 middle =
                cell.middle + Vec3{corner & 1 ? half : -half, corner & 2 ? half : -half, corner & 4 ? half : -half};
            if (MissesBall(middle, half)) continue;
            const double bound = std::min(BoundAround(ProjectToBall(middle), half * kHalfDiagonal), cell.bound);
            if (bound > Cut())
                Push({middle, half, bound});
            else
                pruned_ = std::max(pruned_, bound);
        }
    }

    void Push(const BallCell& cell) {
        open_.push_back(cell);
        std::push_heap(open_.begin(), open_.end(), BoundsLess);
    }

    BallCell Pop() {
        std::pop_heap(open_.begin(), open_.end(), BoundsLess);
        const BallCell cell = open_.back();
        open_.pop_back();
        return cell;
    }

    const DepthField& field_;
    const Sphere& ball_;
    const CertifyOptions& options_;
    std::vector<BallCell> open_;
    Vec3 farthest_;
    SurfaceQuery::Whereabouts near_;
    double standOff_ = 0, lower_ = 0, pruned_ = 0;
    int32_t evaluations_ = 0;
};

}  // namespace

ErrorBounds CertifyError(const DepthField& field, const Sphere& ball, const CertifyOptions& options) {
    return BallSearch(field, ball, options).Run();
}

}  // namespace spheretree
