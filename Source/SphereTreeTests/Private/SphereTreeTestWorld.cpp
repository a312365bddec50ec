// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "SphereTreeTestWorld.h"

#include "CoreGlobals.h"
#include "Engine/Engine.h"
#include "Engine/World.h"
#include "EngineUtils.h"
#include "GameFramework/Actor.h"
#include "GameFramework/WorldSettings.h"
#include "HAL/IConsoleManager.h"
#include "SphereTreeAsset.h"
#include "SphereTreeComponent.h"
#include "SphereTreeSubsystem.h"
#include "SphereTreeTestListener.h"
#include "UObject/Package.h"
#include "UObject/PropertyPortFlags.h"
#include "UObject/UObjectGlobals.h"

FSphereTreeTestWorld::FSphereTreeTestWorld(EWorldType::Type WorldType)
{
	static int32 Number = 0;
	World = UWorld::CreateWorld(WorldType, false, FName(*FString::Printf(TEXT("SphereTreeTestWorld%d"), Number++)), GetTransientPackage());
	Begin();
}

FSphereTreeTestWorld::FSphereTreeTestWorld(UWorld& Copied) : World(&Copied)
{
	World->AddToRoot();
	World->WorldType = EWorldType::PIE;
	World->InitWorld();
	Begin();
}

void FSphereTreeTestWorld::Begin()
{
	FWorldContext& Context = GEngine->CreateNewWorldContext(World->WorldType);
	Context.SetCurrentWorld(World);
	if (World->IsGameWorld())
	{
		World->InitializeActorsForPlay(FURL());
		if (World->GetWorldSettings())
		{
			// There is no game mode to do it.
			World->GetWorldSettings()->NotifyBeginPlay();
			World->GetWorldSettings()->NotifyMatchStarted();
		}
		World->BeginPlay();
	}
	if (World->GetSubsystem<USphereTreeSubsystem>())
	{
		GetSubsystem().SetFrameBudget(-1.0, 10000000);
	}
}

FSphereTreeTestWorld::~FSphereTreeTestWorld()
{
	World->BeginTearingDown();
	for (TActorIterator<AActor> It(World); It; ++It)
	{
		It->Destroy();
	}
	for (UObject* Object : Kept)
	{
		Object->RemoveFromRoot();
	}
	GEngine->DestroyWorldContext(World);
	World->DestroyWorld(false);
	CollectGarbage(RF_NoFlags, true);
}

TUniquePtr<FSphereTreeTestWorld> FSphereTreeTestWorld::PlayInEditor() const
{
	FObjectDuplicationParameters Parameters(World, GetTransientPackage());
	Parameters.DestName = FName(*(TEXT("Played_") + World->GetName()));
	Parameters.DuplicateMode = EDuplicateMode::PIE;
	Parameters.PortFlags = PPF_DuplicateForPIE;
	UWorld* Copied = Cast<UWorld>(StaticDuplicateObjectEx(Parameters));
	check(Copied);
	return TUniquePtr<FSphereTreeTestWorld>(new FSphereTreeTestWorld(*Copied));
}

USphereTreeComponent* FSphereTreeTestWorld::FindCopy(const USphereTreeComponent& Component) const
{
	for (TActorIterator<AActor> It(World); It; ++It)
	{
		if (It->GetFName() == Component.GetOwner()->GetFName())
		{
			TArray<USphereTreeComponent*> Found;
			It->GetComponents(Found);
			USphereTreeComponent** Copy = Found.FindByPredicate([&Component](const USphereTreeComponent* One) { return One->GetFName() == Component.GetFName(); });
			return Copy ? *Copy : nullptr;
		}
	}
	return nullptr;
}

USphereTreeSubsystem& FSphereTreeTestWorld::GetSubsystem() const
{
	USphereTreeSubsystem* Found = World->GetSubsystem<USphereTreeSubsystem>();
	check(Found);
	return *Found;
}

void FSphereTreeTestWorld::Tick(float DeltaTime)
{
	World->Tick(LEVELTICK_All, DeltaTime);
	++GFrameCounter;
}

void FSphereTreeTestWorld::Tick(int32 Frames, float DeltaTime)
{
	for (int32 Frame = 0; Frame < Frames; ++Frame)
	{
		Tick(DeltaTime);
	}
}

USphereTreeComponent* FSphereTreeTestWorld::Spawn(USphereTreeAsset* Tree, const FVector& Location)
{
	return Spawn(Tree, FTransform(Location));
}

USphereTreeComponent* FSphereTreeTestWorld::Spawn(USphereTreeAsset* Tree, const FTransform& Transform)
{
	return Spawn(Tree, Transform, [](USphereTreeComponent&) {});
}

USphereTreeComponent* FSphereTreeTestWorld::Spawn(USphereTreeAsset* Tree, const FTransform& Transform, TFunction<void(USphereTreeComponent&)> Prepare)
{
	AActor* Actor = World->SpawnActor<AActor>();
	USphereTreeComponent* Component = NewObject<USphereTreeComponent>(Actor);
	Component->Tree = Tree;
	Component->SetRelativeTransform(Transform);
	Prepare(*Component);
	Actor->SetRootComponent(Component);
	Actor->AddInstanceComponent(Component);
	Component->RegisterComponent();
	return Component;
}

USphereTreeTestListener* FSphereTreeTestWorld::Listen(USphereTreeComponent& Component)
{
	USphereTreeTestListener* Listener = NewObject<USphereTreeTestListener>(GetTransientPackage());
	Listener->AddToRoot();
	Kept.Add(Listener);
	Listener->Listen(Component);
	return Listener;
}

FSphereTreeTestVariable::FSphereTreeTestVariable(const TCHAR* InName, const TCHAR* Value) : Name(InName)
{
	if (IConsoleVariable* Variable = IConsoleManager::Get().FindConsoleVariable(InName))
	{
		Old = Variable->GetString();
		Variable->Set(Value, ECVF_SetByCode);
		bFound = true;
	}
}

FSphereTreeTestVariable::~FSphereTreeTestVariable()
{
	if (IConsoleVariable* Variable = IConsoleManager::Get().FindConsoleVariable(*Name))
	{
		Variable->Set(*Old, ECVF_SetByCode);
	}
}
