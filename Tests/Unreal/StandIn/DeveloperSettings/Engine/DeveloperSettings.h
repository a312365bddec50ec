#pragma once

#include "UObject/UObjectGlobals.h"

// [D Runtime/DeveloperSettings/UDeveloperSettings] 5.3+
class UDeveloperSettings : public UObject {
    STANDIN_CLASS(UDeveloperSettings, UObject)
public:
    virtual FName GetContainerName() const { return FName(u"Project"); }
    virtual FName GetCategoryName() const { return FName(u"Engine"); }
    virtual FName GetSectionName() const { return GetClass()->GetFName(); }
};
