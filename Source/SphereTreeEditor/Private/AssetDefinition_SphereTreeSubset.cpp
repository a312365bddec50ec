// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "AssetDefinition_SphereTreeSubset.h"

#include "SphereTreeSubsetAsset.h"

#define LOCTEXT_NAMESPACE "SphereTreeEditor"

FText UAssetDefinition_SphereTreeSubset::GetAssetDisplayName() const
{
	return LOCTEXT("SphereTreeTable", "Sphere Tree Table");
}

FLinearColor UAssetDefinition_SphereTreeSubset::GetAssetColor() const
{
	return FLinearColor(0.95f, 0.35f, 0.15f);
}

TSoftClassPtr<UObject> UAssetDefinition_SphereTreeSubset::GetAssetClass() const
{
	return USphereTreeSubsetAsset::StaticClass();
}

TConstArrayView<FAssetCategoryPath> UAssetDefinition_SphereTreeSubset::GetAssetCategories() const
{
	static const FAssetCategoryPath Categories[] = {EAssetCategoryPaths::Physics};
	return Categories;
}

#undef LOCTEXT_NAMESPACE
