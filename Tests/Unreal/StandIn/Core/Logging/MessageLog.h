#pragma once

#include "Internationalization/Text.h"
#include "Templates/SharedPointer.h"

// [D Runtime/Core/Logging/FTokenizedMessage] 5.3+
class FTokenizedMessage {};

// [D Runtime/Core/Logging/FMessageLog] 5.3+
class FMessageLog {
public:
    FMessageLog(const FName& InLogName) : LogName(InLogName) {}
    TSharedRef<FTokenizedMessage> Warning(const FText& Message = FText());
    TSharedRef<FTokenizedMessage> Error(const FText& Message = FText());

private:
    FName LogName;
};
