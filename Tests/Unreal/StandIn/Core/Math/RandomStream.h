#pragma once

#include "Math/Vector.h"

// [D Runtime/Core/Math/FRandomStream] 5.3+. Another generator than the engine's: a test may need a seed, not a value.
struct FRandomStream {
    explicit FRandomStream(int32 Seed) : State(static_cast<uint32>(Seed)) {}
    double FRand();
    double FRandRange(double Low, double High) { return Low + (High - Low) * FRand(); }
    int32 RandRange(int32 Low, int32 High) { return Low + static_cast<int32>(FRand() * (High - Low + 1)); }
    FVector VRand();

private:
    uint64 State;
};
