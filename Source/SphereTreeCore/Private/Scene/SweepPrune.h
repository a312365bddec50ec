#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace spheretree {

/// A box as three intervals: [axis][0 = low, 1 = high].
struct Extent {
    double end[3][2] = {};
};

inline bool Overlap(const Extent& a, const Extent& b) {
    return a.end[0][0] <= b.end[0][1] && b.end[0][0] <= a.end[0][1] && a.end[1][0] <= b.end[1][1] &&
           b.end[1][0] <= a.end[1][1] && a.end[2][0] <= b.end[2][1] && b.end[2][0] <= a.end[2][1];
}

/// Who wants to know when two boxes begin or cease to overlap.
class OverlapListener {
public:
    virtual void Begin(uint32_t a, uint32_t b) = 0;  // may be told twice
    virtual void End(uint32_t a, uint32_t b) = 0;
    virtual bool Full() const = 0;  // true: no more can be taken

protected:
    ~OverlapListener() = default;
};

/// Three sorted lists of end points, kept sorted by moving the end points of one box at a time, up or down.
/// [van den Bergen 1999] 5.2.2, after Baraff. Differs: arrays with places instead of linked lists (a walk along
/// neighbours stays in the cache), and equal values count as overlap.
class SweepPrune {
public:
    /// Makes room for boxes with these names.
    void Resize(uint32_t names);
    void Insert(uint32_t name, const Extent& box, OverlapListener& listener);
    void Update(uint32_t name, const Extent& box, OverlapListener& listener);
    void Remove(uint32_t name, OverlapListener& listener);

    /// Everything at once: sorts, and tells Begin for each overlap, along the axis on which boxes are most spread.
    void Rebuild(const std::vector<uint32_t>& names, const std::vector<Extent>& boxes, OverlapListener& listener);

    const Extent& BoxOf(uint32_t name) const { return boxes_[name]; }
    bool Holds(uint32_t name) const { return name < held_.size() && held_[name]; }
    int64_t Swaps() const { return swaps_; }
    /// True when the lists are sorted and every place is right. For tests.
    bool IsSound() const;

private:
    struct EndPoint {
        double value;
        uint32_t tag;  // 2 · name + (1 for a high end)
    };
    static bool Before(const EndPoint& a, const EndPoint& b) {
        return a.value < b.value || (a.value == b.value && !(a.tag & 1) && (b.tag & 1));
    }
    void Set(int axis, uint32_t place, const EndPoint& point) {
        list_[axis][place] = point;
        place_[axis][point.tag] = place;
    }
    void MoveDown(int axis, uint32_t tag, double value, const Extent& oldBox, OverlapListener& listener);
    void MoveUp(int axis, uint32_t tag, double value, const Extent& oldBox, OverlapListener& listener);
    void MoveEnd(int axis, uint32_t tag, double value, const Extent& oldBox, OverlapListener& listener);
    int WidestAxis() const;
    void Sweep(int axis, OverlapListener& listener);

    std::array<std::vector<EndPoint>, 3> list_;
    std::array<std::vector<uint32_t>, 3> place_;  // by tag
    std::vector<Extent> boxes_;
    std::vector<uint8_t> held_;
    std::vector<uint32_t> active_, activePlace_;  // of Sweep
    int64_t swaps_ = 0;
};

}  // namespace spheretree
