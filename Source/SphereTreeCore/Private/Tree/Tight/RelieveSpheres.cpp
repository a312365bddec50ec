#include "Tree/Tight/RelieveSpheres.h"

#include <algorithm>
#include <utility>

namespace spheretree {

namespace {

/// Of what a sphere costs: what it takes on may cost it so much. A fit afterwards can gain the rest.
constexpr float kRoom = 0.97f;

class Relief {
public:
    Relief(const ChainChoices& chains, std::vector<int32_t>& chosen, const std::function<bool()>& cancelled)
        : chains_(chains), chosen_(chosen), cancelled_(cancelled), worst_(chains.spheres.size()) {
        for (size_t level = 0; level < worst_.size(); ++level) {
            const std::vector<int32_t>& spheres = chains_.spheres[level];
            worst_[level].assign(size_t(*std::max_element(spheres.begin(), spheres.end())) + 1, 0.0f);
        }
        for (const int32_t one : chosen_)
            for (size_t level = 0; one >= 0 && level < worst_.size(); ++level) {
                float& worst = worst_[level][size_t(SphereOf(one, level))];
                worst = std::max(worst, CostOf(one, level));
            }
    }

    void Run() {
        for (size_t level = 0; level < worst_.size() && !cancelled_(); ++level) {
            std::vector<std::vector<Held>> held(worst_[level].size());
            for (size_t patch = 0; patch < chosen_.size(); ++patch)
                if (chosen_[patch] >= 0)
                    held[size_t(SphereOf(chosen_[patch], level))].emplace_back(CostOf(chosen_[patch], level),
                                                                               int32_t(patch));
            // What a sphere hands on costs no other more than it did, so the heaps of the others need not hear of it.
            for (size_t sphere = 0; sphere < held.size(); ++sphere)
                if (!held[sphere].empty() && !cancelled_()) Relieve(level, sphere, held[sphere]);
        }
    }

private:
    using Held = std::pair<float, int32_t>;  // cost and patch

    int32_t SphereOf(int32_t choice, size_t level) const { return chains_.SphereOf(choice, level); }
    float CostOf(int32_t choice, size_t level) const { return chains_.CostsOf(choice)[level]; }

    void Relieve(size_t level, size_t sphere, std::vector<Held>& held) {
        std::make_heap(held.begin(), held.end());
        while (held.size() > 1) {
            const int32_t other = OtherFor(size_t(held.front().second), level, sphere);
            if (other < 0) break;
            chosen_[size_t(held.front().second)] = other;
            std::pop_heap(held.begin(), held.end());
            held.pop_back();
        }
        worst_[level][sphere] = held.front().first;
    }

    /// What the patch may cost a sphere. One that has it already has room for it.
    float RoomFor(size_t patch, size_t level, int32_t sphere) const {
        const float room = kRoom * worst_[level][size_t(sphere)];
        return SphereOf(chosen_[patch], level) == sphere ? std::max(room, CostOf(chosen_[patch], level)) : room;
    }

    /// The choice of the patch that leaves the sphere and costs none of its chain more than that costs now; of several,
    /// the one that costs its leaf least. −1: none.
    int32_t OtherFor(size_t patch, size_t level, size_t sphere) const {
        int32_t best = -1;
        for (int32_t i = chains_.first[patch]; i < chains_.first[patch + 1]; ++i) {
            if (size_t(SphereOf(i, level)) == sphere) continue;
            bool isHeld = true;
            for (size_t k = 0; k < worst_.size() && isHeld; ++k)
                isHeld = CostOf(i, k) <= RoomFor(patch, k, SphereOf(i, k));
            if (isHeld && (best < 0 || CostOf(i, worst_.size() - 1) < CostOf(best, worst_.size() - 1))) best = i;
        }
        return best;
    }

    const ChainChoices& chains_;
    std::vector<int32_t>& chosen_;
    const std::function<bool()>& cancelled_;
    std::vector<std::vector<float>> worst_;  // of each sphere, level by level
};

}  // namespace

void RelieveSpheres(const ChainChoices& chains, std::vector<int32_t>& chosen, const std::function<bool()>& cancelled) {
    if (!chains.leaves.empty()) Relief(chains, chosen, cancelled).Run();
}

}  // namespace spheretree
