// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "Misc/AutomationTest.h"
#include "Misc/DataValidation.h"
#include "ProfilingDebugging/ResourceSize.h"
#include "Serialization/MemoryReader.h"
#include "Serialization/MemoryWriter.h"
#include "Serialization/ObjectAndNameAsStringProxyArchive.h"
#include "SphereTree/Recipe.h"
#include "SphereTreeAsset.h"
#include "SphereTreeComponent.h"
#include "SphereTreeTestWorld.h"
#include "UObject/Package.h"
#include "UObject/UObjectGlobals.h"

namespace
{
	const FGuid AssetVersion(0x5b1c9a07, 0x7f2e4d13, 0x9a66e0c4, 0x21d8b35f);

	TArray<uint8> Save(USphereTreeAsset& Asset)
	{
		TArray<uint8> Bytes;
		FMemoryWriter Writer(Bytes, true);
		FObjectAndNameAsStringProxyArchive Proxy(Writer, false);
		Asset.Serialize(Proxy);
		return Bytes;
	}

	USphereTreeAsset* Load(const TArray<uint8>& Bytes, int32 Version)
	{
		USphereTreeAsset* Asset = NewObject<USphereTreeAsset>(GetTransientPackage());
		FMemoryReader Reader(Bytes, true);
		Reader.SetCustomVersion(AssetVersion, Version, TEXT("SphereTree"));
		FObjectAndNameAsStringProxyArchive Proxy(Reader, true);
		Asset->Serialize(Proxy);
		Asset->PostLoad();
		return Asset;
	}
}

BEGIN_DEFINE_SPEC(FSphereTreeAssetSpec, "SphereTree.Asset", SPHERETREE_TEST_FLAGS)
END_DEFINE_SPEC(FSphereTreeAssetSpec)

void FSphereTreeAssetSpec::Define()
{
	It(TEXT("is empty when it is new, and says so"), [this]()
	{
		USphereTreeAsset* Asset = NewObject<USphereTreeAsset>(GetTransientPackage());
		FDataValidationContext Context;
		TestFalse(TEXT("has a tree"), Asset->HasTree());
		TestTrue(TEXT("is invalid"), Asset->IsDataValid(Context) == EDataValidationResult::Invalid);
		TestTrue(TEXT("names the error"), Context.GetNumErrors() == 1u);
	});

	It(TEXT("tells its levels, with the certified error of each"), [this]()
	{
		const USphereTreeAsset* Asset = SphereTreeTestTrees::MakeCluster(50, 20);
		const TArray<FSphereTreeLevel> Levels = Asset->GetLevels();
		TestEqual(TEXT("spheres"), Asset->GetSphereCount(), 9);
		TestEqual(TEXT("levels"), Levels.Num(), 2);
		TestEqual(TEXT("spheres of the second"), Levels[1].Spheres, 8);
		TestEqual(TEXT("error of the second"), Levels[1].ErrorCm, 0.0);
		TestTrue(TEXT("the root's error is larger"), Levels[0].ErrorCm > 100.0);
	});

	It(TEXT("refuses bytes that are not sound, and keeps what it had"), [this]()
	{
		USphereTreeAsset* Asset = SphereTreeTestTrees::MakeBall(10);
		TArray<uint8> Bytes = SphereTreeTestTrees::MakeBallArchive(20);
		Bytes[Bytes.Num() / 2] = static_cast<uint8>(Bytes[Bytes.Num() / 2] ^ 0xff);
		FString WhyNot;
		TestFalse(TEXT("takes them"), Asset->SetArchive(Bytes, 7, WhyNot));
		TestFalse(TEXT("gives no reason"), WhyNot.IsEmpty());
		TestTrue(TEXT("keeps its tree"), Asset->HasTree());
		TestTrue(TEXT("keeps its hash"), Asset->GetSourceHash() == 1u);
	});

	It(TEXT("comes back from its own bytes as it was"), [this]()
	{
		USphereTreeAsset* Asset = SphereTreeTestTrees::MakeCluster(30, 10);
		Asset->BakeSettings.Depth = 5;
		const USphereTreeAsset* Copy = Load(Save(*Asset), 1);
		TestTrue(TEXT("the archive is the same"), Copy->GetArchive() == Asset->GetArchive());
		TestTrue(TEXT("the hash is the same"), Copy->GetSourceHash() == Asset->GetSourceHash());
		TestEqual(TEXT("the settings are the same"), Copy->BakeSettings.Depth, 5);
		TestFalse(TEXT("is stale"), Copy->IsStale());
	});

	It(TEXT("reads the bytes of an asset from before there was a hash"), [this]()
	{
		// What version 0 wrote: all of version 1 but the last eight bytes.
		USphereTreeAsset* Asset = SphereTreeTestTrees::MakeAsset(SphereTreeTestTrees::MakeFirstArchive());
		TArray<uint8> Bytes = Save(*Asset);
		Bytes.SetNum(Bytes.Num() - 8);
		const USphereTreeAsset* Old = Load(Bytes, 0);
		TestTrue(TEXT("has its tree"), Old->HasTree());
		TestTrue(TEXT("has no hash"), Old->GetSourceHash() == 0u);
		TestTrue(TEXT("counts as stale"), Old->IsStale());
	});

	It(TEXT("reads an archive that the first version wrote"), [this]()
	{
		USphereTreeAsset* Asset = NewObject<USphereTreeAsset>(GetTransientPackage());
		FString WhyNot;
		TestTrue(TEXT("reads it"), Asset->SetArchive(SphereTreeTestTrees::MakeFirstArchive(), 1, WhyNot));
		TestEqual(TEXT("why not"), WhyNot, FString());
		TestEqual(TEXT("spheres"), Asset->GetSphereCount(), 4);
		TestEqual(TEXT("error of the leaves"), Asset->GetLevels()[1].ErrorCm, 3.5);
	});

	It(TEXT("logs one error for corrupt bytes, stays empty and can be rebuilt"), [this]()
	{
		AddExpectedError(TEXT("cannot be read and is left empty"), EAutomationExpectedErrorFlags::Contains, 1);
		USphereTreeAsset* Asset = SphereTreeTestTrees::MakeBall(10);
		TArray<uint8> Bytes = Save(*Asset);
		Bytes[Bytes.Num() - 40] = static_cast<uint8>(Bytes[Bytes.Num() - 40] ^ 0x55);
		USphereTreeAsset* Corrupt = Load(Bytes, 1);
		FString WhyNot;
		TestFalse(TEXT("has a tree"), Corrupt->HasTree());
		TestTrue(TEXT("is empty"), Corrupt->GetArchive().IsEmpty());
		TestTrue(TEXT("can be rebuilt"), Corrupt->SetArchive(SphereTreeTestTrees::MakeBallArchive(5), 2, WhyNot));
	});

	It(TEXT("keeps a component out of the scene while it is empty"), [this]()
	{
		FSphereTreeTestWorld World;
		USphereTreeAsset* Empty = NewObject<USphereTreeAsset>(GetTransientPackage());
		USphereTreeComponent* Component = World.Spawn(Empty, FVector::ZeroVector);
		World.Tick();
		TestFalse(TEXT("in the scene"), Component->IsInScene());
		FString WhyNot;
		Empty->SetArchive(SphereTreeTestTrees::MakeBallArchive(5), 2, WhyNot);
		TestTrue(TEXT("in the scene once the tree is there"), Component->IsInScene());
	});

	It(TEXT("shares one run-time tree among copies of a component"), [this]()
	{
		FSphereTreeTestWorld World;
		USphereTreeAsset* Asset = SphereTreeTestTrees::MakeBall(10);
		const int32 Before = Asset->GetRuntime().GetSharedReferenceCount();
		World.Spawn(Asset, FVector(0, 0, 0));
		World.Spawn(Asset, FVector(100, 0, 0));
		TestEqual(TEXT("two more users of the same tree"), Asset->GetRuntime().GetSharedReferenceCount(), Before + 2);
	});

	It(TEXT("says its size"), [this]()
	{
		USphereTreeAsset* Asset = SphereTreeTestTrees::MakeCluster(50, 20);
		FResourceSizeEx Size;
		Asset->GetResourceSizeEx(Size);
		TestTrue(TEXT("more than its bytes"), Size.GetTotalMemoryBytes() > static_cast<size_t>(Asset->GetArchive().Num()));
	});

	It(TEXT("is valid, and warns when it is stale"), [this]()
	{
		USphereTreeAsset* Asset = SphereTreeTestTrees::MakeBall(10);
		FDataValidationContext Fresh;
		TestTrue(TEXT("is valid"), Asset->IsDataValid(Fresh) == EDataValidationResult::Valid);
		TestTrue(TEXT("warns of nothing"), Fresh.GetNumWarnings() == 0u);
		Asset->SetStale(true);
		FDataValidationContext Stale;
		Asset->IsDataValid(Stale);
		TestTrue(TEXT("warns"), Stale.GetNumWarnings() == 1u);
	});

	It(TEXT("has the same methods as the core, in the same order"), [this]()
	{
		const UEnum* Methods = StaticEnum<ESphereTreeMethod>();
		for (int32 Index = 0; Index < spheretree::kMethodCount; ++Index)
		{
			const FString Ours = Methods->GetNameStringByValue(Index);
			TestEqual(TEXT("the method"), Ours, FString(UTF8_TO_TCHAR(spheretree::MethodName(static_cast<spheretree::Method>(Index)))));
		}
	});
}
