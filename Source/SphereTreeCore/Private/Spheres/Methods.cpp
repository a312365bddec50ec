#include "Spheres/SphereMethod.h"

#include <iterator>

namespace spheretree {

namespace {
constexpr MethodEntry kMethods[] = {
    // method, name, function, starts from the medial axis, refit by the division
    {Method::Octree, "Octree", FitOctree, false, false},
    {Method::SolidOctree, "SolidOctree", FitSolidOctree, false, false},
    {Method::Grid, "Grid", FitGrid, false, false},
    {Method::HubbardMerge, "HubbardMerge", FitHubbardMerge, true, false},
    {Method::Merge, "Merge", FitMerge, true, true},
    {Method::Burst, "Burst", FitBurst, true, true},
    {Method::Expand, "Expand", FitExpand, true, true},
    {Method::Spawn, "Spawn", FitSpawn, false, true},
    {Method::Combined, "Combined", FitCombined, true, true},
};
static_assert(std::size(kMethods) == size_t(kMethodCount));
}  // namespace

const MethodEntry* FindMethod(Method method) {
    for (const MethodEntry& entry : kMethods)
        if (entry.method == method) return &entry;
    return nullptr;
}

const char* MethodName(Method method) {
    const MethodEntry* entry = FindMethod(method);
    return entry ? entry->name : nullptr;
}

}  // namespace spheretree
