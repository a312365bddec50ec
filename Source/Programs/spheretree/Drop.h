#pragma once

#include "SphereTree/Contact.h"
#include "SphereTree/Scene.h"
#include "SphereTree/SphereTree.h"
#include "SphereTree/Traversal.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace spheretree::tool {

/// Bodies of radius 1 that fall onto a floor and pile up, with response.
struct DropSettings {
    int32_t count = 100, frames = 360;
    int32_t every = 4;       // a frame in so many is recorded, at every budget
    double step = 1.0 / 60;  // seconds
    uint64_t seed = 1;
    Budget budget = Budget::Seconds(0.5e-3);  // of a whole frame: broad phase, traversal and contacts
    TraversalOptions traversal;
};

/// A frame as it was found within one budget.
struct FrameAtBudget {
    FrameCounters counters;
    Contacts contacts;
};

struct RecordedFrame {
    int32_t frame = 0;
    std::vector<Pose> poses;              // of the trees' own frames; their scale is Drop::scales
    std::vector<FrameAtBudget> atBudget;  // as Drop::budgets
};

struct FrameCost {
    double seconds = 0;          // of the frame, as the budget counts it
    double responseSeconds = 0;  // impulses and motion, beside it
    int64_t operations = 0, contacts = 0;
    double worstBound = 0;
};

struct Drop {
    double floor = 0;              // half the width of the square above which the bodies start
    std::vector<int32_t> treeOf;   // per body
    std::vector<double> scales;    // per tree: its root becomes a ball of radius 1
    std::vector<Budget> budgets;   // from a part of the one that was asked for to no limit at all
    int32_t chosen = 0;            // the one that was asked for, among them
    std::vector<FrameCost> costs;  // per frame
    std::vector<RecordedFrame> recorded;
};

/// Runs it. The clock is the host's; with a budget of operations alone, everything but the costs is the same on every
/// machine.
Result<Drop> DropBodies(const std::vector<SphereTree>& trees, const DropSettings& settings, const Host& host);

}  // namespace spheretree::tool
