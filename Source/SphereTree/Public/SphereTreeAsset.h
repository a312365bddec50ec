// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#pragma once

#include "CoreMinimal.h"
#include "Misc/EngineVersionComparison.h"
#include "SphereTreeTypes.h"
#include "UObject/Object.h"
#include "UObject/SoftObjectPtr.h"
#include "SphereTreeAsset.generated.h"

class UStaticMesh;
struct FSphereTreeRuntime;

/**
 * A baked sphere-tree. It holds everything that a game needs, and nothing is computed when it loads but the packing of the
 * spheres; any number of components share one.
 */
UCLASS(BlueprintType)
class SPHERETREE_API USphereTreeAsset : public UObject
{
	GENERATED_BODY()

public:
	/** The mesh that the tree was baked from. Not needed at run time. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Sphere Tree")
	TSoftObjectPtr<UStaticMesh> SourceMesh;

	/** How it was baked, and how a rebuild will bake it. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Sphere Tree")
	FSphereTreeBakeSettings BakeSettings;

#if WITH_EDITORONLY_DATA
	/** What the bake had to say. Left out of packaged games. */
	UPROPERTY(VisibleAnywhere, Category = "Sphere Tree")
	FSphereTreeBakeReport BakeReport;

	/** The level that the editor shows, and that Export to Simple Collision takes. Not saved. */
	UPROPERTY(EditAnywhere, Transient, Category = "Preview", meta = (ClampMin = 0, ClampMax = 8))
	int32 PreviewLevel = 2;

	/** Compared with its mesh since it was loaded; from then on the editor hears of edits. */
	bool bCompared = false;
#endif

	/**
	 * Takes the bytes of a .sphtree archive, made by the editor or by the command-line tool. SourceHash tells the mesh and
	 * the settings apart (0: unknown). False, with a sentence, when the bytes are not sound; the asset then keeps what it had.
	 */
	bool SetArchive(TConstArrayView<uint8> Bytes, uint64 InSourceHash, FString& OutWhyNot);

	/** The bytes of the .sphtree archive: what the command-line tool reads. */
	const TArray<uint8>& GetArchive() const { return Archive; }

	/** Of the mesh and the settings that were baked; 0 for assets older than the hash. */
	uint64 GetSourceHash() const { return SourceHash; }

	/** Is there a sound tree? False for a new asset, and for one whose bytes turned out to be corrupt. */
	UFUNCTION(BlueprintPure, Category = "Sphere Tree")
	bool HasTree() const;

	/** Spheres of all levels. */
	UFUNCTION(BlueprintPure, Category = "Sphere Tree")
	int32 GetSphereCount() const;

	/** Spheres and certified error of each level, the root first. */
	UFUNCTION(BlueprintPure, Category = "Sphere Tree")
	TArray<FSphereTreeLevel> GetLevels() const;

	/** Does the interior count too, so that a body wholly inside is found? */
	UFUNCTION(BlueprintPure, Category = "Sphere Tree")
	bool IsSolid() const;

	/** The mesh or the settings changed since the bake, as far as the editor has noticed. Saved with the asset. */
	UFUNCTION(BlueprintPure, Category = "Sphere Tree")
	bool IsStale() const;

	/** Marks the tree as older than its mesh, or as up to date. */
	void SetStale(bool bInStale) { bStale = bInStale; }

#if WITH_EDITOR
	/** Set by the editor module, which can read meshes: is this tree older than its mesh or its settings? */
	static TFunction<bool(const USphereTreeAsset&)> AskStale;
#endif

	/** The run-time tree, shared and never changed; null without a sound archive. */
	const TSharedPtr<const FSphereTreeRuntime, ESPMode::ThreadSafe>& GetRuntime() const { return Runtime; }

	/** Told when the tree has been replaced. */
	FSimpleMulticastDelegate OnTreeChanged;

	//~ UObject
	virtual void Serialize(FArchive& Ar) override;
	virtual void PostLoad() override;
	virtual void GetResourceSizeEx(FResourceSizeEx& CumulativeResourceSize) override;
#if UE_VERSION_OLDER_THAN(5, 4, 0)
	virtual void GetAssetRegistryTags(TArray<FAssetRegistryTag>& OutTags) const override;
#else
	virtual void GetAssetRegistryTags(FAssetRegistryTagsContext Context) const override;
#endif
#if WITH_EDITOR
	virtual EDataValidationResult IsDataValid(FDataValidationContext& Context) const override;
	virtual void PostEditUndo() override;
#endif

private:
#if WITH_EDITOR
	void WarnOfLimits(FDataValidationContext& Context) const;
#endif
	void CollectTags(TArray<FAssetRegistryTag>& OutTags) const;

	UPROPERTY()
	bool bStale = false;

	TArray<uint8> Archive;
	uint64 SourceHash = 0;
	TSharedPtr<const FSphereTreeRuntime, ESPMode::ThreadSafe> Runtime;
};
