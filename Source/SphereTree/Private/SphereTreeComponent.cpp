// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "SphereTreeComponent.h"

#include "Components/StaticMeshComponent.h"
#include "Engine/StaticMesh.h"
#include "Engine/World.h"
#include "GameFramework/Actor.h"
#include "PhysicsEngine/BodySetup.h"
#include "SphereTreeAsset.h"
#include "SphereTreeRuntime.h"
#include "SphereTreeSubsystem.h"
#include "SphereTreeUserData.h"
#if WITH_EDITOR
#include "Misc/DataValidation.h"
#endif

#define LOCTEXT_NAMESPACE "SphereTree"

USphereTreeComponent::USphereTreeComponent()
{
	PrimaryComponentTick.bCanEverTick = false;
	bWantsOnUpdateTransform = true;
	BodyInstance.SetObjectType(ECC_WorldDynamic);
}

void USphereTreeComponent::PostLoad()
{
	Super::PostLoad();
	// A preset that the project has changed since the last save counts.
	BodyInstance.FixupData(this);
}

UPrimitiveComponent* USphereTreeComponent::FindDrawnComponent() const
{
	UPrimitiveComponent* Parent = Cast<UPrimitiveComponent>(GetAttachParent());
	return Parent ? Parent : (GetOwner() ? GetOwner()->FindComponentByClass<UStaticMeshComponent>() : nullptr);
}

USphereTreeAsset* USphereTreeComponent::GetTreeInUse() const
{
	if (bSimpleCollision)
	{
		return nullptr;
	}
	if (Tree || !bTreeFromStaticMesh)
	{
		return Tree;
	}
	const UStaticMeshComponent* MeshComponent = Cast<UStaticMeshComponent>(FindDrawnComponent());
	return MeshComponent ? USphereTreeUserData::FindTree(MeshComponent->GetStaticMesh()) : nullptr;
}

UBodySetup* USphereTreeComponent::FindSimpleCollision() const
{
	const UStaticMeshComponent* MeshComponent = bSimpleCollision ? Cast<UStaticMeshComponent>(FindDrawnComponent()) : nullptr;
	const UStaticMesh* Mesh = MeshComponent ? MeshComponent->GetStaticMesh() : nullptr;
	UBodySetup* Setup = Mesh ? Mesh->GetBodySetup() : nullptr;
	return Setup && Setup->AggGeom.GetElementCount() > 0 ? Setup : nullptr;
}

void USphereTreeComponent::OnRegister()
{
	Super::OnRegister();
	if (!IsTemplate())
	{
		Join();
	}
}

void USphereTreeComponent::OnUnregister()
{
	Leave();
	Super::OnUnregister();
}

void USphereTreeComponent::EndPlay(const EEndPlayReason::Type EndPlayReason)
{
	Super::EndPlay(EndPlayReason);
	OnNativeEndPlay.Broadcast();
}

void USphereTreeComponent::Join()
{
	const UWorld* World = GetWorld();
	USphereTreeSubsystem* Found = World ? World->GetSubsystem<USphereTreeSubsystem>() : nullptr;
	HearTree(GetTreeInUse());
	UpdateBounds();
	if (Found && Body == INDEX_NONE)
	{
		Subsystem = Found;
		Body = Found->AddBody(*this);
	}
}

void USphereTreeComponent::Leave()
{
	HearTree(nullptr);
	USphereTreeSubsystem* Joined = Subsystem.Get();
	if (Joined && Body != INDEX_NONE)
	{
		Joined->RemoveBody(Body);
	}
	Body = INDEX_NONE;
	Subsystem.Reset();
}

void USphereTreeComponent::HearTree(USphereTreeAsset* NewTree)
{
	if (USphereTreeAsset* Old = HeardTree.Get())
	{
		Old->OnTreeChanged.Remove(TreeChangedHandle);
	}
	HeardTree = NewTree;
	if (NewTree)
	{
		TreeChangedHandle = NewTree->OnTreeChanged.AddUObject(this, &USphereTreeComponent::RefreshSphereTree);
	}
}

void USphereTreeComponent::RefreshSphereTree()
{
	if (IsRegistered() && !IsTemplate())
	{
		Leave();
		Join();
	}
}

void USphereTreeComponent::SetTree(USphereTreeAsset* NewTree)
{
	if (Tree != NewTree)
	{
		Tree = NewTree;
		RefreshSphereTree();
	}
}

void USphereTreeComponent::SetSimpleCollision(bool bSimple)
{
	if (bSimpleCollision != bSimple)
	{
		bSimpleCollision = bSimple;
		RefreshSphereTree();
	}
}

bool USphereTreeComponent::IsInScene() const
{
	return Body != INDEX_NONE && Subsystem.IsValid();
}

void USphereTreeComponent::SetSphereTreeCollisionProfile(FName ProfileName)
{
	BodyInstance.SetCollisionProfileName(ProfileName);
	RefreshSphereTree();
}

void USphereTreeComponent::SetSphereTreeResponse(TEnumAsByte<ECollisionChannel> Channel, TEnumAsByte<ECollisionResponse> Response)
{
	BodyInstance.SetResponseToChannel(Channel, Response);
	RefreshSphereTree();
}

void USphereTreeComponent::SetSphereTreeResponseToAll(TEnumAsByte<ECollisionResponse> Response)
{
	BodyInstance.SetResponseToAllChannels(Response);
	RefreshSphereTree();
}

void USphereTreeComponent::SetSphereTreeObjectType(TEnumAsByte<ECollisionChannel> ObjectType)
{
	BodyInstance.SetObjectType(ObjectType);
	RefreshSphereTree();
}

void USphereTreeComponent::SetSphereTreeCollisionEnabled(bool bEnabled)
{
	BodyInstance.SetCollisionEnabled(bEnabled ? ECollisionEnabled::QueryOnly : ECollisionEnabled::NoCollision);
	RefreshSphereTree();
}

void USphereTreeComponent::SetFixedImportance(float NewImportance)
{
	ImportanceMode = ESphereTreeImportanceMode::Fixed;
	Importance = FMath::Max(0.0f, NewImportance);
	MarkMoved();
}

void USphereTreeComponent::SetBudgetShare(float NewShare)
{
	BudgetShare = FMath::Max(0.0f, NewShare);
	MarkMoved();
}

FBoxSphereBounds USphereTreeComponent::CalcBounds(const FTransform& LocalToWorld) const
{
	// Asked for at every move: while registered, the tree that was found then, and no search for one that is not there.
	const USphereTreeAsset* Asset = IsRegistered() ? HeardTree.Get() : GetTreeInUse();
	if (!bSimpleCollision && (!Asset || !Asset->HasTree()))
	{
		return FBoxSphereBounds(LocalToWorld.GetLocation(), FVector::ZeroVector, 0.0);
	}
	// Uneven scale would make ellipsoids; a ball that grows with the largest factor holds them all.
	const FSphere Root = bSimpleCollision ? SimpleBounds : Asset->GetRuntime()->GetBounds();
	return FBoxSphereBounds(FSphere(LocalToWorld.TransformPosition(Root.Center), Root.W * LocalToWorld.GetScale3D().GetAbsMax()));
}

void USphereTreeComponent::OnUpdateTransform(EUpdateTransformFlags UpdateTransformFlags, ETeleportType Teleport)
{
	Super::OnUpdateTransform(UpdateTransformFlags, Teleport);
	MarkMoved();
}

void USphereTreeComponent::MarkMoved()
{
	USphereTreeSubsystem* Joined = Subsystem.Get();
	if (Joined && Body != INDEX_NONE)
	{
		Joined->MoveBody(Body);
	}
}

#if WITH_EDITOR
void USphereTreeComponent::PostEditChangeProperty(FPropertyChangedEvent& PropertyChangedEvent)
{
	Super::PostEditChangeProperty(PropertyChangedEvent);
	RefreshSphereTree();
}

EDataValidationResult USphereTreeComponent::IsDataValid(FDataValidationContext& Context) const
{
	const EDataValidationResult Inherited = Super::IsDataValid(Context);
	// A template has no mesh beside it yet, so only what stands somewhere can miss its tree.
	if (IsTemplate() || GetTreeInUse() || FindSimpleCollision())
	{
		return CombineDataValidationResults(Inherited, EDataValidationResult::Valid);
	}
	const UStaticMeshComponent* MeshComponent = Cast<UStaticMeshComponent>(FindDrawnComponent());
	const UStaticMesh* Mesh = bTreeFromStaticMesh && MeshComponent ? MeshComponent->GetStaticMesh() : nullptr;
	if (bSimpleCollision)
	{
		Context.AddError(LOCTEXT("ComponentWithoutSimpleCollision", "The component takes simple collision, and no static mesh of its owner has any. Add some in the static mesh editor, or clear Simple Collision."));
		return EDataValidationResult::Invalid;
	}
	Context.AddError(Mesh
		? FText::Format(LOCTEXT("MeshWithoutTree", "{0} has no sphere tree. Right-click it in the content browser and choose Build Sphere Tree."), FText::FromString(Mesh->GetName()))
		: LOCTEXT("ComponentWithoutTree", "The component has neither a sphere tree nor a static mesh that names one. Set Tree."));
	return EDataValidationResult::Invalid;
}
#endif

#undef LOCTEXT_NAMESPACE
