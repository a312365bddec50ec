#include "Medial/PointTree.h"

#include "Medial/HilbertOrder.h"

#include <algorithm>

namespace spheretree {
namespace {

constexpr int32_t kFan = 8;

void Include(Box& box, const Vec3& point) {
    box.low = {std::min(box.low.x, point.x), std::min(box.low.y, point.y), std::min(box.low.z, point.z)};
    box.high = {std::max(box.high.x, point.x), std::max(box.high.y, point.y), std::max(box.high.z, point.z)};
}

Box BoundsOf(const std::vector<Vec3>& points) {
    Box box = points.empty() ? Box{} : Box{points[0], points[0]};
    for (const Vec3& point : points) Include(box, point);
    return box;
}

std::vector<Vec3> SortedAlongCurve(const std::vector<Vec3>& points) {
    const Box bounds = BoundsOf(points);
    const Vec3 size = bounds.high - bounds.low, centre = (bounds.low + bounds.high) / 2;
    const double largest = std::max({size.x, size.y, size.z});
    const double scale = largest > 0 ? 2 / largest : 0;
    std::vector<std::pair<uint64_t, int32_t>> places(points.size());
    for (size_t i = 0; i < points.size(); ++i)
        places[i] = {HilbertIndex((points[i] - centre) * scale), static_cast<int32_t>(i)};
    std::sort(places.begin(), places.end());
    std::vector<Vec3> sorted(points.size());
    for (size_t i = 0; i < points.size(); ++i) sorted[i] = points[static_cast<size_t>(places[i].second)];
    return sorted;
}

double Outside(double value, double low, double high) { return std::max(std::max(low - value, value - high), 0.0); }

/// A little too generous, so that rounding never loses a point.
bool MayReach(const Sphere& ball, const Box& box) {
    const Vec3 gap{Outside(ball.centre.x, box.low.x, box.high.x), Outside(ball.centre.y, box.low.y, box.high.y),
                   Outside(ball.centre.z, box.low.z, box.high.z)};
    return LengthSquared(gap) <= ball.radius * ball.radius * (1 + 1e-12);
}

}  // namespace

PointTree::PointTree(const std::vector<Vec3>& points) : points_(SortedAlongCurve(points)) {
    if (points_.empty()) return;
    std::vector<Box> boxes(points_.size());
    for (size_t i = 0; i < boxes.size(); ++i) boxes[i] = {points_[i], points_[i]};
    do {
        std::vector<Box> above;
        for (size_t i = 0; i < boxes.size(); ++i) {
            if (i % kFan == 0) above.push_back(boxes[i]);
            Include(above.back(), boxes[i].low);
            Include(above.back(), boxes[i].high);
        }
        boxes = above;
        levels_.push_back(std::move(above));
    } while (boxes.size() > 1);
}

/// Calls `visit` for each point inside until it returns false; false when it did.
template <typename Visit>
bool PointTree::Search(const Sphere& ball, size_t level, int32_t index, const Visit& visit) const {
    if (!MayReach(ball, levels_[level][static_cast<size_t>(index)])) return true;
    const int32_t count = level == 0 ? Size() : static_cast<int32_t>(levels_[level - 1].size());
    for (int32_t i = index * kFan; i < std::min(count, (index + 1) * kFan); ++i) {
        if (level > 0 ? !Search(ball, level - 1, i, visit) : Contains(ball, At(i)) && !visit(i)) return false;
    }
    return true;
}

void PointTree::Inside(const Sphere& ball, std::vector<int32_t>& out) const {
    if (levels_.empty()) return;
    Search(ball, levels_.size() - 1, 0, [&](int32_t index) {
        out.push_back(index);
        return true;
    });
}

bool PointTree::AnyInside(const Sphere& ball) const {
    return !levels_.empty() && !Search(ball, levels_.size() - 1, 0, [](int32_t) { return false; });
}

}  // namespace spheretree
