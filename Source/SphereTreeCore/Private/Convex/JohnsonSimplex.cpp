#include "Convex/JohnsonSimplex.h"

#include "Convex/NearestOnFace.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

namespace spheretree {

namespace {
// What rounding does to |v|², of |v| times the simplex's size. A step that comes nearer by less may still turn the axis
// the right way: without such steps, the last √ε of the distance is never proven.
constexpr double kRounding = 0x1p-50;
}  // namespace

bool JohnsonSimplex::Holds(const Vec3& w) const {
    for (size_t i = 0; i < 4; ++i)
        if ((known_ >> i & 1) && points_[i] == w) return true;
    return false;
}

double JohnsonSimplex::LargestSquare() const {
    double largest = 0;
    for (size_t i = 0; i < 4; ++i)
        if (used_ >> i & 1) largest = std::max(largest, LengthSquared(points_[i]));
    return largest;
}

// Only subsets with the newest point are new: Δ_j(X ∪ {j}) = Σ_{i∈X} Δ_i(X) (y_i·y_k − y_i·y_j), k = min X.
void JohnsonSimplex::FillCofactors(int newest) {
    const uint32_t bit = 1u << newest;
    const auto n = static_cast<size_t>(newest);
    cofactor_[bit][n] = 1;
    for (uint32_t x = 1; x < 16; ++x) {  // smaller subsets have smaller numbers
        if ((x & ~(used_ | bit)) != 0 || (x & bit) == 0 || std::popcount(x) < 2) continue;
        for (size_t j = 0; j < 4; ++j) {
            if (!(x >> j & 1)) continue;
            const uint32_t rest = x & ~(1u << j);
            const auto k = static_cast<size_t>(std::countr_zero(rest));
            double sum = 0;
            for (size_t i = 0; i < 4; ++i)
                if (rest >> i & 1) sum += cofactor_[rest][i] * Dot(points_[i], points_[k] - points_[j]);
            cofactor_[x][j] = sum;
        }
    }
}

// (i) all its own cofactors are positive, (ii) no other point of the simplex would be an improvement.
bool JohnsonSimplex::IsNearest(uint32_t subset) const {
    for (size_t i = 0; i < 4; ++i) {
        if (!(used_ >> i & 1)) continue;
        const uint32_t bit = 1u << i;
        if (subset & bit) {
            if (!(cofactor_[subset][i] > 0)) return false;
        } else if (cofactor_[subset | bit][i] > 0) {
            return false;
        }
    }
    return true;
}

void JohnsonSimplex::Take(uint32_t subset, const std::array<double, 4>& weights) {
    used_ = subset;
    weight_ = weights;
}

Vec3 JohnsonSimplex::Combine(const std::array<Vec3, 4>& corners) const {
    Vec3 sum;
    for (size_t i = 0; i < 4; ++i)
        if (used_ >> i & 1) sum += corners[i] * weight_[i];
    return sum;
}

// Not by weights where a plane or a line says it better: a foot's direction is that of the normal, whose digits do not
// suffer when weights of large points cancel.
Vec3 JohnsonSimplex::Nearest() const {
    std::array<Vec3, 4> y;
    size_t count = 0;
    for (size_t i = 0; i < 4; ++i)
        if (used_ >> i & 1) y[count++] = points_[i];
    for (size_t i = 1; i < count; ++i)
        if (LengthSquared(y[i]) < LengthSquared(y[0])) std::swap(y[0], y[i]);
    if (count == 3) {
        const Vec3 normal = Cross(y[1] - y[0], y[2] - y[0]);
        const double square = LengthSquared(normal);
        if (square > 0) return normal * (Dot(normal, y[0]) / square);
    }
    if (count == 2) {
        const Vec3 along = y[1] - y[0];
        return y[0] - along * (Dot(y[0], along) / LengthSquared(along));
    }
    return Combine(points_);
}

// Full, and the origin on the inner side of each face. Sides rather than cofactors: their signs are right for much
// flatter tetrahedra.
bool JohnsonSimplex::TakeWhole() {
    if (used_ != 15) return false;
    std::array<double, 4> weights{};
    for (size_t l = 0; l < 4; ++l) {
        const Vec3 &a = points_[(l + 1) % 4], &b = points_[(l + 2) % 4], &c = points_[(l + 3) % 4];
        const Vec3 normal = Cross(b - a, c - a);
        const double side = Dot(normal, points_[l] - a), origin = -Dot(normal, a);
        if (!(side != 0) || !((origin >= 0) == (side > 0) || origin == 0)) return false;
        weights[l] = origin / side;
    }
    Take(15, weights);
    return true;
}

// Seen along the point that the weights give, all points of the simplex are equally far, to rounding.
bool JohnsonSimplex::IsLevel() const {
    const Vec3 v = Combine(points_);
    const double square = LengthSquared(v), slack = kRounding * std::sqrt(square * LargestSquare());
    for (size_t i = 0; i < 4; ++i)
        if ((used_ >> i & 1) && std::fabs(Dot(v, points_[i]) - square) > slack) return false;
    return true;
}

// Theorem 4.8: the newest point stays. Each step must come nearer: where that is not so, rounding chose.
bool JohnsonSimplex::TakeByCofactors(uint32_t newest, double below) {
    const uint32_t all = used_;
    for (uint32_t subset = 1; subset < 15; ++subset) {
        if ((subset & ~all) != 0 || (subset & newest) == 0 || !IsNearest(subset)) continue;
        std::array<double, 4> weights{};
        double sum = 0;
        for (size_t i = 0; i < 4; ++i)
            if (subset >> i & 1) sum += weights[i] = cofactor_[subset][i];
        for (double& weight : weights) weight /= sum;
        Take(subset, weights);
        return LengthSquared(Nearest()) < below && IsLevel();
    }
    return false;
}

// The faces, edges and corners with the newest point; `used_` holds all points.
bool JohnsonSimplex::TakeByProjection(uint32_t newest, double below) {
    const uint32_t all = used_;
    uint32_t best = 0;
    std::array<double, 4> bestWeights{};
    for (uint32_t subset = 1; subset < 15; ++subset) {
        if ((subset & ~all) != 0 || (subset & newest) == 0 || std::popcount(subset) > 3) continue;
        std::array<size_t, 3> at{};
        size_t count = 0;
        for (size_t i = 0; i < 4; ++i)
            if (subset >> i & 1) at[count++] = i;
        const Vec3 &a = points_[at[0]], &b = points_[at[1]], &c = points_[at[2]];
        const FaceWeights f = count == 3   ? NearestOnFace(a, b, c)
                              : count == 2 ? NearestOnEdge(a, b)
                                           : FaceWeights{1, 0, 0};
        std::array<double, 4> weights{};
        uint32_t needed = 0;
        for (size_t i = 0; i < count; ++i) {
            weights[at[i]] = f[i];
            if (f[i] > 0) needed |= 1u << at[i];
        }
        Take(needed, weights);
        const double square = LengthSquared(Nearest());
        if (square < below) below = square, best = needed, bestWeights = weights;
    }
    Take(best, bestWeights);
    return best != 0;
}

bool JohnsonSimplex::Add(const Vec3& w, const Vec3& p, const Vec3& q) {
    const int newest = std::countr_one(used_);
    const uint32_t bit = 1u << newest, before = used_;
    const std::array<double, 4> weights = weight_;
    const auto n = static_cast<size_t>(newest);
    double below = std::numeric_limits<double>::infinity();
    if (before != 0) {
        const double last = LengthSquared(Nearest());
        below = last + kRounding * std::sqrt(last * LargestSquare());
    }
    points_[n] = w, ofA_[n] = p, ofB_[n] = q;
    FillCofactors(newest);
    known_ = used_ = before | bit;
    if (TakeWhole() || TakeByCofactors(bit, below)) return true;
    used_ = known_;
    if (TakeByProjection(bit, below)) return true;
    Take(before, weights);
    return false;
}

}  // namespace spheretree
