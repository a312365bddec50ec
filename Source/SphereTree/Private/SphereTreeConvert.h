// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#pragma once

#include "CoreMinimal.h"
#include "SphereTree/Scene.h"
#include "SphereTree/Vec3.h"

#include <string>

/** Every crossing between the engine's types and the core's, in one place. Both speak in centimetres and doubles. */
namespace SphereTreeConvert
{
	inline spheretree::Vec3 ToCore(const FVector& V)
	{
		return {V.X, V.Y, V.Z};
	}

	inline FVector FromCore(const spheretree::Vec3& V)
	{
		return FVector(V.x, V.y, V.z);
	}

	inline spheretree::Pose ToPose(const FVector& Location, const FQuat& Rotation)
	{
		return {ToCore(Location), {Rotation.X, Rotation.Y, Rotation.Z, Rotation.W}};
	}

	inline FString ToString(const std::string& Sentence)
	{
		return FString(UTF8_TO_TCHAR(Sentence.c_str()));
	}
}
