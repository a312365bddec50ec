#pragma once

#include "Delegates/Delegate.h"

// [D Runtime/Core/Containers/FTickerDelegate, FTSTicker/AddTicker; ue5coro TestWorld.cpp (GetCoreTicker, Tick)] 5.3+.
// One that answers false is not called again.
using FTickerDelegate = TDelegate<bool(float)>;
class FTSTicker {
public:
    static FTSTicker& GetCoreTicker();
    void AddTicker(const FTickerDelegate& InDelegate, float InDelay = 0) {
        Entries.Add({InDelegate, InDelay, InDelay});
    }
    void Tick(float DeltaTime);

private:
    struct FEntry {
        FTickerDelegate Delegate;
        float Delay, Left;
    };
    TArray<FEntry> Entries;
};
