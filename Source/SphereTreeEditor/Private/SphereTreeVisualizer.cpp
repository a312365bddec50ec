// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "SphereTreeVisualizer.h"

#include "Editor/UnrealEdEngine.h"
#include "Misc/EngineVersionComparison.h"
#include "SceneManagement.h"
#include "SphereTreeAsset.h"
#include "SphereTreeComponent.h"
#include "SphereTreeWires.h"
#include "UnrealEdGlobals.h"
#if !UE_VERSION_OLDER_THAN(5, 6, 0)
#include "PrimitiveDrawInterface.h"
#endif
#if __has_include("PrimitiveDrawingUtils.h")
#include "PrimitiveDrawingUtils.h"
#endif

void SphereTreeWires::Draw(FPrimitiveDrawInterface* PDI, const TArray<FSphereTreePictureSphere>& Spheres, const FTransform& Transform)
{
	for (int32 Index = 0; Index < FMath::Min(Spheres.Num(), MostDrawn); ++Index)
	{
		const FSphereTreePictureSphere& Sphere = Spheres[Index];
		// A sphere cannot be scaled by three numbers: it takes the largest, as the run-time module does.
		DrawWireSphere(PDI, Transform.TransformPosition(Sphere.Centre), Sphere.Colour, Sphere.Radius * Transform.GetMaximumAxisScale(), 16, SDPG_World, 0.0f);
	}
}

void FSphereTreeVisualizer::Register()
{
	if (GUnrealEd)
	{
		const TSharedPtr<FComponentVisualizer> Made = MakeShared<FSphereTreeVisualizer>();
		GUnrealEd->RegisterComponentVisualizer(USphereTreeComponent::StaticClass()->GetFName(), Made);
		Made->OnRegister();
	}
}

void FSphereTreeVisualizer::Unregister()
{
	if (GUnrealEd)
	{
		GUnrealEd->UnregisterComponentVisualizer(USphereTreeComponent::StaticClass()->GetFName());
	}
}

void FSphereTreeVisualizer::DrawVisualization(const UActorComponent* Component, const FSceneView* View, FPrimitiveDrawInterface* PDI)
{
	const USphereTreeComponent* SphereTree = Cast<USphereTreeComponent>(Component);
	const USphereTreeAsset* Asset = SphereTree ? SphereTree->GetTreeInUse() : nullptr;
	if (!Asset)
	{
		return;
	}
	SphereTreeWires::Draw(PDI, Picture.Of(*Asset).OfLevel(Asset->PreviewLevel), SphereTree->GetComponentTransform());
}
