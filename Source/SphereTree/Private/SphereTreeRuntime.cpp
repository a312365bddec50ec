// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "SphereTreeRuntime.h"

#include "SphereTree/Archive.h"
#include "SphereTree/BodySpheres.h"
#include "SphereTree/Recipe.h"
#include "SphereTree/SphereTree.h"
#include "SphereTreeConvert.h"

#include <algorithm>
#include <utility>

namespace
{
	TArray<FSphereTreeLevel> MeasureLevels(const spheretree::SphereTree& Baked)
	{
		TArray<FSphereTreeLevel> Levels;
		Levels.SetNum(Baked.LevelCount());
		for (const spheretree::TreeNode& Node : Baked.nodes)
		{
			FSphereTreeLevel& Level = Levels[Node.level];
			++Level.Spheres;
			Level.ErrorCm = FMath::Max(Level.ErrorCm, Node.error);
			Level.MeanErrorCm += Node.error;
		}
		for (FSphereTreeLevel& Level : Levels)
		{
			Level.MeanErrorCm /= FMath::Max(Level.Spheres, 1);
		}
		return Levels;
	}

	TArray<uint64> FingerprintLevels(const spheretree::SphereTree& Baked)
	{
		TArray<uint64> Fingerprints;
		for (int32 Level = 0; Level < Baked.LevelCount(); ++Level)
		{
			const spheretree::Result<spheretree::BodySpheres> Spheres = spheretree::SpheresOfLevel(Baked, Level);
			Fingerprints.Add(Spheres ? spheretree::FingerprintOf(*Spheres) : 0);
		}
		return Fingerprints;
	}
}

TSharedPtr<const FSphereTreeRuntime, ESPMode::ThreadSafe> FSphereTreeRuntime::Make(TConstArrayView<uint8> Archive, FString& OutWhyNot)
{
	const spheretree::Result<spheretree::SphereTree> Baked = spheretree::ReadArchive(Archive.GetData(), static_cast<size_t>(Archive.Num()));
	if (!Baked)
	{
		OutWhyNot = SphereTreeConvert::ToString(Baked.Sentence());
		return nullptr;
	}
	spheretree::Result<std::shared_ptr<const spheretree::PackedTree>> Packed = spheretree::SharePackedTree(*Baked);
	if (!Packed)
	{
		OutWhyNot = SphereTreeConvert::ToString(Packed.Sentence());
		return nullptr;
	}
	TSharedRef<FSphereTreeRuntime, ESPMode::ThreadSafe> Made = MakeShared<FSphereTreeRuntime, ESPMode::ThreadSafe>();
	Made->Tree = *Packed;
	Made->Levels = MeasureLevels(*Baked);
	Made->Fingerprints = FingerprintLevels(*Baked);
	Made->Method = FString(UTF8_TO_TCHAR(spheretree::MethodName(Baked->method)));
	Made->SphereCount = static_cast<int32>(Baked->nodes.size());
	return TSharedPtr<const FSphereTreeRuntime, ESPMode::ThreadSafe>(Made);
}

FSphere FSphereTreeRuntime::GetBounds() const
{
	return FSphere(SphereTreeConvert::FromCore(Tree->origin), Tree->unit * static_cast<double>(Tree->extent));
}

size_t FSphereTreeRuntime::GetMemory() const
{
	return Tree->blocks.capacity() * sizeof(spheretree::PackedBlock) + Tree->firstNode.capacity() * sizeof(int32_t)
		+ Tree->laneCount.capacity() + Tree->blockLevel.capacity() + Tree->normals.capacity() * sizeof(spheretree::PackedNormal);
}
