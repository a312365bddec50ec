// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#pragma once

#include "CoreMinimal.h"
#include "Engine/AssetUserData.h"
#include "UObject/SoftObjectPtr.h"
#include "SphereTreeUserData.generated.h"

class USphereTreeAsset;
class UStaticMesh;

/** Sits on a static mesh and names its sphere-tree, so that a component finds the tree from the mesh. */
UCLASS(BlueprintType)
class SPHERETREE_API USphereTreeUserData : public UAssetUserData
{
	GENERATED_BODY()

public:
	/** The sphere-tree of this mesh. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Sphere Tree")
	TSoftObjectPtr<USphereTreeAsset> Tree;

	/** The tree of a mesh, loaded if need be; null when it has none. */
	static USphereTreeAsset* FindTree(UStaticMesh* Mesh);

	/** Makes a mesh name this tree. */
	static void SetTree(UStaticMesh* Mesh, USphereTreeAsset* NewTree);
};
