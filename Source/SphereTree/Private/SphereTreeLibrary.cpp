// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "SphereTreeLibrary.h"

#include "SphereTreeComponent.h"
#include "SphereTreeSubsystem.h"

namespace
{
	FSphereTreeQuery MakeQuery(const USphereTreeComponent* Ignored, int32 MaxOperations)
	{
		FSphereTreeQuery Query;
		Query.Ignored = Ignored;
		Query.Operations = MaxOperations;
		return Query;
	}
}

TArray<FSphereTreeContact> USphereTreeLibrary::GetApproximateContacts(const USphereTreeComponent* Component)
{
	TArray<FSphereTreeContact> Contacts;
	const USphereTreeSubsystem* Subsystem = USphereTreeSubsystem::Get(Component);
	if (Subsystem)
	{
		Subsystem->GetContacts(*Component, Contacts);
	}
	return Contacts;
}

TArray<FSphereTreeContact> USphereTreeLibrary::GetContactsBetween(const USphereTreeComponent* Component, const USphereTreeComponent* Other)
{
	TArray<FSphereTreeContact> Contacts;
	const USphereTreeSubsystem* Subsystem = USphereTreeSubsystem::Get(Component);
	if (Subsystem && Other)
	{
		Subsystem->GetContactsBetween(*Component, *Other, Contacts);
	}
	return Contacts;
}

bool USphereTreeLibrary::SphereTreeLineTrace(const UObject* WorldContextObject, FVector Start, FVector End, FSphereTreeHit& OutHit, const USphereTreeComponent* Ignored, int32 MaxOperations)
{
	return SphereTreeSphereSweep(WorldContextObject, Start, End, 0.0, OutHit, Ignored, MaxOperations);
}

bool USphereTreeLibrary::SphereTreeLineTraceMulti(const UObject* WorldContextObject, FVector Start, FVector End, TArray<FSphereTreeHit>& OutHits, const USphereTreeComponent* Ignored, int32 MaxOperations)
{
	return SphereTreeSphereSweepMulti(WorldContextObject, Start, End, 0.0, OutHits, Ignored, MaxOperations);
}

bool USphereTreeLibrary::SphereTreeSphereSweep(const UObject* WorldContextObject, FVector Start, FVector End, double Radius, FSphereTreeHit& OutHit, const USphereTreeComponent* Ignored, int32 MaxOperations)
{
	OutHit = FSphereTreeHit();
	USphereTreeSubsystem* Subsystem = USphereTreeSubsystem::Get(WorldContextObject);
	return Subsystem && Subsystem->SweepSingle(Start, End, Radius, MakeQuery(Ignored, MaxOperations), OutHit);
}

bool USphereTreeLibrary::SphereTreeSphereSweepMulti(const UObject* WorldContextObject, FVector Start, FVector End, double Radius, TArray<FSphereTreeHit>& OutHits, const USphereTreeComponent* Ignored, int32 MaxOperations)
{
	OutHits.Reset();
	USphereTreeSubsystem* Subsystem = USphereTreeSubsystem::Get(WorldContextObject);
	return Subsystem && Subsystem->SweepMulti(Start, End, Radius, MakeQuery(Ignored, MaxOperations), OutHits);
}

bool USphereTreeLibrary::SphereTreeSphereOverlap(const UObject* WorldContextObject, FVector Center, double Radius, FSphereTreeHit& OutHit, const USphereTreeComponent* Ignored, int32 MaxOperations)
{
	OutHit = FSphereTreeHit();
	TArray<FSphereTreeHit> Hits;
	if (!SphereTreeSphereOverlapMulti(WorldContextObject, Center, Radius, Hits, Ignored, MaxOperations))
	{
		return false;
	}
	// Nearest first, and the distance of an overlap is minus its depth.
	OutHit = Hits[0];
	return true;
}

bool USphereTreeLibrary::SphereTreeSphereOverlapMulti(const UObject* WorldContextObject, FVector Center, double Radius, TArray<FSphereTreeHit>& OutHits, const USphereTreeComponent* Ignored, int32 MaxOperations)
{
	OutHits.Reset();
	USphereTreeSubsystem* Subsystem = USphereTreeSubsystem::Get(WorldContextObject);
	return Subsystem && Subsystem->OverlapSphere(Center, Radius, MakeQuery(Ignored, MaxOperations), OutHits);
}

bool USphereTreeLibrary::SphereTreeDistance(const USphereTreeComponent* Component, const USphereTreeComponent* Other, FSphereTreeDistance& OutDistance, double RelativeError)
{
	OutDistance = FSphereTreeDistance();
	USphereTreeSubsystem* Subsystem = USphereTreeSubsystem::Get(Component);
	return Subsystem && Other && Subsystem->MeasureDistance(*Component, *Other, RelativeError, OutDistance);
}

void USphereTreeLibrary::SetFrameBudget(const UObject* WorldContextObject, double Milliseconds, int64 Operations)
{
	if (USphereTreeSubsystem* Subsystem = USphereTreeSubsystem::Get(WorldContextObject))
	{
		Subsystem->SetFrameBudget(Milliseconds, Operations);
	}
}

FSphereTreeBudgetReport USphereTreeLibrary::GetBudgetReport(const UObject* WorldContextObject)
{
	const USphereTreeSubsystem* Subsystem = USphereTreeSubsystem::Get(WorldContextObject);
	return Subsystem ? Subsystem->GetReport() : FSphereTreeBudgetReport();
}

FSphereTreeNoContact USphereTreeLibrary::WhyNoContact(const USphereTreeComponent* Component, const USphereTreeComponent* Other)
{
	USphereTreeSubsystem* Subsystem = USphereTreeSubsystem::Get(Component);
	if (Subsystem)
	{
		return Subsystem->WhyNoContact(Component, Other);
	}
	FSphereTreeNoContact NoWorld;
	NoWorld.Sentence = TEXT("The component is in no world that finds contacts.");
	return NoWorld;
}

void USphereTreeLibrary::SetExtraViews(const UObject* WorldContextObject, const TArray<FSphereTreeView>& Views)
{
	if (USphereTreeSubsystem* Subsystem = USphereTreeSubsystem::Get(WorldContextObject))
	{
		Subsystem->SetExtraViews(Views);
	}
}
