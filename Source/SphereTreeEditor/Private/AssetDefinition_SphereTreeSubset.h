// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#pragma once

#include "AssetDefinition.h"
#include "AssetDefinitionDefault.h"
#include "CoreMinimal.h"
#include "AssetDefinition_SphereTreeSubset.generated.h"

/** How the content browser shows tables of sphere subsets; they open as every plain asset does. Found by the engine itself. */
UCLASS()
class UAssetDefinition_SphereTreeSubset : public UAssetDefinitionDefault
{
	GENERATED_BODY()

public:
	//~ UAssetDefinition
	virtual FText GetAssetDisplayName() const override;
	virtual FLinearColor GetAssetColor() const override;
	virtual TSoftClassPtr<UObject> GetAssetClass() const override;
	virtual TConstArrayView<FAssetCategoryPath> GetAssetCategories() const override;
};
