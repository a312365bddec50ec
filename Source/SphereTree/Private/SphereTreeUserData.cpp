// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "SphereTreeUserData.h"

#include "Engine/StaticMesh.h"
#include "SphereTreeAsset.h"

USphereTreeAsset* USphereTreeUserData::FindTree(UStaticMesh* Mesh)
{
	const USphereTreeUserData* UserData = Mesh ? Cast<USphereTreeUserData>(Mesh->GetAssetUserDataOfClass(USphereTreeUserData::StaticClass())) : nullptr;
	return UserData ? UserData->Tree.LoadSynchronous() : nullptr;
}

void USphereTreeUserData::SetTree(UStaticMesh* Mesh, USphereTreeAsset* NewTree)
{
	USphereTreeUserData* UserData = Cast<USphereTreeUserData>(Mesh->GetAssetUserDataOfClass(USphereTreeUserData::StaticClass()));
	if (!UserData)
	{
		UserData = NewObject<USphereTreeUserData>(Mesh, NAME_None, RF_Public | RF_Transactional);
		Mesh->AddAssetUserData(UserData);
	}
	UserData->Modify();
	UserData->Tree = NewTree;
}
