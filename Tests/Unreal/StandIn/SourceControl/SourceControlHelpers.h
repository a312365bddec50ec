#pragma once

#include "UObject/UObjectGlobals.h"

// [D Developer/SourceControl/USourceControlHelpers: CheckOutOrAddFile 5.4, MarkFileForAdd 5.3 and 5.4, IsAvailable,
// LastErrorMsg; FOnPostCheckOut 5.4: files are written after the check-out and before the add] 5.3+. Here a file that
// is not there cannot be added, as with most providers.
class USourceControlHelpers : public UObject {
    STANDIN_CLASS(USourceControlHelpers, UObject)
public:
    static bool IsAvailable();
    static bool CheckOutOrAddFile(const FString& InFile, bool bSilent = false);
    static bool MarkFileForAdd(const FString& InFile, bool bSilent = false);
    static FText LastErrorMsg();

    static bool bStandInAvailable;
    static FString StandInLocked;  // a part of the names of files that somebody else has
    static TArray<FString> StandInCheckedOut, StandInAdded;
};
