// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#pragma once

#include "CoreMinimal.h"
#include "Kismet/BlueprintFunctionLibrary.h"
#include "SphereTreeSubsetTypes.h"
#include "SphereTreeTypes.h"
#include "SphereTreeEditorLibrary.generated.h"

class UAnimSequence;
class USphereTreeAsset;
class USphereTreeSubsetAsset;
class UStaticMesh;

/** What became of one mesh that was to be baked. */
USTRUCT(BlueprintType)
struct SPHERETREEEDITOR_API FSphereTreeBuildResult
{
	GENERATED_BODY()

	/** The mesh's path. */
	UPROPERTY(BlueprintReadOnly, Category = "Sphere Tree|Editor")
	FString MeshPath;

	/** built, fresh, failed or cancelled. */
	UPROPERTY(BlueprintReadOnly, Category = "Sphere Tree|Editor")
	FString Outcome;

	/** Why it failed, and what to do about it. */
	UPROPERTY(BlueprintReadOnly, Category = "Sphere Tree|Editor")
	FString Reason;

	/** Its tree; none when there is none. */
	UPROPERTY(BlueprintReadOnly, Category = "Sphere Tree|Editor")
	TObjectPtr<USphereTreeAsset> Tree;

	/** Taken from the derived data cache. */
	UPROPERTY(BlueprintReadOnly, Category = "Sphere Tree|Editor")
	bool bFromCache = false;
};

/** What became of a table that was to be built. */
USTRUCT(BlueprintType)
struct SPHERETREEEDITOR_API FSphereTreeTableResult
{
	GENERATED_BODY()

	/** The table's name. */
	UPROPERTY(BlueprintReadOnly, Category = "Sphere Tree|Editor")
	FString TableName;

	/** built, failed or cancelled. */
	UPROPERTY(BlueprintReadOnly, Category = "Sphere Tree|Editor")
	FString Outcome;

	/** Why it failed, and what to do about it. */
	UPROPERTY(BlueprintReadOnly, Category = "Sphere Tree|Editor")
	FString Reason;

	/** The table; none when there is none. */
	UPROPERTY(BlueprintReadOnly, Category = "Sphere Tree|Editor")
	TObjectPtr<USphereTreeSubsetAsset> Table;
};

/** A tree in figures. */
USTRUCT(BlueprintType)
struct SPHERETREEEDITOR_API FSphereTreeFigures
{
	GENERATED_BODY()

	/** The tree's path. */
	UPROPERTY(BlueprintReadOnly, Category = "Sphere Tree|Editor")
	FString TreePath;

	/** The path of the mesh that it was baked from. */
	UPROPERTY(BlueprintReadOnly, Category = "Sphere Tree|Editor")
	FString MeshPath;

	/** Spheres of all levels. */
	UPROPERTY(BlueprintReadOnly, Category = "Sphere Tree|Editor")
	int32 SphereCount = 0;

	/** Spheres and errors of each level. */
	UPROPERTY(BlueprintReadOnly, Category = "Sphere Tree|Editor")
	TArray<FSphereTreeLevel> Levels;

	/** What the bake had to say. */
	UPROPERTY(BlueprintReadOnly, Category = "Sphere Tree|Editor")
	FSphereTreeBakeReport BakeReport;
};

/** Baking for editor scripts: Blueprint utilities and Python (unreal.SphereTreeEditorLibrary). */
UCLASS()
class SPHERETREEEDITOR_API USphereTreeEditorLibrary : public UBlueprintFunctionLibrary
{
	GENERATED_BODY()

public:
	/** The recipe that Build Sphere Tree uses for a mesh without a tree: the project's. */
	UFUNCTION(BlueprintPure, Category = "Sphere Tree|Editor")
	static FSphereTreeBakeSettings GetDefaultBakeSettings();

	/** All static meshes below a folder of packages, by path. Nothing is loaded. */
	UFUNCTION(BlueprintCallable, Category = "Sphere Tree|Editor")
	static TArray<FString> FindStaticMeshes(const FString& Folder);

	/** All sphere trees below a folder of packages, loaded. */
	UFUNCTION(BlueprintCallable, Category = "Sphere Tree|Editor")
	static TArray<USphereTreeAsset*> FindSphereTrees(const FString& Folder);

	/** Bakes meshes with one recipe, with a progress bar. Trees that are up to date are left alone unless forced. */
	UFUNCTION(BlueprintCallable, Category = "Sphere Tree|Editor")
	static TArray<FSphereTreeBuildResult> BuildSphereTrees(const TArray<UStaticMesh*>& Meshes, const FSphereTreeBakeSettings& Settings, bool bForce = false);

	/** The same by path, each mesh with its tree's own settings or the project's. */
	UFUNCTION(BlueprintCallable, Category = "Sphere Tree|Editor")
	static TArray<FSphereTreeBuildResult> BuildSphereTreesByPath(const TArray<FString>& MeshPaths, bool bForce = false);

	/** Bakes a tree again from its mesh, with its own settings. */
	UFUNCTION(BlueprintCallable, Category = "Sphere Tree|Editor")
	static FSphereTreeBuildResult RebuildSphereTree(USphereTreeAsset* Tree);

	/** Did the mesh or the settings change since the bake? Compares the triangles. */
	UFUNCTION(BlueprintCallable, Category = "Sphere Tree|Editor")
	static bool IsSphereTreeStale(USphereTreeAsset* Tree);

	/** The spheres of a level become the simple collision of the mesh. Can be undone. False, with the reason in the log. */
	UFUNCTION(BlueprintCallable, Category = "Sphere Tree|Editor")
	static bool ExportSphereTreeLevel(USphereTreeAsset* Tree, int32 Level);

	/** Spheres, errors and what the bake had to say. */
	UFUNCTION(BlueprintCallable, Category = "Sphere Tree|Editor")
	static FSphereTreeFigures GetSphereTreeFigures(USphereTreeAsset* Tree);

	/** Saves a tree and its mesh, checked out of source control or marked for add. */
	UFUNCTION(BlueprintCallable, Category = "Sphere Tree|Editor")
	static bool SaveSphereTree(USphereTreeAsset* Tree);

	/** Makes the table of two trees and a motion, STT_<First>_<Second> beside the first, with a progress bar. */
	UFUNCTION(BlueprintCallable, Category = "Sphere Tree|Editor", meta = (AutoCreateRefTerm = "Settings"))
	static FSphereTreeTableResult BuildSphereTreeTable(USphereTreeAsset* First, USphereTreeAsset* Second, const FSphereTreeMotion& Motion, const FSphereTreeSubsetSettings& Settings);

	/** The same with the limits of the physics constraint that joins components with the two trees in the open level, the selected one if there are several. */
	UFUNCTION(BlueprintCallable, Category = "Sphere Tree|Editor")
	static FSphereTreeTableResult BuildSphereTreeTableFromLevel(USphereTreeAsset* First, USphereTreeAsset* Second);

	/** How the second bone moves over an animation, seen from the first, as a table's motion: so many poses for each key. Each offset is where the tree is, seen from its bone. False, with the reason in the log too, when it cannot be. */
	UFUNCTION(BlueprintCallable, Category = "Sphere Tree|Editor", meta = (AutoCreateRefTerm = "FirstOffset,SecondOffset"))
	static bool MakeSphereTreeMotionFromAnimation(const UAnimSequence* Sequence, FName FirstBone, FName SecondBone, const FTransform& FirstOffset, const FTransform& SecondOffset, int32 SamplesPerKey, FSphereTreeMotion& OutMotion, FString& OutWhyNot);
};
