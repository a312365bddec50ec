// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "SphereTreePicture.h"

#include "SphereTree/Archive.h"
#include "SphereTree/SphereTree.h"
#include "SphereTreeAsset.h"

namespace
{
	/** From a calm blue to a bright yellow. The root's error is the brightest; a square root tells small errors apart. */
	FLinearColor ColourOf(double Error, double RootError)
	{
		const float Part = static_cast<float>(FMath::Sqrt(FMath::Clamp(Error / FMath::Max(RootError, 1e-9), 0.0, 1.0)));
		return FLinearColor(0.10f + 0.90f * Part, 0.20f + 0.65f * Part, 0.55f - 0.45f * Part);
	}
}

FSphereTreePicture FSphereTreePicture::Read(const USphereTreeAsset& Asset)
{
	FSphereTreePicture Picture;
	const TArray<uint8>& Bytes = Asset.GetArchive();
	const spheretree::Result<spheretree::SphereTree> Tree = spheretree::ReadArchive(Bytes.GetData(), static_cast<size_t>(Bytes.Num()));
	if (!Tree)
	{
		return Picture;
	}
	for (const spheretree::TreeNode& Node : Tree->nodes)
	{
		FSphereTreePictureSphere& Sphere = Picture.Spheres.AddDefaulted_GetRef();
		Sphere.Centre = FVector(Node.sphere.centre.x, Node.sphere.centre.y, Node.sphere.centre.z);
		Sphere.Radius = Node.sphere.radius;
		Sphere.ErrorCm = Node.error;
		Sphere.Level = Node.level;
		Sphere.bLeaf = Node.childCount == 0;
		Sphere.Colour = ColourOf(Node.error, Tree->nodes[0].error);
	}
	return Picture;
}

TArray<FSphereTreePictureSphere> FSphereTreePicture::OfLevel(int32 Level) const
{
	TArray<FSphereTreePictureSphere> Found;
	if (Spheres.IsEmpty() || Level < 0 || Level > Spheres.Last().Level)
	{
		return Found;
	}
	for (const FSphereTreePictureSphere& Sphere : Spheres)
	{
		if (Sphere.Level == Level || (Sphere.bLeaf && Sphere.Level < Level))
		{
			Found.Add(Sphere);
		}
	}
	return Found;
}

int32 FSphereTreePicture::LevelToShow() const
{
	const int32 Enough = 40;
	const int32 Last = Spheres.IsEmpty() ? 0 : Spheres.Last().Level;
	for (int32 Level = 0; Level < Last; ++Level)
	{
		if (OfLevel(Level).Num() >= Enough)
		{
			return Level;
		}
	}
	return Last;
}

const FSphereTreePicture& FSphereTreeLastPicture::Of(const USphereTreeAsset& Asset)
{
	if (Seen != Asset.GetRuntime())
	{
		Seen = Asset.GetRuntime();
		Picture = FSphereTreePicture::Read(Asset);
	}
	return Picture;
}
