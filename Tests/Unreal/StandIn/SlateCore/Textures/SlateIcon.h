#pragma once

#include "UObject/NameTypes.h"

// [D Runtime/SlateCore/Textures/FSlateIcon] 5.3+
struct FSlateIcon {
    FSlateIcon() = default;
    FSlateIcon(const FName& InStyleSetName, const FName& InStyleName) : StyleSet(InStyleSetName), Style(InStyleName) {}
    const FName& GetStyleSetName() const { return StyleSet; }
    const FName& GetStyleName() const { return Style; }

private:
    FName StyleSet, Style;
};
