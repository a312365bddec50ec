// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#pragma once

#include "Components/SceneComponent.h"
#include "CoreMinimal.h"
#include "PhysicsEngine/BodyInstance.h"
#include "SphereTreeTypes.h"
#include "UObject/WeakObjectPtrTemplates.h"
#include "SphereTreeComponent.generated.h"

class UBodySetup;
class UPrimitiveComponent;
class USphereTreeAsset;
class USphereTreeComponent;
class USphereTreeSubsystem;

/** The component, the other one, and the deepest point of their contact as the component sees it. */
DECLARE_DYNAMIC_MULTICAST_DELEGATE_ThreeParams(FSphereTreeContactSignature, USphereTreeComponent*, Component, USphereTreeComponent*, Other, const FSphereTreeContact&, Contact);

/** The component and the other one, which is none when it has been destroyed. */
DECLARE_DYNAMIC_MULTICAST_DELEGATE_TwoParams(FSphereTreeEndSignature, USphereTreeComponent*, Component, USphereTreeComponent*, Other);

DECLARE_MULTICAST_DELEGATE_ThreeParams(FSphereTreeNativeContact, USphereTreeComponent*, USphereTreeComponent*, const FSphereTreeContact&);
DECLARE_MULTICAST_DELEGATE_TwoParams(FSphereTreeNativeEnd, USphereTreeComponent*, USphereTreeComponent*);

/**
 * Gives an actor a sphere-tree, or its mesh's simple collision, that meets others' within the frame's budget.
 *
 * It is a scene component, not a primitive: it has no Chaos body and no scene proxy, so ordinary line traces and overlaps
 * never see it, and an ordinary preset on it promises nothing to them. It only borrows the collision presets' words.
 *
 * Of trees, even and mirrored scales are exact. With an uneven scale every sphere grows with the largest factor: contacts come early,
 * never late, and their error bound says by how much. Bake the scaled mesh instead where that matters.
 */
UCLASS(ClassGroup = (Collision), meta = (BlueprintSpawnableComponent, DisplayName = "Sphere Tree"))
class SPHERETREE_API USphereTreeComponent : public USceneComponent
{
	GENERATED_BODY()

public:
	USphereTreeComponent();

	/** The baked tree. None: see Tree From Static Mesh. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Sphere Tree")
	TObjectPtr<USphereTreeAsset> Tree;

	/** Without a tree of its own, take the one that the owner's static mesh names. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Sphere Tree")
	bool bTreeFromStaticMesh = true;

	/**
	 * Take the owner's static mesh's simple collision instead of a tree: boxes, spheres, capsules and convex elements whose
	 * collision is on. One component, however many elements: one contact with each other component, and none among them.
	 * Any scale, uneven or mirrored, is the mesh's own: a sphere becomes an ellipsoid. Only a capsule that is turned within
	 * an unevenly scaled mesh is not sheared: its ends are right, its thickness is stretched along its own axes.
	 */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Sphere Tree")
	bool bSimpleCollision = false;

	/**
	 * The ordinary collision preset, object type and responses. Two components meet as the lower of their two responses says:
	 * Block gives contact events, Overlap gives overlap events, Ignore nothing.
	 */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Collision", meta = (ShowOnlyInnerProperties, SkipUCSModifiedProperties))
	FBodyInstance BodyInstance;

	/** Where the importance comes from. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Sphere Tree|Budget")
	ESphereTreeImportanceMode ImportanceMode = ESphereTreeImportanceMode::FromViews;

	/** The importance when it is fixed. Contacts of important bodies are refined first. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Sphere Tree|Budget", meta = (ClampMin = 0, ClampMax = 1000))
	float Importance = 1.0f;

	/** Multiplies the importance, wherever it comes from: 2 claims twice the share of the budget that it would get. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Sphere Tree|Budget", meta = (ClampMin = 0, ClampMax = 1000))
	float BudgetShare = 1.0f;

	/** Tell of the begin and the end of contacts that block. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sphere Tree|Events")
	bool bGenerateContactEvents = true;

	/** Tell of contacts in every frame that they last. Costs time for each contact. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sphere Tree|Events")
	bool bGenerateStayEvents = false;

	/** Tell of the begin and the end of overlaps. Both components must want it, as elsewhere in Unreal. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sphere Tree|Events")
	bool bGenerateOverlapEvents = true;

	/** Test the whole way since the last frame, so that something fast and thin passes through nothing unseen. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sphere Tree")
	bool bSweepBetweenFrames = false;

	/** Two components have begun to touch, as far as is known. */
	UPROPERTY(BlueprintAssignable, Category = "Sphere Tree|Events")
	FSphereTreeContactSignature OnSphereTreeContactBegin;

	/** They still touch. Needs Generate Stay Events. */
	UPROPERTY(BlueprintAssignable, Category = "Sphere Tree|Events")
	FSphereTreeContactSignature OnSphereTreeContactStay;

	/** They touch no more, or one of the two has left. */
	UPROPERTY(BlueprintAssignable, Category = "Sphere Tree|Events")
	FSphereTreeEndSignature OnSphereTreeContactEnd;

	/** Two components that do not block each other have begun to overlap. */
	UPROPERTY(BlueprintAssignable, Category = "Sphere Tree|Events")
	FSphereTreeContactSignature OnSphereTreeOverlapBegin;

	/** They overlap no more, or one of the two has left. */
	UPROPERTY(BlueprintAssignable, Category = "Sphere Tree|Events")
	FSphereTreeEndSignature OnSphereTreeOverlapEnd;

	/** The same events for C++; they come first. To hear of contacts that last, binding is enough: no flag need be set. */
	FSphereTreeNativeContact OnNativeContactBegin;
	FSphereTreeNativeContact OnNativeContactStay;
	FSphereTreeNativeEnd OnNativeContactEnd;
	FSphereTreeNativeContact OnNativeOverlapBegin;
	FSphereTreeNativeEnd OnNativeOverlapEnd;

	/** The component ends play: it is destroyed, its level goes, or the game does. */
	FSimpleMulticastDelegate OnNativeEndPlay;

	/** Takes another tree; contacts of the old one end. None goes back to the static mesh's tree. */
	UFUNCTION(BlueprintCallable, Category = "Sphere Tree")
	void SetTree(USphereTreeAsset* NewTree);

	/** Takes simple collision instead of a tree, or a tree again; contacts end and begin anew. */
	UFUNCTION(BlueprintCallable, Category = "Sphere Tree")
	void SetSimpleCollision(bool bSimple);

	/** The tree that is in use: its own, or the static mesh's. None with simple collision. */
	UFUNCTION(BlueprintPure, Category = "Sphere Tree")
	USphereTreeAsset* GetTreeInUse() const;

	/** Is the component among those that are tested? It needs a world, a sound tree or simple collision, and collision that is not off. */
	UFUNCTION(BlueprintPure, Category = "Sphere Tree")
	bool IsInScene() const;

	/** Takes a collision preset by its name. */
	UFUNCTION(BlueprintCallable, Category = "Sphere Tree|Collision")
	void SetSphereTreeCollisionProfile(FName ProfileName);

	/** Changes the response to one channel. Contacts of this component end and begin anew. */
	UFUNCTION(BlueprintCallable, Category = "Sphere Tree|Collision")
	void SetSphereTreeResponse(TEnumAsByte<ECollisionChannel> Channel, TEnumAsByte<ECollisionResponse> Response);

	/** Changes the response to every channel. */
	UFUNCTION(BlueprintCallable, Category = "Sphere Tree|Collision")
	void SetSphereTreeResponseToAll(TEnumAsByte<ECollisionResponse> Response);

	/** Changes what the component is to others. */
	UFUNCTION(BlueprintCallable, Category = "Sphere Tree|Collision")
	void SetSphereTreeObjectType(TEnumAsByte<ECollisionChannel> ObjectType);

	/** Takes part in the search, or not. */
	UFUNCTION(BlueprintCallable, Category = "Sphere Tree|Collision")
	void SetSphereTreeCollisionEnabled(bool bEnabled);

	/** Fixes the importance at this number. */
	UFUNCTION(BlueprintCallable, Category = "Sphere Tree|Budget")
	void SetFixedImportance(float NewImportance);

	/** Multiplies the importance, wherever it comes from. */
	UFUNCTION(BlueprintCallable, Category = "Sphere Tree|Budget")
	void SetBudgetShare(float NewShare);

	/** After the tree, the flags, the collision of this component or its mesh's simple collision were changed by C++: takes all that over. */
	void RefreshSphereTree();

	/** Where simple collision comes from, when it is wanted and there is some; else null. */
	UBodySetup* FindSimpleCollision() const;

	/** A component that is drawn where this one is: the owner's, usually its static mesh. May be none. */
	UPrimitiveComponent* FindDrawnComponent() const;

	//~ USceneComponent
	virtual FBoxSphereBounds CalcBounds(const FTransform& LocalToWorld) const override;
	virtual void PostLoad() override;
#if WITH_EDITOR
	virtual void PostEditChangeProperty(FPropertyChangedEvent& PropertyChangedEvent) override;
	virtual EDataValidationResult IsDataValid(FDataValidationContext& Context) const override;
#endif

protected:
	virtual void EndPlay(const EEndPlayReason::Type EndPlayReason) override;
	virtual void OnRegister() override;
	virtual void OnUnregister() override;
	virtual void OnUpdateTransform(EUpdateTransformFlags UpdateTransformFlags, ETeleportType Teleport = ETeleportType::None) override;

private:
	friend class USphereTreeSubsystem;
	friend struct FSphereTreeWorld;

	void Join();
	void Leave();
	void MarkMoved();
	void HearTree(USphereTreeAsset* NewTree);

	/** Somebody wants to hear of contacts that last. */
	bool WantsStay() const { return bGenerateStayEvents || OnNativeContactStay.IsBound(); }

	TWeakObjectPtr<USphereTreeSubsystem> Subsystem;
	TWeakObjectPtr<USphereTreeAsset> HeardTree;
	FDelegateHandle TreeChangedHandle;
	FSphere SimpleBounds = FSphere(FVector::ZeroVector, 0.0);
	int32 Body = INDEX_NONE;
};
