#include "Medial/HilbertOrder.h"

#include "Base/Random.h"

#include <algorithm>
#include <array>
#include <bit>
#include <tuple>

namespace spheretree {
namespace {

constexpr int kHilbertBits = 21;  // per axis

uint32_t Quantized(double coordinate) {
    const double steps = (coordinate + 1) * 0x1p20;
    return static_cast<uint32_t>(std::min(std::max(steps, 0.0), 0x1p21 - 1));
}

/// [Skilling 2004, "Programming the Hilbert curve"]: from the top bit down, each axis whose bit is set turns the first
/// axis over below that bit, each other axis changes places with it there; then a Gray code over the axes.
void ToHilbertAxes(std::array<uint32_t, 3>& axes) {
    for (uint32_t bit = 1u << (kHilbertBits - 1); bit > 1; bit >>= 1) {
        const uint32_t below = bit - 1;
        for (uint32_t& axis : axes) {
            if (axis & bit) {
                axes[0] ^= below;
            } else {
                const uint32_t change = (axes[0] ^ axis) & below;
                axes[0] ^= change;
                axis ^= change;
            }
        }
    }
    axes[1] ^= axes[0];
    axes[2] ^= axes[1];
    uint32_t turned = 0;
    for (uint32_t bit = 1u << (kHilbertBits - 1); bit > 1; bit >>= 1)
        if (axes[2] & bit) turned ^= bit - 1;
    for (uint32_t& axis : axes) axis ^= turned;
}

}  // namespace

uint64_t HilbertIndex(const Vec3& point) {
    std::array<uint32_t, 3> axes{Quantized(point.x), Quantized(point.y), Quantized(point.z)};
    ToHilbertAxes(axes);
    uint64_t index = 0;
    for (int bit = kHilbertBits - 1; bit >= 0; --bit)
        for (const uint32_t axis : axes) index = (index << 1) | ((axis >> bit) & 1);
    return index;
}

std::vector<int32_t> InsertionOrder(const std::vector<Vec3>& points) {
    const int pointBits = std::bit_width(points.size());
    const int mostRounds = std::max(0, (pointBits - 6) / 3);  // about 64 points in the first
    struct Place {
        int32_t round;
        uint64_t hilbert;
        int32_t index;
    };
    std::vector<Place> places(points.size());
    for (size_t i = 0; i < points.size(); ++i) {
        const uint64_t hash = Random::OfItem(0, static_cast<int64_t>(i)).Bits();
        const int early = std::min(std::countr_zero(hash) / 3, mostRounds);
        places[i] = {mostRounds - early, HilbertIndex(points[i]), static_cast<int32_t>(i)};
    }
    std::sort(places.begin(), places.end(), [](const Place& a, const Place& b) {
        return std::tie(a.round, a.hilbert, a.index) < std::tie(b.round, b.hilbert, b.index);
    });
    std::vector<int32_t> order(points.size());
    for (size_t i = 0; i < order.size(); ++i) order[i] = places[i].index;
    return order;
}

}  // namespace spheretree
