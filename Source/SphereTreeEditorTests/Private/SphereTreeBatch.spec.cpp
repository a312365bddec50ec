// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "Engine/StaticMesh.h"
#include "Misc/AutomationTest.h"
#include "PhysicsEngine/BodySetup.h"
#include "SphereTreeAsset.h"
#include "SphereTreeBatch.h"
#include "SphereTreeEditorFixture.h"
#include "SphereTreeEditorLibrary.h"
#include "SphereTreeSettings.h"
#include "SphereTreeUserData.h"
#include "UObject/Package.h"

namespace
{
	FSphereTreeBatchOptions MakeOptions(FSphereTreeEditorFixture& Fixture)
	{
		FSphereTreeBatchOptions Options;
		Options.Path = Fixture.Folder;
		Options.Settings = Fixture.MakeRecipe();
		Options.bRecipeGiven = true;
		return Options;
	}

	bool SaveNothing(UPackage& Package, FString& OutWhyNot)
	{
		Package.SetDirtyFlag(false);
		return true;
	}

	bool Refuse(UPackage& Package, FString& OutWhyNot)
	{
		OutWhyNot = TEXT("It is locked.");
		return false;
	}

	int32 CountResults(const TArray<FSphereTreeBatchLine>& Lines, ESphereTreeBakeResult Result)
	{
		int32 Count = 0;
		for (const FSphereTreeBatchLine& Line : Lines)
		{
			Count += Line.Outcome.Result == Result ? 1 : 0;
		}
		return Count;
	}

	struct FFolderToPathsPins
	{
		FString Folder;
		TArray<FString> ReturnValue = {};
	};

	struct FFolderToTreesPins
	{
		FString Folder;
		TArray<USphereTreeAsset*> ReturnValue = {};
	};

	struct FBuildPins
	{
		TArray<UStaticMesh*> Meshes = {};
		FSphereTreeBakeSettings Settings;
		bool bForce = false;
		TArray<FSphereTreeBuildResult> ReturnValue = {};
	};

	struct FBuildByPathPins
	{
		TArray<FString> MeshPaths = {};
		bool bForce = false;
		TArray<FSphereTreeBuildResult> ReturnValue = {};
	};

	struct FRebuildPins
	{
		USphereTreeAsset* Tree = nullptr;
		FSphereTreeBuildResult ReturnValue = {};
	};

	struct FTreeToBoolPins
	{
		USphereTreeAsset* Tree = nullptr;
		bool ReturnValue = false;
	};

	struct FExportPins
	{
		USphereTreeAsset* Tree = nullptr;
		int32 Level = 0;
		bool ReturnValue = false;
	};

	struct FFiguresPins
	{
		USphereTreeAsset* Tree = nullptr;
		FSphereTreeFigures ReturnValue = {};
	};

	struct FSettingsPins
	{
		FSphereTreeBakeSettings ReturnValue = {};
	};
}

BEGIN_DEFINE_SPEC(FSphereTreeBatchSpec, "SphereTree.Batch", SPHERETREE_EDITOR_TEST_FLAGS)
END_DEFINE_SPEC(FSphereTreeBatchSpec)

void FSphereTreeBatchSpec::Define()
{
	It(TEXT("reads its command line"), [this]()
	{
		FSphereTreeBatchOptions Options;
		FString WhyNot;
		TestTrue(TEXT("reads it"), FSphereTreeBatchOptions::Parse(TEXT("-run=SphereTreeBake -Path=/Game/Props -Recipe=Tight -Depth=4 -Shard=2/8 -Force -Report=out.json"), Options, WhyNot));
		TestEqual(TEXT("path"), Options.Path, FString(TEXT("/Game/Props")));
		TestTrue(TEXT("recipe"), Options.bRecipeGiven && Options.Settings.Preset == ESphereTreePreset::Tight && Options.Settings.Depth == 4);
		TestTrue(TEXT("shard"), Options.Shard == 2 && Options.Shards == 8);
		TestTrue(TEXT("force"), Options.bForce);
		TestEqual(TEXT("report"), Options.Report, FString(TEXT("out.json")));
		TestTrue(TEXT("nothing but the name"), FSphereTreeBatchOptions::Parse(TEXT("-run=SphereTreeBake"), Options, WhyNot));
		TestFalse(TEXT("then trees keep their own recipes"), Options.bRecipeGiven);
		for (const TCHAR* Wrong : {TEXT("-Shard=9/8"), TEXT("-Shard=0/8"), TEXT("-Shard=two"), TEXT("-Recipe=Splendid"), TEXT("-Method=Guess"), TEXT("-Path=Props")})
		{
			WhyNot = FString();
			TestFalse(Wrong, FSphereTreeBatchOptions::Parse(Wrong, Options, WhyNot));
			TestFalse(TEXT("without a sentence"), WhyNot.IsEmpty());
		}
	});

	It(TEXT("eight shards are the whole, and no mesh is in two"), [this]()
	{
		FSphereTreeEditorFixture Fixture;
		for (int32 Index = 0; Index < 40; ++Index)
		{
			Fixture.MakeEmpty(*FString::Printf(TEXT("Mesh%d"), Index));
		}
		FSphereTreeBatchOptions Options = MakeOptions(Fixture);
		TestEqual(TEXT("all"), FSphereTreeBatch::ListMeshes(Options).Num(), 40);
		TArray<FString> Together;
		Options.Shards = 8;
		int32 Largest = 0;
		for (Options.Shard = 1; Options.Shard <= 8; ++Options.Shard)
		{
			const TArray<FAssetData> Part = FSphereTreeBatch::ListMeshes(Options);
			Largest = FMath::Max(Largest, Part.Num());
			for (const FAssetData& Data : Part)
			{
				TestFalse(TEXT("twice"), Together.Contains(Data.PackageName.ToString()));
				Together.Add(Data.PackageName.ToString());
			}
		}
		TestEqual(TEXT("together"), Together.Num(), 40);
		TestTrue(TEXT("somewhat even"), Largest < 16);
		TestTrue(TEXT("case does not matter"), FSphereTreeBatch::IsInShard(TEXT("/Game/CHAIR"), 1, 2) == FSphereTreeBatch::IsInShard(TEXT("/game/chair"), 1, 2));
	});

	It(TEXT("bakes and saves what is new, and then nothing"), [this]()
	{
		FSphereTreeEditorFixture Fixture;
		Fixture.MakeCube(TEXT("A"));
		Fixture.MakeCube(TEXT("B"), 20.0f);
		FSphereTreeBatchOptions Options = MakeOptions(Fixture);
		TArray<FString> Saved;
		const auto Save = [&Saved](UPackage& Package, FString& OutWhyNot)
		{
			Saved.Add(Package.GetName());
			Package.SetDirtyFlag(false);
			return true;
		};
		const TArray<FSphereTreeBatchLine> Lines = FSphereTreeBatch::Run(Options, Save);
		TestEqual(TEXT("built"), CountResults(Lines, ESphereTreeBakeResult::Built), 2);
		TestEqual(TEXT("saved"), Saved.Num(), 4);
		TestTrue(TEXT("the tree"), Saved.Contains(Fixture.Folder + TEXT("/ST_A")));
		TestTrue(TEXT("and the mesh that names it"), Saved.Contains(Fixture.Folder + TEXT("/A")));
		TestEqual(TEXT("exit code"), FSphereTreeBatch::ExitCode(Lines), 0);
		Saved.Empty();
		TestEqual(TEXT("fresh"), CountResults(FSphereTreeBatch::Run(Options, Save), ESphereTreeBakeResult::Fresh), 2);
		TestEqual(TEXT("nothing saved"), Saved.Num(), 0);
		Options.bForce = true;
		TestEqual(TEXT("forced"), CountResults(FSphereTreeBatch::Run(Options, Save), ESphereTreeBakeResult::Built), 2);
	});

	It(TEXT("tells failures by exit code and report"), [this]()
	{
		FSphereTreeEditorFixture Fixture;
		Fixture.MakeCube(TEXT("A"));
		Fixture.MakeEmpty(TEXT("Broken"));
		const FSphereTreeBatchOptions Options = MakeOptions(Fixture);
		const TArray<FSphereTreeBatchLine> Lines = FSphereTreeBatch::Run(Options, &SaveNothing);
		TestEqual(TEXT("exit code"), FSphereTreeBatch::ExitCode(Lines), 3);
		const FString Report = FSphereTreeBatch::WriteReport(Options, Lines);
		TestTrue(TEXT("counts"), Report.Contains(TEXT("\"count\": 2")) && Report.Contains(TEXT("\"failed\": 1")));
		TestTrue(TEXT("one is built"), Report.Contains(Fixture.Folder + TEXT("/A.A\", \"outcome\": \"built\", \"cached\": false")));
		TestTrue(TEXT("with its levels"), Report.Contains(TEXT("\"levels\": [{\"spheres\": 1, \"errorCm\": ")));
		TestTrue(TEXT("one failed"), Report.Contains(TEXT("\"outcome\": \"failed\"")) && Report.Contains(TEXT("\"reason\": \"It has no triangles. Import it again.\"")));
	});

	It(TEXT("a package that cannot be saved is a failure"), [this]()
	{
		FSphereTreeEditorFixture Fixture;
		Fixture.MakeCube(TEXT("A"));
		const FSphereTreeBatchOptions Options = MakeOptions(Fixture);
		const TArray<FSphereTreeBatchLine> Lines = FSphereTreeBatch::Run(Options, &Refuse);
		TestEqual(TEXT("exit code"), FSphereTreeBatch::ExitCode(Lines), 3);
		TestTrue(TEXT("reason"), FSphereTreeBatch::WriteReport(Options, Lines).Contains(TEXT("\"reason\": \"It is locked.\"")));
	});

	Describe(TEXT("the library"), [this]()
	{
		It(TEXT("finds, builds, rebuilds and tells"), [this]()
		{
			FSphereTreeEditorFixture Fixture;
			UStaticMesh* Mesh = Fixture.MakeCube(TEXT("Chair"));
			FBuildPins Build{{Mesh, nullptr}, Fixture.MakeRecipe()};
			Call(*this, TEXT("BuildSphereTrees"), Build);
			TestEqual(TEXT("one result"), Build.ReturnValue.Num(), 1);
			TestEqual(TEXT("built"), Build.ReturnValue[0].Outcome, FString(TEXT("built")));
			USphereTreeAsset* Tree = Build.ReturnValue[0].Tree;
			FFolderToPathsPins Meshes{Fixture.Folder};
			Call(*this, TEXT("FindStaticMeshes"), Meshes);
			TestEqual(TEXT("meshes"), Meshes.ReturnValue.Num(), 1);
			FFolderToTreesPins Trees{Fixture.Folder};
			Call(*this, TEXT("FindSphereTrees"), Trees);
			TestTrue(TEXT("trees"), Trees.ReturnValue.Num() == 1 && Trees.ReturnValue[0] == Tree);
			FBuildByPathPins ByPath{Meshes.ReturnValue};
			Call(*this, TEXT("BuildSphereTreesByPath"), ByPath);
			TestEqual(TEXT("by path, with its own recipe"), ByPath.ReturnValue[0].Outcome, FString(TEXT("fresh")));
			FFiguresPins Figures{Tree};
			Call(*this, TEXT("GetSphereTreeFigures"), Figures);
			TestEqual(TEXT("spheres"), Figures.ReturnValue.SphereCount, Tree->GetSphereCount());
			TestEqual(TEXT("levels"), Figures.ReturnValue.Levels.Num(), 3);
			TestEqual(TEXT("triangles"), Figures.ReturnValue.BakeReport.Triangles, 12);
			Mesh->GetSourceModel(0).BuildSettings.BuildScale3D = FVector(1, 2, 1);
			FTreeToBoolPins Stale{Tree};
			Call(*this, TEXT("IsSphereTreeStale"), Stale);
			TestTrue(TEXT("stale"), Stale.ReturnValue);
			FRebuildPins Rebuild{Tree};
			Call(*this, TEXT("RebuildSphereTree"), Rebuild);
			TestEqual(TEXT("rebuilt"), Rebuild.ReturnValue.Outcome, FString(TEXT("built")));
			Call(*this, TEXT("IsSphereTreeStale"), Stale);
			TestFalse(TEXT("stale afterwards"), Stale.ReturnValue);
		});

		It(TEXT("exports a level, and has the project's recipe"), [this]()
		{
			FSphereTreeEditorFixture Fixture;
			UStaticMesh* Mesh = Fixture.MakeCube(TEXT("Chair"));
			FExportPins Export{Fixture.Bake(*this, *Mesh, Fixture.MakeRecipe()), 1};
			Call(*this, TEXT("ExportSphereTreeLevel"), Export);
			TestTrue(TEXT("exported"), Export.ReturnValue && Mesh->GetBodySetup()->AggGeom.SphereElems.Num() > 1);
			FSettingsPins Recipe;
			Call(*this, TEXT("GetDefaultBakeSettings"), Recipe);
			TestEqual(TEXT("the project's depth"), Recipe.ReturnValue.Depth, GetDefault<USphereTreeSettings>()->DefaultBake.Depth);
		});

		It(TEXT("bears a script that passes nothing"), [this]()
		{
			AddExpectedError(TEXT("A sphere tree was expected"), EAutomationExpectedErrorFlags::Contains, 5);
			AddExpectedError(TEXT("There is no static mesh /Game/Nowhere.Nowhere"), EAutomationExpectedErrorFlags::Contains, 1);
			FTreeToBoolPins Nothing;
			Call(*this, TEXT("IsSphereTreeStale"), Nothing);
			Call(*this, TEXT("SaveSphereTree"), Nothing);
			FExportPins Export;
			Call(*this, TEXT("ExportSphereTreeLevel"), Export);
			FRebuildPins Rebuild;
			Call(*this, TEXT("RebuildSphereTree"), Rebuild);
			FFiguresPins Figures;
			Call(*this, TEXT("GetSphereTreeFigures"), Figures);
			TestEqual(TEXT("failed"), Rebuild.ReturnValue.Outcome, FString(TEXT("failed")));
			FBuildByPathPins Build{{TEXT("/Game/Nowhere.Nowhere")}};
			Call(*this, TEXT("BuildSphereTreesByPath"), Build);
			TestEqual(TEXT("nothing was built"), Build.ReturnValue.Num(), 0);
		});
	});
}
