// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "Components/StaticMeshComponent.h"
#include "Editor.h"
#include "Engine/StaticMesh.h"
#include "MeshDescription.h"
#include "Misc/AutomationTest.h"
#include "Misc/DataValidation.h"
#include "PhysicsEngine/BodySetup.h"
#include "SphereTreeAsset.h"
#include "SphereTreeCollisionExport.h"
#include "SphereTreeComponent.h"
#include "SphereTreeEditorActions.h"
#include "SphereTreeEditorFixture.h"
#include "SphereTreeEstimate.h"
#include "SphereTreeMenus.h"
#include "SphereTreePicture.h"
#include "SphereTreeSettings.h"
#include "SphereTreeStaleness.h"
#include "SphereTreeUserData.h"
#include "UObject/Package.h"

namespace
{
	/** Puts the project's settings back as they were. */
	struct FKeepProject
	{
		FKeepProject() : Project(*GetMutableDefault<USphereTreeSettings>()), Bake(Project.DefaultBake), ErrorLimitCm(Project.ErrorLimitCm), FrameTimeBudgetMs(Project.FrameTimeBudgetMs) {}
		~FKeepProject()
		{
			Project.DefaultBake = Bake;
			Project.ErrorLimitCm = ErrorLimitCm;
			Project.FrameTimeBudgetMs = FrameTimeBudgetMs;
		}
		USphereTreeSettings& Project;
		FSphereTreeBakeSettings Bake;
		float ErrorLimitCm;
		float FrameTimeBudgetMs;
	};

	int32 CountWarnings(const USphereTreeAsset& Asset)
	{
		FDataValidationContext Context;
		Asset.IsDataValid(Context);
		return static_cast<int32>(Context.GetNumWarnings());
	}
}

BEGIN_DEFINE_SPEC(FSphereTreeEditorSpec, "SphereTree.Editor", SPHERETREE_EDITOR_TEST_FLAGS)
END_DEFINE_SPEC(FSphereTreeEditorSpec)

void FSphereTreeEditorSpec::Define()
{
	Describe(TEXT("the menu"), [this]()
	{
		It(TEXT("offers to build for static meshes, and for nothing else"), [this]()
		{
			FSphereTreeEditorFixture Fixture;
			UStaticMesh* Mesh = Fixture.MakeCube(TEXT("Chair"));
			const USphereTreeAsset* Tree = Fixture.Bake(*this, *Mesh, Fixture.MakeRecipe());
			const TArray<FSphereTreeMenuEntry> OnMesh = FSphereTreeMenus::EntriesFor({FAssetData(Mesh)});
			TestEqual(TEXT("entries on a mesh"), OnMesh.Num(), 3);
			TestEqual(TEXT("the first"), OnMesh[0].Label.ToString(), FString(TEXT("Build Sphere Tree")));
			TestEqual(TEXT("the second"), OnMesh[1].Label.ToString(), FString(TEXT("Build Sphere Tree...")));
			const TArray<FSphereTreeMenuEntry> OnTree = FSphereTreeMenus::EntriesFor({FAssetData(Tree)});
			TestEqual(TEXT("entries on a tree"), OnTree.Num(), 2);
			TestEqual(TEXT("rebuild"), OnTree[0].Label.ToString(), FString(TEXT("Rebuild Sphere Tree")));
			TestEqual(TEXT("entries on both at once"), FSphereTreeMenus::EntriesFor({FAssetData(Mesh), FAssetData(Tree)}).Num(), 0);
			TestEqual(TEXT("entries on a world"), FSphereTreeMenus::EntriesFor({FAssetData(Mesh->GetPackage())}).Num(), 0);
			TestEqual(TEXT("entries on nothing"), FSphereTreeMenus::EntriesFor({}).Num(), 0);
		});

		It(TEXT("two meshes selected, one click: two trees with the project's recipe"), [this]()
		{
			FKeepProject Keep;
			FSphereTreeEditorFixture Fixture;
			Keep.Project.DefaultBake = Fixture.MakeRecipe();
			UStaticMesh* A = Fixture.MakeCube(TEXT("A"));
			UStaticMesh* B = Fixture.MakeCube(TEXT("B"), 20.0f);
			FSphereTreeMenus::EntriesFor({FAssetData(A), FAssetData(B)})[0].Execute();
			for (UStaticMesh* Mesh : {A, B})
			{
				const USphereTreeAsset* Tree = USphereTreeUserData::FindTree(Mesh);
				TestNotNull(TEXT("a tree"), Tree);
				TestTrue(TEXT("dirty"), Tree && Tree->GetPackage()->IsDirty() && Mesh->GetPackage()->IsDirty());
				TestTrue(TEXT("by the recipe"), Tree && Tree->BakeSettings.Method == ESphereTreeMethod::Octree && Tree->BakeSettings.Seed == Keep.Project.DefaultBake.Seed);
			}
		});

		It(TEXT("a tree rebuilds itself from its mesh, with its own recipe"), [this]()
		{
			FSphereTreeEditorFixture Fixture;
			UStaticMesh* Mesh = Fixture.MakeCube(TEXT("Chair"));
			USphereTreeAsset* Tree = Fixture.Bake(*this, *Mesh, Fixture.MakeRecipe());
			Tree->BakeSettings.Depth = 1;
			FSphereTreeMenus::EntriesFor({FAssetData(Tree)})[0].Execute();
			TestEqual(TEXT("levels"), Tree->GetLevels().Num(), 2);
		});
	});

	It(TEXT("says what came of a build"), [this]()
	{
		FSphereTreeEditorFixture Fixture;
		UStaticMesh* Mesh = Fixture.MakeCube(TEXT("Chair"));
		FSphereTreeTestProgress Progress;
		const FSphereTreeBakeOutcome Built = FSphereTreeBaker::Bake(*Mesh, Fixture.MakeRecipe(), Progress, false);
		const FSphereTreeBakeOutcome Failed = FSphereTreeBaker::Bake(*Fixture.MakeEmpty(TEXT("Broken")), Fixture.MakeRecipe(), Progress, false);
		const FString One = FSphereTreeEditorActions::Describe({Built}).ToString();
		TestTrue(TEXT("spheres and error"), One.StartsWith(TEXT("Chair: ")) && One.Contains(TEXT("spheres")) && One.Contains(TEXT("cm")));
		const FString Many = FSphereTreeEditorActions::Describe({Built, Failed}).ToString();
		TestTrue(TEXT("how many"), Many.StartsWith(TEXT("1 sphere trees built")));
		TestTrue(TEXT("which failed, why, what to do"), Many.Contains(TEXT("Broken got no sphere tree. It has no triangles. Import it again.")));
	});

	It(TEXT("estimates spheres and time of a recipe"), [this]()
	{
		FSphereTreeBakeSettings Settings;
		TestEqual(TEXT("branching 8, depth 3"), FSphereTreeEstimate::Of(Settings, {1500}).MostSpheres, static_cast<int64>(585));
		TestEqual(TEXT("two meshes"), FSphereTreeEstimate::Of(Settings, {1500, 1500}).MostSpheres, static_cast<int64>(1170));
		const double Balanced = FSphereTreeEstimate::Of(Settings, {1500}).Seconds;
		Settings.Preset = ESphereTreePreset::Tight;
		TestTrue(TEXT("tight takes longer"), FSphereTreeEstimate::Of(Settings, {1500}).Seconds > 2.0 * Balanced);
		Settings.MaxSpheres = 100;
		TestEqual(TEXT("a limit"), FSphereTreeEstimate::Of(Settings, {1500}).MostSpheres, static_cast<int64>(100));
		TestTrue(TEXT("in words"), FSphereTreeEstimate::Of(Settings, {1500}).ToText().ToString().StartsWith(TEXT("100 spheres at most")));
	});

	It(TEXT("pictures show a level and the leaves above it"), [this]()
	{
		FSphereTreeEditorFixture Fixture;
		const USphereTreeAsset* Tree = Fixture.Bake(*this, *Fixture.MakeCube(TEXT("Chair")), Fixture.MakeRecipe());
		const FSphereTreePicture Picture = FSphereTreePicture::Read(*Tree);
		TestEqual(TEXT("all spheres"), Picture.Spheres.Num(), Tree->GetSphereCount());
		TestEqual(TEXT("the root"), Picture.OfLevel(0).Num(), 1);
		TestTrue(TEXT("no fewer than the level has"), Picture.OfLevel(2).Num() >= Tree->GetLevels()[2].Spheres);
		TestEqual(TEXT("no such level"), Picture.OfLevel(9).Num() + Picture.OfLevel(-1).Num(), 0);
		TestTrue(TEXT("what sticks out is bright"), Picture.Spheres[0].Colour.R > Picture.Spheres.Last().Colour.R + 0.1f);
	});

	It(TEXT("the last picture is of the tree as it is, with or without a hash"), [this]()
	{
		FSphereTreeEditorFixture Fixture;
		const USphereTreeAsset* Cube = Fixture.Bake(*this, *Fixture.MakeCube(TEXT("Chair")), Fixture.MakeRecipe());
		USphereTreeAsset* Unhashed = NewObject<USphereTreeAsset>(GetTransientPackage());
		FSphereTreeLastPicture Picture;
		TestEqual(TEXT("empty"), Picture.Of(*Unhashed).Spheres.Num(), 0);
		FString WhyNot;
		TestTrue(TEXT("bytes of a tool"), Unhashed->SetArchive(Cube->GetArchive(), 0, WhyNot));
		TestEqual(TEXT("shown without a hash"), Picture.Of(*Unhashed).Spheres.Num(), Cube->GetSphereCount());
		FSphereTreeBakeSettings Small = Fixture.MakeRecipe();
		Small.Depth = 1;
		const USphereTreeAsset* Other = Fixture.Bake(*this, *Fixture.MakeCube(TEXT("Stool")), Small);
		TestTrue(TEXT("other bytes"), Unhashed->SetArchive(Other->GetArchive(), 0, WhyNot));
		TestEqual(TEXT("shown anew"), Picture.Of(*Unhashed).Spheres.Num(), Other->GetSphereCount());
	});

	It(TEXT("a level becomes simple collision, and an undo takes it back"), [this]()
	{
		FSphereTreeEditorFixture Fixture;
		UStaticMesh* Mesh = Fixture.MakeCube(TEXT("Chair"));
		const USphereTreeAsset* Tree = Fixture.Bake(*this, *Mesh, Fixture.MakeRecipe());
		FString WhyNot;
		TestTrue(TEXT("level 0"), FSphereTreeCollisionExport::Export(*Tree, 0, WhyNot));
		TestEqual(TEXT("one sphere"), Mesh->GetBodySetup()->AggGeom.SphereElems.Num(), 1);
		TestTrue(TEXT("level 1"), FSphereTreeCollisionExport::Export(*Tree, 1, WhyNot));
		const int32 Exported = Mesh->GetBodySetup()->AggGeom.SphereElems.Num();
		TestEqual(TEXT("as many as the level has"), Exported, FSphereTreePicture::Read(*Tree).OfLevel(1).Num());
		TestEqual(TEXT("as large"), static_cast<double>(Mesh->GetBodySetup()->AggGeom.SphereElems[0].Radius), FSphereTreePicture::Read(*Tree).OfLevel(1)[0].Radius, 1e-3);
		TestTrue(TEXT("kept by the next import"), Mesh->bCustomizedCollision);
		TestTrue(TEXT("dirty"), Mesh->GetPackage()->IsDirty());
		TestTrue(TEXT("undone"), GEditor->UndoTransaction());
		TestEqual(TEXT("one sphere again"), Mesh->GetBodySetup()->AggGeom.SphereElems.Num(), 1);
		TestFalse(TEXT("a level that is not there"), FSphereTreeCollisionExport::Export(*Tree, 7, WhyNot));
		TestTrue(TEXT("is named"), WhyNot.Contains(TEXT("level 7")));
	});

	Describe(TEXT("validation"), [this]()
	{
		It(TEXT("a component that wants a tree, on a mesh that has none"), [this]()
		{
			FSphereTreeEditorFixture Fixture;
			UStaticMesh* Mesh = Fixture.MakeCube(TEXT("Chair"));
			UStaticMeshComponent* MeshComponent = NewObject<UStaticMeshComponent>(GetTransientPackage());
			MeshComponent->SetStaticMesh(Mesh);
			USphereTreeComponent* Component = NewObject<USphereTreeComponent>(GetTransientPackage());
			Component->SetupAttachment(MeshComponent);
			FDataValidationContext Missing;
			TestTrue(TEXT("invalid"), Component->IsDataValid(Missing) == EDataValidationResult::Invalid && Missing.GetNumErrors() == 1u);
			Fixture.Bake(*this, *Mesh, Fixture.MakeRecipe());
			FDataValidationContext Found;
			TestTrue(TEXT("valid"), Component->IsDataValid(Found) == EDataValidationResult::Valid);
		});

		It(TEXT("a tree older than its mesh, though nobody has told it"), [this]()
		{
			FSphereTreeEditorFixture Fixture;
			UStaticMesh* Mesh = Fixture.MakeCube(TEXT("Chair"));
			const USphereTreeAsset* Tree = Fixture.Bake(*this, *Mesh, Fixture.MakeRecipe());
			TestEqual(TEXT("fresh"), CountWarnings(*Tree), 0);
			Mesh->GetSourceModel(0).BuildSettings.BuildScale3D = FVector(2, 1, 1);
			TestFalse(TEXT("it does not know"), Tree->IsStale());
			TestEqual(TEXT("stale"), CountWarnings(*Tree), 1);
		});

		It(TEXT("an error above the project's limit, and more spheres than the budget can visit"), [this]()
		{
			FKeepProject Keep;
			FSphereTreeEditorFixture Fixture;
			const USphereTreeAsset* Tree = Fixture.Bake(*this, *Fixture.MakeCube(TEXT("Chair")), Fixture.MakeRecipe());
			const float Finest = static_cast<float>(Tree->GetLevels().Last().ErrorCm);
			Keep.Project.ErrorLimitCm = Finest * 2.0f;
			TestEqual(TEXT("within the limit"), CountWarnings(*Tree), 0);
			Keep.Project.ErrorLimitCm = Finest * 0.5f;
			TestEqual(TEXT("above the limit"), CountWarnings(*Tree), 1);
			Keep.Project.FrameTimeBudgetMs = static_cast<float>(Tree->GetSphereCount()) / 40000.0f;
			TestEqual(TEXT("and beyond the budget"), CountWarnings(*Tree), 2);
		});
	});

	It(TEXT("warns of stale trees before something is played"), [this]()
	{
		AddExpectedError(TEXT("ST_Chair is older than its mesh or its settings"), EAutomationExpectedErrorFlags::Contains, 1);
		FSphereTreeEditorFixture Fixture;
		UStaticMesh* Mesh = Fixture.MakeCube(TEXT("Chair"));
		USphereTreeAsset* Tree = Fixture.Bake(*this, *Mesh, Fixture.MakeRecipe());
		const int32 Before = FSphereTreeStaleness::WarnBeforePlay();
		TestEqual(TEXT("none before"), Before, 0);
		Mesh->GetSourceModel(0).BuildSettings.BuildScale3D = FVector(1, 1, 2);
		Tree->bCompared = false; // as if it had been loaded now
		FEditorDelegates::PreBeginPIE.Broadcast(false);
		TestTrue(TEXT("it knows"), Tree->IsStale());
	});

	It(TEXT("an edit in the mesh editor marks the tree"), [this]()
	{
		FSphereTreeEditorFixture Fixture;
		UStaticMesh* Mesh = Fixture.MakeCube(TEXT("Chair"));
		USphereTreeAsset* Tree = Fixture.Bake(*this, *Mesh, Fixture.MakeRecipe());
		Tree->GetPackage()->SetDirtyFlag(false);
		Mesh->PostEditChange();
		TestFalse(TEXT("an edit that changes no triangle"), Tree->IsStale() || Tree->GetPackage()->IsDirty());
		FSphereTreeEditorFixture::AddCube(*Mesh->GetMeshDescription(0), 5.0f, FVector(0, 0, 70));
		Mesh->PostEditChange();
		TestTrue(TEXT("one that does"), Tree->IsStale() && Tree->GetPackage()->IsDirty());
	});
}
