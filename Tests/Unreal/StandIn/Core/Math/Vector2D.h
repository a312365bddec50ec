#pragma once

#include "HAL/Platform.h"

// [D Runtime/Core/Math/TVector2] 5.3+; double since 5.0.
struct FVector2D {
    double X = 0, Y = 0;
    FVector2D() = default;
    FVector2D(double InX, double InY) : X(InX), Y(InY) {}
    FVector2D operator+(const FVector2D& B) const { return {X + B.X, Y + B.Y}; }
    FVector2D operator-(const FVector2D& B) const { return {X - B.X, Y - B.Y}; }
    FVector2D operator*(double S) const { return {X * S, Y * S}; }
};
