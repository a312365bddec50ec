#pragma once

#include "Containers/UnrealString.h"

// [D Runtime/Core/Misc/FGuid/IsValid, 5.3, 5.5; FGuid/__ctor] 5.3+
struct FGuid {
    uint32 A = 0, B = 0, C = 0, D = 0;
    FGuid() = default;
    constexpr FGuid(uint32 InA, uint32 InB, uint32 InC, uint32 InD) : A(InA), B(InB), C(InC), D(InD) {}
    bool IsValid() const { return (A | B | C | D) != 0; }
    friend bool operator==(const FGuid& X, const FGuid& Y) {
        return X.A == Y.A && X.B == Y.B && X.C == Y.C && X.D == Y.D;
    }
    friend bool operator!=(const FGuid& X, const FGuid& Y) { return !(X == Y); }
};
