// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#pragma once

#include "CoreMinimal.h"
#include "Factories/Factory.h"
#include "SphereTreeAssetFactory.generated.h"

/** An empty sphere tree, to be given a source mesh and built. */
UCLASS()
class USphereTreeAssetFactory : public UFactory
{
	GENERATED_BODY()

public:
	USphereTreeAssetFactory();

	//~ UFactory
	virtual UObject* FactoryCreateNew(UClass* InClass, UObject* InParent, FName InName, EObjectFlags Flags, UObject* Context, FFeedbackContext* Warn) override;
};
