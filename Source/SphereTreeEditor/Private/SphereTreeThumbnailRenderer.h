// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#pragma once

#include "CoreMinimal.h"
#include "ThumbnailRendering/DefaultSizedThumbnailRenderer.h"
#include "SphereTreeThumbnailRenderer.generated.h"

class USphereTreeAsset;

/** A disc, as the thumbnail draws a sphere: centre and radius in pixels. */
struct FSphereTreeDisc
{
	FVector2D Centre;
	double Radius = 0.0;
	FLinearColor Colour;
};

/** Draws the spheres of a level from the side, far ones first, and a mark in the corner when the tree is stale. */
UCLASS()
class USphereTreeThumbnailRenderer : public UDefaultSizedThumbnailRenderer
{
	GENERATED_BODY()

public:
	/** What is drawn within a square of so many pixels. */
	static TArray<FSphereTreeDisc> Arrange(const USphereTreeAsset& Asset, double Pixels);

	//~ UThumbnailRenderer
	virtual bool CanVisualizeAsset(UObject* Object) override;
	virtual void Draw(UObject* Object, int32 X, int32 Y, uint32 Width, uint32 Height, FRenderTarget* RenderTarget, FCanvas* Canvas, bool bAdditionalViewFamily) override;
};
