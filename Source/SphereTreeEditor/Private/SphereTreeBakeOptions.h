// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#pragma once

#include "CoreMinimal.h"
#include "SphereTreeTypes.h"
#include "UObject/Object.h"
#include "SphereTreeBakeOptions.generated.h"

class UStaticMesh;

/** What the dialog Build Sphere Tree... shows and changes. */
UCLASS(Transient)
class USphereTreeBakeOptions : public UObject
{
	GENERATED_BODY()

public:
	/** The recipe. */
	UPROPERTY(EditAnywhere, Category = "Recipe")
	FSphereTreeBakeSettings Settings;

	/** Bake again what is up to date. */
	UPROPERTY(EditAnywhere, Category = "Recipe")
	bool bForce = false;

	/** Opens the dialog and bakes what was chosen in it. */
	static void AskAndBuild(const TArray<UStaticMesh*>& Meshes);
};
