// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "CoreGlobals.h"
#include "Misc/AutomationTest.h"
#include "Misc/ConfigCacheIni.h"
#include "SphereTreeComponent.h"
#include "SphereTreeSettings.h"
#include "SphereTreeSubsystem.h"
#include "SphereTreeTestWorld.h"
#include "UObject/UnrealType.h"

using namespace SphereTreeTestTrees;

namespace
{
	const TCHAR* SettingsSection = TEXT("/Script/SphereTree.SphereTreeSettings");

	/** Puts the project's settings back as they were. */
	struct FKeepSettings
	{
		FKeepSettings() : Operations(Settings().OperationsPerFrame), Kind(Settings().BudgetKind), Points(Settings().MaxContactsPerPair), Channel(Settings().QueryChannel), Bake(Settings().DefaultBake) {}
		~FKeepSettings()
		{
			Settings().OperationsPerFrame = Operations;
			Settings().BudgetKind = Kind;
			Settings().MaxContactsPerPair = Points;
			Settings().QueryChannel = Channel;
			Settings().DefaultBake = Bake;
		}
		static USphereTreeSettings& Settings() { return *GetMutableDefault<USphereTreeSettings>(); }
		int32 Operations;
		ESphereTreeBudgetKind Kind;
		int32 Points;
		TEnumAsByte<ECollisionChannel> Channel;
		FSphereTreeBakeSettings Bake;
	};

	/** Operations that a frame of many pairs spends. */
	int64 SpentBy(FSphereTreeTestWorld& World)
	{
		World.GetSubsystem().SetFrameBudget(-1.0, -1);
		USphereTreeAsset* Tree = MakeCluster(50, 40);
		for (int32 Index = 0; Index < 40; ++Index)
		{
			World.Spawn(Tree, FVector(Index * 10.0, 0, 0));
		}
		World.Tick();
		return World.GetSubsystem().GetReport().Operations;
	}
}

BEGIN_DEFINE_SPEC(FSphereTreeSettingsSpec, "SphereTree.Settings", SPHERETREE_TEST_FLAGS)
END_DEFINE_SPEC(FSphereTreeSettingsSpec)

void FSphereTreeSettingsSpec::Define()
{
	It(TEXT("stands under Project Settings, Plugins, Sphere Tree"), [this]()
	{
		const USphereTreeSettings* Settings = GetDefault<USphereTreeSettings>();
		TestEqual(TEXT("container"), Settings->GetContainerName().ToString(), FString(TEXT("Project")));
		TestEqual(TEXT("category"), Settings->GetCategoryName().ToString(), FString(TEXT("Plugins")));
		TestEqual(TEXT("name"), USphereTreeSettings::StaticClass()->GetMetaData(TEXT("DisplayName")), FString(TEXT("Sphere Tree")));
	});

	It(TEXT("every setting is saved, has a category and says what it is"), [this]()
	{
		int32 Count = 0;
		for (TFieldIterator<FProperty> It(USphereTreeSettings::StaticClass()); It; ++It)
		{
			const FProperty* Property = *It;
			const FString Name = Property->GetName();
			TestTrue(*(Name + TEXT(" is saved")), Property->HasAnyPropertyFlags(CPF_Config));
			TestTrue(*(Name + TEXT(" can be edited")), Property->HasAnyPropertyFlags(CPF_Edit));
			TestTrue(*(Name + TEXT(" has a category")), Property->HasMetaData(TEXT("Category")));
			TestTrue(*(Name + TEXT(" has a tooltip")), Property->HasMetaData(TEXT("ToolTip")));
			++Count;
		}
		TestTrue(TEXT("there are settings"), Count >= 12);
	});

	It(TEXT("reads the project's ini, structs and enums too"), [this]()
	{
		const FKeepSettings Keep;
		GConfig->SetString(SettingsSection, TEXT("OperationsPerFrame"), TEXT("12345"), GGameIni);
		GConfig->SetString(SettingsSection, TEXT("BudgetKind"), TEXT("Operations"), GGameIni);
		GConfig->SetString(SettingsSection, TEXT("DefaultBake"), TEXT("(Method=Merge,Depth=4,bSolid=True)"), GGameIni);
		Keep.Settings().ReloadConfig();
		TestEqual(TEXT("operations"), Keep.Settings().OperationsPerFrame, 12345);
		TestTrue(TEXT("kind"), Keep.Settings().BudgetKind == ESphereTreeBudgetKind::Operations);
		TestTrue(TEXT("method"), Keep.Settings().DefaultBake.Method == ESphereTreeMethod::Merge);
		TestEqual(TEXT("depth"), Keep.Settings().DefaultBake.Depth, 4);
		TestTrue(TEXT("solid"), Keep.Settings().DefaultBake.bSolid);
		GConfig->EmptySection(SettingsSection, GGameIni);
	});

	It(TEXT("a project setting reaches the frame without the editor's help"), [this]()
	{
		const FKeepSettings Keep;
		Keep.Settings().BudgetKind = ESphereTreeBudgetKind::Operations;
		Keep.Settings().OperationsPerFrame = 10000000;
		FSphereTreeTestWorld Rich;
		const int64 Much = SpentBy(Rich);
		Keep.Settings().OperationsPerFrame = 100;
		FSphereTreeTestWorld Poor;
		const int64 Little = SpentBy(Poor);
		TestTrue(TEXT("less is spent"), Little * 2 < Much);
	});

	It(TEXT("a console variable overrides the project and the world, and lets go at -1"), [this]()
	{
		const FKeepSettings Keep;
		Keep.Settings().BudgetKind = ESphereTreeBudgetKind::Operations;
		Keep.Settings().OperationsPerFrame = 10000000;
		FSphereTreeTestWorld World;
		const int64 Free = SpentBy(World);
		{
			const FSphereTreeTestVariable Few(TEXT("SphereTree.OperationsPerFrame"), TEXT("100"));
			TestTrue(TEXT("there is one"), Few.WasFound());
			FSphereTreeTestWorld Bound;
			TestTrue(TEXT("less is spent"), SpentBy(Bound) * 2 < Free);
			Bound.GetSubsystem().SetFrameBudget(-1.0, 10000000);
		}
		FSphereTreeTestWorld Again;
		TestTrue(TEXT("as before"), SpentBy(Again) == Free);
	});

	It(TEXT("each of the run-time settings has its variable"), [this]()
	{
		static const TCHAR* Names[] = {TEXT("FrameTimeBudgetMs"), TEXT("OperationsPerFrame"), TEXT("BudgetKind"), TEXT("Scheduler"), TEXT("WorkerThreads"), TEXT("MaxContactsPerPair"), TEXT("OperationsPerQuery"), TEXT("Debug.Contacts"), TEXT("Debug.OpenPairs"), TEXT("Debug.Level")};
		for (const TCHAR* Name : Names)
		{
			const FSphereTreeTestVariable Variable(*(FString(TEXT("SphereTree.")) + Name), TEXT("-1"));
			TestTrue(Name, Variable.WasFound());
		}
	});

	It(TEXT("keeps no more points of a pair than it is told"), [this]()
	{
		const FKeepSettings Keep;
		for (const int32 Most : {1, 3})
		{
			Keep.Settings().MaxContactsPerPair = Most;
			FSphereTreeTestWorld World;
			USphereTreeComponent* A = World.Spawn(MakeCluster(50, 40), FVector(0, 0, 0));
			World.Spawn(MakeCluster(50, 40), FVector(60, 0, 0));
			World.Tick();
			TArray<FSphereTreeContact> Contacts;
			World.GetSubsystem().GetContacts(*A, Contacts);
			TestEqual(TEXT("points"), Contacts.Num(), Most);
		}
	});

	It(TEXT("queries go by the project's channel, and by a budget of their own"), [this]()
	{
		FKeepSettings Keep;
		FSphereTreeTestWorld World;
		USphereTreeComponent* Wall = World.Spawn(MakeCluster(50, 40), FVector(200, 0, 0));
		const auto Trace = [&World](int32 Operations)
		{
			FSphereTreeQuery Query;
			Query.Operations = Operations;
			FSphereTreeHit Hit;
			World.GetSubsystem().SweepSingle(FVector(0, 50, 50), FVector(1000, 50, 50), 0.0, Query, Hit);
			return Hit;
		};
		TestTrue(TEXT("a leaf"), Trace(0).bLeaf);
		TestTrue(TEXT("one operation reaches none, and misses nothing"), Trace(1).Component.Get() == Wall && !Trace(1).bLeaf);
		{
			const FSphereTreeTestVariable Variable(TEXT("SphereTree.OperationsPerQuery"), TEXT("1"));
			TestFalse(TEXT("nor does the console's one"), Trace(0).bLeaf);
		}
		Wall->SetSphereTreeResponse(ECC_Visibility, ECR_Ignore);
		TestNull(TEXT("not seen"), Trace(0).Component.Get());
		FKeepSettings::Settings().QueryChannel = ECC_Camera;
		TestTrue(TEXT("seen by another channel"), Trace(0).Component.Get() == Wall);
	});

	It(TEXT("every scheduler finds the same contacts when the budget is enough"), [this]()
	{
		for (int32 Scheduler = 0; Scheduler < 4; ++Scheduler)
		{
			const FSphereTreeTestVariable Variable(TEXT("SphereTree.Scheduler"), *FString::FromInt(Scheduler));
			FSphereTreeTestWorld World;
			World.Spawn(MakeCluster(50, 40), FVector(0, 0, 0));
			World.Spawn(MakeCluster(50, 40), FVector(60, 0, 0));
			World.Spawn(MakeCluster(50, 40), FVector(400, 0, 0));
			World.Tick();
			TestEqual(TEXT("contacts"), World.GetSubsystem().GetReport().Contacts, 1);
		}
	});

	It(TEXT("supports games, play in editor, previews and, if asked, the level editor"), [this]()
	{
		for (const EWorldType::Type Type : {EWorldType::Game, EWorldType::PIE, EWorldType::EditorPreview, EWorldType::GamePreview, EWorldType::Editor})
		{
			FSphereTreeTestWorld World(Type);
			World.Spawn(MakeBall(10), FVector(0, 0, 0));
			World.Tick();
			const int32 Frames = static_cast<int32>(World.GetSubsystem().GetReport().Frame);
			TestEqual(TEXT("frames"), Frames, Type == EWorldType::Editor ? 0 : 1);
		}
		GetMutableDefault<USphereTreeSettings>()->bTickInLevelEditor = true;
		FSphereTreeTestWorld Editor(EWorldType::Editor);
		Editor.Tick();
		TestEqual(TEXT("frames of the level editor"), static_cast<int32>(Editor.GetSubsystem().GetReport().Frame), 1);
		GetMutableDefault<USphereTreeSettings>()->bTickInLevelEditor = false;
	});
}
