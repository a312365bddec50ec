// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "SphereTreeBakeCache.h"

#include "DerivedDataCacheInterface.h"
#include "Serialization/MemoryReader.h"
#include "Serialization/MemoryWriter.h"
#include "SphereTree/Archive.h"

namespace
{
	void SerializeBaked(FArchive& Ar, FSphereTreeBaked& Baked)
	{
		Ar << Baked.Archive;
		Ar << Baked.Report.Seconds;
		Ar << Baked.Report.Source;
		Ar << Baked.Report.Triangles;
		Ar << Baked.Report.WastedVolumes;
		Ar << Baked.Report.Remarks;
	}
}

bool SphereTreeBakeCache::Find(const FString& Key, const FString& MeshPath, FSphereTreeBaked& Out)
{
	TArray<uint8> Bytes;
	if (!GetDerivedDataCacheRef().GetSynchronous(*Key, Bytes, MeshPath))
	{
		return false;
	}
	FMemoryReader Reader(Bytes, true);
	SerializeBaked(Reader, Out);
	return !Reader.IsError() && static_cast<bool>(spheretree::ReadArchive(Out.Archive.GetData(), static_cast<size_t>(Out.Archive.Num())));
}

void SphereTreeBakeCache::Keep(const FString& Key, const FString& MeshPath, const FSphereTreeBaked& Baked)
{
	FSphereTreeBaked Copy = Baked;
	TArray<uint8> Bytes;
	FMemoryWriter Writer(Bytes, true);
	SerializeBaked(Writer, Copy);
	GetDerivedDataCacheRef().Put(*Key, Bytes, MeshPath, false);
}
