#pragma once

#include "UObject/UObjectGlobals.h"

// [D Developer/SourceControl/USourceControlHelpers: CheckOutOrAddFile 5.4, IsAvailable, LastErrorMsg] 5.3+
class USourceControlHelpers : public UObject {
    STANDIN_CLASS(USourceControlHelpers, UObject)
public:
    static bool IsAvailable();
    static bool CheckOutOrAddFile(const FString& InFile, bool bSilent = false);
    static FText LastErrorMsg();

    static bool bStandInAvailable;
    static FString StandInLocked;  // a part of the names of files that somebody else has
    static TArray<FString> StandInCheckedOut;
};
