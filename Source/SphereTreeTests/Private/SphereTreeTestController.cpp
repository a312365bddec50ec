// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "SphereTreeTestController.h"

void ASphereTreeTestController::GetPlayerViewPoint(FVector& Location, FRotator& Rotation) const
{
	Location = ViewLocation;
	Rotation = ViewRotation;
}
