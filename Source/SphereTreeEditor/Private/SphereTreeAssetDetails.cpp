// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "SphereTreeAssetDetails.h"

#include "DetailCategoryBuilder.h"
#include "DetailLayoutBuilder.h"
#include "DetailWidgetRow.h"
#include "Modules/ModuleManager.h"
#include "PropertyEditorModule.h"
#include "SphereTreeAsset.h"
#include "SphereTreeEditorLibrary.h"
#include "SphereTreeReport.h"
#include "UObject/WeakObjectPtrTemplates.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/Text/STextBlock.h"

#define LOCTEXT_NAMESPACE "SphereTreeEditor"

namespace
{
	const FName PropertyEditorName("PropertyEditor");

	TSharedRef<SWidget> MakeTableRow(const TArray<FString>& Cells)
	{
		const TSharedRef<SHorizontalBox> Row = SNew(SHorizontalBox);
		for (const FString& Cell : Cells)
		{
			Row->AddSlot().FillWidth(1.0f)[SNew(STextBlock).Text(FText::FromString(Cell))];
		}
		return Row;
	}

	TSharedRef<SWidget> MakeActionButton(const FText& Label, TWeakObjectPtr<USphereTreeAsset> Asset, void (*Action)(USphereTreeAsset&))
	{
		return SNew(SButton).Text(Label).OnClicked_Lambda([Asset, Action]()
		{
			if (USphereTreeAsset* Live = Asset.Get())
			{
				Action(*Live);
				// The table is of the old tree.
				FModuleManager::LoadModuleChecked<FPropertyEditorModule>(PropertyEditorName).NotifyCustomizationModuleChanged();
			}
			return FReply::Handled();
		});
	}

	void RebuildFromPanel(USphereTreeAsset& Asset)
	{
		USphereTreeEditorLibrary::RebuildSphereTree(&Asset);
	}

	void ExportFromPanel(USphereTreeAsset& Asset)
	{
		USphereTreeEditorLibrary::ExportSphereTreeLevel(&Asset, Asset.PreviewLevel);
	}
}

TSharedRef<IDetailCustomization> FSphereTreeAssetDetails::MakeInstance()
{
	return MakeShared<FSphereTreeAssetDetails>();
}

void FSphereTreeAssetDetails::Register()
{
	FPropertyEditorModule& Properties = FModuleManager::LoadModuleChecked<FPropertyEditorModule>(PropertyEditorName);
	Properties.RegisterCustomClassLayout(USphereTreeAsset::StaticClass()->GetFName(), FOnGetDetailCustomizationInstance::CreateStatic(&FSphereTreeAssetDetails::MakeInstance));
	Properties.NotifyCustomizationModuleChanged();
}

void FSphereTreeAssetDetails::Unregister()
{
	if (FModuleManager::Get().IsModuleLoaded(PropertyEditorName))
	{
		FModuleManager::GetModuleChecked<FPropertyEditorModule>(PropertyEditorName).UnregisterCustomClassLayout(USphereTreeAsset::StaticClass()->GetFName());
	}
}

void FSphereTreeAssetDetails::CustomizeDetails(IDetailLayoutBuilder& DetailBuilder)
{
	TArray<TWeakObjectPtr<UObject>> Objects;
	DetailBuilder.GetObjectsBeingCustomized(Objects);
	USphereTreeAsset* Asset = Objects.Num() == 1 ? Cast<USphereTreeAsset>(Objects[0].Get()) : nullptr;
	if (!Asset)
	{
		return;
	}
	IDetailCategoryBuilder& Category = DetailBuilder.EditCategory("Levels");
	for (const TArray<FString>& Cells : SphereTreeReport::ErrorTable(*Asset))
	{
		Category.AddCustomRow(LOCTEXT("LevelsRow", "Levels")).WholeRowContent()[MakeTableRow(Cells)];
	}
	Category.AddCustomRow(LOCTEXT("SummaryRow", "Summary")).WholeRowContent()[SNew(STextBlock).Text(FText::FromString(SphereTreeReport::Summary(*Asset)))];
	// clang-format off
	Category.AddCustomRow(LOCTEXT("ActionsRow", "Actions")).WholeRowContent()
	[
		SNew(SHorizontalBox)
		+ SHorizontalBox::Slot()[MakeActionButton(LOCTEXT("RebuildButton", "Rebuild"), Asset, &RebuildFromPanel)]
		+ SHorizontalBox::Slot()[MakeActionButton(LOCTEXT("ExportButton", "Export preview level to simple collision"), Asset, &ExportFromPanel)]
	];
	// clang-format on
}

#undef LOCTEXT_NAMESPACE
