// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "Editor.h"
#include "Engine/StaticMesh.h"
#include "MeshDescription.h"
#include "Misc/AutomationTest.h"
#include "SphereTreeAsset.h"
#include "SphereTreeEditorFixture.h"
#include "SphereTreeStaleness.h"
#include "SphereTreeUserData.h"
#include "UObject/Package.h"

BEGIN_DEFINE_SPEC(FSphereTreeBakeSpec, "SphereTree.Bake", SPHERETREE_EDITOR_TEST_FLAGS)
END_DEFINE_SPEC(FSphereTreeBakeSpec)

void FSphereTreeBakeSpec::Define()
{
	It(TEXT("makes ST_<Mesh> beside the mesh, which names it; both packages are dirty"), [this]()
	{
		FSphereTreeEditorFixture Fixture;
		UStaticMesh* Mesh = Fixture.MakeCube(TEXT("Chair"));
		const FSphereTreeBakeSettings Recipe = Fixture.MakeRecipe();
		USphereTreeAsset* Asset = Fixture.Bake(*this, *Mesh, Recipe);
		TestEqual(TEXT("path"), Asset->GetPathName(), Fixture.Folder + TEXT("/ST_Chair.ST_Chair"));
		TestTrue(TEXT("the mesh names it"), USphereTreeUserData::FindTree(Mesh) == Asset);
		TestTrue(TEXT("it names the mesh"), Asset->SourceMesh.Get() == Mesh);
		TestTrue(TEXT("the mesh is dirty"), Mesh->GetPackage()->IsDirty());
		TestTrue(TEXT("the tree is dirty"), Asset->GetPackage()->IsDirty());
		TestEqual(TEXT("depth"), Asset->BakeSettings.Depth, 2);
		TestEqual(TEXT("levels"), Asset->GetLevels().Num(), 3);
		TestFalse(TEXT("is stale"), Asset->IsStale() || FSphereTreeBaker::IsStale(*Asset));
	});

	It(TEXT("reports what it did"), [this]()
	{
		FSphereTreeEditorFixture Fixture;
		const USphereTreeAsset* Asset = Fixture.Bake(*this, *Fixture.MakeCube(TEXT("Chair")), Fixture.MakeRecipe());
		TestEqual(TEXT("triangles"), Asset->BakeReport.Triangles, 12);
		TestEqual(TEXT("source"), Asset->BakeReport.Source, FString(TEXT("LOD 0")));
		TestTrue(TEXT("time"), Asset->BakeReport.Seconds > 0.0);
		TestEqual(TEXT("wasted volume of every level"), Asset->BakeReport.WastedVolumes.Num(), 3);
		// The root ball of a cube of 100: 4/3 pi (50 sqrt 3)^3 less the cube, within what rays can tell.
		TestEqual(TEXT("wasted volume of the root"), Asset->BakeReport.WastedVolumes[0] / 1.0e6, 1.7207, 0.2);
		TestTrue(TEXT("mean error is at most the largest"), Asset->GetLevels()[2].MeanErrorCm <= Asset->GetLevels()[2].ErrorCm);
	});

	It(TEXT("leaves alone what is up to date, unless forced"), [this]()
	{
		FSphereTreeEditorFixture Fixture;
		UStaticMesh* Mesh = Fixture.MakeCube(TEXT("Chair"));
		const FSphereTreeBakeSettings Recipe = Fixture.MakeRecipe();
		USphereTreeAsset* Asset = Fixture.Bake(*this, *Mesh, Recipe);
		Asset->GetPackage()->SetDirtyFlag(false);
		Mesh->GetPackage()->SetDirtyFlag(false);
		FSphereTreeTestProgress Progress;
		TestTrue(TEXT("fresh"), FSphereTreeBaker::Bake(*Mesh, Recipe, Progress, false).Result == ESphereTreeBakeResult::Fresh);
		TestFalse(TEXT("something is dirty"), Asset->GetPackage()->IsDirty() || Mesh->GetPackage()->IsDirty());
		Asset->SetStale(true);
		TestTrue(TEXT("fresh after an edit was taken back"), FSphereTreeBaker::Bake(*Mesh, Recipe, Progress, false).Result == ESphereTreeBakeResult::Fresh);
		TestTrue(TEXT("which is to be saved"), !Asset->IsStale() && Asset->GetPackage()->IsDirty());
		const FSphereTreeBakeOutcome Forced = FSphereTreeBaker::Bake(*Mesh, Recipe, Progress, true);
		TestTrue(TEXT("built when forced"), Forced.Result == ESphereTreeBakeResult::Built && !Forced.bFromCache);
		TestTrue(TEXT("the same asset"), Forced.Asset.Get() == Asset);
		TestFalse(TEXT("the mesh is dirty"), Mesh->GetPackage()->IsDirty());
	});

	It(TEXT("notices an edit of the mesh, and a rebuild mends it"), [this]()
	{
		FSphereTreeEditorFixture Fixture;
		UStaticMesh* Mesh = Fixture.MakeCube(TEXT("Chair"));
		USphereTreeAsset* Asset = Fixture.Bake(*this, *Mesh, Fixture.MakeRecipe());
		const TArray<uint8> Before = Asset->GetArchive();
		FSphereTreeEditorFixture::AddCube(*Mesh->GetMeshDescription(0), 10.0f, FVector(100, 0, 0));
		Mesh->CommitMeshDescription(0);
		FSphereTreeStaleness::LookAt(Mesh);
		TestTrue(TEXT("stale"), Asset->IsStale());
		FSphereTreeTestProgress Progress;
		const FSphereTreeBakeOutcome Outcome = FSphereTreeBaker::Bake(*Mesh, FSphereTreeBaker::SettingsFor(*Mesh), Progress, false);
		TestTrue(TEXT("built, in the same asset"), Outcome.Result == ESphereTreeBakeResult::Built && Outcome.Asset.Get() == Asset);
		TestFalse(TEXT("still stale"), Asset->IsStale() || FSphereTreeBaker::IsStale(*Asset));
		TestTrue(TEXT("another tree"), Asset->GetArchive() != Before);
	});

	It(TEXT("notices an edit of the settings"), [this]()
	{
		FSphereTreeEditorFixture Fixture;
		USphereTreeAsset* Asset = Fixture.Bake(*this, *Fixture.MakeCube(TEXT("Chair")), Fixture.MakeRecipe());
		Asset->GetPackage()->SetDirtyFlag(false);
		TestFalse(TEXT("stale before"), FSphereTreeStaleness::Refresh(*Asset));
		TestFalse(TEXT("dirty, though nothing changed"), Asset->GetPackage()->IsDirty());
		Asset->BakeSettings.Depth = 1;
		TestTrue(TEXT("stale"), FSphereTreeStaleness::Refresh(*Asset) && Asset->IsStale());
		TestTrue(TEXT("the mark is to be saved"), Asset->GetPackage()->IsDirty());
		Asset->BakeSettings.Depth = 2;
		TestFalse(TEXT("stale again"), FSphereTreeStaleness::Refresh(*Asset) || Asset->IsStale());
	});

	It(TEXT("a cancel leaves nothing behind"), [this]()
	{
		FSphereTreeEditorFixture Fixture;
		UStaticMesh* Mesh = Fixture.MakeCube(TEXT("Chair"));
		FSphereTreeTestProgress Progress(1);
		const FSphereTreeBakeOutcome Outcome = FSphereTreeBaker::Bake(*Mesh, Fixture.MakeRecipe(), Progress, false);
		TestTrue(TEXT("cancelled"), Outcome.Result == ESphereTreeBakeResult::Cancelled);
		TestFalse(TEXT("an asset"), Outcome.Asset.IsValid() || Fixture.Find(TEXT("ST_Chair")) != nullptr);
		TestNull(TEXT("user data"), USphereTreeUserData::FindTree(Mesh));
		TestFalse(TEXT("dirty"), Mesh->GetPackage()->IsDirty());
	});

	It(TEXT("of a batch that is cancelled, what is finished stays"), [this]()
	{
		FSphereTreeEditorFixture Fixture;
		const TArray<UStaticMesh*> Meshes = {Fixture.MakeCube(TEXT("A")), Fixture.MakeCube(TEXT("B"), 40.0f), Fixture.MakeCube(TEXT("C"), 30.0f)};
		const FSphereTreeBakeSettings Recipe = Fixture.MakeRecipe();
		FSphereTreeTestProgress Progress(1);
		Progress.CancelledMesh = 2;
		const TArray<FSphereTreeBakeOutcome> Outcomes = FSphereTreeBaker::BakeAll(Meshes, &Recipe, Progress, false);
		TestEqual(TEXT("the third was not begun"), Outcomes.Num(), 2);
		TestTrue(TEXT("the first is built"), Outcomes[0].Result == ESphereTreeBakeResult::Built && Fixture.Find(TEXT("ST_A")) != nullptr);
		TestTrue(TEXT("the second is not"), Outcomes[1].Result == ESphereTreeBakeResult::Cancelled && Fixture.Find(TEXT("ST_B")) == nullptr);
	});

	It(TEXT("one of three fails, with its name and what to do; the others are built"), [this]()
	{
		AddExpectedError(TEXT("Broken got no sphere tree: It has no triangles"), EAutomationExpectedErrorFlags::Contains, 1);
		FSphereTreeEditorFixture Fixture;
		const TArray<UStaticMesh*> Meshes = {Fixture.MakeCube(TEXT("A")), Fixture.MakeEmpty(TEXT("Broken")), Fixture.MakeCube(TEXT("C"), 30.0f)};
		const FSphereTreeBakeSettings Recipe = Fixture.MakeRecipe();
		FSphereTreeTestProgress Progress;
		const TArray<FSphereTreeBakeOutcome> Outcomes = FSphereTreeBaker::BakeAll(Meshes, &Recipe, Progress, false);
		TestEqual(TEXT("all were tried"), Outcomes.Num(), 3);
		TestTrue(TEXT("two are built"), Outcomes[0].Result == ESphereTreeBakeResult::Built && Outcomes[2].Result == ESphereTreeBakeResult::Built);
		TestTrue(TEXT("one failed"), Outcomes[1].Result == ESphereTreeBakeResult::Failed && !Outcomes[1].Asset.IsValid());
		TestEqual(TEXT("its name"), Outcomes[1].MeshName, FString(TEXT("Broken")));
		TestTrue(TEXT("what to do"), Outcomes[1].Reason.Contains(TEXT("Import it again")));
	});

	It(TEXT("passes on what the core says of a recipe that makes no sense"), [this]()
	{
		FSphereTreeEditorFixture Fixture;
		FSphereTreeBakeSettings Recipe = Fixture.MakeRecipe();
		Recipe.Branching = 99;
		FSphereTreeTestProgress Progress;
		const FSphereTreeBakeOutcome Outcome = FSphereTreeBaker::Bake(*Fixture.MakeCube(TEXT("Chair")), Recipe, Progress, false);
		TestTrue(TEXT("failed"), Outcome.Result == ESphereTreeBakeResult::Failed);
		TestTrue(TEXT("says what is possible"), Outcome.Reason.Contains(TEXT("between 2 and 8")));
	});

	It(TEXT("a second mesh with the same triangles comes from the cache"), [this]()
	{
		FSphereTreeEditorFixture Fixture;
		const FSphereTreeBakeSettings Recipe = Fixture.MakeRecipe();
		FSphereTreeTestProgress Progress;
		const FSphereTreeBakeOutcome First = FSphereTreeBaker::Bake(*Fixture.MakeCube(TEXT("A")), Recipe, Progress, false);
		const FSphereTreeBakeOutcome Second = FSphereTreeBaker::Bake(*Fixture.MakeCube(TEXT("B")), Recipe, Progress, false);
		TestFalse(TEXT("the first is cached"), First.bFromCache);
		TestTrue(TEXT("the second is cached"), Second.bFromCache);
		TestTrue(TEXT("the same tree"), First.Asset->GetArchive() == Second.Asset->GetArchive());
		TestEqual(TEXT("with its report"), Second.Asset->BakeReport.Seconds, First.Asset->BakeReport.Seconds);
		FSphereTreeBakeSettings Other = Recipe;
		Other.Depth = 1;
		TestFalse(TEXT("another recipe is cached"), FSphereTreeBaker::Bake(*Fixture.MakeCube(TEXT("C")), Other, Progress, false).bFromCache);
		TestFalse(TEXT("another mesh is cached"), FSphereTreeBaker::Bake(*Fixture.MakeCube(TEXT("D"), 51.0f), Recipe, Progress, false).bFromCache);
	});

	It(TEXT("does not overwrite what is no tree of this mesh"), [this]()
	{
		FSphereTreeEditorFixture Fixture;
		Fixture.MakeEmpty(TEXT("ST_Chair"));
		FSphereTreeTestProgress Progress;
		const FSphereTreeBakeOutcome Outcome = FSphereTreeBaker::Bake(*Fixture.MakeCube(TEXT("Chair")), Fixture.MakeRecipe(), Progress, false);
		TestTrue(TEXT("failed"), Outcome.Result == ESphereTreeBakeResult::Failed);
		TestTrue(TEXT("says what to do"), Outcome.Reason.Contains(TEXT("Rename or delete it")));
	});

	It(TEXT("one undo takes all edits back"), [this]()
	{
		FSphereTreeEditorFixture Fixture;
		UStaticMesh* Mesh = Fixture.MakeCube(TEXT("Chair"));
		FSphereTreeBakeSettings Recipe = Fixture.MakeRecipe();
		USphereTreeAsset* Asset = Fixture.Bake(*this, *Mesh, Recipe);
		const TArray<uint8> First = Asset->GetArchive();
		Recipe.Depth = 1;
		Fixture.Bake(*this, *Mesh, Recipe);
		TestEqual(TEXT("levels after the second"), Asset->GetLevels().Num(), 2);
		TestTrue(TEXT("undone"), GEditor->UndoTransaction());
		TestTrue(TEXT("the first tree is back"), Asset->GetArchive() == First);
		TestEqual(TEXT("and what is made of it"), Asset->GetLevels().Num(), 3);
		TestEqual(TEXT("and its settings"), Asset->BakeSettings.Depth, 2);
		TestTrue(TEXT("undone once more"), GEditor->UndoTransaction());
		TestNull(TEXT("the mesh names a tree"), USphereTreeUserData::FindTree(Mesh));
		TestFalse(TEXT("there is a tree"), Asset->HasTree());
	});
}
