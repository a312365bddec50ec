// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "SphereTreeSubsystem.h"

#include "Engine/Engine.h"
#include "Engine/World.h"
#include "HAL/PlatformTime.h"
#include "ProfilingDebugging/CpuProfilerTrace.h"
#include "SphereTreeAsset.h"
#include "SphereTreeComponent.h"
#include "SphereTreeDebugDraw.h"
#include "SphereTreeSettings.h"
#include "SphereTreeSimple.h"
#include "SphereTreeStats.h"
#include "SphereTreeSubsetAsset.h"
#include "SphereTreeWorld.h"

USphereTreeSubsystem::USphereTreeSubsystem()
{
}

USphereTreeSubsystem* USphereTreeSubsystem::Get(const UObject* WorldContextObject)
{
	const UWorld* World = GEngine ? GEngine->GetWorldFromContextObject(WorldContextObject, EGetWorldErrorMode::ReturnNull) : nullptr;
	return World ? World->GetSubsystem<USphereTreeSubsystem>() : nullptr;
}

void USphereTreeSubsystem::Initialize(FSubsystemCollectionBase& Collection)
{
	Super::Initialize(Collection);
	Scene = MakeShared<FSphereTreeWorld>();
}

void USphereTreeSubsystem::Deinitialize()
{
	// Components may outlive us by a moment; they hold us weakly and find no scene.
	Scene.Reset();
	Super::Deinitialize();
}

bool USphereTreeSubsystem::DoesSupportWorldType(const EWorldType::Type WorldType) const
{
	switch (WorldType)
	{
	case EWorldType::Game:
	case EWorldType::PIE:
	case EWorldType::Editor:
	case EWorldType::EditorPreview:
	case EWorldType::GamePreview:
		return true;
	default:
		return false;
	}
}

bool USphereTreeSubsystem::IsTickableInEditor() const
{
	const UWorld* World = GetWorld();
	return World && (World->WorldType != EWorldType::Editor || GetDefault<USphereTreeSettings>()->bTickInLevelEditor);
}

TStatId USphereTreeSubsystem::GetStatId() const
{
	RETURN_QUICK_DECLARE_CYCLE_STAT(USphereTreeSubsystem, STATGROUP_Tickables);
}

void USphereTreeSubsystem::Tick(float DeltaTime)
{
	// No Super::Tick: no page says that the base class has one, and plugins do not call it.
	Step(DeltaTime);
}

void USphereTreeSubsystem::Step(float DeltaTime)
{
	const UWorld* World = GetWorld();
	if (!Scene.IsValid() || !World)
	{
		return;
	}
	SCOPE_CYCLE_COUNTER(STAT_SphereTreeFrame);
	TRACE_CPUPROFILER_EVENT_SCOPE(SphereTree);
	const uint64 Start = FPlatformTime::Cycles64();
	// A listener may end this very subsystem; the scene lives until its frame is over.
	const TSharedPtr<FSphereTreeWorld> Kept = Scene;
	Kept->Step(*World, static_cast<double>(DeltaTime));
	Kept->Publish();
	Kept->Report.FrameMs = FPlatformTime::ToMilliseconds64(FPlatformTime::Cycles64() - Start);
	FSphereTreeStats::Tell(Kept->Report);
	FSphereTreeDebugDraw::Draw(*World, *Kept);
}

int32 USphereTreeSubsystem::AddBody(USphereTreeComponent& Component)
{
	const bool bOn = Component.BodyInstance.GetCollisionEnabled() != ECollisionEnabled::NoCollision;
	if (!Scene.IsValid() || !bOn)
	{
		return INDEX_NONE;
	}
	if (const UBodySetup* Setup = Component.FindSimpleCollision())
	{
		const TArray<FSphereTreePart> Parts = SphereTreeSimple::MakeParts(*Setup);
		Component.SimpleBounds = SphereTreeSimple::FindBall(Parts);
		Component.UpdateBounds();
		return Scene->Add(Component, nullptr, Parts);
	}
	const USphereTreeAsset* Asset = Component.GetTreeInUse();
	return Asset && Asset->HasTree() ? Scene->Add(Component, Asset->GetRuntime(), {}) : INDEX_NONE;
}

void USphereTreeSubsystem::RemoveBody(int32 Body)
{
	if (Scene.IsValid())
	{
		Scene->Remove(Body);
	}
}

void USphereTreeSubsystem::MoveBody(int32 Body)
{
	if (Scene.IsValid())
	{
		Scene->MarkMoved(Body);
	}
}

const FSphereTreeBody* FSphereTreeWorld::Find(const USphereTreeComponent* Component) const
{
	const bool bOurs = Component && Bodies.IsValidIndex(Component->Body) && Bodies[Component->Body].Component == Component;
	return bOurs ? &Bodies[Component->Body] : nullptr;
}

void USphereTreeSubsystem::GetContacts(const USphereTreeComponent& Component, TArray<FSphereTreeContact>& OutContacts) const
{
	OutContacts.Reset();
	const FSphereTreeBody* Body = Scene.IsValid() ? Scene->Find(&Component) : nullptr;
	if (Body)
	{
		Scene->CollectContacts(*Body, nullptr, OutContacts);
	}
}

void USphereTreeSubsystem::GetContactsBetween(const USphereTreeComponent& Component, const USphereTreeComponent& Other, TArray<FSphereTreeContact>& OutContacts) const
{
	OutContacts.Reset();
	const FSphereTreeBody* Body = Scene.IsValid() ? Scene->Find(&Component) : nullptr;
	const FSphereTreeBody* With = Scene.IsValid() ? Scene->Find(&Other) : nullptr;
	if (Body && With)
	{
		Scene->CollectContacts(*Body, With, OutContacts);
	}
}

bool USphereTreeSubsystem::UseTable(USphereTreeComponent& First, USphereTreeComponent& Second, const USphereTreeSubsetAsset& Table)
{
	if (!Scene.IsValid() || !Table.HasTable() || &First == &Second || First.bSimpleCollision || Second.bSimpleCollision)
	{
		return false;
	}
	Scene->Tables.Use(First, Second, Table.GetRuntime());
	return true;
}

bool USphereTreeSubsystem::DropTable(const USphereTreeComponent& First, const USphereTreeComponent& Second)
{
	return Scene.IsValid() && Scene->Tables.Drop(First, Second, *Scene);
}

bool USphereTreeSubsystem::SetTableWeights(const USphereTreeComponent& First, const USphereTreeComponent& Second, const TArray<double>& Weights)
{
	return Scene.IsValid() && Scene->Tables.SetWeights(First, Second, Weights);
}

FSphereTreePairState USphereTreeSubsystem::GetTableState(const USphereTreeComponent& First, const USphereTreeComponent& Second) const
{
	return Scene.IsValid() ? Scene->Tables.GetState(First, Second) : FSphereTreePairState();
}

void USphereTreeSubsystem::SetFrameBudget(double Milliseconds, int64 Operations)
{
	if (Scene.IsValid())
	{
		Scene->WorldMs = Milliseconds;
		Scene->WorldOperations = Operations;
	}
}

const FSphereTreeBudgetReport& USphereTreeSubsystem::GetReport() const
{
	static const FSphereTreeBudgetReport None;
	return Scene.IsValid() ? Scene->Report : None;
}

void USphereTreeSubsystem::SetExtraViews(TConstArrayView<FSphereTreeView> Views)
{
	if (Scene.IsValid())
	{
		Scene->ExtraViews = TArray<FSphereTreeView>(Views.GetData(), Views.Num());
	}
}

double USphereTreeSubsystem::GetImportance(const USphereTreeComponent& Component) const
{
	const FSphereTreeBody* Body = Scene.IsValid() ? Scene->Find(&Component) : nullptr;
	return Body ? static_cast<double>(Body->Importance) : 0.0;
}
