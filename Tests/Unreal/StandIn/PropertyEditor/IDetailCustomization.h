#pragma once

#include "CoreMinimal.h"

class IDetailLayoutBuilder;

// [D Editor/PropertyEditor/IDetailCustomization; AGXUnreal, KawaiiPhysics] 5.3+
class IDetailCustomization : public TSharedFromThis<IDetailCustomization> {
public:
    virtual ~IDetailCustomization() = default;
    virtual void CustomizeDetails(IDetailLayoutBuilder& DetailBuilder) = 0;
};
