#pragma once

#include "SphereTree/Vec3.h"

#include <algorithm>
#include <array>

namespace spheretree {

using FaceWeights = std::array<double, 3>;

/// The point of a segment nearest to the origin, as weights of its ends.
inline FaceWeights NearestOnEdge(const Vec3& a, const Vec3& b) {
    const Vec3 along = b - a;
    const double square = LengthSquared(along);
    const double t = square > 0 ? std::clamp(-Dot(a, along) / square, 0.0, 1.0) : 0;
    return {1 - t, t, 0};
}

/// The point of a triangle nearest to the origin: its projection, when that lies within; otherwise the nearest of its
/// edges' points. Every term is a difference of corners first, so close corners cost few digits.
inline FaceWeights NearestOnFace(const Vec3& a, const Vec3& b, const Vec3& c) {
    const Vec3 ab = b - a, ac = c - a, normal = Cross(ab, ac);
    const double square = LengthSquared(normal);
    if (square > 0) {
        const double v = Dot(Cross(-a, ac), normal) / square, w = Dot(Cross(ab, -a), normal) / square;
        if (v >= 0 && w >= 0 && v + w <= 1) return {1 - v - w, v, w};
    }
    const auto at = [&](const FaceWeights& f) { return LengthSquared(a * f[0] + b * f[1] + c * f[2]); };
    const FaceWeights onAb = NearestOnEdge(a, b), ca = NearestOnEdge(a, c), bc = NearestOnEdge(b, c);
    const FaceWeights onAc{ca[0], 0, ca[1]}, onBc{0, bc[0], bc[1]};
    const FaceWeights& first = at(onAb) <= at(onAc) ? onAb : onAc;
    return at(first) <= at(onBc) ? first : onBc;
}

}  // namespace spheretree
