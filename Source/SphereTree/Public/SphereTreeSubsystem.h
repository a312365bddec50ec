// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#pragma once

#include "CoreMinimal.h"
#include "Engine/EngineTypes.h"
#include "SphereTreeSubsetTypes.h"
#include "SphereTreeTypes.h"
#include "Subsystems/WorldSubsystem.h"
#include "SphereTreeSubsystem.generated.h"

class USphereTreeComponent;
class USphereTreeSubsetAsset;
struct FSphereTreeWorld;

/** What a query asks, beside its shape. */
struct FSphereTreeQuery
{
	/** Components that ignore this channel are not seen. ECC_MAX: the project's query channel. */
	ECollisionChannel Channel = ECC_MAX;

	/** Usually the one who asks. */
	const USphereTreeComponent* Ignored = nullptr;

	/** Operations that it may spend; 0: what the project settings say. */
	int32 Operations = 0;
};

/**
 * One for each world: owns the scene of sphere-trees. Every frame it takes over what moved, spends the budget on the pairs
 * that matter most, and tells of contacts once the search has ended.
 */
UCLASS()
class SPHERETREE_API USphereTreeSubsystem : public UTickableWorldSubsystem
{
	GENERATED_BODY()

public:
	USphereTreeSubsystem();

	/** The subsystem of the world that an object is in; null without one. */
	static USphereTreeSubsystem* Get(const UObject* WorldContextObject);

	/** Contact points of a component, as of the last frame. Never more than MaxContactsPerPair for each other component. */
	void GetContacts(const USphereTreeComponent& Component, TArray<FSphereTreeContact>& OutContacts) const;

	/** Contact points between two components, as the first one sees them. */
	void GetContactsBetween(const USphereTreeComponent& Component, const USphereTreeComponent& Other, TArray<FSphereTreeContact>& OutContacts) const;

	/** The first component that blocks a sphere on its way; Radius 0 is a line. */
	bool SweepSingle(const FVector& Start, const FVector& End, double Radius, const FSphereTreeQuery& Query, FSphereTreeHit& OutHit);

	/** Everything that a sphere meets on its way, nearest first, up to and with the first that blocks. */
	bool SweepMulti(const FVector& Start, const FVector& End, double Radius, const FSphereTreeQuery& Query, TArray<FSphereTreeHit>& OutHits);

	/** Every component that a sphere overlaps. */
	bool OverlapSphere(const FVector& Center, double Radius, const FSphereTreeQuery& Query, TArray<FSphereTreeHit>& OutHits);

	/** How far two components are apart, to within a relative error. False when one of them is not in the scene. */
	bool MeasureDistance(const USphereTreeComponent& A, const USphereTreeComponent& B, double RelativeError, FSphereTreeDistance& OutDistance);

	/** Why there is no contact. Slow: for people, not for every frame. */
	FSphereTreeNoContact WhyNoContact(const USphereTreeComponent* A, const USphereTreeComponent* B);

	/** Overrides the project's budget for this world; a console variable still wins. Negative: the project's again. */
	void SetFrameBudget(double Milliseconds, int64 Operations);

	/** What the last frame cost and reached. */
	const FSphereTreeBudgetReport& GetReport() const;

	/** Views beside the players': cameras of your own, spectators, points of interest. */
	void SetExtraViews(TConstArrayView<FSphereTreeView> Views);

	/** The importance that a component has now. */
	double GetImportance(const USphereTreeComponent& Component) const;

	/**
	 * Lets a table of subsets test two components instead of their trees, until it is dropped or one of them is destroyed.
	 * False when one of them takes simple collision: a table speaks of trees.
	 */
	bool UseTable(USphereTreeComponent& First, USphereTreeComponent& Second, const USphereTreeSubsetAsset& Table);
	bool DropTable(const USphereTreeComponent& First, const USphereTreeComponent& Second);

	/** How far the second component of a deforming table is along each of its displacement fields. False when their number is another. */
	bool SetTableWeights(const USphereTreeComponent& First, const USphereTreeComponent& Second, const TArray<double>& Weights);

	/** What the table of two components said in the last frame. */
	FSphereTreePairState GetTableState(const USphereTreeComponent& First, const USphereTreeComponent& Second) const;

	/** One frame, as Tick does it; for hosts that step by themselves. */
	void Step(float DeltaTime);

	//~ UTickableWorldSubsystem
	virtual void Initialize(FSubsystemCollectionBase& Collection) override;
	virtual void Deinitialize() override;
	virtual void Tick(float DeltaTime) override;
	virtual bool IsTickableInEditor() const override;
	virtual TStatId GetStatId() const override;
	virtual bool DoesSupportWorldType(const EWorldType::Type WorldType) const override;

	/** The scene and all that belongs to it; for this module only. */
	FSphereTreeWorld* GetScene() const { return Scene.Get(); }

private:
	friend class USphereTreeComponent;

	/** A place among the bodies, or INDEX_NONE when the component cannot take part. */
	int32 AddBody(USphereTreeComponent& Component);
	void RemoveBody(int32 Body);
	void MoveBody(int32 Body);

	TSharedPtr<FSphereTreeWorld> Scene;
};
