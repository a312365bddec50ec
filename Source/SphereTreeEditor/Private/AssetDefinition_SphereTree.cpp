// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "AssetDefinition_SphereTree.h"

#include "SphereTreeAsset.h"
#include "SphereTreeAssetEditor.h"

#define LOCTEXT_NAMESPACE "SphereTreeEditor"

FText UAssetDefinition_SphereTree::GetAssetDisplayName() const
{
	return LOCTEXT("SphereTree", "Sphere Tree");
}

FLinearColor UAssetDefinition_SphereTree::GetAssetColor() const
{
	return FLinearColor(0.95f, 0.55f, 0.15f);
}

TSoftClassPtr<UObject> UAssetDefinition_SphereTree::GetAssetClass() const
{
	return USphereTreeAsset::StaticClass();
}

TConstArrayView<FAssetCategoryPath> UAssetDefinition_SphereTree::GetAssetCategories() const
{
	static const FAssetCategoryPath Categories[] = {EAssetCategoryPaths::Physics};
	return Categories;
}

EAssetCommandResult UAssetDefinition_SphereTree::OpenAssets(const FAssetOpenArgs& OpenArgs) const
{
	for (USphereTreeAsset* Asset : OpenArgs.LoadObjects<USphereTreeAsset>())
	{
		MakeShared<FSphereTreeAssetEditor>()->Open(OpenArgs.GetToolkitMode(), OpenArgs.ToolkitHost, Asset);
	}
	return EAssetCommandResult::Handled;
}

#undef LOCTEXT_NAMESPACE
