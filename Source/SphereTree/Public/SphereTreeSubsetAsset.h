// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#pragma once

#include "CoreMinimal.h"
#include "Misc/EngineVersionComparison.h"
#include "SphereTreeSubsetTypes.h"
#include "UObject/Object.h"
#include "UObject/SoftObjectPtr.h"
#include "SphereTreeSubsetAsset.generated.h"

class USphereTreeAsset;
struct FSphereTreeSubsetRuntime;

/**
 * The few spheres of two bodies that can meet when their relative motion is constrained, found beforehand: a jaw, a door, a
 * piston. A pair of components that is registered with it is tested by this table instead of by the trees.
 */
UCLASS(BlueprintType)
class SPHERETREE_API USphereTreeSubsetAsset : public UObject
{
	GENERATED_BODY()

public:
	/** The tree of the first body; not needed at run time. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Sphere Tree")
	TSoftObjectPtr<USphereTreeAsset> FirstTree;

	/** The tree of the second body, the one that moves. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Sphere Tree")
	TSoftObjectPtr<USphereTreeAsset> SecondTree;

	/** How the second body moves, as it was tabulated. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Sphere Tree")
	FSphereTreeMotion Motion;

	/** How it was tabulated. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Sphere Tree")
	FSphereTreeSubsetSettings Settings;

	/** Makes the table from two trees. False, with a sentence, when that cannot be; the asset then keeps what it had. */
	bool Tabulate(USphereTreeAsset& First, USphereTreeAsset& Second, const FSphereTreeMotion& InMotion, const FSphereTreeSubsetSettings& InSettings, FString& OutWhyNot);

	/**
	 * The bytes of a table of two trees; no asset is touched. Progress, if there is one, hears the fraction that is done, from any
	 * thread, one call at a time; whoever returns false ends it. Empty, with a sentence, when it cannot be; without one when it
	 * was ended.
	 */
	static TArray<uint8> Compute(const USphereTreeAsset& First, const USphereTreeAsset& Second, const FSphereTreeMotion& InMotion, const FSphereTreeSubsetSettings& InSettings, const TFunction<bool(double)>& Progress, FString& OutWhyNot);

	/** Takes what Compute has made, and remembers of what. False, with a sentence, when the bytes are not sound. */
	bool SetTable(TConstArrayView<uint8> Bytes, USphereTreeAsset& First, USphereTreeAsset& Second, const FSphereTreeMotion& InMotion, const FSphereTreeSubsetSettings& InSettings, FString& OutWhyNot);

	/** Takes the bytes of a .tss file, made by the command-line tool. False, with a sentence, when they are not sound. */
	bool SetArchive(TConstArrayView<uint8> Bytes, FString& OutWhyNot);

	/** The bytes of the .tss file: what the command-line tool reads. */
	const TArray<uint8>& GetArchive() const { return Archive; }

	/** Is there a sound table? */
	UFUNCTION(BlueprintPure, Category = "Sphere Tree")
	bool HasTable() const;

	/** How many spheres and tests are left of how many. */
	UFUNCTION(BlueprintPure, Category = "Sphere Tree")
	FSphereTreeSubsetFigures GetFigures() const;

	/** The run-time table, shared and never changed; null without a sound archive. */
	const TSharedPtr<const FSphereTreeSubsetRuntime, ESPMode::ThreadSafe>& GetRuntime() const { return Runtime; }

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
	void CollectTags(TArray<FAssetRegistryTag>& OutTags) const;

	TArray<uint8> Archive;
	TSharedPtr<const FSphereTreeSubsetRuntime, ESPMode::ThreadSafe> Runtime;
};
