// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#pragma once

#include "CoreMinimal.h"
#include "Misc/AutomationTest.h"
#include "SphereTreeBaker.h"
#include "SphereTreeEditorLibrary.h"
#include "SphereTreeGeometry.h"
#include "SphereTreeTypes.h"

class UPhysicsConstraintComponent;
class UPrimitiveComponent;
class USphereTreeAsset;
class UStaticMesh;
class UWorld;
struct FMeshDescription;

#define SPHERETREE_EDITOR_TEST_FLAGS (EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)

/** Ends a bake after so many calls; never for a negative number. */
class FSphereTreeTestProgress final : public ISphereTreeBakeProgress
{
public:
	explicit FSphereTreeTestProgress(int32 InCallsLeft = -1) : CallsLeft(InCallsLeft) {}

	virtual bool Begin(int32 Index, int32 Count, const FString& MeshName) override
	{
		Begun = Index + 1;
		return true;
	}

	virtual bool Advance(double Fraction) override
	{
		return Begun != CancelledMesh || CallsLeft < 0 || CallsLeft-- > 0;
	}

	/** Which mesh of a batch is cancelled, from 1. A single bake begins nothing. */
	int32 CancelledMesh = 0;
	int32 Begun = 0;

private:
	int32 CallsLeft;
};

/** A level with bodies and joints between them. */
class FSphereTreeTestLevel
{
public:
	FSphereTreeTestLevel();
	~FSphereTreeTestLevel();

	FSphereTreeTestLevel(const FSphereTreeTestLevel&) = delete;
	FSphereTreeTestLevel& operator=(const FSphereTreeTestLevel&) = delete;

	/** An actor with a static mesh component, and a sphere tree component on that. */
	UPrimitiveComponent* Place(USphereTreeAsset& Tree, const FVector& At);

	/** A slider along x between two of those: it gives way so far to both sides. */
	UPhysicsConstraintComponent* Join(UPrimitiveComponent* First, UPrimitiveComponent* Second, float Limit);

	UWorld* World = nullptr;
};

/** Meshes in a folder of packages of their own, in memory only. All of it goes when the test ends. */
class FSphereTreeEditorFixture
{
public:
	FSphereTreeEditorFixture();
	~FSphereTreeEditorFixture();

	FSphereTreeEditorFixture(const FSphereTreeEditorFixture&) = delete;
	FSphereTreeEditorFixture& operator=(const FSphereTreeEditorFixture&) = delete;

	/** A mesh whose LOD 0 has a source model and no triangles. */
	UStaticMesh* MakeEmpty(const TCHAR* Name);

	/** A cube around the origin, wound as the engine winds. */
	UStaticMesh* MakeCube(const TCHAR* Name, float HalfSide = 50.0f);

	/** Adds a cube, or twelve triangles somewhere else. */
	static void AddCube(FMeshDescription& Description, float HalfSide, const FVector& Centre = FVector::ZeroVector);

	/** A recipe that bakes in a moment, and that no cache has seen. */
	FSphereTreeBakeSettings MakeRecipe();

	/** Bakes and expects a tree. */
	USphereTreeAsset* Bake(FAutomationTestBase& Test, UStaticMesh& Mesh, const FSphereTreeBakeSettings& Settings);

	/** A cube with its tree, ST_<Name>. */
	USphereTreeAsset* MakeTree(FAutomationTestBase& Test, const TCHAR* Name, float HalfSide);

	/** The object of that path, if there is one in this folder. */
	UObject* Find(const FString& Name) const;

	FString Folder;

private:
	int64 Seed = 0;
};

/** A node by its name with its pins side by side, as a Blueprint or a script calls it. */
template <typename TPins>
bool Call(FAutomationTestBase& Test, const TCHAR* Name, TPins& Pins)
{
	UObject* Library = GetMutableDefault<USphereTreeEditorLibrary>();
	UFunction* Function = Library->FindFunction(FName(Name));
	if (!Test.TestNotNull(Name, Function) || !Test.TestTrue(Name, Function->ParmsSize <= sizeof(TPins)))
	{
		return false;
	}
	Library->ProcessEvent(Function, &Pins);
	return true;
}
