#pragma once

#include "DetailWidgetRow.h"

// [D Editor/PropertyEditor/IDetailCategoryBuilder; vitruvio VitruvioComponentDetails.cpp (AddCustomRow)] 5.3+
class IDetailCategoryBuilder {
public:
    virtual ~IDetailCategoryBuilder() = default;
    virtual FDetailWidgetRow& AddCustomRow(const FText& FilterString, bool bForAdvanced = false) = 0;
};
