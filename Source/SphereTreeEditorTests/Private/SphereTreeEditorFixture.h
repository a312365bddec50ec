// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#pragma once

#include "CoreMinimal.h"
#include "Misc/AutomationTest.h"
#include "SphereTreeBaker.h"
#include "SphereTreeGeometry.h"
#include "SphereTreeTypes.h"

class USphereTreeAsset;
class UStaticMesh;
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

	/** The object of that path, if there is one in this folder. */
	UObject* Find(const FString& Name) const;

	FString Folder;

private:
	int64 Seed = 0;
};
