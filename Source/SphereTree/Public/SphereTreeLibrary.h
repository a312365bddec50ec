// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#pragma once

#include "CoreMinimal.h"
#include "Kismet/BlueprintFunctionLibrary.h"
#include "SphereTreeTypes.h"
#include "SphereTreeLibrary.generated.h"

class USphereTreeComponent;

/** Nodes for Blueprints. Queries see the world as it is now; contacts are those of the last frame. */
UCLASS()
class SPHERETREE_API USphereTreeLibrary : public UBlueprintFunctionLibrary
{
	GENERATED_BODY()

public:
	/** The points at which a component touches others, as far as the last frame's budget allowed to find out. */
	UFUNCTION(BlueprintCallable, Category = "Sphere Tree|Contacts", meta = (DefaultToSelf = "Component"))
	static TArray<FSphereTreeContact> GetApproximateContacts(const USphereTreeComponent* Component);

	/** The points at which two components touch, as the first one sees them. */
	UFUNCTION(BlueprintCallable, Category = "Sphere Tree|Contacts", meta = (DefaultToSelf = "Component"))
	static TArray<FSphereTreeContact> GetContactsBetween(const USphereTreeComponent* Component, const USphereTreeComponent* Other);

	/** The first sphere-tree on a line that blocks the project's query channel. */
	UFUNCTION(BlueprintCallable, Category = "Sphere Tree|Queries", meta = (WorldContext = "WorldContextObject", AdvancedDisplay = "Ignored,MaxOperations", DisplayName = "Sphere Tree Line Trace"))
	static bool SphereTreeLineTrace(const UObject* WorldContextObject, FVector Start, FVector End, FSphereTreeHit& OutHit, const USphereTreeComponent* Ignored = nullptr, int32 MaxOperations = 0);

	/** Every sphere-tree on a line, nearest first, up to and with the first that blocks. */
	UFUNCTION(BlueprintCallable, Category = "Sphere Tree|Queries", meta = (WorldContext = "WorldContextObject", AdvancedDisplay = "Ignored,MaxOperations", DisplayName = "Multi Sphere Tree Line Trace"))
	static bool SphereTreeLineTraceMulti(const UObject* WorldContextObject, FVector Start, FVector End, TArray<FSphereTreeHit>& OutHits, const USphereTreeComponent* Ignored = nullptr, int32 MaxOperations = 0);

	/** The first sphere-tree that blocks a moving sphere. */
	UFUNCTION(BlueprintCallable, Category = "Sphere Tree|Queries", meta = (WorldContext = "WorldContextObject", AdvancedDisplay = "Ignored,MaxOperations", DisplayName = "Sphere Tree Sphere Sweep"))
	static bool SphereTreeSphereSweep(const UObject* WorldContextObject, FVector Start, FVector End, double Radius, FSphereTreeHit& OutHit, const USphereTreeComponent* Ignored = nullptr, int32 MaxOperations = 0);

	/** Every sphere-tree that a moving sphere meets, nearest first, up to and with the first that blocks. */
	UFUNCTION(BlueprintCallable, Category = "Sphere Tree|Queries", meta = (WorldContext = "WorldContextObject", AdvancedDisplay = "Ignored,MaxOperations", DisplayName = "Multi Sphere Tree Sphere Sweep"))
	static bool SphereTreeSphereSweepMulti(const UObject* WorldContextObject, FVector Start, FVector End, double Radius, TArray<FSphereTreeHit>& OutHits, const USphereTreeComponent* Ignored = nullptr, int32 MaxOperations = 0);

	/** Is any sphere-tree within this radius, and which is the deepest? */
	UFUNCTION(BlueprintCallable, Category = "Sphere Tree|Queries", meta = (WorldContext = "WorldContextObject", AdvancedDisplay = "Ignored,MaxOperations", DisplayName = "Sphere Tree Sphere Overlap"))
	static bool SphereTreeSphereOverlap(const UObject* WorldContextObject, FVector Center, double Radius, FSphereTreeHit& OutHit, const USphereTreeComponent* Ignored = nullptr, int32 MaxOperations = 0);

	/** Every sphere-tree within this radius. */
	UFUNCTION(BlueprintCallable, Category = "Sphere Tree|Queries", meta = (WorldContext = "WorldContextObject", AdvancedDisplay = "Ignored,MaxOperations", DisplayName = "Multi Sphere Tree Sphere Overlap"))
	static bool SphereTreeSphereOverlapMulti(const UObject* WorldContextObject, FVector Center, double Radius, TArray<FSphereTreeHit>& OutHits, const USphereTreeComponent* Ignored = nullptr, int32 MaxOperations = 0);

	/** How far two components are apart: a certified least and most, no more than the relative error from each other if the trees allow. */
	UFUNCTION(BlueprintCallable, Category = "Sphere Tree|Queries", meta = (DefaultToSelf = "Component", DisplayName = "Sphere Tree Distance"))
	static bool SphereTreeDistance(const USphereTreeComponent* Component, const USphereTreeComponent* Other, FSphereTreeDistance& OutDistance, double RelativeError = 0.1);

	/** Gives this world a budget of its own: milliseconds, operations, or both (a negative one does not count). Two negative ones give the project's budget back. */
	UFUNCTION(BlueprintCallable, Category = "Sphere Tree|Budget", meta = (WorldContext = "WorldContextObject", DisplayName = "Set Sphere Tree Frame Budget"))
	static void SetFrameBudget(const UObject* WorldContextObject, double Milliseconds = 1.0, int64 Operations = -1);

	/** What the last frame's search cost, and what it reached. */
	UFUNCTION(BlueprintPure, Category = "Sphere Tree|Budget", meta = (WorldContext = "WorldContextObject", DisplayName = "Get Sphere Tree Budget Report"))
	static FSphereTreeBudgetReport GetBudgetReport(const UObject* WorldContextObject);

	/** Why two components are not in contact: the filter, the bounds, or the level at which they were proven apart. Slow. */
	UFUNCTION(BlueprintCallable, Category = "Sphere Tree|Debug", meta = (DefaultToSelf = "Component", DisplayName = "Why No Sphere Tree Contact"))
	static FSphereTreeNoContact WhyNoContact(const USphereTreeComponent* Component, const USphereTreeComponent* Other);

	/** Views beside the players' that make what they see important; none takes them back. */
	UFUNCTION(BlueprintCallable, Category = "Sphere Tree|Budget", meta = (WorldContext = "WorldContextObject", AutoCreateRefTerm = "Views", DisplayName = "Set Extra Sphere Tree Views"))
	static void SetExtraViews(const UObject* WorldContextObject, const TArray<FSphereTreeView>& Views);
};
