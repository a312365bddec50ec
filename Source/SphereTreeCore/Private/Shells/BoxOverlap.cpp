// [Gottschalk 1996] OBBTree, 5: two boxes are apart when one of fifteen axes separates them.

#include "SphereTree/Shell.h"

#include <algorithm>
#include <cmath>

namespace spheretree {

namespace {

constexpr double kAxisMargin = 1e-12;  // added to every cosine: also covers axes that almost vanish

}  // namespace

bool Overlap(const OrientedBox& a, const OrientedBox& b) {
    const double halfA[3] = {a.half.x, a.half.y, a.half.z}, halfB[3] = {b.half.x, b.half.y, b.half.z};
    const Vec3 between = b.centre - a.centre;
    // A difference of centres is known only to the centres' last bits.
    const double margin = 1e-15 * (Length(a.centre) + Length(b.centre));
    double r[3][3], q[3][3], t[3];
    for (int i = 0; i < 3; ++i) t[i] = Dot(a.axes[static_cast<size_t>(i)], between);
    for (int i = 0; i < 3; ++i) {
        double reach = halfA[i] + margin;
        for (int k = 0; k < 3; ++k) {
            r[i][k] = Dot(a.axes[static_cast<size_t>(i)], b.axes[static_cast<size_t>(k)]);
            q[i][k] = std::fabs(r[i][k]) + kAxisMargin;
            reach += halfB[k] * q[i][k];
        }
        if (std::fabs(t[i]) > reach) return false;
    }
    for (int k = 0; k < 3; ++k) {
        const double reach = halfB[k] + margin + halfA[0] * q[0][k] + halfA[1] * q[1][k] + halfA[2] * q[2][k];
        if (std::fabs(t[0] * r[0][k] + t[1] * r[1][k] + t[2] * r[2][k]) > reach) return false;
    }
    for (int i = 0; i < 3; ++i) {
        const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
        for (int k = 0; k < 3; ++k) {
            const int k1 = (k + 1) % 3, k2 = (k + 2) % 3;
            const double reach =
                halfA[i1] * q[i2][k] + halfA[i2] * q[i1][k] + halfB[k1] * q[i][k2] + halfB[k2] * q[i][k1];
            if (std::fabs(t[i2] * r[i1][k] - t[i1] * r[i2][k]) > reach + 2 * margin) return false;
        }
    }
    return true;
}

bool Overlap(const OrientedBox& box, const Sphere& ball) {
    const Vec3 between = ball.centre - box.centre;
    const double half[3] = {box.half.x, box.half.y, box.half.z};
    double square = 0;
    for (int i = 0; i < 3; ++i) {
        const double out = std::fabs(Dot(box.axes[static_cast<size_t>(i)], between)) - half[i];
        if (out > 0) square += out * out;
    }
    const double reach = ball.radius + 1e-14 * (Length(box.centre) + Length(ball.centre) + ball.radius);
    return !(square > reach * reach);
}

}  // namespace spheretree
