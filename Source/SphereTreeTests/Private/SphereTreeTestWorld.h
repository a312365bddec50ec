// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#pragma once

#include "CoreMinimal.h"
#include "Engine/EngineTypes.h"
#include "Misc/AutomationTest.h"
#include "Misc/EngineVersionComparison.h"
#include "Templates/UniquePtr.h"
#include "UObject/Class.h"
#include "UObject/WeakObjectPtrTemplates.h"

class UClass;
class USphereTreeAsset;
class USphereTreeComponent;
class USphereTreeSubsystem;
class USphereTreeTestListener;
class UWorld;

#if UE_VERSION_OLDER_THAN(5, 5, 0)
#define SPHERETREE_TEST_FLAGS (EAutomationTestFlags::ApplicationContextMask | EAutomationTestFlags::ProductFilter)
#else
#define SPHERETREE_TEST_FLAGS (EAutomationTestFlags_ApplicationContextMask | EAutomationTestFlags::ProductFilter)
#endif

/** Trees whose contacts can be told by formula. */
namespace SphereTreeTestTrees
{
	/** The archive of one ball: two of them touch when their centres are as close as their radii. No error at all. */
	TArray<uint8> MakeBallArchive(double Radius);

	/** Eight balls at the corners of a cube, under one root: touching roots prove nothing, touching leaves everything. */
	TArray<uint8> MakeClusterArchive(double HalfSide, double Radius);

	/** A tree of four spheres as version 1 of the archive wrote it: stored, so that it stays readable. */
	TArray<uint8> MakeFirstArchive();

	USphereTreeAsset* MakeAsset(const TArray<uint8>& Archive);
	USphereTreeAsset* MakeBall(double Radius);
	USphereTreeAsset* MakeCluster(double HalfSide, double Radius);
}

/** A world of its own, ticked by hand. Nothing in it depends on a clock unless a test asks for it. */
class FSphereTreeTestWorld
{
public:
	explicit FSphereTreeTestWorld(EWorldType::Type WorldType = EWorldType::Game);
	~FSphereTreeTestWorld();

	FSphereTreeTestWorld(const FSphereTreeTestWorld&) = delete;
	FSphereTreeTestWorld& operator=(const FSphereTreeTestWorld&) = delete;

	/** What Play does in the editor: a copy of this world, with copies of all that is in it, and play begun there. */
	TUniquePtr<FSphereTreeTestWorld> PlayInEditor() const;

	/** The copy of a component of another world that was copied into this one. */
	USphereTreeComponent* FindCopy(const USphereTreeComponent& Component) const;

	UWorld& GetWorld() const { return *World; }
	USphereTreeSubsystem& GetSubsystem() const;
	void Tick(float DeltaTime = 1.0f / 60.0f);
	void Tick(int32 Frames, float DeltaTime);

	/** An actor with a sphere-tree as its root. */
	USphereTreeComponent* Spawn(USphereTreeAsset* Tree, const FVector& Location);
	USphereTreeComponent* Spawn(USphereTreeAsset* Tree, const FTransform& Transform);

	/** The same, set up before it is registered. */
	USphereTreeComponent* Spawn(USphereTreeAsset* Tree, const FTransform& Transform, TFunction<void(USphereTreeComponent&)> Prepare);

	/** Listens to a component, and lives as long as the world. */
	USphereTreeTestListener* Listen(USphereTreeComponent& Component);

private:
	explicit FSphereTreeTestWorld(UWorld& Copied);
	void Begin();

	UWorld* World = nullptr;
	TArray<UObject*> Kept;
};

/** Sets a console variable, and puts the old value back. */
class FSphereTreeTestVariable
{
public:
	FSphereTreeTestVariable(const TCHAR* InName, const TCHAR* Value);
	~FSphereTreeTestVariable();

	bool WasFound() const { return bFound; }

private:
	FString Name;
	FString Old;
	bool bFound = false;
};

/** Calls a node by its name with its pins side by side, as a Blueprint does. */
template <typename TPins>
bool CallSphereTreeNode(FAutomationTestBase& Test, UObject* Object, const TCHAR* Name, TPins& Pins)
{
	UFunction* Function = Object->FindFunction(FName(Name));
	if (!Test.TestNotNull(Name, Function) || !Test.TestTrue(Name, Function->ParmsSize <= sizeof(TPins)))
	{
		return false;
	}
	Object->ProcessEvent(Function, &Pins);
	return true;
}
