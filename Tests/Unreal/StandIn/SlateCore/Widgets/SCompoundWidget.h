#pragma once

#include "Widgets/DeclarativeSyntaxSupport.h"

// [D Runtime/SlateCore/Widgets/SCompoundWidget] 5.3+
class SCompoundWidget : public SWidget {
public:
    TArray<TSharedRef<SWidget>> StandInChildren() const override { return Content; }

protected:
    TArray<TSharedRef<SWidget>> Content;
};
