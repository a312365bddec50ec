#pragma once

#include "Spheres/Tight/DepthModel.h"
#include "Spheres/Tight/MedialCentres.h"
#include "Spheres/Tight/PatchColumns.h"

#include <cstdint>
#include <vector>

namespace spheretree {

class SoftMaximum;

/// k centres for a region and what each costs each patch: distance to the patch's farthest corner minus the centre's
/// depth. For fixed centres, giving each patch to the one that it costs least is the best assignment there is for the
/// worst stand-off.
class TightSolver {
public:
    TightSolver(const BakeContext& bake, PatchColumns columns) : bake_(bake), columns_(std::move(columns)) {}

    /// Measures by how far spheres of this error really stick out, where the bake has a field for that; until then, and
    /// without one, by their stand-off.
    void SetError(double error);

    void SetCentres(std::vector<DeepCentre> centres, const Host& host = {});
    const std::vector<DeepCentre>& Centres() const { return centres_; }
    const PatchColumns& Columns() const { return columns_; }

    /// The least cost of each patch among these centres; and the largest of these, where nobody outside does better.
    PatchColumns::Values LeastCosts() const;
    double WorstCost() const;
    /// Each patch to the centre that it costs least.
    std::vector<int32_t> Owners() const;

    /// What spheres of other nodes would cost each patch, if they may have it: patches that are better off there have
    /// no say here. Empty: there are none.
    void SetOutside(PatchColumns::Values outside) { outside_ = std::move(outside); }

    /// Moves one centre at a time so that the sum of (cost / worst)^(2^doublings) over all patches falls: a maximum
    /// made soft, so that the neighbours of the worst sphere come to its help. `worst` is the cost that matters; 0 asks
    /// for the present worst.
    void Polish(int32_t doublings, int32_t evaluations, double stepScale, double worst = 0);

private:
    using Values = PatchColumns::Values;

    struct Search {
        int32_t evaluations = 0;
        double step = 0;
    };

    bool MeasuresProtrusion() const { return bake_.protrusion && error_ > 0; }
    /// Where protrusion is measured, places are asked about only when the model finds them best. Leaves ask at every
    /// place that they try: stand-offs cost little.
    bool UsesModel() const { return bake_.protrusion && bake_.depth.hasInside; }
    double EffectiveAt(const Vec3& centre, double depth) const;
    void Measure(size_t index);
    /// The same, and what stopped the ball goes into the model.
    DeepCentre Ask(const Vec3& centre, DepthModel& model) const;
    DeepCentre SearchByAsking(SoftMaximum& soft, const DeepCentre& start, const Search& search) const;
    DeepCentre SearchByModel(SoftMaximum& soft, const DeepCentre& start, DepthModel& model, const Search& search) const;
    void PolishOne(size_t index, int32_t doublings, int32_t evaluations, double stepScale, double worst);
    PatchColumns::Values LeastCostsOfOthers(size_t index) const;

    const BakeContext& bake_;
    PatchColumns columns_;
    double error_ = 0;
    std::vector<DeepCentre> centres_;
    std::vector<DepthModel> models_;  // of each centre
    std::vector<PatchColumns::Values> costs_;
    PatchColumns::Values outside_;
};

/// Lowers what a centre counts for until a sphere around it that is to stick out by the error does so along many
/// directions; what stopped it goes into the model.
void CheckDepth(const DepthField& depth, double error, DeepCentre& centre, DepthModel& model);

/// The cost of each patch for one centre.
void MeasureCosts(const PatchColumns& columns, const DeepCentre& centre, PatchColumns::Values& out);

}  // namespace spheretree
