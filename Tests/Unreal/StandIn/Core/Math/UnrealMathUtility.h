#pragma once

#include "HAL/Platform.h"

#include <cmath>
#include <type_traits>

// [N Runtime/Core/Math/UnrealMathUtility] 5.3+; the short names are macros, on purpose: they are in the engine.
#define PI (3.1415926535897932f)
#define UE_PI (3.1415926535897932f)
#define UE_DOUBLE_PI (3.141592653589793238462643383279502884197169399)
#define UE_SMALL_NUMBER (1.e-8f)
#define UE_KINDA_SMALL_NUMBER (1.e-4f)

// [D Runtime/Core/Math/FMath/Clamp, 5.3; FGenericPlatformMath/FloorToInt32] 5.3+. Min, Max and Clamp take one type
// only: the engine mixes floats and doubles, and whole numbers in some versions, so we are stricter than it.
struct FMath {
    template <typename T>
    static constexpr T Min(const T A, const T B) {
        return B < A ? B : A;
    }
    template <typename T>
    static constexpr T Max(const T A, const T B) {
        return A < B ? B : A;
    }
    template <typename T>
    static constexpr T Max3(const T A, const T B, const T C) {
        return Max(Max(A, B), C);
    }
    template <typename T>
    static constexpr T Clamp(const T Value, const T Low, const T High) {
        return Value < Low ? Low : (High < Value ? High : Value);
    }
    template <typename T>
    static constexpr T Abs(const T A) {
        return A < T(0) ? -A : A;
    }
    template <typename T>
    static constexpr T Square(const T A) {
        return A * A;
    }
    template <typename T>
    static T Lerp(const T& A, const T& B, double Alpha) {
        return static_cast<T>(A + Alpha * (B - A));
    }
    static double Sqrt(double A) { return std::sqrt(A); }
    static float Sqrt(float A) { return std::sqrt(A); }
    static double Acos(double A) { return std::acos(A); }
    static double Cos(double A) { return std::cos(A); }
    static double Sin(double A) { return std::sin(A); }
    static double Pow(double A, double B) { return std::pow(A, B); }
    static double Exp(double A) { return std::exp(A); }
    static double DegreesToRadians(double A) { return A * (UE_DOUBLE_PI / 180); }
    static double RadiansToDegrees(double A) { return A * (180 / UE_DOUBLE_PI); }
    static bool IsFinite(double A) { return std::isfinite(A); }
    static bool IsNearlyEqual(double A, double B, double Tolerance = 1e-8) { return std::abs(A - B) <= Tolerance; }
    static bool IsNearlyEqual(float A, float B, float Tolerance = 1e-8f) { return std::abs(A - B) <= Tolerance; }
    static bool IsNearlyZero(double A, double Tolerance = 1e-8) { return std::abs(A) <= Tolerance; }
    static int32 FloorToInt32(double A) { return static_cast<int32>(std::floor(A)); }
    static int32 RoundToInt32(double A) { return static_cast<int32>(std::floor(A + 0.5)); }
};
