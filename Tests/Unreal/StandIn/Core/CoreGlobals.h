#pragma once

#include "Containers/UnrealString.h"

// [D Runtime/Core/CoreGlobals] 5.3+
extern FString GGameIni, GEngineIni;
extern uint64 GFrameCounter;
extern bool GIsEditor;

// [D Runtime/Core/IsRunningCommandlet; Runtime/Core/IsInGameThread] 5.3+
inline bool IsRunningCommandlet() { return false; }
bool IsInGameThread();
