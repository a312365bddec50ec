#pragma once

#include "UObject/NameTypes.h"

// [D Runtime/SlateCore/Styling/FAppStyle/GetAppStyleSetName; UnrealJolt] 5.3+
class FAppStyle {
public:
    static FName GetAppStyleSetName() { return FName("AppStyle"); }
};
