#pragma once

#include "Math/Vector2D.h"
#include "Widgets/SCompoundWidget.h"

// [D Runtime/SlateCore/Widgets/SWindow: Title, ClientSize, SetContent, RequestDestroyWindow] 5.3+
class SWindow : public SCompoundWidget {
public:
    struct FArguments : TSlateBaseNamedArgs<SWindow> {
        FArguments& Title(const TAttribute<FText>& In) {
            StandInTitle = In;
            return *this;
        }
        FArguments& ClientSize(FVector2D) { return *this; }
        TAttribute<FText> StandInTitle;
    };
    void Construct(const FArguments& In) { StandInTitle = In.StandInTitle.Get(); }
    void SetContent(const TSharedRef<SWidget>& In) {
        Content.Reset();
        Content.Add(In);
    }
    void RequestDestroyWindow() { bStandInOpen = false; }
    FText StandInTitle;
    bool bStandInOpen = true;
};
