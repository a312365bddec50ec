#pragma once

#include "UObject/UObjectGlobals.h"

class FCanvas;
class FRenderTarget;

// [D Editor/UnrealEd/ThumbnailRendering/UThumbnailRenderer, UDefaultSizedThumbnailRenderer; VoxelCore
// VoxelThumbnailRenderers.cpp] 5.3+
class UThumbnailRenderer : public UObject {
    STANDIN_CLASS(UThumbnailRenderer, UObject)
public:
    virtual bool CanVisualizeAsset(UObject*) { return true; }
    virtual void Draw(UObject*, int32, int32, uint32, uint32, FRenderTarget*, FCanvas*, bool) {}
};
class UDefaultSizedThumbnailRenderer : public UThumbnailRenderer {
    STANDIN_CLASS(UDefaultSizedThumbnailRenderer, UThumbnailRenderer)
};
