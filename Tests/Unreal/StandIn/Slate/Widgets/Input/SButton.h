#pragma once

#include "Widgets/SCompoundWidget.h"

// [D Runtime/Slate/Widgets/Input/SButton; vitruvio VitruvioComponentDetails.cpp:536 (OnClicked_Lambda)] 5.3+
class SButton : public SCompoundWidget {
public:
    struct FArguments : TSlateBaseNamedArgs<SButton> {
        FArguments& Text(const TAttribute<FText>& In) {
            StandInText = In;
            return *this;
        }
        template <typename F>
        FArguments& OnClicked_Lambda(F Callable) {
            StandInClicked = std::move(Callable);
            return *this;
        }
        TAttribute<FText> StandInText;
        std::function<FReply()> StandInClicked;
    };
    void Construct(const FArguments& In) { StandInArguments = In; }
    FArguments StandInArguments;
};
