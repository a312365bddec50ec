#pragma once

#include "Widgets/SCompoundWidget.h"

// [D Runtime/Slate/Widgets/Text/STextBlock; slate-overview guide: every attribute has _Lambda] 5.3+
class STextBlock : public SCompoundWidget {
public:
    struct FArguments : TSlateBaseNamedArgs<STextBlock> {
        FArguments& Text(const TAttribute<FText>& In) {
            StandInText = In;
            return *this;
        }
        template <typename F>
        FArguments& Text_Lambda(F Callable) {
            return Text(TAttribute<FText>::CreateLambda(std::move(Callable)));
        }
        TAttribute<FText> StandInText;
    };
    void Construct(const FArguments& In) { StandInText = In.StandInText; }
    TAttribute<FText> StandInText;
};
