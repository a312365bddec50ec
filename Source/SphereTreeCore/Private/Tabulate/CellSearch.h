#pragma once

#include "Base/Task.h"
#include "Tabulate/MotionSpace.h"

#include <functional>
#include <memory>
#include <vector>

namespace spheretree {

/// Two spheres that may overlap somewhere in a cell, and their gap at its middle.
struct NearPair {
    int32_t a = 0, b = 0;
    double gap = 0;
    double margin = 0;  // how far the gap can change within the cell

    bool MayOverlap() const { return gap <= margin; }
    bool AlwaysWithin(double gapAllowed) const { return gap + margin <= gapAllowed; }
};

/// What is done with the cells of one part of the motion space; parts run side by side.
class CellWork {
public:
    virtual ~CellWork() = default;
    /// A sampled cell and its pairs, sorted by b, then a. What is left in `near` afterwards is looked at again in the
    /// cell's two halves, while the plan has finer levels.
    virtual void Look(const MotionCell& cell, bool isFinest, std::vector<NearPair>& near) = 0;
};

struct SearchCounts {
    int64_t cells = 0, poses = 0;
    double collidingShare = 0;              // of the motion space
    double reached = 0, largestMargin = 0;  // SamplingPlan's, the worst of all roots
    bool tooManyPairs = false;
};

struct CellSearch {
    const BodySpheres& first;
    const MotionSpace& space;
    SamplingPlan::Wish wish;
    int64_t mostPairs = 0;  // in one cell

    /// Branch and bound over the motion space: a cell is halved while spheres may overlap in it, and its pairs are
    /// handed on. `made` begins a part; `merge` takes it when it is done, in a fixed order, and says whether to go on.
    /// False when the host cancelled or `merge` refused.
    bool Run(const std::function<std::unique_ptr<CellWork>()>& made, const std::function<bool(CellWork&)>& merge,
             const Host& host, Task& task, SearchCounts& counts) const;
};

/// The first body's spheres by x, to find those near a ball.
class SortedSpheres {
public:
    explicit SortedSpheres(const std::vector<Sphere>& spheres);

    template <typename F>
    void ForEachNear(const Vec3& centre, double reach, F f) const {  // f(index, sphere, squared distance)
        const double widest = reach + largest_;
        for (size_t i = FirstFrom(centre.x - widest); i < order_.size(); ++i) {
            const Sphere& sphere = spheres_[i];
            if (sphere.centre.x > centre.x + widest) break;
            const double squared = LengthSquared(sphere.centre - centre), sum = reach + sphere.radius;
            if (squared <= sum * sum) f(order_[i], sphere, squared);
        }
    }

private:
    size_t FirstFrom(double x) const;
    std::vector<int32_t> order_;
    std::vector<Sphere> spheres_;
    double largest_ = 0;
};

}  // namespace spheretree
