#pragma once

#include "GameplayDebuggerTypes.h"

class AActor;
class APlayerController;

// [D Runtime/GameplayDebugger/FGameplayDebuggerCategory] 5.3+
class FGameplayDebuggerCategory {
public:
    virtual ~FGameplayDebuggerCategory() = default;
    virtual void CollectData(APlayerController*, AActor*) {}
    virtual void DrawData(APlayerController*, FGameplayDebuggerCanvasContext&) {}
    const TArray<FString>& StandInText() const { return Lines; }

protected:
    void AddTextLine(const FString& Line) { Lines.Add(Line); }

private:
    TArray<FString> Lines;
};
