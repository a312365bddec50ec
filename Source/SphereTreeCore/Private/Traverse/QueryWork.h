#pragma once

#include "Scene/SceneData.h"
#include "SphereTree/Queries.h"

#include <limits>

namespace spheretree {

/// A query's budget, asked before every step. The clock is read every 64 steps.
class QueryBudget {
public:
    QueryBudget(const Budget& budget, const Host& host)
        : budget_(budget),
          host_(host),
          timed_(budget.seconds < std::numeric_limits<double>::infinity()),
          end_(timed_ ? host.clockSeconds() + budget.seconds : 0) {}

    bool Over() {
        if (spent_ >= budget_.operations) return true;
        if (!timed_ || ++steps_ % 64 != 0) return late_;
        return late_ = host_.clockSeconds() >= end_;
    }
    void Charge(int64_t operations) { spent_ += operations; }
    int64_t Spent() const { return spent_; }

private:
    const Budget& budget_;
    const Host& host_;
    bool timed_, late_ = false;
    double end_ = 0;
    int64_t spent_ = 0, steps_ = 0;
};

/// A node's ball in the world, and what is certified about it.
struct NodeBall {
    Vec3 centre;
    double radius = 0, error = 0;
    int32_t child = -1;
};

inline NodeBall BallAt(const Body& body, int32_t slot) {
    const PackedBlock& block = body.tree->blocks[static_cast<size_t>(slot / kLanes)];
    const int lane = slot % kLanes;
    const Vec3 unit = Scaled({block.x[lane], block.y[lane], block.z[lane]}, body.squeeze);
    const double radius = block.radius[lane] * body.size + body.rounding;
    return {body.centre + body.turn * (unit * body.size), radius,
            block.error[lane] * body.size + block.radius[lane] * body.uneven + 2 * body.rounding, block.child[lane]};
}

inline bool IsAsked(const Scene::Data& scene, uint32_t place, const QueryFilter& filter) {
    const Body& body = scene.bodies[place];
    return body.alive && (body.groups & filter.mask) && !(scene.HandleOf(place) == filter.except);
}

}  // namespace spheretree
