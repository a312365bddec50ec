// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "SphereTree/Queries.h"

#include "SphereTreeComponent.h"
#include "SphereTreeConvert.h"
#include "SphereTreeFrameSettings.h"
#include "SphereTreeStats.h"
#include "SphereTreeSubsystem.h"
#include "SphereTreeWorld.h"

using namespace SphereTreeConvert;

namespace
{
	spheretree::QueryFilter MakeQueryFilter(const FSphereTreeWorld& Scene, const FSphereTreeQuery& Query, ECollisionChannel Channel)
	{
		spheretree::QueryFilter Filter;
		Filter.mask = 1u << static_cast<uint32>(Channel);
		if (const FSphereTreeBody* Ignored = Query.Ignored ? Scene.Find(Query.Ignored) : nullptr)
		{
			Filter.except = Ignored->Handle;
		}
		return Filter;
	}

	bool MakeHit(const FSphereTreeWorld& Scene, const spheretree::QueryHit& Found, double Radius, ECollisionChannel Channel, FSphereTreeHit& Out)
	{
		const FSphereTreeBody* Body = Scene.Find(Found.body);
		if (!Body)
		{
			return false;
		}
		Out.Component = Body->Component;
		Out.Location = FromCore(Found.position);
		Out.Normal = FromCore(Found.normal);
		Out.ImpactPoint = Out.Location - Out.Normal * Radius;
		Out.Distance = Found.distance;
		Out.ErrorBound = Found.error;
		Out.bLeaf = Found.isLeaf;
		Out.bBlocking = Scene.Filters.Get(Body->Filter).Responses.GetResponse(Channel) == ECR_Block;
		return true;
	}

	/** Hits come nearest first: of a component with several elements only the first counts, of the one who asks none. */
	bool IsToldAlready(const FSphereTreeWorld& Scene, const spheretree::QueryHit& Found, const FSphereTreeQuery& Query, const TArray<FSphereTreeHit>& Hits)
	{
		const FSphereTreeBody* Body = Scene.Find(Found.body);
		if (!Body || !Body->IsCompound())
		{
			return false;
		}
		return Body->Component == Query.Ignored || Hits.ContainsByPredicate([Body](const FSphereTreeHit& Hit) { return Hit.Component == Body->Component; });
	}

	/** The least of all elements is the least of the whole, and so is the most. */
	void TakeNearer(const spheretree::DistanceResult& Found, bool bFound, FSphereTreeDistance& Out)
	{
		Out.bFinished = Out.bFinished && Found.finished;
		Out.Least = bFound ? FMath::Min(Out.Least, Found.least) : Found.least;
		if (!bFound || Found.most < Out.Most)
		{
			Out.Most = Found.most;
			Out.PointA = FromCore(Found.pointA);
			Out.PointB = FromCore(Found.pointB);
		}
	}

	/** One sweep. With bAll, everything on the way; else only what comes first. */
	TArray<FSphereTreeHit> RunSweep(FSphereTreeWorld& Scene, const FVector& Start, const FVector& End, double Radius, const FSphereTreeQuery& Query, bool bAll)
	{
		SCOPE_CYCLE_COUNTER(STAT_SphereTreeQueries);
		Scene.ShowMoves();
		const ECollisionChannel Channel = FSphereTreeQuerySettings::ReadChannel(Query.Channel);
		const spheretree::QueryFilter Filter = MakeQueryFilter(Scene, Query, Channel);
		// The core leaves out one body; of a component with several, the others must be passed by.
		const FSphereTreeBody* Ignored = Query.Ignored ? Scene.Find(Query.Ignored) : nullptr;
		const bool bEvery = bAll || (Ignored && Ignored->IsCompound());
		const spheretree::QueryResult Result = spheretree::SweepSphere(Scene.Core, ToCore(Start), ToCore(End - Start), FMath::Max(0.0, Radius), bEvery, Filter, FSphereTreeQuerySettings::ReadBudget(Query.Operations), Scene.Host);
		TArray<FSphereTreeHit> Hits;
		for (const spheretree::QueryHit& Found : Result.hits)
		{
			FSphereTreeHit Hit;
			if (!IsToldAlready(Scene, Found, Query, Hits) && MakeHit(Scene, Found, Radius, Channel, Hit))
			{
				Hits.Add(Hit);
			}
		}
		return Hits;
	}
}

bool USphereTreeSubsystem::SweepSingle(const FVector& Start, const FVector& End, double Radius, const FSphereTreeQuery& Query, FSphereTreeHit& OutHit)
{
	OutHit = FSphereTreeHit();
	if (!Scene.IsValid())
	{
		return false;
	}
	TArray<FSphereTreeHit> Hits = RunSweep(*Scene, Start, End, Radius, Query, false);
	if (!Hits.IsEmpty() && !Hits[0].bBlocking)
	{
		// Something that only overlaps came first; what blocks is behind it.
		Hits = RunSweep(*Scene, Start, End, Radius, Query, true);
	}
	const FSphereTreeHit* Blocking = Hits.FindByPredicate([](const FSphereTreeHit& Hit) { return Hit.bBlocking; });
	if (Blocking)
	{
		OutHit = *Blocking;
	}
	return Blocking != nullptr;
}

bool USphereTreeSubsystem::SweepMulti(const FVector& Start, const FVector& End, double Radius, const FSphereTreeQuery& Query, TArray<FSphereTreeHit>& OutHits)
{
	OutHits.Reset();
	if (!Scene.IsValid())
	{
		return false;
	}
	for (const FSphereTreeHit& Hit : RunSweep(*Scene, Start, End, Radius, Query, true))
	{
		OutHits.Add(Hit);
		if (Hit.bBlocking)
		{
			return true;
		}
	}
	return false;
}

bool USphereTreeSubsystem::OverlapSphere(const FVector& Center, double Radius, const FSphereTreeQuery& Query, TArray<FSphereTreeHit>& OutHits)
{
	OutHits.Reset();
	if (!Scene.IsValid())
	{
		return false;
	}
	SCOPE_CYCLE_COUNTER(STAT_SphereTreeQueries);
	Scene->ShowMoves();
	const ECollisionChannel Channel = FSphereTreeQuerySettings::ReadChannel(Query.Channel);
	const spheretree::QueryFilter Filter = MakeQueryFilter(*Scene, Query, Channel);
	const spheretree::QueryResult Result = spheretree::OverlapSphere(Scene->Core, ToCore(Center), FMath::Max(0.0, Radius), Filter, FSphereTreeQuerySettings::ReadBudget(Query.Operations), Scene->Host);
	for (const spheretree::QueryHit& Found : Result.hits)
	{
		FSphereTreeHit Hit;
		if (!IsToldAlready(*Scene, Found, Query, OutHits) && MakeHit(*Scene, Found, 0.0, Channel, Hit))
		{
			OutHits.Add(Hit);
		}
	}
	return !OutHits.IsEmpty();
}

bool USphereTreeSubsystem::MeasureDistance(const USphereTreeComponent& A, const USphereTreeComponent& B, double RelativeError, FSphereTreeDistance& OutDistance)
{
	OutDistance = FSphereTreeDistance();
	const FSphereTreeBody* BodyA = Scene.IsValid() ? Scene->Find(&A) : nullptr;
	const FSphereTreeBody* BodyB = Scene.IsValid() ? Scene->Find(&B) : nullptr;
	if (!BodyA || !BodyB)
	{
		return false;
	}
	SCOPE_CYCLE_COUNTER(STAT_SphereTreeQueries);
	Scene->ShowMoves();
	spheretree::DistanceOptions Options;
	Options.relativeError = FMath::Max(0.0, RelativeError);
	spheretree::Budget Budget = FSphereTreeQuerySettings::ReadBudget(0);
	OutDistance.bFinished = true;
	bool bFound = false;
	for (int32 PartA = 0; PartA < BodyA->NumHandles(); ++PartA)
	{
		for (int32 PartB = 0; PartB < BodyB->NumHandles(); ++PartB)
		{
			const spheretree::Result<spheretree::DistanceResult> Result = spheretree::MeasureDistance(Scene->Core, BodyA->GetHandle(PartA), BodyB->GetHandle(PartB), Options, Budget, Scene->Host);
			if (!Result)
			{
				return false;
			}
			Budget.operations = FMath::Max<int64>(0, Budget.operations - Result->operations);
			TakeNearer(*Result, bFound, OutDistance);
			bFound = true;
		}
	}
	return bFound;
}
