#pragma once

#include "Shells/Approximate.h"

namespace spheretree {

/// Whether the quartic is below zero on all of [−1, 1]; false when it is not, or when rounding hides it.
/// No root is ever computed. [Krishnan 1998] 6, by the sequences of [Stoer, Bulirsch 1993] 5.6.
bool SurelyBelowZero(const Polynomial<5>& quartic);

/// How often the quartic is zero within (−1, 1], by Sturm's sequence; −1 where rounding hides a sign.
int CountRoots(const Polynomial<5>& quartic);

}  // namespace spheretree
