#pragma once

#include "Widgets/SCompoundWidget.h"

// [D Runtime/Slate/Widgets/Notifications/SNotificationItem, ECompletionState 5.1] 5.3+
class SNotificationItem : public SCompoundWidget {
public:
    enum ECompletionState { CS_None, CS_Pending, CS_Success, CS_Fail };
    void SetCompletionState(ECompletionState In) { State = In; }
    ECompletionState GetCompletionState() const { return State; }

private:
    ECompletionState State = CS_None;
};

// [D Runtime/Slate/Widgets/Notifications/FNotificationInfo, application_version=5.4] 5.3+
struct FNotificationInfo {
    explicit FNotificationInfo(const FText& InText) : Text(InText) {}
    TAttribute<FText> Text;
    FSimpleDelegate Hyperlink;
    TAttribute<FText> HyperlinkText;
    float ExpireDuration = 1;
    bool bUseSuccessFailIcons = true;
};
