#pragma once

#include "Math/Vector.h"

// [D Runtime/Core/Math/TRotator, 5.4, and __ctor: "no initialization"] 5.3+; degrees.
struct FRotator {
    double Pitch = StandInUninitialised, Yaw = StandInUninitialised, Roll = StandInUninitialised;
    FRotator() = default;
    FRotator(double InPitch, double InYaw, double InRoll) : Pitch(InPitch), Yaw(InYaw), Roll(InRoll) {}
    static const FRotator ZeroRotator;
    FVector Vector() const;
    struct FQuat Quaternion() const;
};

// [D Runtime/Core/TQuat and __ctor: "no initialization"; Math/TQuat/Rotator, 5.4] 5.3+
struct FQuat {
    double X = StandInUninitialised, Y = StandInUninitialised, Z = StandInUninitialised, W = StandInUninitialised;
    FQuat() = default;
    FQuat(double InX, double InY, double InZ, double InW) : X(InX), Y(InY), Z(InZ), W(InW) {}
    FQuat(const FVector& Axis, double Radians);
    explicit FQuat(const FRotator& Rotator);
    static const FQuat Identity;
    FQuat operator*(const FQuat& B) const;
    FVector RotateVector(const FVector& V) const;
    FVector UnrotateVector(const FVector& V) const { return Inverse().RotateVector(V); }
    FQuat Inverse() const { return {-X, -Y, -Z, W}; }
    bool operator==(const FQuat& B) const { return X == B.X && Y == B.Y && Z == B.Z && W == B.W; }
    bool Equals(const FQuat& B, double Tolerance = 1e-4) const;
    bool IsNormalized() const { return std::abs(X * X + Y * Y + Z * Z + W * W - 1) < 0.01; }
    FQuat GetNormalized() const;
    FRotator Rotator() const;
    FVector GetAxisX() const { return RotateVector(FVector(1, 0, 0)); }
};

// [D Runtime/Core/TTransform; Math/TTransform/Inverse, 5.3, 5.4] 5.3+. A * B is A first, then B.
class FTransform {
public:
    FTransform() = default;
    explicit FTransform(const FVector& InTranslation) : Translation(InTranslation) {}
    explicit FTransform(const FQuat& InRotation) : Rotation(InRotation) {}
    FTransform(const FQuat& InRotation, const FVector& InTranslation, const FVector& InScale = FVector(1, 1, 1))
        : Rotation(InRotation), Translation(InTranslation), Scale(InScale) {}
    FTransform(const FRotator& InRotation, const FVector& InTranslation, const FVector& InScale = FVector(1, 1, 1))
        : Rotation(InRotation), Translation(InTranslation), Scale(InScale) {}
    static const FTransform Identity;
    FVector GetLocation() const { return Translation; }
    FVector GetTranslation() const { return Translation; }
    FQuat GetRotation() const { return Rotation; }
    FVector GetScale3D() const { return Scale; }
    void SetLocation(const FVector& In) { Translation = In; }
    void SetRotation(const FQuat& In) { Rotation = In; }
    void SetScale3D(const FVector& In) { Scale = In; }
    double GetMaximumAxisScale() const { return Scale.GetAbsMax(); }
    FVector TransformPosition(const FVector& V) const { return Rotation.RotateVector(Scale * V) + Translation; }
    FVector TransformPositionNoScale(const FVector& V) const { return Rotation.RotateVector(V) + Translation; }
    FVector InverseTransformPosition(const FVector& V) const;
    FVector TransformVectorNoScale(const FVector& V) const { return Rotation.RotateVector(V); }
    FTransform operator*(const FTransform& Parent) const;
    FTransform GetRelativeTransform(const FTransform& Parent) const;
    bool Equals(const FTransform& B, double Tolerance = 1e-4) const;
    bool ContainsNaN() const { return Translation.ContainsNaN() || Scale.ContainsNaN() || !std::isfinite(Rotation.W); }

private:
    FQuat Rotation{0, 0, 0, 1};
    FVector Translation{0, 0, 0};
    FVector Scale{1, 1, 1};
};
