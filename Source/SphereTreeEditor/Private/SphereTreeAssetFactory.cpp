// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "SphereTreeAssetFactory.h"

#include "SphereTreeAsset.h"
#include "SphereTreeSettings.h"

USphereTreeAssetFactory::USphereTreeAssetFactory()
{
	SupportedClass = USphereTreeAsset::StaticClass();
	bCreateNew = true;
	bEditAfterNew = true;
}

UObject* USphereTreeAssetFactory::FactoryCreateNew(UClass* InClass, UObject* InParent, FName InName, EObjectFlags Flags, UObject* Context, FFeedbackContext* Warn)
{
	USphereTreeAsset* Asset = NewObject<USphereTreeAsset>(InParent, InClass, InName, Flags | RF_Transactional);
	Asset->BakeSettings = GetDefault<USphereTreeSettings>()->DefaultBake;
	return Asset;
}
