#pragma once

#include "Framework/Docking/TabManager.h"

// [D Runtime/Slate/Widgets/Docking/SDockTab; EpicSandbox MyCustomAssetEditor.cpp] 5.3+
class SDockTab : public SCompoundWidget {
public:
    struct FArguments : TSlateBaseNamedArgs<SDockTab> {
        FArguments& operator[](const TSharedRef<SWidget>& In) {
            Inside = In;
            return *this;
        }
        TSharedPtr<SWidget> Inside;
    };
    void Construct(const FArguments& In) { Content.Add(In.Inside.ToSharedRef()); }
};
