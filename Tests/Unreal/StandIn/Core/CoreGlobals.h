#pragma once

#include "Containers/UnrealString.h"

// [N Runtime/Core/CoreGlobals: the variables] 5.3+
extern FString GGameIni, GEngineIni;
extern uint64 GFrameCounter;
extern bool GIsEditor;

// [D Runtime/Core/IsRunningCommandlet, 5.4; Runtime/Core/IsInGameThread, 5.5] 5.3+
inline bool IsRunningCommandlet() { return false; }
bool IsInGameThread();
