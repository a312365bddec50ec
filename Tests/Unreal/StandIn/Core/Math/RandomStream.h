#pragma once

#include "Math/Vector.h"

// [D Runtime/Core/Math/FRandomStream/FRand, FRandRange, 5.3, 5.5] 5.3+. Another generator than the engine's: a test may
// need a seed, not a value.
struct FRandomStream {
    explicit FRandomStream(int32 Seed) : State(static_cast<uint32>(Seed)) {}
    float FRand() const { return static_cast<float>(StandInNext()); }
    double FRandRange(double Low, double High) const { return Low + (High - Low) * StandInNext(); }
    int32 RandRange(int32 Low, int32 High) const { return Low + static_cast<int32>(StandInNext() * (High - Low + 1)); }
    FVector VRand() const;

private:
    double StandInNext() const;  // from 0 to 1, without 1
    mutable uint64 State;
};
