// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "SphereTreeBakeKey.h"

#include "SphereTree/Archive.h"
#include "SphereTreeGeometry.h"

#include <cstring>
#include <string>

namespace
{
	/** Words in, 64 bits out: multiply, rotate, multiply. Two with different starts make the 128 bits of a key. */
	class FWordHash
	{
	public:
		explicit FWordHash(uint64 Start) : State(Start) {}

		void Add(uint64 Word)
		{
			State = (State ^ Mix(Word)) * 0x9e3779b97f4a7c15ull;
			State = (State << 29) | (State >> 35);
		}

		void Add(double Number)
		{
			const double WithoutSign = Number == 0.0 ? 0.0 : Number; // -0 is 0
			uint64 Word = 0;
			std::memcpy(&Word, &WithoutSign, sizeof Word);
			Add(Word);
		}

		void Add(const std::string& Text)
		{
			Add(static_cast<uint64>(Text.size()));
			for (const char Letter : Text)
			{
				Add(static_cast<uint64>(static_cast<unsigned char>(Letter)));
			}
		}

		uint64 Get() const { return Mix(State); }

	private:
		static uint64 Mix(uint64 Word)
		{
			Word = (Word ^ (Word >> 30)) * 0xbf58476d1ce4e5b9ull;
			Word = (Word ^ (Word >> 27)) * 0x94d049bb133111ebull;
			return Word ^ (Word >> 31);
		}

		uint64 State;
	};

	void AddRecipe(FWordHash& Hash, const spheretree::Recipe& Recipe)
	{
		// All fields, each by its place: with one more this does not compile, so that no cache serves a wrong tree.
		const auto& [Method, Branching, Depth, SamplePoints, InitialMedial, HubbardMedial, RegionMedial, RegionError, Effort, Foresight, MaxError, MaxSpheres, Selection, bOptimise, bBalance, Balance, bHybrid, bSolid, bTriangles, Seed] = Recipe;
		const auto& [Divisor, Constant, Persistence] = Balance;
		Hash.Add(std::string(spheretree::MethodName(Method)));
		for (const double Number : {static_cast<double>(Branching), static_cast<double>(Depth), static_cast<double>(SamplePoints), static_cast<double>(InitialMedial),
				 static_cast<double>(HubbardMedial), static_cast<double>(RegionMedial), RegionError, static_cast<double>(Effort), Foresight, MaxError,
				 static_cast<double>(MaxSpheres), static_cast<double>(Selection), static_cast<double>(bOptimise), static_cast<double>(bBalance), Divisor, Constant,
				 Persistence, static_cast<double>(bHybrid), static_cast<double>(bSolid) + 2.0 * static_cast<double>(bTriangles)})
		{
			Hash.Add(Number);
		}
		Hash.Add(static_cast<uint64>(Seed));
	}

	void AddGeometry(FWordHash& Hash, const FSphereTreeGeometry& Geometry)
	{
		Hash.Add(static_cast<uint64>(Geometry.Positions.Num()));
		for (const FVector& Position : Geometry.Positions)
		{
			Hash.Add(Position.X);
			Hash.Add(Position.Y);
			Hash.Add(Position.Z);
		}
		for (const int32 Corner : Geometry.Corners)
		{
			Hash.Add(static_cast<uint64>(Corner));
		}
	}

	uint64 HashOf(const FSphereTreeGeometry& Geometry, const FSphereTreeBakeSettings& Settings, uint64 Start)
	{
		FWordHash Hash(Start);
		AddRecipe(Hash, SphereTreeBakeKey::ToRecipe(Settings));
		AddGeometry(Hash, Geometry);
		return Hash.Get();
	}
}

spheretree::Recipe SphereTreeBakeKey::ToRecipe(const FSphereTreeBakeSettings& Settings)
{
	spheretree::Recipe Recipe = spheretree::RecipeOf(static_cast<spheretree::Effort>(Settings.Preset));
	Recipe.method = static_cast<spheretree::Method>(Settings.Method);
	Recipe.branching = Settings.Branching;
	Recipe.depth = Settings.Depth;
	Recipe.samplePoints = Settings.SamplePoints;
	Recipe.maxError = Settings.MaxErrorCm;
	Recipe.maxSpheres = Settings.MaxSpheres;
	Recipe.optimise = Settings.bOptimise;
	Recipe.balance = Settings.bBalance;
	Recipe.solid = Settings.bSolid;
	Recipe.seed = static_cast<uint64_t>(Settings.Seed);
	return Recipe;
}

spheretree::TriangleMesh SphereTreeBakeKey::ToMesh(const FSphereTreeGeometry& Geometry)
{
	spheretree::TriangleMesh Mesh;
	Mesh.vertices.reserve(static_cast<size_t>(Geometry.Positions.Num()));
	for (const FVector& Position : Geometry.Positions)
	{
		Mesh.vertices.push_back({Position.X, Position.Y, Position.Z});
	}
	for (int32 First = 0; First + 2 < Geometry.Corners.Num(); First += 3)
	{
		Mesh.triangles.push_back({Geometry.Corners[First], Geometry.Corners[First + 1], Geometry.Corners[First + 2]});
	}
	return Mesh;
}

uint64 SphereTreeBakeKey::SourceHash(const FSphereTreeGeometry& Geometry, const FSphereTreeBakeSettings& Settings)
{
	const uint64 Hash = HashOf(Geometry, Settings, 0x53504854u);
	return Hash != 0 ? Hash : 1;
}

FString SphereTreeBakeKey::CacheKey(const FSphereTreeGeometry& Geometry, const FSphereTreeBakeSettings& Settings)
{
	const FString Version = FString(CoreVersion).Replace(TEXT("."), TEXT("_"));
	return FString::Printf(TEXT("SPHERETREE_%s_%d_%016llX%016llX"), *Version, static_cast<int32>(spheretree::kArchiveVersion),
		HashOf(Geometry, Settings, 0x53504854u), HashOf(Geometry, Settings, 0x52454531u));
}

uint64 SphereTreeBakeKey::NameHash(const FString& PackageName)
{
	FWordHash Hash(0x4e414d45u);
	Hash.Add(std::string(TCHAR_TO_UTF8(*PackageName.ToLower())));
	return Hash.Get();
}
