#pragma once

#include "CoreMinimal.h"
#include "Math/Vector2D.h"

// [D Runtime/Engine/FCanvasItem] 5.3+
class FCanvasItem {
public:
    virtual ~FCanvasItem() = default;
};

// [D Runtime/Engine/FCanvasNGonItem/__ctor/1, application_version=5.3 and 5.5] 5.3+
class FCanvasNGonItem : public FCanvasItem {
public:
    FCanvasNGonItem(const FVector2D& InPosition, const FVector2D& InRadius, int32 InNumSides,
                    const FLinearColor& InColor) {
        check(InNumSides >= 3 && InRadius.X >= 0);
        (void)InPosition, (void)InColor;
    }
};

// [D Runtime/Engine/FCanvasTileItem/__ctor] 5.3+
class FCanvasTileItem : public FCanvasItem {
public:
    FCanvasTileItem(const FVector2D& InPosition, const FVector2D& InSize, const FLinearColor& InColor) {
        (void)InPosition, (void)InSize, (void)InColor;
    }
};
