// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "SphereTreeImportance.h"

#include "Camera/PlayerCameraManager.h"
#include "Engine/World.h"
#include "GameFramework/PlayerController.h"
#include "SphereTreeSettings.h"

namespace
{
	/** 1 along the gaze, falling to the unseen share outside of the view. */
	double GazeShare(const FSphereTreeView& View, const FVector& ToBody, double Distance, double Radius, double Unseen)
	{
		if (Distance <= Radius)
		{
			return 1.0;
		}
		const double Cosine = FMath::Clamp(FVector::DotProduct(View.Direction, ToBody) / Distance, -1.0, 1.0);
		const double Angle = FMath::Acos(Cosine) - FMath::Acos(FMath::Sqrt(FMath::Max(0.0, 1.0 - FMath::Square(Radius / Distance))));
		const double Edge = FMath::DegreesToRadians(View.FieldOfView * 0.5);
		return FMath::Lerp(1.0, Unseen, FMath::Clamp(Angle / Edge, 0.0, 1.0));
	}
}

double FSphereTreeImportance::Measure(TConstArrayView<FSphereTreeView> Views, const FVector& Center, double Radius, double Speed, bool bDrawn) const
{
	const double Hurry = 1.0 + Speed / DoubleSpeed;
	if (Views.IsEmpty())
	{
		return Hurry;
	}
	double Best = 0.0;
	for (const FSphereTreeView& View : Views)
	{
		const FVector ToBody = Center - View.Location;
		const double Distance = ToBody.Size();
		const double Near = HalfDistance / (HalfDistance + FMath::Max(0.0, Distance - Radius));
		Best = FMath::Max(Best, Near * GazeShare(View, ToBody, Distance, Radius, Unseen));
	}
	return Best * Hurry * (bDrawn ? 1.0 : Unseen);
}

FSphereTreeImportance FSphereTreeImportance::Read()
{
	const USphereTreeSettings& Project = *GetDefault<USphereTreeSettings>();
	FSphereTreeImportance Out;
	Out.HalfDistance = FMath::Max(1.0, static_cast<double>(Project.HalfImportanceDistance));
	Out.DoubleSpeed = FMath::Max(1.0, static_cast<double>(Project.DoubleImportanceSpeed));
	Out.Unseen = FMath::Clamp(static_cast<double>(Project.UnseenImportance), 0.0, 1.0);
	return Out;
}

void FSphereTreeImportance::CollectViews(const UWorld& World, TArray<FSphereTreeView>& OutViews)
{
	for (FConstPlayerControllerIterator It = World.GetPlayerControllerIterator(); It; ++It)
	{
		const APlayerController* Player = (*It).Get();
		if (!Player)
		{
			continue;
		}
		FSphereTreeView& View = OutViews.AddDefaulted_GetRef();
		FRotator Rotation;
		Player->GetPlayerViewPoint(View.Location, Rotation);
		View.Direction = Rotation.Vector();
		if (Player->PlayerCameraManager)
		{
			View.FieldOfView = static_cast<double>(FMath::Clamp(Player->PlayerCameraManager->GetFOVAngle(), 1.0f, 179.0f));
		}
	}
}
