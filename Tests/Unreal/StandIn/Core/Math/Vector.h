#pragma once

#include "Containers/UnrealString.h"
#include "Math/UnrealMathUtility.h"

#include <limits>

// [D Runtime/Core/Math/TVector; carla CarlaToolsFunctionLibrary.cpp] 5.3+; what meshes store.
struct FVector3f {
    float X = 0, Y = 0, Z = 0;
    FVector3f() = default;
    FVector3f(float InX, float InY, float InZ) : X(InX), Y(InY), Z(InZ) {}
};

/// What the engine leaves uninitialised is not a number here, so that nobody can live on a zero by chance. [D
/// Runtime/Core/TVector, TRotator/__ctor, TQuat/__ctor, TSphere/__ctor]
inline constexpr double StandInUninitialised = std::numeric_limits<double>::quiet_NaN();

// [D Runtime/Core/TVector: the default constructor sets nothing; TVector/GetSafeNormal] 5.3+; double since 5.0.
struct FVector {
    double X = StandInUninitialised, Y = StandInUninitialised, Z = StandInUninitialised;

    FVector() = default;
    explicit FVector(const FVector3f& V)
        : X(static_cast<double>(V.X)), Y(static_cast<double>(V.Y)), Z(static_cast<double>(V.Z)) {}
    explicit FVector(double All) : X(All), Y(All), Z(All) {}
    FVector(double InX, double InY, double InZ) : X(InX), Y(InY), Z(InZ) {}
    static const FVector ZeroVector, OneVector, UpVector, ForwardVector;
    FVector operator+(const FVector& B) const { return {X + B.X, Y + B.Y, Z + B.Z}; }
    FVector operator-(const FVector& B) const { return {X - B.X, Y - B.Y, Z - B.Z}; }
    FVector operator-() const { return {-X, -Y, -Z}; }
    FVector operator*(const FVector& B) const { return {X * B.X, Y * B.Y, Z * B.Z}; }
    FVector operator*(double S) const { return {X * S, Y * S, Z * S}; }
    FVector operator/(double S) const { return {X / S, Y / S, Z / S}; }
    friend FVector operator*(double S, const FVector& A) { return A * S; }
    FVector& operator+=(const FVector& B) { return *this = *this + B; }
    FVector& operator-=(const FVector& B) { return *this = *this - B; }
    FVector& operator*=(double S) { return *this = *this * S; }
    bool operator==(const FVector& B) const { return X == B.X && Y == B.Y && Z == B.Z; }
    bool operator!=(const FVector& B) const { return !(*this == B); }
    double operator|(const FVector& B) const { return X * B.X + Y * B.Y + Z * B.Z; }
    FVector operator^(const FVector& B) const { return CrossProduct(*this, B); }
    static double DotProduct(const FVector& A, const FVector& B) { return A | B; }
    static FVector CrossProduct(const FVector& A, const FVector& B) {
        return {A.Y * B.Z - A.Z * B.Y, A.Z * B.X - A.X * B.Z, A.X * B.Y - A.Y * B.X};
    }
    double SizeSquared() const { return *this | *this; }
    double Size() const { return std::sqrt(SizeSquared()); }
    double Length() const { return Size(); }
    static double Dist(const FVector& A, const FVector& B) { return (A - B).Size(); }
    static double Distance(const FVector& A, const FVector& B) { return (A - B).Size(); }
    static double DistSquared(const FVector& A, const FVector& B) { return (A - B).SizeSquared(); }
    FVector GetSafeNormal(double Tolerance = 1e-8, const FVector& ResultIfZero = ZeroVector) const {
        return SizeSquared() > Tolerance ? *this / Size() : ResultIfZero;
    }
    FVector GetAbs() const { return {std::abs(X), std::abs(Y), std::abs(Z)}; }
    double GetMax() const { return FMath::Max3(X, Y, Z); }
    double GetAbsMax() const { return GetAbs().GetMax(); }
    bool IsZero() const { return X == 0 && Y == 0 && Z == 0; }
    bool IsNearlyZero(double Tolerance = 1e-4) const { return GetAbsMax() <= Tolerance; }
    bool Equals(const FVector& B, double Tolerance = 1e-4) const { return (*this - B).GetAbsMax() <= Tolerance; }
    bool ContainsNaN() const { return !std::isfinite(X) || !std::isfinite(Y) || !std::isfinite(Z); }
    void FindBestAxisVectors(FVector& Axis1, FVector& Axis2) const;
    FString ToString() const { return FString::Printf(u"X=%3.3f Y=%3.3f Z=%3.3f", X, Y, Z); }
};
