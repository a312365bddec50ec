#pragma once

// The one place that includes Eigen. Unreal defines short macros that Eigen uses as identifiers
// (`PI`, `check`, `verify`), so they are set aside for the duration of the include. Only what
// Eigen 3.3 and 3.4 share is used.

#if !defined(EIGEN_MPL2_ONLY)
#define EIGEN_MPL2_ONLY
#endif

#pragma push_macro("PI")
#pragma push_macro("check")
#pragma push_macro("verify")
#undef PI
#undef check
#undef verify

#if defined(THIRD_PARTY_INCLUDES_START)
THIRD_PARTY_INCLUDES_START
#endif
#include <Eigen/Core>
#include <Eigen/Dense>
#if defined(THIRD_PARTY_INCLUDES_END)
THIRD_PARTY_INCLUDES_END
#endif

#pragma pop_macro("verify")
#pragma pop_macro("check")
#pragma pop_macro("PI")

#include "SphereTree/Vec3.h"

namespace spheretree {

inline Eigen::Vector3d ToEigen(const Vec3& a) { return {a.x, a.y, a.z}; }
inline Vec3 FromEigen(const Eigen::Vector3d& a) { return {a.x(), a.y(), a.z()}; }

}  // namespace spheretree
