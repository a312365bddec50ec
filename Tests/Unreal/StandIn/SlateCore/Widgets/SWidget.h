#pragma once

#include "CoreMinimal.h"

// [D Runtime/SlateCore/Widgets/SWidget] 5.3+
class SWidget : public TSharedFromThis<SWidget> {
public:
    virtual ~SWidget() = default;
    virtual TArray<TSharedRef<SWidget>> StandInChildren() const { return {}; }
};
