#pragma once

#include "Shells/Approximate.h"
#include "SphereTree/Shell.h"

namespace spheretree {

// Two shells seen from the line through their centres. [Krishnan 1998] 6
//
// Paper → code: d → distance; c, n → side[i].along; |(a, b)|, |(l, m)| → side[i].across; k → side[i].cosine;
// r_n, r_x → side[i].inner, outer. Azimuths about the line count from side 0's axis; side 1's axis stands at Δ.

/// One shell of a pair. Angles are counted from the direction that leads from its own centre to the other's.
struct ShellSide {
    Approximate along, across;  // of the axis: its part along the line, and at right angles to it
    Approximate cosine, sine;   // of the half-angle
    double inner = 0, outer = 0;
};

struct ShellFrame {
    Approximate distance;
    ShellSide side[2];
    Approximate cosTurn;      // of Δ
    Approximate sinTurn;      // of Δ; meaningless where !turned
    bool turned = false;      // Δ matters: both axes leave the line, towards different azimuths
    bool concentric = false;  // there is no line
};

ShellFrame MakeShellFrame(const Shell& a, const Shell& b);

}  // namespace spheretree
