// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "SphereTreeSubsetRuntime.h"

#include "SphereTreeConvert.h"
#include "SphereTreeRuntime.h"

using namespace SphereTreeConvert;

namespace
{
	constexpr double RadiansPerDegree = 3.14159265358979323846 / 180.0;

	bool IsAngle(ESphereTreeMotion Kind, int32 Range)
	{
		switch (Kind)
		{
		case ESphereTreeMotion::Slider:
			return false;
		case ESphereTreeMotion::Planar:
			return Range == 2;
		case ESphereTreeMotion::Box:
			return Range >= 3;
		default:
			return true;
		}
	}
}

TSharedPtr<const FSphereTreeSubsetRuntime, ESPMode::ThreadSafe> FSphereTreeSubsetRuntime::Make(TConstArrayView<uint8> Archive, FString& OutWhyNot)
{
	const spheretree::Result<spheretree::SubsetTable> Table = spheretree::ReadSubsets(Archive.GetData(), static_cast<size_t>(Archive.Num()));
	if (!Table)
	{
		OutWhyNot = ToString(Table.Sentence());
		return nullptr;
	}
	spheretree::Result<std::shared_ptr<const spheretree::PackedSubsets>> Packed = spheretree::PackSubsets(*Table);
	if (!Packed)
	{
		OutWhyNot = ToString(Packed.Sentence());
		return nullptr;
	}
	TSharedRef<FSphereTreeSubsetRuntime, ESPMode::ThreadSafe> Made = MakeShared<FSphereTreeSubsetRuntime, ESPMode::ThreadSafe>();
	Made->Subsets = *Packed;
	return TSharedPtr<const FSphereTreeSubsetRuntime, ESPMode::ThreadSafe>(Made);
}

spheretree::MotionConstraint FSphereTreeSubsetRuntime::ToConstraint(const FSphereTreeMotion& Motion)
{
	spheretree::MotionConstraint Constraint;
	Constraint.kind = static_cast<spheretree::MotionKind>(Motion.Kind);
	Constraint.rest = ToPose(Motion.Rest.GetLocation(), Motion.Rest.GetRotation());
	Constraint.pivot = ToCore(Motion.Pivot);
	Constraint.axis = ToCore(Motion.Axis);
	Constraint.secondAxis = ToCore(Motion.SecondAxis);
	Constraint.cone = Motion.ConeDegrees * RadiansPerDegree;
	for (int32 Index = 0; Index < Motion.Ranges.Num(); ++Index)
	{
		const double Unit = IsAngle(Motion.Kind, Index) ? RadiansPerDegree : 1.0;
		Constraint.ranges.push_back({Motion.Ranges[Index].Low * Unit, Motion.Ranges[Index].High * Unit});
	}
	for (const FTransform& Pose : Motion.Poses)
	{
		Constraint.poses.push_back(ToPose(Pose.GetLocation(), Pose.GetRotation()));
	}
	return Constraint;
}

bool FSphereTreeSubsetRuntime::IsMadeOf(const FSphereTreeRuntime& First, const FSphereTreeRuntime& Second) const
{
	const FSphereTreeRuntime* const Trees[2] = {&First, &Second};
	for (size_t Index = 0; Index < 2; ++Index)
	{
		const bool bOfTree = Subsets->table.source[Index] == spheretree::SphereSource::Level;
		const int32 Level = FMath::Min(Subsets->table.level[Index], Trees[Index]->Fingerprints.Num() - 1);
		if (bOfTree && Trees[Index]->Fingerprints[Level] != Subsets->table.fingerprint[Index])
		{
			return false;
		}
	}
	return true;
}

size_t FSphereTreeSubsetRuntime::GetMemory() const
{
	const spheretree::SubsetTable& Table = Subsets->table;
	return Subsets->blocks.capacity() * sizeof(spheretree::SubsetBlock) + Table.pairs.capacity() * sizeof(spheretree::TablePair)
		+ (Table.spheres[0].capacity() + Table.spheres[1].capacity()) * sizeof(spheretree::TableSphere)
		+ Table.constraint.poses.capacity() * sizeof(spheretree::Pose);
}
