#include "BakeKey.h"

#include "Table.h"

#include <xxhash.h>

#include <array>
#include <cstdio>
#include <memory>

namespace spheretree::tool {

namespace {

struct FreeState {
    void operator()(XXH3_state_t* state) const { XXH3_freeState(state); }
};

template <typename T>
void AddAll(XXH3_state_t& state, const std::vector<T>& items) {
    const uint64_t count = items.size();  // so that no vertex can pass for a triangle
    XXH3_128bits_update(&state, &count, sizeof count);
    XXH3_128bits_update(&state, items.data(), items.size() * sizeof(T));
}

std::string Digits(const XXH128_hash_t& hash) {
    char text[33];
    std::snprintf(text, sizeof text, "%016llx%016llx", static_cast<unsigned long long>(hash.high64),
                  static_cast<unsigned long long>(hash.low64));
    return text;
}

}  // namespace

std::string RecipeLine(const Recipe& r) {
    // Twenty fields: with one more this does not compile, so that it is named below and no cache serves a wrong tree.
    [[maybe_unused]] const auto& [f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18,
                                  f19] = r;
    const std::array numbers{static_cast<double>(r.branching),
                             static_cast<double>(r.depth),
                             static_cast<double>(r.samplePoints),
                             static_cast<double>(r.initialMedialSpheres),
                             static_cast<double>(r.hubbardMedialSpheres),
                             static_cast<double>(r.regionMedialSpheres),
                             r.regionErrorFraction,
                             static_cast<double>(r.effort),
                             r.foresight,
                             r.maxError,
                             static_cast<double>(r.maxSpheres),
                             static_cast<double>(r.selection),
                             static_cast<double>(r.optimise),
                             static_cast<double>(r.balance),
                             r.balanceOptions.divisor,
                             r.balanceOptions.constant,
                             r.balanceOptions.persistence,
                             static_cast<double>(r.hybrid),
                             static_cast<double>(r.solid),
                             static_cast<double>(r.triangles)};
    std::string line = MethodName(r.method);
    for (const double number : numbers) line += " " + Exact(number);
    return line + " " + std::to_string(r.seed);
}

std::string BakeKey(const TriangleMesh& mesh, const Recipe& recipe) {
    static_assert(sizeof(Vec3) == 3 * sizeof(double) && sizeof(Triangle) == 3 * sizeof(int32_t), "no padding");
    const std::string what = "spheretree " SPHERETREE_VERSION " " + RecipeLine(recipe);
    const std::unique_ptr<XXH3_state_t, FreeState> state(XXH3_createState());
    XXH3_128bits_reset(state.get());
    XXH3_128bits_update(state.get(), what.data(), what.size());
    AddAll(*state, mesh.vertices);
    AddAll(*state, mesh.triangles);
    return Digits(XXH3_128bits_digest(state.get()));
}

std::string TextKey(std::string_view text) { return Digits(XXH3_128bits(text.data(), text.size())); }

}  // namespace spheretree::tool
