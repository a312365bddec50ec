// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#pragma once

#include "CoreMinimal.h"
#include "Kismet/BlueprintFunctionLibrary.h"
#include "SphereTreeSubsetTypes.h"
#include "SphereTreeSubsetLibrary.generated.h"

class UPhysicsConstraintComponent;
class USphereTreeAsset;
class USphereTreeComponent;
class USphereTreeSubsetAsset;

/** Nodes for pairs of components whose relative motion is constrained. */
UCLASS()
class SPHERETREE_API USphereTreeSubsetLibrary : public UBlueprintFunctionLibrary
{
	GENERATED_BODY()

public:
	/** From now on the table tests the two components instead of their trees. Poses outside its range go to the trees. False without a sound table or when one of them is in no world. */
	UFUNCTION(BlueprintCallable, Category = "Sphere Tree|Tables", meta = (DefaultToSelf = "First", DisplayName = "Use Sphere Tree Table"))
	static bool UseSphereTreeTable(USphereTreeComponent* First, USphereTreeComponent* Second, USphereTreeSubsetAsset* Table);

	/** The trees test the two components again. False when no table did. */
	UFUNCTION(BlueprintCallable, Category = "Sphere Tree|Tables", meta = (DefaultToSelf = "First", DisplayName = "Drop Sphere Tree Table"))
	static bool DropSphereTreeTable(USphereTreeComponent* First, USphereTreeComponent* Second);

	/** How far the second component of a deforming table is along each of its displacement fields. False when no table is in use, or when it has another number of fields. */
	UFUNCTION(BlueprintCallable, Category = "Sphere Tree|Tables", meta = (DefaultToSelf = "First", DisplayName = "Set Sphere Tree Table Weights"))
	static bool SetSphereTreeTableWeights(const USphereTreeComponent* First, const USphereTreeComponent* Second, const TArray<double>& Weights);

	/** What the table of the two components said in the last frame. */
	UFUNCTION(BlueprintCallable, Category = "Sphere Tree|Tables", meta = (DefaultToSelf = "First", DisplayName = "Get Sphere Tree Table State"))
	static FSphereTreePairState GetSphereTreeTableState(const USphereTreeComponent* First, const USphereTreeComponent* Second);

	/** Makes a table from two trees and a constraint. Takes a while: for loading screens and tools. Null, with a sentence, when it cannot be. */
	UFUNCTION(BlueprintCallable, Category = "Sphere Tree|Tables", meta = (AutoCreateRefTerm = "Settings", DisplayName = "Make Sphere Tree Table"))
	static USphereTreeSubsetAsset* MakeSphereTreeTable(USphereTreeAsset* First, USphereTreeAsset* Second, const FSphereTreeMotion& Motion, const FSphereTreeSubsetSettings& Settings, FString& OutWhyNot);

	/** The motion that a physics constraint allows to the second component, taken from its limits and from where both are now: they must be in the constraint's reference pose. Limits are taken to both sides; what the physics lets slip goes to the trees. False, with a sentence, when a linear axis is free. */
	UFUNCTION(BlueprintCallable, Category = "Sphere Tree|Tables", meta = (DisplayName = "Make Sphere Tree Motion From Constraint"))
	static bool MakeSphereTreeMotionFromConstraint(const UPhysicsConstraintComponent* Constraint, const USphereTreeComponent* First, const USphereTreeComponent* Second, FSphereTreeMotion& OutMotion, FString& OutWhyNot);
};
