#pragma once

#include "CoreMinimal.h"

class UWorld;

// [D Runtime/GameplayDebugger/FGameplayDebuggerCanvasContext] 5.3+
class FGameplayDebuggerCanvasContext {
public:
    void Print(const FString& Text) { StandInLines.Add(Text); }
    template <typename... Args>
    void Printf(const TCHAR* Format, const Args&... Values) {
        Print(FString::Printf(Format, Values...));
    }
    TArray<FString> StandInLines;
};
