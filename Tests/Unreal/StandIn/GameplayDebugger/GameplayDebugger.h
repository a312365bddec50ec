#pragma once

#include "GameplayDebuggerCategory.h"
#include "UObject/NameTypes.h"

// [SUSS SUSS.cpp; ue5coro UE5CoroDebug] 5.3+; SetupGameplayDebuggerSupport in Build.cs defines it.
#if !defined(WITH_GAMEPLAY_DEBUGGER)
#define WITH_GAMEPLAY_DEBUGGER 1
#endif

// [D Runtime/GameplayDebugger/EGameplayDebuggerCategoryState] 5.3+
enum class EGameplayDebuggerCategoryState : uint8 {
    EnabledInGame,
    EnabledInSimulate,
    EnabledInGameAndSimulate,
    Disabled,
    Hidden
};

// [D Runtime/GameplayDebugger/IGameplayDebugger] 5.3+
class IGameplayDebugger {
public:
    using FOnGetCategory = TDelegate<TSharedRef<FGameplayDebuggerCategory>()>;
    static IGameplayDebugger& Get();
    static bool IsAvailable() { return true; }
    void RegisterCategory(FName Name, FOnGetCategory Make, EGameplayDebuggerCategoryState State, int32 Slot);
    void UnregisterCategory(FName Name);
    void NotifyCategoriesChanged() {}
    TArray<FName> StandInNames;
    TArray<FOnGetCategory> StandInMakers;
};
