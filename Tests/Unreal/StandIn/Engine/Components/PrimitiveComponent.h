#pragma once

#include "Components/SceneComponent.h"

// [D Runtime/Engine/Components/UPrimitiveComponent/WasRecentlyRendered] 5.3+
class UPrimitiveComponent : public USceneComponent {
    STANDIN_CLASS(UPrimitiveComponent, USceneComponent)
public:
    bool WasRecentlyRendered(float Tolerance = 0.2f) const;
    float StandInLastRendered = -1e6f;
};
