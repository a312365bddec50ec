// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#pragma once

#include "AssetDefinition.h"
#include "AssetDefinitionDefault.h"
#include "CoreMinimal.h"
#include "AssetDefinition_SphereTree.generated.h"

/** How the content browser shows sphere trees, and what opening one does. Found by the engine itself. */
UCLASS()
class UAssetDefinition_SphereTree : public UAssetDefinitionDefault
{
	GENERATED_BODY()

public:
	//~ UAssetDefinition
	virtual FText GetAssetDisplayName() const override;
	virtual FLinearColor GetAssetColor() const override;
	virtual TSoftClassPtr<UObject> GetAssetClass() const override;
	virtual TConstArrayView<FAssetCategoryPath> GetAssetCategories() const override;
	virtual EAssetCommandResult OpenAssets(const FAssetOpenArgs& OpenArgs) const override;
};
