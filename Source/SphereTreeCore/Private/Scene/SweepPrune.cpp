#include "Scene/SweepPrune.h"

#include <algorithm>
#include <limits>

namespace spheretree {

namespace {
constexpr double kBeyond = std::numeric_limits<double>::infinity();

Extent NowhereBox() {
    Extent box;
    for (auto& interval : box.end) interval[0] = interval[1] = kBeyond;
    return box;
}
}  // namespace

void SweepPrune::Resize(uint32_t names) {
    if (names <= held_.size()) return;
    held_.resize(names, 0);
    boxes_.resize(names);
    for (auto& places : place_) places.resize(size_t{2} * names);
}

void SweepPrune::Insert(uint32_t name, const Extent& box, OverlapListener& listener) {
    for (int axis = 0; axis < 3; ++axis)
        for (const uint32_t tag : {2 * name, 2 * name + 1}) {
            list_[axis].push_back({kBeyond, tag});
            place_[axis][tag] = static_cast<uint32_t>(list_[axis].size()) - 1;
        }
    held_[name] = 1;
    boxes_[name] = NowhereBox();
    Update(name, box, listener);
}

void SweepPrune::Remove(uint32_t name, OverlapListener& listener) {
    Update(name, NowhereBox(), listener);
    for (int axis = 0; axis < 3; ++axis) {
        list_[axis].pop_back();  // both ends have moved to the end of the list
        list_[axis].pop_back();
    }
    held_[name] = 0;
}

// All ends of this box get their new values before anything moves, so that a crossing can be judged on all three axes.
// First the ends that make the box larger, then those that make it smaller: a box that only moves never looks empty.
void SweepPrune::Update(uint32_t name, const Extent& box, OverlapListener& listener) {
    const Extent oldBox = boxes_[name];
    boxes_[name] = box;
    for (int axis = 0; axis < 3; ++axis) {
        const bool highFirst = box.end[axis][1] > oldBox.end[axis][1];
        const uint32_t first = highFirst ? 1 : 0;
        MoveEnd(axis, 2 * name + first, box.end[axis][first], oldBox, listener);
        MoveEnd(axis, 2 * name + 1 - first, box.end[axis][1 - first], oldBox, listener);
    }
}

void SweepPrune::MoveEnd(int axis, uint32_t tag, double value, const Extent& oldBox, OverlapListener& listener) {
    const double before = list_[axis][place_[axis][tag]].value;
    if (value < before)
        MoveDown(axis, tag, value, oldBox, listener);
    else
        MoveUp(axis, tag, value, oldBox, listener);
}

// A low end that passes a high end begins an overlap on this axis; a high end that passes a low end ceases one.
void SweepPrune::MoveDown(int axis, uint32_t tag, double value, const Extent& oldBox, OverlapListener& listener) {
    const EndPoint moving{value, tag};
    const uint32_t name = tag / 2;
    std::vector<EndPoint>& list = list_[axis];
    uint32_t place = place_[axis][tag];
    const uint32_t start = place;
    for (; place > 0 && Before(moving, list[place - 1]); --place) {
        const EndPoint passed = list[place - 1];
        Set(axis, place, passed);
        if (((tag ^ passed.tag) & 1) == 0) continue;
        const uint32_t other = passed.tag / 2;
        if (other == name) continue;
        if (tag & 1) {
            if (Overlap(oldBox, boxes_[other])) listener.End(name, other);
        } else if (Overlap(boxes_[name], boxes_[other])) {
            listener.Begin(name, other);
        }
    }
    swaps_ += start - place;
    Set(axis, place, moving);
}

void SweepPrune::MoveUp(int axis, uint32_t tag, double value, const Extent& oldBox, OverlapListener& listener) {
    const EndPoint moving{value, tag};
    const uint32_t name = tag / 2;
    std::vector<EndPoint>& list = list_[axis];
    uint32_t place = place_[axis][tag];
    const uint32_t start = place;
    const uint32_t last = static_cast<uint32_t>(list.size()) - 1;
    for (; place < last && Before(list[place + 1], moving); ++place) {
        const EndPoint passed = list[place + 1];
        Set(axis, place, passed);
        if (((tag ^ passed.tag) & 1) == 0) continue;
        const uint32_t other = passed.tag / 2;
        if (other == name) continue;
        if (tag & 1) {
            if (Overlap(boxes_[name], boxes_[other])) listener.Begin(name, other);
        } else if (Overlap(oldBox, boxes_[other])) {
            listener.End(name, other);
        }
    }
    swaps_ += place - start;
    Set(axis, place, moving);
}

void SweepPrune::Rebuild(const std::vector<uint32_t>& names, const std::vector<Extent>& boxes,
                         OverlapListener& listener) {
    std::fill(held_.begin(), held_.end(), uint8_t{0});
    for (size_t i = 0; i < names.size(); ++i) {
        boxes_[names[i]] = boxes[i];
        held_[names[i]] = 1;
    }
    for (int axis = 0; axis < 3; ++axis) {
        std::vector<EndPoint>& list = list_[axis];
        list.clear();
        for (const uint32_t name : names)
            for (const uint32_t side : {0u, 1u}) list.push_back({boxes_[name].end[axis][side], 2 * name + side});
        std::sort(list.begin(), list.end(), [](const EndPoint& a, const EndPoint& b) {
            return Before(a, b) || (!Before(b, a) && a.tag < b.tag);
        });
        for (uint32_t i = 0; i < list.size(); ++i) place_[axis][list[i].tag] = i;
    }
    Sweep(WidestAxis(), listener);
}

int SweepPrune::WidestAxis() const {
    int best = 0;
    double bestVariance = -1;
    for (int axis = 0; axis < 3; ++axis) {
        double sum = 0, squares = 0;
        for (const EndPoint& point : list_[axis]) sum += point.value;
        const double mean = list_[axis].empty() ? 0 : sum / static_cast<double>(list_[axis].size());
        for (const EndPoint& point : list_[axis]) squares += (point.value - mean) * (point.value - mean);
        if (squares > bestVariance) {
            bestVariance = squares;
            best = axis;
        }
    }
    return best;
}

void SweepPrune::Sweep(int axis, OverlapListener& listener) {
    active_.clear();
    activePlace_.resize(held_.size());
    for (const EndPoint& point : list_[axis]) {
        const uint32_t name = point.tag / 2;
        if (point.tag & 1) {
            active_[activePlace_[name]] = active_.back();
            activePlace_[active_.back()] = activePlace_[name];
            active_.pop_back();
            continue;
        }
        for (const uint32_t other : active_)
            if (Overlap(boxes_[name], boxes_[other])) listener.Begin(name, other);
        if (listener.Full()) return;
        activePlace_[name] = static_cast<uint32_t>(active_.size());
        active_.push_back(name);
    }
}

bool SweepPrune::IsSound() const {
    for (int axis = 0; axis < 3; ++axis)
        for (uint32_t i = 0; i < list_[axis].size(); ++i) {
            const EndPoint& point = list_[axis][i];
            if (place_[axis][point.tag] != i || !held_[point.tag / 2]) return false;
            if (point.value != boxes_[point.tag / 2].end[axis][point.tag & 1]) return false;
            if (i > 0 && Before(point, list_[axis][i - 1])) return false;
        }
    return true;
}

}  // namespace spheretree
