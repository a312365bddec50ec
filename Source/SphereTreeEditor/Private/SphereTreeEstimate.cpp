// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "SphereTreeEstimate.h"


namespace
{
	int64 CountSpheres(const FSphereTreeBakeSettings& Settings)
	{
		int64 Spheres = 1;
		int64 Level = 1;
		for (int32 Step = 0; Step < Settings.Depth; ++Step)
		{
			Level *= Settings.Branching;
			Spheres += Level;
		}
		return Settings.MaxSpheres > 0 ? FMath::Min(Spheres, static_cast<int64>(Settings.MaxSpheres)) : Spheres;
	}

	/** Seconds for 585 spheres, and for each thousand triangles: Docs/Tight.md, measured on two cores. */
	double GuessSeconds(const FSphereTreeBakeSettings& Settings, int64 Spheres, int32 Triangles)
	{
		const double Base[] = {0.12, 0.58, 2.8};
		const double PerThousand[] = {0.010, 0.0065, 0.028};
		const int32 Preset = Settings.Method == ESphereTreeMethod::Tight ? static_cast<int32>(Settings.Preset) : 1;
		const double Work = FMath::Max(static_cast<double>(Spheres) / 585.0, 0.2) * (Settings.bOptimise ? 5.0 : 1.0);
		return Base[Preset] * Work + PerThousand[Preset] * static_cast<double>(Triangles) / 1000.0;
	}
}

FSphereTreeEstimate FSphereTreeEstimate::Of(const FSphereTreeBakeSettings& Settings, const TArray<int32>& TriangleCounts)
{
	FSphereTreeEstimate Estimate;
	const int64 Spheres = CountSpheres(Settings);
	for (const int32 Triangles : TriangleCounts)
	{
		Estimate.MostSpheres += Spheres;
		Estimate.Seconds += GuessSeconds(Settings, Spheres, Triangles);
	}
	return Estimate;
}

FText FSphereTreeEstimate::ToText() const
{
	return FText::FromString(FString::Printf(TEXT("%lld spheres at most, about %.1f s"), MostSpheres, Seconds));
}

