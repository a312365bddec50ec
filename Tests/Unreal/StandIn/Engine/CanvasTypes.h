#pragma once

#include "CanvasItem.h"

// [D Runtime/Engine/FCanvas/DrawItem] 5.3+
class FCanvas {
public:
    void DrawItem(FCanvasItem&) { ++StandInItems; }
    int32 StandInItems = 0;
};
