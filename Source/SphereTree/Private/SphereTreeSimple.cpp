// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "SphereTreeSimple.h"

#include "PhysicsEngine/AggregateGeom.h"
#include "PhysicsEngine/BodySetup.h"
#include "PhysicsEngine/BoxElem.h"
#include "PhysicsEngine/ConvexElem.h"
#include "PhysicsEngine/SphereElem.h"
#include "PhysicsEngine/SphylElem.h"
#include "SphereTreeConvert.h"
#include "SphereTreeLog.h"

#include <utility>
#include <vector>

using namespace SphereTreeConvert;

namespace
{
	/** The engine's capsules stand along z, the core's along y. */
	const FQuat CapsuleTurn(0.5, 0.5, 0.5, 0.5);

	bool IsElementOn(const FKShapeElem& Element)
	{
		return Element.GetCollisionEnabled() != ECollisionEnabled::NoCollision;
	}

	FSphereTreePart MakePart(const spheretree::ConvexShape& Shape, const FVector& Center, double Reach)
	{
		FSphereTreePart Part;
		Part.Shape = std::make_shared<const spheretree::ConvexShape>(Shape);
		Part.Center = Center;
		Part.Ball = FSphere(Center, Reach);
		return Part;
	}

	FSphere FindBallOfCorners(const std::vector<spheretree::Vec3>& Corners)
	{
		FVector Sum = FVector::ZeroVector;
		for (const spheretree::Vec3& Corner : Corners)
		{
			Sum += FromCore(Corner);
		}
		FSphere Ball(Sum / static_cast<double>(Corners.size()), 0.0);
		for (const spheretree::Vec3& Corner : Corners)
		{
			Ball.W = FMath::Max(Ball.W, FVector::Dist(Ball.Center, FromCore(Corner)));
		}
		return Ball;
	}

	/** Corners in the component's frame, so that any scale of the component is exact. */
	void AddHullPart(const std::vector<spheretree::Vec3>& Corners, const UBodySetup& Setup, TArray<FSphereTreePart>& Out)
	{
		const spheretree::Result<std::shared_ptr<const spheretree::ConvexHull>> Hull = spheretree::ConvexHull::Build(Corners);
		if (!Hull)
		{
			UE_LOG(LogSphereTree, Warning, TEXT("A convex element of %s is left out: %s"), *Setup.GetPathName(), *ToString(Hull.Sentence()));
			return;
		}
		FSphereTreePart Part = MakePart(spheretree::ConvexShape::Hull(*Hull), FVector::ZeroVector, 0.0);
		Part.Ball = FindBallOfCorners(Corners);
		Out.Add(Part);
	}

	void AddBoxPart(const FKBoxElem& Box, const UBodySetup& Setup, TArray<FSphereTreePart>& Out)
	{
		const FVector Half = FVector(static_cast<double>(Box.X), static_cast<double>(Box.Y), static_cast<double>(Box.Z)) * 0.5;
		if (Box.Rotation.Pitch == 0.0 && Box.Rotation.Yaw == 0.0 && Box.Rotation.Roll == 0.0)
		{
			Out.Add(MakePart(spheretree::ConvexShape::Box(ToCore(Half)), Box.Center, Half.Size()));
			return;
		}
		const FTransform Place(FQuat(Box.Rotation), Box.Center);
		std::vector<spheretree::Vec3> Corners;
		for (int32 Corner = 0; Corner < 8; ++Corner)
		{
			const FVector Signs(Corner & 1 ? 1.0 : -1.0, Corner & 2 ? 1.0 : -1.0, Corner & 4 ? 1.0 : -1.0);
			Corners.push_back(ToCore(Place.TransformPosition(Half * Signs)));
		}
		AddHullPart(Corners, Setup, Out);
	}

	void AddCapsulePart(const FKSphylElem& Capsule, TArray<FSphereTreePart>& Out)
	{
		const double Radius = static_cast<double>(Capsule.Radius);
		const double HalfLength = static_cast<double>(Capsule.Length) * 0.5;
		FSphereTreePart Part = MakePart(spheretree::ConvexShape::Capsule(Radius, HalfLength), Capsule.Center, Radius + HalfLength);
		Part.Turn = FQuat(Capsule.Rotation) * CapsuleTurn;
		Part.bCapsule = true;
		Out.Add(Part);
	}

	void AddConvexPart(const FKConvexElem& Convex, const UBodySetup& Setup, TArray<FSphereTreePart>& Out)
	{
		const FTransform Place = Convex.GetTransform();
		std::vector<spheretree::Vec3> Corners;
		for (const FVector& Corner : Convex.VertexData)
		{
			Corners.push_back(ToCore(Place.TransformPosition(Corner)));
		}
		AddHullPart(Corners, Setup, Out);
	}

	/** The shortest turn of one line into another; the first is of unit length. */
	FQuat FindSwing(const FVector& From, const FVector& To)
	{
		const double Length = To.Size();
		if (!(Length > 0.0))
		{
			return FQuat::Identity;
		}
		// A line has two directions; with the nearer one nothing here can vanish.
		const FVector Unit = To / (FVector::DotProduct(From, To) < 0.0 ? -Length : Length);
		const FVector Cross = FVector::CrossProduct(From, Unit);
		return FQuat(Cross.X, Cross.Y, Cross.Z, 1.0 + FVector::DotProduct(From, Unit)).GetNormalized();
	}
}

FTransform FSphereTreePart::Place(const FTransform& Component) const
{
	const FVector Scale = Component.GetScale3D();
	const FVector Location = Component.TransformPosition(Center);
	if (!bCapsule)
	{
		return FTransform(Component.GetRotation(), Location, Scale);
	}
	const FVector Axis = Turn.RotateVector(FVector(0, 1, 0));
	const FVector Along = Axis * Scale;
	const FVector Across = Turn.RotateVector(FVector(1, 0, 0)) * Scale;
	const FVector Ahead = Turn.RotateVector(FVector(0, 0, 1)) * Scale;
	return FTransform(Component.GetRotation() * FindSwing(Axis, Along) * Turn, Location, FVector(Across.Size(), Along.Size(), Ahead.Size()));
}

TArray<FSphereTreePart> SphereTreeSimple::MakeParts(const UBodySetup& Setup)
{
	TArray<FSphereTreePart> Parts;
	for (const FKSphereElem& Sphere : Setup.AggGeom.SphereElems)
	{
		if (IsElementOn(Sphere))
		{
			Parts.Add(MakePart(spheretree::ConvexShape::Sphere(static_cast<double>(Sphere.Radius)), Sphere.Center, static_cast<double>(Sphere.Radius)));
		}
	}
	for (const FKBoxElem& Box : Setup.AggGeom.BoxElems)
	{
		if (IsElementOn(Box))
		{
			AddBoxPart(Box, Setup, Parts);
		}
	}
	for (const FKSphylElem& Capsule : Setup.AggGeom.SphylElems)
	{
		if (IsElementOn(Capsule))
		{
			AddCapsulePart(Capsule, Parts);
		}
	}
	for (const FKConvexElem& Convex : Setup.AggGeom.ConvexElems)
	{
		if (IsElementOn(Convex))
		{
			AddConvexPart(Convex, Setup, Parts);
		}
	}
	return Parts;
}

FSphere SphereTreeSimple::FindBall(const TArray<FSphereTreePart>& Parts)
{
	FVector Sum = FVector::ZeroVector;
	for (const FSphereTreePart& Part : Parts)
	{
		Sum += Part.Ball.Center;
	}
	FSphere Ball(Sum / static_cast<double>(FMath::Max(Parts.Num(), 1)), 0.0);
	for (const FSphereTreePart& Part : Parts)
	{
		Ball.W = FMath::Max(Ball.W, FVector::Dist(Ball.Center, Part.Ball.Center) + Part.Ball.W);
	}
	return Ball;
}
