#pragma once

#include "Widgets/SCompoundWidget.h"

class UObject;

// [D Editor/PropertyEditor/IDetailsView; EpicSandbox MyCustomAssetEditor.cpp] 5.3+
class IDetailsView : public SCompoundWidget {
public:
    virtual void SetObject(UObject* Object, bool bForceRefresh = false) = 0;
};
