// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "SphereTreeThumbnailRenderer.h"

#include "CanvasItem.h"
#include "CanvasTypes.h"
#include "SphereTreeAsset.h"
#include "SphereTreePicture.h"

TArray<FSphereTreeDisc> USphereTreeThumbnailRenderer::Arrange(const USphereTreeAsset& Asset, double Pixels)
{
	TArray<FSphereTreeDisc> Discs;
	const FSphereTreePicture Picture = FSphereTreePicture::Read(Asset);
	TArray<FSphereTreePictureSphere> Spheres = Picture.OfLevel(Picture.LevelToShow());
	if (Spheres.IsEmpty())
	{
		return Discs;
	}
	// From the front right and a little above, as the engine's own thumbnails look.
	const FQuat View(FRotator(0.0, -150.0, 0.0));
	const FQuat Tilt(FRotator(-20.0, 0.0, 0.0));
	const FSphereTreePictureSphere& Root = Picture.Spheres[0];
	for (FSphereTreePictureSphere& Sphere : Spheres)
	{
		Sphere.Centre = Tilt.RotateVector(View.RotateVector(Sphere.Centre - Root.Centre));
	}
	Spheres.Sort([](const FSphereTreePictureSphere& A, const FSphereTreePictureSphere& B) { return A.Centre.X > B.Centre.X; });
	const double Scale = 0.5 * Pixels / FMath::Max(Root.Radius, 1e-6);
	for (const FSphereTreePictureSphere& Sphere : Spheres)
	{
		// The nearer, the brighter.
		const float Light = static_cast<float>(0.75 - 0.25 * FMath::Clamp(Sphere.Centre.X / FMath::Max(Root.Radius, 1e-6), -1.0, 1.0));
		const FLinearColor Colour(Sphere.Colour.R * Light, Sphere.Colour.G * Light, Sphere.Colour.B * Light);
		Discs.Add({FVector2D(0.5 * Pixels + Scale * Sphere.Centre.Y, 0.5 * Pixels - Scale * Sphere.Centre.Z), Scale * Sphere.Radius, Colour});
	}
	return Discs;
}

bool USphereTreeThumbnailRenderer::CanVisualizeAsset(UObject* Object)
{
	const USphereTreeAsset* Asset = Cast<USphereTreeAsset>(Object);
	return Asset && Asset->HasTree();
}

void USphereTreeThumbnailRenderer::Draw(UObject* Object, int32 X, int32 Y, uint32 Width, uint32 Height, FRenderTarget* RenderTarget, FCanvas* Canvas, bool bAdditionalViewFamily)
{
	const USphereTreeAsset* Asset = Cast<USphereTreeAsset>(Object);
	if (!Asset)
	{
		return;
	}
	const FVector2D Corner(static_cast<double>(X), static_cast<double>(Y));
	const double Pixels = static_cast<double>(FMath::Min(Width, Height));
	for (const FSphereTreeDisc& Disc : Arrange(*Asset, Pixels))
	{
		FCanvasNGonItem Round(Corner + Disc.Centre, FVector2D(Disc.Radius, Disc.Radius), 24, Disc.Colour);
		Canvas->DrawItem(Round);
	}
	if (Asset->IsStale())
	{
		FCanvasTileItem Mark(Corner, FVector2D(0.2 * Pixels, 0.2 * Pixels), FLinearColor(0.9f, 0.1f, 0.1f));
		Canvas->DrawItem(Mark);
	}
}
