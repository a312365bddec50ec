#pragma once

#include "Widgets/SCompoundWidget.h"

// [D Editor/PropertyEditor/FDetailWidgetRow; vitruvio VitruvioComponentDetails.cpp (WholeRowContent)] 5.3+
class FDetailWidgetRow {
public:
    struct FWhole {
        FDetailWidgetRow& operator[](const TSharedRef<SWidget>& In) {
            Row.StandInContent = In;
            return Row;
        }
        FDetailWidgetRow& Row;
    };
    FWhole WholeRowContent() { return {*this}; }
    TSharedPtr<SWidget> StandInContent;
};
