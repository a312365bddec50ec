// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "SphereTreeMotionSource.h"

#include "AnimPose.h"
#include "Animation/AnimSequence.h"
#include "Components/PrimitiveComponent.h"
#include "Engine/World.h"
#include "EngineUtils.h"
#include "GameFramework/Actor.h"
#include "PhysicsEngine/PhysicsConstraintComponent.h"
#include "SphereTreeAsset.h"
#include "SphereTreeComponent.h"
#include "SphereTreeSubsetLibrary.h"

namespace
{
	/** A constraint and the two components that it joins, in the order of the trees that were asked for. */
	struct FTreeJoint
	{
		const UPhysicsConstraintComponent* Constraint = nullptr;
		const USphereTreeComponent* First = nullptr;
		const USphereTreeComponent* Second = nullptr;
	};

	const USphereTreeComponent* FindTreeOn(const UPrimitiveComponent* Body)
	{
		TArray<USphereTreeComponent*> Components;
		if (Body && Body->GetOwner())
		{
			Body->GetOwner()->GetComponents(Components);
		}
		for (const USphereTreeComponent* Component : Components)
		{
			if (Component->FindDrawnComponent() == Body)
			{
				return Component;
			}
		}
		return nullptr;
	}

	bool UsesTree(const USphereTreeComponent* Component, const USphereTreeAsset& Tree)
	{
		return Component && Component->GetTreeInUse() == &Tree;
	}

	/** False when it joins something else. */
	bool FindJoint(UPhysicsConstraintComponent& Constraint, const USphereTreeAsset& First, const USphereTreeAsset& Second, FTreeJoint& Out)
	{
		UPrimitiveComponent* Bodies[2] = {nullptr, nullptr};
		FName Bones[2];
		Constraint.GetConstrainedComponents(Bodies[0], Bones[0], Bodies[1], Bones[1]);
		const USphereTreeComponent* A = FindTreeOn(Bodies[0]);
		const USphereTreeComponent* B = FindTreeOn(Bodies[1]);
		const bool bAsAsked = UsesTree(A, First) && UsesTree(B, Second);
		const bool bTurned = UsesTree(A, Second) && UsesTree(B, First);
		Out = {&Constraint, bAsAsked ? A : B, bAsAsked ? B : A};
		return bAsAsked || bTurned;
	}

	/** Those that join the two trees: of the selected constraints, or of all when none of those does. */
	TArray<FTreeJoint> FindJoints(const UWorld& World, const USphereTreeAsset& First, const USphereTreeAsset& Second)
	{
		TArray<FTreeJoint> All;
		TArray<FTreeJoint> Selected;
		for (TActorIterator<AActor> It(&World); It; ++It)
		{
			TArray<UPhysicsConstraintComponent*> Constraints;
			It->GetComponents(Constraints);
			for (UPhysicsConstraintComponent* Constraint : Constraints)
			{
				FTreeJoint Joint;
				if (FindJoint(*Constraint, First, Second, Joint))
				{
					All.Add(Joint);
					if (Constraint->IsSelectedInEditor() || It->IsSelectedInEditor())
					{
						Selected.Add(Joint);
					}
				}
			}
		}
		return Selected.IsEmpty() ? All : Selected;
	}

	bool HasEvenScale(const FTransform& At)
	{
		const FVector Scale = At.GetScale3D();
		return Scale.X > 0.0 && FMath::Abs(Scale.Y - Scale.X) <= 1e-3 * Scale.X && FMath::Abs(Scale.Z - Scale.X) <= 1e-3 * Scale.X;
	}

	bool FindBones(const FAnimPose& Pose, const FSphereTreeBones& Bones, FString& OutWhyNot)
	{
		TArray<FName> Names;
		UAnimPoseExtensions::GetBoneNames(Pose, Names);
		for (const FName& Bone : {Bones.FirstBone, Bones.SecondBone})
		{
			if (!Names.Contains(Bone))
			{
				OutWhyNot = FString::Printf(TEXT("The animation has no bone %s. Its names are those of the skeleton tree."), *Bone.ToString());
				return false;
			}
		}
		return true;
	}
}

bool FSphereTreeMotionSource::FromLevel(const UWorld* World, const USphereTreeAsset& First, const USphereTreeAsset& Second, FSphereTreeMotion& OutMotion, FString& OutWhyNot)
{
	const TArray<FTreeJoint> Joints = World ? FindJoints(*World, First, Second) : TArray<FTreeJoint>();
	if (Joints.Num() == 1)
	{
		return USphereTreeSubsetLibrary::MakeSphereTreeMotionFromConstraint(Joints[0].Constraint, Joints[0].First, Joints[0].Second, OutMotion, OutWhyNot);
	}
	OutWhyNot = Joints.IsEmpty()
		? FString::Printf(TEXT("No physics constraint of this level joins two components with the trees %s and %s. Open the level that has it, with a sphere tree component on each body; for an animation, use a script."), *First.GetName(), *Second.GetName())
		: FString::Printf(TEXT("%d physics constraints join components with the trees %s and %s. Select the one that is meant."), Joints.Num(), *First.GetName(), *Second.GetName());
	return false;
}

bool FSphereTreeMotionSource::FromSamples(int32 Count, TFunctionRef<void(int32, FTransform&, FTransform&)> Sample, FSphereTreeMotion& OutMotion, FString& OutWhyNot)
{
	FSphereTreeMotion Motion;
	Motion.Kind = ESphereTreeMotion::Poses;
	for (int32 Index = 0; Index < Count; ++Index)
	{
		FTransform First;
		FTransform Second;
		Sample(Index, First, Second);
		const FTransform Pose = Second.GetRelativeTransform(First);
		if (!HasEvenScale(First) || !HasEvenScale(Pose) || !(FMath::Abs(Pose.GetScale3D().X - 1.0) <= 1e-3))
		{
			OutWhyNot = FString::Printf(TEXT("Sample %d scales the two unevenly or differently; a table needs the same scale for both, along all axes."), Index);
			return false;
		}
		if (Motion.Poses.IsEmpty() || !Motion.Poses.Last().Equals(Pose, 1e-6))
		{
			Motion.Poses.Add(Pose);
		}
	}
	OutMotion = Motion;
	return true;
}

bool FSphereTreeMotionSource::FromAnimation(const UAnimSequence& Sequence, const FSphereTreeBones& Bones, int32 SamplesPerKey, FSphereTreeMotion& OutMotion, FString& OutWhyNot)
{
	constexpr int64 MostSamples = 100000;
	const int64 Steps = static_cast<int64>(FMath::Max(Sequence.GetNumberOfSampledKeys() - 1, 0)) * FMath::Max(SamplesPerKey, 1);
	if (Steps >= MostSamples)
	{
		OutWhyNot = FString::Printf(TEXT("%lld samples are too many; %lld is the most. Take fewer for each key, or a shorter animation."), Steps + 1, MostSamples);
		return false;
	}
	// The keys as they were made; what is compressed away lies within the slop.
	FAnimPoseEvaluationOptions Options;
	Options.EvaluationType = EAnimDataEvalType::Raw;
	FAnimPose Pose;
	UAnimPoseExtensions::GetAnimPoseAtTime(&Sequence, 0.0, Options, Pose);
	if (!Pose.IsValid())
	{
		OutWhyNot = TEXT("The animation gives no pose. Has it a skeleton and keys?");
		return false;
	}
	if (!FindBones(Pose, Bones, OutWhyNot))
	{
		return false;
	}
	const double StepSeconds = Steps > 0 ? static_cast<double>(Sequence.GetPlayLength()) / static_cast<double>(Steps) : 0.0;
	return FromSamples(static_cast<int32>(Steps) + 1, [&](int32 Index, FTransform& First, FTransform& Second)
	{
		UAnimPoseExtensions::GetAnimPoseAtTime(&Sequence, StepSeconds * Index, Options, Pose);
		First = Bones.FirstOffset * UAnimPoseExtensions::GetBonePose(Pose, Bones.FirstBone, EAnimPoseSpaces::World);
		Second = Bones.SecondOffset * UAnimPoseExtensions::GetBonePose(Pose, Bones.SecondBone, EAnimPoseSpaces::World);
	}, OutMotion, OutWhyNot);
}
