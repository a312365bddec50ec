#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

// Two boxes with different axes: the separating-axes test of [Gottschalk 1996], the six axes of faces and the nine of
// edges apart. [Van den Bergen 1999] 5.2.4. A template over the kind of number, so that a benchmark can count.
namespace spheretree {

using std::fabs;

/// b's axes seen from a's, and their absolute values, a little wider against rounding.
template <typename Number>
struct BoxAxes {
    Number r[3][3], abs[3][3];
};

/// Half sizes of both; t is the way from a's centre to b's, in a's axes.
template <typename Number>
bool FacesPart(const Number* ha, const Number* hb, const BoxAxes<Number>& axes, const Number* t) {
    for (int i = 0; i < 3; ++i)
        if (fabs(t[i]) > ha[i] + hb[0] * axes.abs[i][0] + hb[1] * axes.abs[i][1] + hb[2] * axes.abs[i][2]) return true;
    for (int k = 0; k < 3; ++k) {
        const Number along = t[0] * axes.r[0][k] + t[1] * axes.r[1][k] + t[2] * axes.r[2][k];
        if (fabs(along) > hb[k] + ha[0] * axes.abs[0][k] + ha[1] * axes.abs[1][k] + ha[2] * axes.abs[2][k]) return true;
    }
    return false;
}

/// The widest gap along these six, negative where they overlap along all. No branch, since nobody can foretell which
/// axis parts two boxes; how deep they overlap comes for nothing.
inline double FacesGap(const double* ha, const double* hb, const BoxAxes<double>& axes, const double* t) {
    double gap = -std::numeric_limits<double>::infinity();
    for (int i = 0; i < 3; ++i)
        gap = std::max(gap,
                       fabs(t[i]) - (ha[i] + hb[0] * axes.abs[i][0] + hb[1] * axes.abs[i][1] + hb[2] * axes.abs[i][2]));
    for (int k = 0; k < 3; ++k) {
        const double along = t[0] * axes.r[0][k] + t[1] * axes.r[1][k] + t[2] * axes.r[2][k];
        gap = std::max(
            gap, fabs(along) - (hb[k] + ha[0] * axes.abs[0][k] + ha[1] * axes.abs[1][k] + ha[2] * axes.abs[2][k]));
    }
    return gap;
}

template <typename Number>
bool EdgesPart(const Number* ha, const Number* hb, const BoxAxes<Number>& axes, const Number* t) {
    for (int i = 0; i < 3; ++i) {
        const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
        for (int k = 0; k < 3; ++k) {
            const int k1 = (k + 1) % 3, k2 = (k + 2) % 3;
            const Number along = t[i2] * axes.r[i1][k] - t[i1] * axes.r[i2][k];
            const Number reach = ha[i1] * axes.abs[i2][k] + ha[i2] * axes.abs[i1][k] + hb[k1] * axes.abs[i][k2] +
                                 hb[k2] * axes.abs[i][k1];
            if (fabs(along) > reach) return true;
        }
    }
    return false;
}

}  // namespace spheretree
