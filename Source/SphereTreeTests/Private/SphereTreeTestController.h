// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#pragma once

#include "CoreMinimal.h"
#include "GameFramework/PlayerController.h"
#include "SphereTreeTestController.generated.h"

/** A player who looks from where a test puts him. */
UCLASS()
class ASphereTreeTestController : public APlayerController
{
	GENERATED_BODY()

public:
	virtual void GetPlayerViewPoint(FVector& Location, FRotator& Rotation) const override;

	FVector ViewLocation = FVector::ZeroVector;
	FRotator ViewRotation = FRotator::ZeroRotator;
};
