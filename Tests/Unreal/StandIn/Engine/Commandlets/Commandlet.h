#pragma once

#include "UObject/UObjectGlobals.h"

// [D Runtime/Engine/Commandlets/UCommandlet; ACL ACLDatabaseBuildCommandlet.cpp] 5.3+
class UCommandlet : public UObject {
    STANDIN_CLASS(UCommandlet, UObject)
public:
    virtual int32 Main(const FString&) { return 0; }
    uint32 IsServer : 1 = 1, IsClient : 1 = 1, IsEditor : 1 = 1, LogToConsole : 1 = 0, ShowErrorCount : 1 = 0;
};
