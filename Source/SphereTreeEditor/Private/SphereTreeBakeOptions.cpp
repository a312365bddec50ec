// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "SphereTreeBakeOptions.h"

#include "Editor.h"
#include "Engine/StaticMesh.h"
#include "IDetailsView.h"
#include "Modules/ModuleManager.h"
#include "PropertyEditorModule.h"
#include "SphereTreeBaker.h"
#include "SphereTreeEditorActions.h"
#include "SphereTreeEstimate.h"
#include "SphereTreeGeometry.h"
#include "UObject/Package.h"
#include "UObject/StrongObjectPtr.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SWindow.h"
#include "Widgets/Text/STextBlock.h"

#define LOCTEXT_NAMESPACE "SphereTreeEditor"

namespace
{
	TArray<int32> CountTriangles(const TArray<UStaticMesh*>& Meshes, ESphereTreeMeshSource Source)
	{
		TArray<int32> Counts;
		for (UStaticMesh* Mesh : Meshes)
		{
			FSphereTreeGeometry Geometry;
			FString WhyNot;
			FSphereTreeGeometry::Read(*Mesh, Source, Geometry, WhyNot);
			Counts.Add(Geometry.GetTriangleCount());
		}
		return Counts;
	}

	/** Recipe, estimate, two buttons. The estimate is asked for whenever the window is drawn, so it is always of what is shown. */
	TSharedRef<SWindow> MakeBakeWindow(USphereTreeBakeOptions* Options, const TArray<int32>& Triangles, const TSharedRef<bool>& bAccepted)
	{
		FPropertyEditorModule& Properties = FModuleManager::LoadModuleChecked<FPropertyEditorModule>("PropertyEditor");
		FDetailsViewArgs Arguments;
		Arguments.bAllowSearch = false;
		Arguments.NameAreaSettings = FDetailsViewArgs::HideNameArea;
		const TSharedRef<IDetailsView> Details = Properties.CreateDetailView(Arguments);
		Details->SetObject(Options);
		const TSharedRef<SWindow> Window = SNew(SWindow).Title(LOCTEXT("Title", "Build Sphere Tree")).ClientSize(FVector2D(420.0, 520.0));
		const TWeakPtr<SWindow> WeakWindow = Window;
		const auto Close = [WeakWindow, bAccepted](bool bBuild)
		{
			*bAccepted = bBuild;
			if (const TSharedPtr<SWindow> Open = WeakWindow.Pin())
			{
				Open->RequestDestroyWindow();
			}
			return FReply::Handled();
		};
		// clang-format off
		Window->SetContent(SNew(SVerticalBox)
			+ SVerticalBox::Slot().FillHeight(1.0f)[Details]
			+ SVerticalBox::Slot().AutoHeight().Padding(8.0f)
			[
				SNew(STextBlock).Text_Lambda([Options, Triangles]() { return FSphereTreeEstimate::Of(Options->Settings, Triangles).ToText(); })
			]
			+ SVerticalBox::Slot().AutoHeight().Padding(8.0f)
			[
				SNew(SHorizontalBox)
				+ SHorizontalBox::Slot()[SNew(SButton).Text(LOCTEXT("BuildButton", "Build")).OnClicked_Lambda([Close]() { return Close(true); })]
				+ SHorizontalBox::Slot()[SNew(SButton).Text(LOCTEXT("CancelButton", "Cancel")).OnClicked_Lambda([Close]() { return Close(false); })]
			]);
		// clang-format on
		return Window;
	}
}

void USphereTreeBakeOptions::AskAndBuild(const TArray<UStaticMesh*>& Meshes)
{
	if (Meshes.IsEmpty())
	{
		return;
	}
	const TStrongObjectPtr<USphereTreeBakeOptions> Options(NewObject<USphereTreeBakeOptions>(GetTransientPackage()));
	Options->Settings = FSphereTreeBaker::SettingsFor(*Meshes[0]);
	const TSharedRef<bool> bAccepted = MakeShared<bool>(false);
	GEditor->EditorAddModalWindow(MakeBakeWindow(Options.Get(), CountTriangles(Meshes, Options->Settings.MeshSource), bAccepted));
	if (*bAccepted)
	{
		FSphereTreeEditorActions::Build(Meshes, &Options->Settings, Options->bForce);
	}
}

#undef LOCTEXT_NAMESPACE
