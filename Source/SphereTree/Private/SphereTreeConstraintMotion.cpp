// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "SphereTreeSubsetLibrary.h"

#include "PhysicsEngine/ConstraintInstance.h"
#include "PhysicsEngine/PhysicsConstraintComponent.h"
#include "SphereTreeComponent.h"

namespace
{
	/** One axis of a constraint: how far it goes to both sides of the reference pose. */
	struct FConstraintAxis
	{
		FVector Direction = FVector::ZeroVector;
		double Reach = 0.0;

		FSphereTreeMotionRange GetRange() const
		{
			FSphereTreeMotionRange Range;
			Range.Low = -Reach;
			Range.High = Reach;
			return Range;
		}
	};

	double GetAngularReach(EAngularConstraintMotion Motion, double Limit, double Offset)
	{
		// An offset biases the limits; which way does not matter here, because more is tabulated than is needed.
		return Motion == ACM_Locked ? 0.0 : Motion == ACM_Free ? 180.0 : FMath::Min(180.0, Limit + FMath::Abs(Offset));
	}

	/** X, Y, Z of the constraint's frame: ways in the first three, turns about the same axes in the others. */
	struct FConstraintAxes
	{
		FConstraintAxis Axes[6];

		FConstraintAxes(const FConstraintInstance& Constraint, const FQuat& Frame, double Scale)
		{
			const FVector Directions[3] = {Frame.RotateVector(FVector(1, 0, 0)), Frame.RotateVector(FVector(0, 1, 0)), Frame.RotateVector(FVector(0, 0, 1))};
			const ELinearConstraintMotion Linear[3] = {Constraint.GetLinearXMotion(), Constraint.GetLinearYMotion(), Constraint.GetLinearZMotion()};
			const FRotator& Offset = Constraint.AngularRotationOffset;
			const double Turns[3] = {
				GetAngularReach(Constraint.GetAngularTwistMotion(), static_cast<double>(Constraint.GetAngularTwistLimit()), Offset.Roll),
				GetAngularReach(Constraint.GetAngularSwing2Motion(), static_cast<double>(Constraint.GetAngularSwing2Limit()), Offset.Pitch),
				GetAngularReach(Constraint.GetAngularSwing1Motion(), static_cast<double>(Constraint.GetAngularSwing1Limit()), Offset.Yaw)};
			for (int32 Index = 0; Index < 3; ++Index)
			{
				Axes[Index] = {Directions[Index], Linear[Index] == LCM_Limited ? static_cast<double>(Constraint.GetLinearLimit()) / Scale : 0.0};
				Axes[3 + Index] = {Directions[Index], Turns[Index]};
			}
		}

		int32 CountMoving(int32 First) const
		{
			return (Axes[First].Reach > 0.0) + (Axes[First + 1].Reach > 0.0) + (Axes[First + 2].Reach > 0.0);
		}

		const FConstraintAxis& GetMoving(int32 First) const
		{
			return Axes[First].Reach > 0.0 ? Axes[First] : Axes[First + 1].Reach > 0.0 ? Axes[First + 1] : Axes[First + 2];
		}

		void Fill(FSphereTreeMotion& Out) const
		{
			const int32 Ways = CountMoving(0);
			const int32 Turns = CountMoving(3);
			if (Ways + Turns == 1)
			{
				const FConstraintAxis& Only = GetMoving(Ways == 1 ? 0 : 3);
				Out.Kind = Ways == 1 ? ESphereTreeMotion::Slider : ESphereTreeMotion::Hinge;
				Out.Axis = Only.Direction;
				Out.Ranges.Add(Only.GetRange());
			}
			else if (Ways == 0 && Axes[4].Reach > 0.0 && Axes[5].Reach > 0.0)
			{
				Out.Kind = ESphereTreeMotion::Ball;
				Out.Axis = Axes[3].Direction;
				Out.SecondAxis = Axes[4].Direction;
				Out.ConeDegrees = FMath::Max(Axes[4].Reach, Axes[5].Reach);
				Out.Ranges.Add(Axes[3].GetRange());
			}
			else if (Ways + Turns > 0)
			{
				Out.Kind = ESphereTreeMotion::Box;
				Out.Axis = Axes[2].Direction;
				Out.SecondAxis = Axes[0].Direction;
				for (const FConstraintAxis& Axis : Axes)
				{
					Out.Ranges.Add(Axis.GetRange());
				}
			}
		}
	};
}

bool USphereTreeSubsetLibrary::MakeSphereTreeMotionFromConstraint(const UPhysicsConstraintComponent* Constraint, const USphereTreeComponent* First, const USphereTreeComponent* Second, FSphereTreeMotion& OutMotion, FString& OutWhyNot)
{
	if (!Constraint || !First || !Second)
	{
		OutWhyNot = TEXT("A motion needs a physics constraint and the two components that it joins.");
		return false;
	}
	const FConstraintInstance& Instance = Constraint->ConstraintInstance;
	if (Instance.GetLinearXMotion() == LCM_Free || Instance.GetLinearYMotion() == LCM_Free || Instance.GetLinearZMotion() == LCM_Free)
	{
		OutWhyNot = TEXT("The constraint leaves a linear axis free: no table can hold everything that may be met there. Limit it.");
		return false;
	}
	const FTransform& FirstAt = First->GetComponentTransform();
	const FVector Scale = FirstAt.GetScale3D();
	if (!(Scale.X > 0.0) || Scale.X != Scale.Y || Scale.Y != Scale.Z)
	{
		OutWhyNot = TEXT("The first component is scaled unevenly; a table needs the same scale along all axes.");
		return false;
	}
	const FQuat Back = FirstAt.GetRotation().Inverse();
	const auto ToFirst = [&FirstAt, &Back, &Scale](const FVector& At) { return Back.RotateVector(At - FirstAt.GetLocation()) / Scale.X; };
	OutMotion = FSphereTreeMotion();
	OutMotion.Kind = ESphereTreeMotion::Fixed;
	OutMotion.Rest = FTransform(Back * Second->GetComponentTransform().GetRotation(), ToFirst(Second->GetComponentTransform().GetLocation()));
	OutMotion.Pivot = ToFirst(Constraint->GetComponentTransform().GetLocation());
	FConstraintAxes(Instance, Back * Constraint->GetComponentTransform().GetRotation(), Scale.X).Fill(OutMotion);
	return true;
}
