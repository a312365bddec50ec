// Vectors, turns and transforms.

#include "CoreMinimal.h"
#include "Math/RandomStream.h"

const FVector FVector::ZeroVector{0, 0, 0};
const FVector FVector::OneVector{1, 1, 1};
const FVector FVector::UpVector{0, 0, 1};
const FVector FVector::ForwardVector{1, 0, 0};
const FRotator FRotator::ZeroRotator{0, 0, 0};
const FQuat FQuat::Identity{0, 0, 0, 1};
const FTransform FTransform::Identity;
const FColor FColor::White(255, 255, 255);
const FColor FColor::Black(0, 0, 0);
const FColor FColor::Red(255, 0, 0);
const FColor FColor::Green(0, 255, 0);
const FColor FColor::Blue(0, 0, 255);
const FColor FColor::Yellow(255, 255, 0);
const FColor FColor::Cyan(0, 255, 255);
const FColor FColor::Magenta(255, 0, 255);
const FColor FColor::Orange(243, 156, 18);

void FVector::FindBestAxisVectors(FVector& Axis1, FVector& Axis2) const {
    const FVector Other = std::abs(Z) > 0.9 ? FVector(1, 0, 0) : FVector(0, 0, 1);
    Axis1 = (Other - *this * (Other | *this)).GetSafeNormal();
    Axis2 = Axis1 ^ *this;
}

FQuat::FQuat(const FVector& Axis, double Radians) {
    const double S = std::sin(Radians / 2);
    *this = {Axis.X * S, Axis.Y * S, Axis.Z * S, std::cos(Radians / 2)};
}

FQuat FQuat::operator*(const FQuat& B) const {
    return {W * B.X + X * B.W + Y * B.Z - Z * B.Y, W * B.Y - X * B.Z + Y * B.W + Z * B.X,
            W * B.Z + X * B.Y - Y * B.X + Z * B.W, W * B.W - X * B.X - Y * B.Y - Z * B.Z};
}

FVector FQuat::RotateVector(const FVector& V) const {
    const FVector Q(X, Y, Z);
    const FVector T = (Q ^ V) * 2;
    return V + T * W + (Q ^ T);
}

bool FQuat::Equals(const FQuat& B, double Tolerance) const {
    const double Dot = X * B.X + Y * B.Y + Z * B.Z + W * B.W;
    return std::abs(std::abs(Dot) - 1) <= Tolerance;
}

FQuat FQuat::GetNormalized() const {
    const double Length = std::sqrt(X * X + Y * Y + Z * Z + W * W);
    return {X / Length, Y / Length, Z / Length, W / Length};
}

// Yaw turns about Z, then pitch and roll; in the engine's left-handed frame positive pitch looks up.
FQuat::FQuat(const FRotator& R) {
    const FQuat Yaw(FVector(0, 0, 1), FMath::DegreesToRadians(R.Yaw));
    const FQuat Pitch(FVector(0, 1, 0), -FMath::DegreesToRadians(R.Pitch));
    const FQuat Roll(FVector(1, 0, 0), -FMath::DegreesToRadians(R.Roll));
    *this = Yaw * Pitch * Roll;
}

FRotator FQuat::Rotator() const {
    const FVector F = GetAxisX();
    return {FMath::RadiansToDegrees(std::atan2(F.Z, std::sqrt(F.X * F.X + F.Y * F.Y))),
            FMath::RadiansToDegrees(std::atan2(F.Y, F.X)), 0};
}

FVector FRotator::Vector() const { return FQuat(*this).GetAxisX(); }
FQuat FRotator::Quaternion() const { return FQuat(*this); }

FVector FTransform::InverseTransformPosition(const FVector& V) const {
    const FVector Back = Rotation.UnrotateVector(V - Translation);
    const auto Divide = [](double A, double B) { return std::abs(B) < 1e-8 ? 0.0 : A / B; };
    return {Divide(Back.X, Scale.X), Divide(Back.Y, Scale.Y), Divide(Back.Z, Scale.Z)};
}

FTransform FTransform::operator*(const FTransform& Parent) const {
    return FTransform(Parent.Rotation * Rotation, Parent.TransformPosition(Translation), Scale * Parent.Scale);
}

FTransform FTransform::GetRelativeTransform(const FTransform& Parent) const {
    const auto Divide = [](double A, double B) { return std::abs(B) < 1e-8 ? 0.0 : A / B; };
    return FTransform(
        Parent.Rotation.Inverse() * Rotation, Parent.InverseTransformPosition(Translation),
        FVector(Divide(Scale.X, Parent.Scale.X), Divide(Scale.Y, Parent.Scale.Y), Divide(Scale.Z, Parent.Scale.Z)));
}

bool FTransform::Equals(const FTransform& B, double Tolerance) const {
    return Translation.Equals(B.Translation, Tolerance) && Scale.Equals(B.Scale, Tolerance) &&
           Rotation.Equals(B.Rotation, Tolerance);
}

FColor FLinearColor::ToFColor(bool) const {
    const auto Byte = [](float V) { return static_cast<uint8>(FMath::Clamp(V, 0.f, 1.f) * 255.f + 0.5f); };
    return FColor(Byte(R), Byte(G), Byte(B), Byte(A));
}

double FRandomStream::StandInNext() const {
    State = State * 6364136223846793005ull + 1442695040888963407ull;
    return static_cast<double>(State >> 11) * 0x1p-53;
}

FVector FRandomStream::VRand() const {
    for (;;) {
        const FVector V(FRandRange(-1, 1), FRandRange(-1, 1), FRandRange(-1, 1));
        if (V.SizeSquared() <= 1 && V.SizeSquared() > 1e-6) return V / V.Size();
    }
}
