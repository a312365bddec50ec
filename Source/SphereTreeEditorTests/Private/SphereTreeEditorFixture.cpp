// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "SphereTreeEditorFixture.h"

#include "AssetRegistry/ARFilter.h"
#include "AssetRegistry/AssetRegistryModule.h"
#include "AssetRegistry/IAssetRegistry.h"
#include "Components/StaticMeshComponent.h"
#include "Engine/Engine.h"
#include "Engine/StaticMesh.h"
#include "Engine/World.h"
#include "GameFramework/Actor.h"
#include "HAL/PlatformTime.h"
#include "MeshDescription.h"
#include "PhysicsEngine/ConstraintInstance.h"
#include "PhysicsEngine/PhysicsConstraintComponent.h"
#include "SphereTreeAsset.h"
#include "SphereTreeComponent.h"
#include "StaticMeshAttributes.h"
#include "UObject/Package.h"

FSphereTreeEditorFixture::FSphereTreeEditorFixture()
{
	static int32 Count = 0;
	Folder = FString::Printf(TEXT("/Game/SphereTreeTests%d"), ++Count);
	Seed = static_cast<int64>(FPlatformTime::Cycles64() >> 1);
}

FSphereTreeEditorFixture::~FSphereTreeEditorFixture()
{
	FARFilter Filter;
	Filter.PackagePaths.Add(FName(*Folder));
	Filter.bRecursivePaths = true;
	TArray<FAssetData> Assets;
	IAssetRegistry::GetChecked().GetAssets(Filter, Assets);
	for (const FAssetData& Data : Assets)
	{
		UObject* Object = Data.GetAsset();
		Object->GetPackage()->SetDirtyFlag(false);
		FAssetRegistryModule::AssetDeleted(Object);
		Object->ClearFlags(RF_Standalone | RF_Public);
		Object->MarkAsGarbage();
	}
}

UStaticMesh* FSphereTreeEditorFixture::MakeEmpty(const TCHAR* Name)
{
	UPackage* Package = CreatePackage(*(Folder + TEXT("/") + Name));
	UStaticMesh* Mesh = NewObject<UStaticMesh>(Package, FName(Name), RF_Public | RF_Standalone | RF_Transactional);
	Mesh->AddSourceModel();
	FStaticMeshAttributes(*Mesh->CreateMeshDescription(0)).Register();
	Mesh->CommitMeshDescription(0);
	FAssetRegistryModule::AssetCreated(Mesh);
	Package->SetDirtyFlag(false);
	return Mesh;
}

UStaticMesh* FSphereTreeEditorFixture::MakeCube(const TCHAR* Name, float HalfSide)
{
	UStaticMesh* Mesh = MakeEmpty(Name);
	AddCube(*Mesh->GetMeshDescription(0), HalfSide);
	Mesh->CommitMeshDescription(0);
	return Mesh;
}

void FSphereTreeEditorFixture::AddCube(FMeshDescription& Description, float HalfSide, const FVector& Centre)
{
	FStaticMeshAttributes Attributes(Description);
	Attributes.Register();
	TVertexAttributesRef<FVector3f> Positions = Attributes.GetVertexPositions();
	TArray<FVertexInstanceID> Corners;
	for (int32 Corner = 0; Corner < 8; ++Corner)
	{
		const FVertexID Vertex = Description.CreateVertex();
		Positions[Vertex] = FVector3f(static_cast<float>(Centre.X) + ((Corner & 1) ? HalfSide : -HalfSide), static_cast<float>(Centre.Y) + ((Corner & 2) ? HalfSide : -HalfSide),
			static_cast<float>(Centre.Z) + ((Corner & 4) ? HalfSide : -HalfSide));
		Corners.Add(Description.CreateVertexInstance(Vertex));
	}
	// Counter-clockwise from outside in a right-handed frame; the engine wants the other way round.
	static const int32 Triangles[12][3] = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4}, {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
	const FPolygonGroupID Group = Description.CreatePolygonGroup();
	for (const int32* Triangle : Triangles)
	{
		const FVertexInstanceID Turned[] = {Corners[Triangle[0]], Corners[Triangle[2]], Corners[Triangle[1]]};
		Description.CreateTriangle(Group, Turned);
	}
}

FSphereTreeBakeSettings FSphereTreeEditorFixture::MakeRecipe()
{
	FSphereTreeBakeSettings Settings;
	Settings.Method = ESphereTreeMethod::Octree;
	Settings.Depth = 2;
	Settings.SamplePoints = 200;
	Settings.Seed = ++Seed;
	return Settings;
}

USphereTreeAsset* FSphereTreeEditorFixture::Bake(FAutomationTestBase& Test, UStaticMesh& Mesh, const FSphereTreeBakeSettings& Settings)
{
	FSphereTreeTestProgress Progress;
	const FSphereTreeBakeOutcome Outcome = FSphereTreeBaker::Bake(Mesh, Settings, Progress, false);
	Test.TestEqual(TEXT("no reason to complain"), Outcome.Reason, FString());
	Test.TestTrue(TEXT("built"), Outcome.Result == ESphereTreeBakeResult::Built);
	return Outcome.Asset.Get();
}

UObject* FSphereTreeEditorFixture::Find(const FString& Name) const
{
	const FAssetData Data = IAssetRegistry::GetChecked().GetAssetByObjectPath(FSoftObjectPath(Folder + TEXT("/") + Name + TEXT(".") + Name));
	return Data.IsValid() ? Data.GetAsset() : nullptr;
}

USphereTreeAsset* FSphereTreeEditorFixture::MakeTree(FAutomationTestBase& Test, const TCHAR* Name, float HalfSide)
{
	return Bake(Test, *MakeCube(Name, HalfSide), MakeRecipe());
}

FSphereTreeTestLevel::FSphereTreeTestLevel()
{
	static int32 Number = 0;
	World = UWorld::CreateWorld(EWorldType::EditorPreview, false, FName(*FString::Printf(TEXT("SphereTreeTestLevel%d"), Number++)), GetTransientPackage());
	GEngine->CreateNewWorldContext(World->WorldType).SetCurrentWorld(World);
}

FSphereTreeTestLevel::~FSphereTreeTestLevel()
{
	GEngine->DestroyWorldContext(World);
	World->DestroyWorld(false);
}

UPrimitiveComponent* FSphereTreeTestLevel::Place(USphereTreeAsset& Tree, const FVector& At)
{
	AActor* Actor = World->SpawnActor<AActor>();
	UStaticMeshComponent* Body = NewObject<UStaticMeshComponent>(Actor);
	Actor->SetRootComponent(Body);
	Body->RegisterComponent();
	USphereTreeComponent* Component = NewObject<USphereTreeComponent>(Actor);
	Component->SetupAttachment(Body);
	Component->SetTree(&Tree);
	Component->RegisterComponent();
	Actor->SetActorLocation(At);
	return Body;
}

UPhysicsConstraintComponent* FSphereTreeTestLevel::Join(UPrimitiveComponent* First, UPrimitiveComponent* Second, float Limit)
{
	AActor* Actor = World->SpawnActor<AActor>();
	UPhysicsConstraintComponent* Constraint = NewObject<UPhysicsConstraintComponent>(Actor);
	Actor->SetRootComponent(Constraint);
	Constraint->RegisterComponent();
	Constraint->ConstraintInstance.SetAngularTwistLimit(ACM_Locked, 0.0f);
	Constraint->ConstraintInstance.SetAngularSwing1Limit(ACM_Locked, 0.0f);
	Constraint->ConstraintInstance.SetAngularSwing2Limit(ACM_Locked, 0.0f);
	Constraint->ConstraintInstance.SetLinearYLimit(LCM_Locked, Limit);
	Constraint->ConstraintInstance.SetLinearZLimit(LCM_Locked, Limit);
	Constraint->ConstraintInstance.SetLinearXLimit(LCM_Limited, Limit);
	Constraint->SetConstrainedComponents(First, NAME_None, Second, NAME_None);
	return Constraint;
}
