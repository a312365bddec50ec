#pragma once

#include "CoreMinimal.h"

struct FNotificationInfo;
class SNotificationItem;

// [D Runtime/Slate/Framework/Notifications/FSlateNotificationManager] 5.3+
class FSlateNotificationManager {
public:
    static FSlateNotificationManager& Get();
    TSharedPtr<SNotificationItem> AddNotification(const FNotificationInfo& Info);
    TArray<FText> StandInTexts;
    TArray<FSimpleDelegate> StandInLinks;
};
