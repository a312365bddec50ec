// What only the stand-in can look into: menus as a user opens them, windows, thumbnails, files, source control.

#include "CanvasTypes.h"
#include "Containers/Ticker.h"
#include "ContentBrowserMenuContexts.h"
#include "DerivedDataCacheInterface.h"
#include "DetailLayoutBuilder.h"
#include "Editor.h"
#include "Editor/UnrealEdEngine.h"
#include "EditorViewportClient.h"
#include "Engine/StaticMesh.h"
#include "Factories/Factory.h"
#include "Framework/Notifications/NotificationManager.h"
#include "Misc/AutomationTest.h"
#include "Misc/FileHelper.h"
#include "Misc/PackageName.h"
#include "Misc/ScopedSlowTask.h"
#include "Modules/ModuleManager.h"
#include "PhysicsEngine/BodySetup.h"
#include "PropertyEditorModule.h"
#include "SceneManagement.h"
#include "SourceControlHelpers.h"
#include "SphereTreeAsset.h"
#include "SphereTreeAssetDetails.h"
#include "SphereTreeAssetEditor.h"
#include "SphereTreeAssetFactory.h"
#include "SphereTreeBakeCommandlet.h"
#include "SphereTreeBakeOptions.h"
#include "SphereTreeComponent.h"
#include "SphereTreeEditorActions.h"
#include "SphereTreeEditorFixture.h"
#include "SphereTreeEditorLibrary.h"
#include "SphereTreePicture.h"
#include "SphereTreeSettings.h"
#include "SphereTreeThumbnailRenderer.h"
#include "SphereTreeUserData.h"
#include "SphereTreeVisualizer.h"
#include "Subsystems/AssetEditorSubsystem.h"
#include "Subsystems/ImportSubsystem.h"
#include "ThumbnailRendering/ThumbnailManager.h"
#include "ToolMenus.h"
#include "UObject/Package.h"
#include "UnrealEdGlobals.h"
#include "Widgets/Docking/SDockTab.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/SWindow.h"
#include "Widgets/Text/STextBlock.h"
#if STANDIN_MINOR >= 6
#include "PrimitiveDrawInterface.h"
#endif

#include <unistd.h>

#include <string>

namespace {

TArray<FToolMenuEntry> OpenMenu(const TCHAR* Menu, const TArray<UObject*>& Selected) {
    auto* Context = NewObject<UContentBrowserAssetContextMenuContext>();
    for (const UObject* Object : Selected) Context->SelectedAssets.Add(FAssetData(Object));
    return UToolMenus::Get()->StandInOpen(Menu, Context);
}

/// All widgets of one kind within another, outermost first.
template <typename T>
void Collect(const TSharedRef<SWidget>& From, TArray<T*>& Found) {
    // No RTTI here: the kinds that we look for have no children, and only leaves are taken.
    const TArray<TSharedRef<SWidget>> Children = From->StandInChildren();
    for (const TSharedRef<SWidget>& Child : Children) Collect<T>(Child, Found);
    if (Children.IsEmpty()) Found.Add(static_cast<T*>(&From.Get()));
}

/// Saves and loads nothing of the project while it lives.
struct FQuietProject {
    FQuietProject() : Bake(GetMutableDefault<USphereTreeSettings>()->DefaultBake) {}
    ~FQuietProject() {
        GetMutableDefault<USphereTreeSettings>()->DefaultBake = Bake;
        FScopedSlowTask::StandInCancelAt = 2;
        USourceControlHelpers::bStandInAvailable = false;
        USourceControlHelpers::StandInLocked = FString();
        UPackage::StandInReadOnly = FString();
        UPackage::StandInSaved.Empty();
        UPackage::StandInFiles.Empty();
        GetDerivedDataCacheRef().bStandInDamages = false;
    }
    FSphereTreeBakeSettings Bake;
};

struct FPanel final : IDetailLayoutBuilder, IDetailCategoryBuilder {
    void GetObjectsBeingCustomized(TArray<TWeakObjectPtr<UObject>>& Out) const override { Out.Add(Object); }
    IDetailCategoryBuilder& EditCategory(FName, const FText&) override { return *this; }
    FDetailWidgetRow& AddCustomRow(const FText&, bool) override {
        Rows.Add(MakeShared<FDetailWidgetRow>());
        return *Rows.Last();
    }
    UObject* Object = nullptr;
    TArray<TSharedRef<FDetailWidgetRow>> Rows;
};

}  // namespace

BEGIN_DEFINE_SPEC(FStandInEditorSpec, "SphereTree.StandIn.Editor", SPHERETREE_EDITOR_TEST_FLAGS)
END_DEFINE_SPEC(FStandInEditorSpec)

void FStandInEditorSpec::Define() {
    It(u"the menu is made without loading, and its first entry builds two trees", [this] {
        FQuietProject Quiet;
        FSphereTreeEditorFixture Fixture;
        GetMutableDefault<USphereTreeSettings>()->DefaultBake = Fixture.MakeRecipe();
        UStaticMesh *A = Fixture.MakeCube(u"A"), *B = Fixture.MakeCube(u"B", 20);
        const int32 Loads = FAssetData::StandInLoads, Dialogs = FScopedSlowTask::StandInDialogs;
        const TArray<FToolMenuEntry> Entries = OpenMenu(u"ContentBrowser.AssetContextMenu.StaticMesh", {A, B});
        TestEqual(u"entries", Entries.Num(), 3);
        TestEqual(u"loaded for the menu", FAssetData::StandInLoads - Loads, 0);
        FSlateNotificationManager& Notes = FSlateNotificationManager::Get();
        const int32 Told = Notes.StandInTexts.Num();
        Entries[0].Action.Action.ExecuteAction.Execute();
        TestTrue(u"loaded to build", FAssetData::StandInLoads - Loads >= 2);
        TestTrue(u"both have trees", USphereTreeUserData::FindTree(A) && USphereTreeUserData::FindTree(B));
        TestEqual(u"a progress bar", FScopedSlowTask::StandInDialogs - Dialogs, 1);
        TestEqual(u"a notification", Notes.StandInTexts.Num() - Told, 1);
        TestEqual(u"that says it", Notes.StandInTexts.Last().ToString(),
                  FString(u"2 sphere trees built, 0 were up to date"));
    });

    It(u"the menu of a mesh shows nothing for other assets, that of a tree rebuilds and exports", [this] {
        FSphereTreeEditorFixture Fixture;
        UStaticMesh* Mesh = Fixture.MakeCube(u"Chair");
        USphereTreeAsset* Tree = Fixture.Bake(*this, *Mesh, Fixture.MakeRecipe());
        TestEqual(u"nothing", OpenMenu(u"ContentBrowser.AssetContextMenu.StaticMesh", {Mesh->GetPackage()}).Num(), 0);
        TestEqual(u"no selection", OpenMenu(u"ContentBrowser.AssetContextMenu.StaticMesh", {}).Num(), 0);
        const TArray<FToolMenuEntry> Entries = OpenMenu(u"ContentBrowser.AssetContextMenu.SphereTreeAsset", {Tree});
        TestEqual(u"two", Entries.Num(), 2);
        Tree->PreviewLevel = 0;
        Entries[1].Action.Action.ExecuteAction.Execute();
        TestTrue(u"exported", Mesh->GetBodySetup() != nullptr);
    });

    It(u"the progress bar can be cancelled, and nothing is left", [this] {
        FQuietProject Quiet;
        FSphereTreeEditorFixture Fixture;
        UStaticMesh *A = Fixture.MakeCube(u"A"), *B = Fixture.MakeCube(u"B", 20);
        FScopedSlowTask::StandInCancelAt = 0.5;
        const FSphereTreeBakeSettings Recipe = Fixture.MakeRecipe();
        const TArray<FSphereTreeBakeOutcome> Outcomes = FSphereTreeEditorActions::Build({A, B}, &Recipe, false);
        TestTrue(u"the first stays", Outcomes[0].Result == ESphereTreeBakeResult::Built);
        TestTrue(u"the second is cancelled", Outcomes[1].Result == ESphereTreeBakeResult::Cancelled);
        TestNull(u"its tree", USphereTreeUserData::FindTree(B));
    });

    It(u"the notification's link opens the editor: viewport and details side by side", [this] {
        FSphereTreeEditorFixture Fixture;
        UStaticMesh* Mesh = Fixture.MakeCube(u"Chair");
        const FSphereTreeBakeSettings Recipe = Fixture.MakeRecipe();
        FSphereTreeEditorActions::Build({Mesh}, &Recipe, false);
        const int32 Open = FAssetEditorToolkit::StandInOpen().Num();
        FSlateNotificationManager::Get().StandInLinks.Last().Execute();
        TestEqual(u"one more editor", FAssetEditorToolkit::StandInOpen().Num(), Open + 1);
        const TSharedRef<FAssetEditorToolkit> Editor = FAssetEditorToolkit::StandInOpen().Last();
        TestEqual(u"two tabs", Editor->StandInTabs.Num(), 2);
        auto* Viewport = static_cast<SEditorViewport*>(&Editor->StandInTabs[0]->StandInChildren()[0].Get());
        FPrimitiveDrawInterface Drawn;
        USphereTreeAsset* Tree = USphereTreeUserData::FindTree(Mesh);
        Tree->PreviewLevel = 1;
        Viewport->GetViewportClient()->Draw(nullptr, &Drawn);
        TestEqual(u"the spheres of the level", Drawn.StandInSpheres, FSphereTreePicture::Read(*Tree).OfLevel(1).Num());
        Editor->StandInClose();
        TestEqual(u"closed", FAssetEditorToolkit::StandInOpen().Num(), Open);
    });

    It(u"the dialog estimates what it shows, and builds or does not", [this] {
        FSphereTreeEditorFixture Fixture;
        UStaticMesh* Mesh = Fixture.MakeCube(u"Chair");
        FString Estimate;
        const auto Press = [&](int32 FromTheEnd) {
            GEditor->StandInModal = [&Estimate, FromTheEnd](SWindow& Window) {
                TArray<SButton*> Leaves;
                Collect<SButton>(Window.AsShared(), Leaves);
                Estimate = reinterpret_cast<STextBlock*>(Leaves[Leaves.Num() - 3])->StandInText.Get().ToString();
                Leaves[Leaves.Num() - FromTheEnd]->StandInArguments.StandInClicked();
            };
            USphereTreeBakeOptions::AskAndBuild({Mesh});
        };
        Press(1);
        TestNull(u"cancelled", USphereTreeUserData::FindTree(Mesh));
        TestTrue(u"the estimate", Estimate.StartsWith(u"585 spheres at most, about "));
        FQuietProject Quiet;
        GetMutableDefault<USphereTreeSettings>()->DefaultBake = Fixture.MakeRecipe();
        Press(2);
        TestTrue(u"built", USphereTreeUserData::FindTree(Mesh) != nullptr);
    });

    It(u"waits for a mesh that still compiles", [this] {
        FSphereTreeEditorFixture Fixture;
        UStaticMesh* Mesh = Fixture.MakeCube(u"Chair");
        Mesh->bStandInCompiling = true;
        Fixture.Bake(*this, *Mesh, Fixture.MakeRecipe());
        TestFalse(u"compiling", Mesh->IsCompiling());
    });

    It(u"does not wait for one that was only edited, and looks at it later", [this] {
        FSphereTreeEditorFixture Fixture;
        UStaticMesh* Mesh = Fixture.MakeCube(u"Chair");
        const USphereTreeAsset* Tree = Fixture.Bake(*this, *Mesh, Fixture.MakeRecipe());
        Mesh->GetSourceModel(0).BuildSettings.BuildScale3D = FVector(1, 1, 3);
        Mesh->bStandInCompiling = true;
        Mesh->PostEditChange();
        FTSTicker::GetCoreTicker().Tick(1);
        TestTrue(u"still compiling, and nobody waited", Mesh->IsCompiling() && !Tree->IsStale());
        Mesh->bStandInCompiling = false;
        FTSTicker::GetCoreTicker().Tick(1);
        TestTrue(u"stale", Tree->IsStale());
    });

    It(u"a damaged entry of the cache is baked again", [this] {
        FQuietProject Quiet;
        FSphereTreeEditorFixture Fixture;
        const FSphereTreeBakeSettings Recipe = Fixture.MakeRecipe();
        Fixture.Bake(*this, *Fixture.MakeCube(u"A"), Recipe);
        GetDerivedDataCacheRef().bStandInDamages = true;
        const int32 Hits = GetDerivedDataCacheRef().StandInHits;
        FSphereTreeTestProgress Progress;
        const FSphereTreeBakeOutcome Again = FSphereTreeBaker::Bake(*Fixture.MakeCube(u"B"), Recipe, Progress, false);
        TestEqual(u"asked", GetDerivedDataCacheRef().StandInHits - Hits, 1);
        TestTrue(u"baked", Again.Result == ESphereTreeBakeResult::Built && !Again.bFromCache);
    });

    It(u"the commandlet bakes, checks out, saves and reports", [this] {
        FQuietProject Quiet;
        FSphereTreeEditorFixture Fixture;
        const FString MeshFile = FPackageName::LongPackageNameToFilename(
            Fixture.MakeCube(u"A")->GetPackage()->GetName(), FPackageName::GetAssetPackageExtension());
        UPackage::StandInFiles.Add(MeshFile);  // its tree is a new file
        USourceControlHelpers::bStandInAvailable = true;
        USourceControlHelpers::StandInCheckedOut.Empty();
        USourceControlHelpers::StandInAdded.Empty();
        const FString File(std::string("spheretree-report-" + std::to_string(getpid()) + ".json").c_str());
        auto* Commandlet = NewObject<USphereTreeBakeCommandlet>();
        const FString Line = FString(u"-Path=") + Fixture.Folder + u" -Method=Octree -Depth=1 -Report=" + File;
        TestEqual(u"exit code", Commandlet->Main(Line), 0);
        TestEqual(u"saved", UPackage::StandInSaved.Num(), 2);
        TestTrue(u"the mesh checked out", USourceControlHelpers::StandInCheckedOut == TArray<FString>{MeshFile});
        TestEqual(u"the tree added", USourceControlHelpers::StandInAdded.Num(), 1);
        TestTrue(u"the tree and no other", USourceControlHelpers::StandInAdded[0].EndsWith(u"/ST_A.uasset"));
        FString Report;
        TestTrue(u"a report", FFileHelper::LoadFileToString(Report, *File));
        TestTrue(u"of the mesh", Report.Contains(u"/A.A\", \"outcome\": \"built\""));
        unlink(StandInUtf8(*File).c_str());
        TestEqual(u"fresh the second time", Commandlet->Main(Line), 0);
        unlink(StandInUtf8(*File).c_str());
        TestEqual(u"nothing saved again", UPackage::StandInSaved.Num(), 2);
    });

    It(u"the commandlet's exit codes", [this] {
        FQuietProject Quiet;
        AddExpectedError(u"is saved, but cannot be marked for add: somebody else has it",
                         EAutomationExpectedErrorFlags::Contains, 1);
        AddExpectedError(u"cannot be checked out: somebody else has it", EAutomationExpectedErrorFlags::Contains, 1);
        AddExpectedError(u"cannot be written. Is it read-only", EAutomationExpectedErrorFlags::Contains, 1);
        AddExpectedError(u"A shard is written i/n", EAutomationExpectedErrorFlags::Contains, 1);
        AddExpectedError(u"The report /nowhere/report.json cannot be written", EAutomationExpectedErrorFlags::Contains,
                         1);
        FSphereTreeEditorFixture Fixture;
        Fixture.MakeCube(u"A");
        auto* Commandlet = NewObject<USphereTreeBakeCommandlet>();
        const FString Line = FString(u"-Path=") + Fixture.Folder + u" -Method=Octree -Depth=1 -Force";
        USourceControlHelpers::bStandInAvailable = true;
        USourceControlHelpers::StandInLocked = u"ST_A";
        TestEqual(u"not to be added", Commandlet->Main(Line), 3);
        TestEqual(u"locked", Commandlet->Main(Line), 3);
        USourceControlHelpers::StandInLocked = FString();
        UPackage::StandInReadOnly = u"ST_A";
        TestEqual(u"read-only", Commandlet->Main(Line), 3);
        TestEqual(u"a wrong command line", Commandlet->Main(u"-Shard=3/2"), 2);
        TestEqual(u"no report", Commandlet->Main(u"-Path=/Game/Nothing -Report=/nowhere/report.json"), 1);
    });

    It(u"the library saves a tree and its mesh", [this] {
        FQuietProject Quiet;
        FSphereTreeEditorFixture Fixture;
        USphereTreeAsset* Tree = Fixture.Bake(*this, *Fixture.MakeCube(u"Chair"), Fixture.MakeRecipe());
        TestTrue(u"saved", USphereTreeEditorLibrary::SaveSphereTree(Tree));
        TestEqual(u"two files", UPackage::StandInSaved.Num(), 2);
        TestFalse(u"dirty", Tree->GetPackage()->IsDirty());
    });

    It(u"thumbnails: discs within the square, a mark when stale", [this] {
        FSphereTreeEditorFixture Fixture;
        USphereTreeAsset* Tree = Fixture.Bake(*this, *Fixture.MakeCube(u"Chair"), Fixture.MakeRecipe());
        const TArray<FSphereTreeDisc> Discs = USphereTreeThumbnailRenderer::Arrange(*Tree, 256);
        for (const FSphereTreeDisc& Disc : Discs) {
            const bool bInside =
                Disc.Centre.X >= 0 && Disc.Centre.X <= 256 && Disc.Centre.Y >= 0 && Disc.Centre.Y <= 256;
            TestTrue(u"its centre is in the square", bInside);
        }
        auto* Renderer = NewObject<USphereTreeThumbnailRenderer>();
        TestTrue(u"draws trees", Renderer->CanVisualizeAsset(Tree));
        TestFalse(u"draws empty ones", Renderer->CanVisualizeAsset(NewObject<USphereTreeAsset>()));
        FCanvas Canvas;
        Renderer->Draw(Tree, 0, 0, 256, 256, nullptr, &Canvas, false);
        TestEqual(u"drawn", Canvas.StandInItems, Discs.Num());
        Tree->SetStale(true);
        Renderer->Draw(Tree, 0, 0, 256, 256, nullptr, &Canvas, false);
        TestEqual(u"and a mark", Canvas.StandInItems, 2 * Discs.Num() + 1);
        TestTrue(u"registered", UThumbnailManager::Get().StandInClasses.Contains(USphereTreeAsset::StaticClass()));
    });

    It(u"the details panel: a row for each level, a summary, buttons that work", [this] {
        FSphereTreeEditorFixture Fixture;
        USphereTreeAsset* Tree = Fixture.Bake(*this, *Fixture.MakeCube(u"Chair"), Fixture.MakeRecipe());
        auto& Properties = FModuleManager::GetModuleChecked<FPropertyEditorModule>("PropertyEditor");
        const int32 At = Properties.StandInNames.Find("SphereTreeAsset");
        if (!TestTrue(u"registered", At != INDEX_NONE)) return;
        FPanel Panel;
        Panel.Object = Tree;
        Properties.StandInLayouts[At].Execute()->CustomizeDetails(Panel);
        TestEqual(u"heading, three levels, summary, buttons", Panel.Rows.Num(), 6);
        TArray<STextBlock*> Cells;
        Collect<STextBlock>(Panel.Rows[1]->StandInContent.ToSharedRef(), Cells);
        TestEqual(u"cells", Cells.Num(), 5);
        TestEqual(u"spheres of the root", Cells[1]->StandInText.Get().ToString(), FString(u"1"));
        TestTrue(u"in centimetres", Cells[2]->StandInText.Get().ToString().EndsWith(u" cm"));
        TArray<SButton*> Buttons;
        Collect<SButton>(Panel.Rows[5]->StandInContent.ToSharedRef(), Buttons);
        Tree->BakeSettings.Depth = 1;
        Buttons[0]->StandInArguments.StandInClicked();
        TestEqual(u"rebuilt", Tree->GetLevels().Num(), 2);
        Buttons[1]->StandInArguments.StandInClicked();
        TestTrue(u"exported", Tree->SourceMesh.Get()->GetBodySetup() != nullptr);
    });

    It(u"the component visualizer draws the tree in use", [this] {
        FSphereTreeEditorFixture Fixture;
        USphereTreeAsset* Tree = Fixture.Bake(*this, *Fixture.MakeCube(u"Chair"), Fixture.MakeRecipe());
        auto* Component = NewObject<USphereTreeComponent>();
        const TSharedPtr<FComponentVisualizer> Visualizer = GUnrealEd->FindComponentVisualizer("SphereTreeComponent");
        if (!TestTrue(u"registered", Visualizer.IsValid())) return;
        FPrimitiveDrawInterface Drawn;
        Visualizer->DrawVisualization(Component, nullptr, &Drawn);
        TestEqual(u"nothing without a tree", Drawn.StandInSpheres, 0);
        Component->SetTree(Tree);
        Tree->PreviewLevel = 2;
        Visualizer->DrawVisualization(Component, nullptr, &Drawn);
        TestEqual(u"the level", Drawn.StandInSpheres, FSphereTreePicture::Read(*Tree).OfLevel(2).Num());
    });

    It(u"the factory makes an empty tree with the project's recipe", [this] {
        auto* Factory = NewObject<USphereTreeAssetFactory>();
        TestTrue(u"of that class", Factory->SupportedClass.Get() == USphereTreeAsset::StaticClass());
        UObject* Made = Factory->FactoryCreateNew(USphereTreeAsset::StaticClass(), GetTransientPackage(), u"ST_New",
                                                  RF_Public, nullptr, nullptr);
        const USphereTreeAsset* Tree = Cast<USphereTreeAsset>(Made);
        TestTrue(u"empty, can be undone", Tree && !Tree->HasTree() && Tree->HasAnyFlags(RF_Transactional));
    });

    It(u"an import marks the tree as stale", [this] {
        FSphereTreeEditorFixture Fixture;
        UStaticMesh* Mesh = Fixture.MakeCube(u"Chair");
        const USphereTreeAsset* Tree = Fixture.Bake(*this, *Mesh, Fixture.MakeRecipe());
        Mesh->GetSourceModel(0).BuildSettings.BuildScale3D = FVector(1, 1, 3);
        GEditor->GetEditorSubsystem<UImportSubsystem>()->BroadcastAssetReimport(Mesh);
        TestTrue(u"stale", Tree->IsStale());
    });
}
