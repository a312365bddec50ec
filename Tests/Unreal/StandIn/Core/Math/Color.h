#pragma once

#include "HAL/Platform.h"

// [D Runtime/Core/FColor] 5.3+
struct FColor {
    uint8 B = 0, G = 0, R = 0, A = 255;
    FColor() = default;
    constexpr FColor(uint8 InR, uint8 InG, uint8 InB, uint8 InA = 255) : B(InB), G(InG), R(InR), A(InA) {}
    static const FColor White, Black, Red, Green, Blue, Yellow, Cyan, Magenta, Orange;
    bool operator==(const FColor& C) const { return B == C.B && G == C.G && R == C.R && A == C.A; }
};

// [D Runtime/Core/FLinearColor] 5.3+
struct FLinearColor {
    float R = 0, G = 0, B = 0, A = 1;
    FLinearColor() = default;
    constexpr FLinearColor(float InR, float InG, float InB, float InA = 1) : R(InR), G(InG), B(InB), A(InA) {}
    FColor ToFColor(bool bSRGB) const;
};
