// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "SphereTreeSubsetLibrary.h"

#include "SphereTreeAsset.h"
#include "SphereTreeComponent.h"
#include "SphereTreeSubsetAsset.h"
#include "SphereTreeSubsystem.h"
#include "UObject/Package.h"

bool USphereTreeSubsetLibrary::UseSphereTreeTable(USphereTreeComponent* First, USphereTreeComponent* Second, USphereTreeSubsetAsset* Table)
{
	USphereTreeSubsystem* Subsystem = USphereTreeSubsystem::Get(First);
	return Subsystem && Second && Table && Subsystem->UseTable(*First, *Second, *Table);
}

bool USphereTreeSubsetLibrary::DropSphereTreeTable(USphereTreeComponent* First, USphereTreeComponent* Second)
{
	USphereTreeSubsystem* Subsystem = USphereTreeSubsystem::Get(First);
	return Subsystem && Second && Subsystem->DropTable(*First, *Second);
}

bool USphereTreeSubsetLibrary::SetSphereTreeTableWeights(const USphereTreeComponent* First, const USphereTreeComponent* Second, const TArray<double>& Weights)
{
	USphereTreeSubsystem* Subsystem = USphereTreeSubsystem::Get(First);
	return Subsystem && Second && Subsystem->SetTableWeights(*First, *Second, Weights);
}

FSphereTreePairState USphereTreeSubsetLibrary::GetSphereTreeTableState(const USphereTreeComponent* First, const USphereTreeComponent* Second)
{
	const USphereTreeSubsystem* Subsystem = USphereTreeSubsystem::Get(First);
	return Subsystem && Second ? Subsystem->GetTableState(*First, *Second) : FSphereTreePairState();
}

USphereTreeSubsetAsset* USphereTreeSubsetLibrary::MakeSphereTreeTable(USphereTreeAsset* First, USphereTreeAsset* Second, const FSphereTreeMotion& Motion, const FSphereTreeSubsetSettings& Settings, FString& OutWhyNot)
{
	if (!First || !Second)
	{
		OutWhyNot = TEXT("A table needs two sphere trees.");
		return nullptr;
	}
	USphereTreeSubsetAsset* Table = NewObject<USphereTreeSubsetAsset>(GetTransientPackage());
	return Table->Tabulate(*First, *Second, Motion, Settings, OutWhyNot) ? Table : nullptr;
}
