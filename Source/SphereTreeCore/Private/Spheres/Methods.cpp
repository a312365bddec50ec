#include "Spheres/SphereMethod.h"

#include <iterator>

namespace spheretree {

namespace {
constexpr MethodEntry kMethods[] = {
    // method, name, function, starts from the medial axis, what the division may do
    {Method::Octree, "Octree", FitOctree, false, Refit::None},
    {Method::SolidOctree, "SolidOctree", FitSolidOctree, false, Refit::None},
    {Method::Grid, "Grid", FitGrid, false, Refit::MinimumVolume},
    {Method::HubbardMerge, "HubbardMerge", FitHubbardMerge, true, Refit::None},
    {Method::Merge, "Merge", FitMerge, true, Refit::MinimumError},
    {Method::Burst, "Burst", FitBurst, true, Refit::MinimumError},
    {Method::Expand, "Expand", FitExpand, true, Refit::MinimumError},
    {Method::Spawn, "Spawn", FitSpawn, false, Refit::MinimumError},
    {Method::Combined, "Combined", FitCombined, true, Refit::MinimumError},
    {Method::Tight, "Tight", FitTight, false, Refit::MinimumError},
};
static_assert(std::size(kMethods) == size_t(kMethodCount));
}  // namespace

const MethodEntry* FindMethod(Method method) {
    for (const MethodEntry& entry : kMethods)
        if (entry.method == method) return &entry;
    return nullptr;
}

Recipe RecipeOf(Effort effort) {
    Recipe recipe;
    recipe.method = Method::Tight;
    recipe.effort = effort;
    return recipe;
}

const char* MethodName(Method method) {
    const MethodEntry* entry = FindMethod(method);
    return entry ? entry->name : nullptr;
}

}  // namespace spheretree
