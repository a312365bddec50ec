// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "SphereTreeCollisionExport.h"

#include "Components/StaticMeshComponent.h"
#include "Engine/StaticMesh.h"
#include "Misc/EngineVersionComparison.h"
#include "PhysicsEngine/BodySetup.h"
#include "PhysicsEngine/SphereElem.h"
#include "RenderingThread.h"
#include "ScopedTransaction.h"
#include "SphereTreeAsset.h"
#include "SphereTreePicture.h"
#include "UObject/UObjectIterator.h"

#define LOCTEXT_NAMESPACE "SphereTreeEditor"

namespace
{
	void MarkCustomised(UStaticMesh& Mesh)
	{
		// Or the next import would throw the spheres away.
#if UE_VERSION_OLDER_THAN(5, 7, 0)
		Mesh.bCustomizedCollision = true;
#else
		Mesh.SetCustomizedCollision(true);
#endif
	}

	void ReplaceSpheres(UBodySetup& Body, const TArray<FSphereTreePictureSphere>& Spheres)
	{
		Body.RemoveSimpleCollision();
		Body.InvalidatePhysicsData();
		for (const FSphereTreePictureSphere& Sphere : Spheres)
		{
			FKSphereElem Element;
			Element.Center = Sphere.Centre;
			Element.Radius = static_cast<float>(Sphere.Radius);
			Body.AggGeom.SphereElems.Add(Element);
		}
		Body.CreatePhysicsMeshes();
	}

	void RecreatePhysicsOf(const UStaticMesh& Mesh)
	{
		for (TObjectIterator<UStaticMeshComponent> It; It; ++It)
		{
			if (It->GetStaticMesh() == &Mesh && It->IsPhysicsStateCreated())
			{
				It->RecreatePhysicsState();
			}
		}
	}
}

bool FSphereTreeCollisionExport::Export(const USphereTreeAsset& Asset, int32 Level, FString& OutWhyNot)
{
	const TArray<FSphereTreePictureSphere> Spheres = FSphereTreePicture::Read(Asset).OfLevel(Level);
	UStaticMesh* Mesh = Asset.SourceMesh.LoadSynchronous();
	if (Spheres.IsEmpty())
	{
		OutWhyNot = FString::Printf(TEXT("There is no level %d. The root is level 0."), Level);
		return false;
	}
	if (!Mesh)
	{
		OutWhyNot = FString::Printf(TEXT("Its mesh %s is gone. Set Source Mesh."), *Asset.SourceMesh.ToString());
		return false;
	}
	const FScopedTransaction Transaction(FText::Format(LOCTEXT("ExportTransaction", "Spheres of {0} as simple collision"), FText::FromString(Asset.GetName())));
	Mesh->Modify();
	if (!Mesh->GetBodySetup())
	{
		Mesh->CreateBodySetup();
	}
	FlushRenderingCommands(); // whoever draws collision may be reading it
	UBodySetup& Body = *Mesh->GetBodySetup();
	Body.SetFlags(RF_Transactional); // or Modify would not remember it
	Body.Modify();
	ReplaceSpheres(Body, Spheres);
	MarkCustomised(*Mesh);
	RecreatePhysicsOf(*Mesh);
	Mesh->PostEditChange();
	Mesh->MarkPackageDirty();
	return true;
}

#undef LOCTEXT_NAMESPACE
