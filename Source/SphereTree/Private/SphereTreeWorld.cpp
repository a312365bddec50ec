// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "SphereTreeWorld.h"

#include "Components/PrimitiveComponent.h"
#include "Engine/World.h"
#include "HAL/PlatformTime.h"
#include "SphereTreeComponent.h"
#include "SphereTreeConvert.h"
#include "SphereTreeLog.h"
#include "SphereTreeParallel.h"
#include "SphereTreeStats.h"

using namespace SphereTreeConvert;

namespace
{
	// Bodies at rest whose importance is measured in one frame, beside those that move. It changes slowly, and without a
	// view only by the hands of designers, so the rest wait for their turn.
	constexpr int32 MeasuredWithViews = 64;
	constexpr int32 MeasuredWithoutViews = 4;
	constexpr float LargestImportance = 1000.0f;
	constexpr double OverrunMs = 0.1;

	FVector AngularVelocity(const FQuat& From, const FQuat& To, double DeltaTime)
	{
		FQuat Turn = To * From.Inverse();
		if (Turn.W < 0.0)
		{
			Turn = FQuat(-Turn.X, -Turn.Y, -Turn.Z, -Turn.W);
		}
		const double Angle = 2.0 * FMath::Acos(FMath::Clamp(Turn.W, -1.0, 1.0));
		return FVector(Turn.X, Turn.Y, Turn.Z).GetSafeNormal() * (Angle / DeltaTime);
	}
}

FSphereTreeWorld::FSphereTreeWorld()
{
	Host.parallelFor = &SphereTreeParallel::For;
	const uint64 Started = FPlatformTime::Cycles64();
	Host.clockSeconds = [Started]() { return FPlatformTime::ToSeconds64(FPlatformTime::Cycles64() - Started); };
}

bool FSphereTreeWorld::AddOne(const FSphereTreeBody& Body, const FTransform& Place, spheretree::BodyDescription& Description, spheretree::BodyHandle& OutHandle)
{
	Description.pose = ToPose(Place.GetLocation(), Place.GetRotation());
	Description.scale = ToCore(Place.GetScale3D());
	const spheretree::Result<spheretree::BodyHandle> Handle = Core.Add(Description);
	if (!Handle)
	{
		UE_LOG(LogSphereTree, Warning, TEXT("%s%s takes no part in sphere-tree contacts: %s"), Description.shape ? TEXT("An element of ") : TEXT(""), *Body.Component->GetPathName(), *ToString(Handle.Sentence()));
		return false;
	}
	OutHandle = *Handle;
	return true;
}

bool FSphereTreeWorld::AddToCore(FSphereTreeBody& Body, const TArray<FSphereTreePart>& Parts, spheretree::BodyDescription& Description)
{
	if (Body.Runtime)
	{
		Description.tree = Body.Runtime->Tree;
		return AddOne(Body, Body.Placed, Description, Body.Handle);
	}
	Description.family = Parts.Num() > 1 ? ++LastFamily : 0;
	for (FSphereTreePart Part : Parts)
	{
		Description.shape = Part.Shape;
		if (AddOne(Body, Part.Place(Body.Placed), Description, Part.Handle))
		{
			Body.Parts.Add(Part);
		}
	}
	Body.Handle = Body.Parts.IsEmpty() ? Body.Handle : Body.Parts[0].Handle;
	return !Body.Parts.IsEmpty();
}

void FSphereTreeWorld::Remember(const FSphereTreeBody& Body, int32 Place)
{
	for (int32 Index = 0; Index < Body.NumHandles(); ++Index)
	{
		const spheretree::BodyHandle Handle = Body.GetHandle(Index);
		while (PlaceOfCore.Num() <= static_cast<int32>(Handle.index))
		{
			PlaceOfCore.Add(FCorePlace());
		}
		PlaceOfCore[static_cast<int32>(Handle.index)] = {Place, Handle.generation};
	}
}

int32 FSphereTreeWorld::Add(USphereTreeComponent& Component, const TSharedPtr<const FSphereTreeRuntime, ESPMode::ThreadSafe>& Runtime, const TArray<FSphereTreePart>& Parts)
{
	FSphereTreeBody Body;
	Body.Component = &Component;
	Body.Runtime = Runtime;
	Body.Placed = Component.GetComponentTransform();
	Body.Drawn = Component.FindDrawnComponent();
	Body.bHasDrawn = Body.Drawn.IsValid();
	const FSphereTreeFilter Filter{Component.BodyInstance.GetObjectType(), Component.BodyInstance.GetResponseToChannels()};

	spheretree::BodyDescription Description;
	Description.groups = Filter.GetSeenBits();
	Description.responseClass = Body.Filter = Filters.Acquire(Filter, Core);
	Description.isStatic = Component.Mobility == EComponentMobility::Static;
	if (!AddToCore(Body, Parts, Description))
	{
		Filters.Release(Body.Filter);
		return INDEX_NONE;
	}
	const int32 Place = FreePlaces.IsEmpty() ? Bodies.Emplace() : FreePlaces.Pop();
	Bodies[Place] = Body;
	Compounds += Body.IsCompound() ? 1 : 0;
	Remember(Body, Place);
	MeasureBody(Bodies[Place], FSphereTreeImportance::Read());
	return Place;
}

void FSphereTreeWorld::Remove(int32 Place)
{
	FSphereTreeBody& Body = Bodies[Place];
	Departed.Add({Body.Handle, Body.Component, Body.Filter});
	for (int32 Index = 0; Index < Body.NumHandles(); ++Index)
	{
		PlaceOfCore[static_cast<int32>(Body.GetHandle(Index).index)] = FCorePlace();
		Core.Remove(Body.GetHandle(Index));
	}
	Compounds -= Body.IsCompound() ? 1 : 0;
	Moved.Remove(Place);
	Movers.Remove(Place);
	Body = FSphereTreeBody();
	FreePlaces.Add(Place);
}

void FSphereTreeWorld::MarkMoved(int32 Place)
{
	FSphereTreeBody& Body = Bodies[Place];
	if (!Body.bMoved)
	{
		Body.bMoved = true;
		Moved.Add(Place);
	}
}

void FSphereTreeWorld::TellFault(FSphereTreeBody& Body, const std::string& Fault)
{
	if (!Fault.empty() && !Body.bToldFault)
	{
		Body.bToldFault = true;
		UE_LOG(LogSphereTree, Warning, TEXT("%s stays where it was for sphere-tree contacts: %s"), *Body.Component->GetPathName(), *ToString(Fault));
	}
}

void FSphereTreeWorld::ShowBody(FSphereTreeBody& Body, const FTransform& Now)
{
	for (int32 Index = 0; Index < Body.NumHandles(); ++Index)
	{
		const FTransform Place = Body.GetPlace(Index, Now);
		TellFault(Body, Core.SetScale(Body.GetHandle(Index), ToCore(Place.GetScale3D())));
		TellFault(Body, Core.Move(Body.GetHandle(Index), ToPose(Place.GetLocation(), Place.GetRotation())));
	}
}

void FSphereTreeWorld::SweepBody(FSphereTreeBody& Body, const FTransform& Now, double DeltaTime)
{
	const FTransform Before(Body.Placed.GetRotation(), Body.Placed.GetLocation(), Now.GetScale3D());
	for (int32 Index = 0; Index < Body.NumHandles(); ++Index)
	{
		// The core looks ahead of a pose; looking ahead of the last one covers the way to this one.
		const FTransform From = Body.GetPlace(Index, Before);
		const FTransform To = Body.GetPlace(Index, Now);
		const spheretree::BodyHandle Handle = Body.GetHandle(Index);
		TellFault(Body, Core.SetScale(Handle, ToCore(To.GetScale3D())));
		TellFault(Body, Core.Move(Handle, ToPose(From.GetLocation(), From.GetRotation())));
		const FVector Velocity = (To.GetLocation() - From.GetLocation()) / DeltaTime;
		const FVector Turning = AngularVelocity(From.GetRotation(), To.GetRotation(), DeltaTime);
		TellFault(Body, Core.SetVelocity(Handle, ToCore(Velocity), ToCore(Turning)));
	}
	Body.bSwept = bAnySwept = true;
}

void FSphereTreeWorld::PlaceBody(FSphereTreeBody& Body, double DeltaTime)
{
	const FTransform& Now = Body.Component->GetComponentTransform();
	Body.bMoved = false;
	Body.Velocity = DeltaTime > 0.0 ? (Now.GetLocation() - Body.Placed.GetLocation()) / DeltaTime : FVector::ZeroVector;
	if (Body.Component->bSweepBetweenFrames && DeltaTime > 0.0)
	{
		SweepBody(Body, Now, DeltaTime);
	}
	else
	{
		ShowBody(Body, Now);
	}
	Body.Placed = Now;
}

void FSphereTreeWorld::StopBody(FSphereTreeBody& Body)
{
	Body.Velocity = FVector::ZeroVector;
	if (Body.bSwept)
	{
		Body.bSwept = false;
		for (int32 Index = 0; Index < Body.NumHandles(); ++Index)
		{
			TellFault(Body, Core.SetVelocity(Body.GetHandle(Index), {}, {}));
		}
		ShowBody(Body, Body.Placed);
	}
}

void FSphereTreeWorld::ApplyMoves(double DeltaTime)
{
	bAnySwept = false;
	Changed.Reset();
	Changed.Append(Movers);
	Changed.Append(Moved);
	for (const int32 Place : Movers)
	{
		StopBody(Bodies[Place]);
	}
	for (const int32 Place : Moved)
	{
		PlaceBody(Bodies[Place], DeltaTime);
	}
	Swap(Movers, Moved);
	Moved.Reset();
}

void FSphereTreeWorld::ShowMoves()
{
	for (const int32 Place : Moved)
	{
		// What sweeps stays where the last frame put it until the next one has covered its way.
		FSphereTreeBody& Body = Bodies[Place];
		if (!Body.Component->bSweepBetweenFrames)
		{
			ShowBody(Body, Body.Component->GetComponentTransform());
		}
	}
}

void FSphereTreeWorld::MeasureBody(FSphereTreeBody& Body, const FSphereTreeImportance& Weights)
{
	const USphereTreeComponent& Component = *Body.Component;
	double Measured = static_cast<double>(Component.Importance);
	if (Component.ImportanceMode == ESphereTreeImportanceMode::FromViews)
	{
		const UPrimitiveComponent* Drawn = Body.bHasDrawn ? Body.Drawn.Get() : nullptr;
		const bool bDrawn = !Drawn || Drawn->WasRecentlyRendered(0.5f);
		Measured = Weights.Measure(Views, Component.Bounds.Origin, Component.Bounds.SphereRadius, Body.Velocity.Size(), bDrawn);
	}
	const float Share = static_cast<float>(FMath::Max(0.0, Measured)) * FMath::Max(0.0f, Component.BudgetShare);
	const float Now = FMath::Min(Share, LargestImportance);
	if (FMath::Abs(Now - Body.Importance) > 0.01f * Body.Importance)
	{
		Body.Importance = Now;
		for (int32 Index = 0; Index < Body.NumHandles(); ++Index)
		{
			Core.SetImportance(Body.GetHandle(Index), Now);
		}
	}
}

void FSphereTreeWorld::UpdateImportance(const UWorld& World)
{
	Views.Reset();
	FSphereTreeImportance::CollectViews(World, Views);
	Views.Append(ExtraViews);
	const FSphereTreeImportance Weights = FSphereTreeImportance::Read();
	for (const int32 Place : Changed)
	{
		MeasureBody(Bodies[Place], Weights);
	}
	const int32 Count = FMath::Min(Views.IsEmpty() ? MeasuredWithoutViews : MeasuredWithViews, Bodies.Num());
	for (int32 Step = 0; Step < Count; ++Step)
	{
		NextMeasured = NextMeasured + 1 < Bodies.Num() ? NextMeasured + 1 : 0;
		if (Bodies[NextMeasured].Component)
		{
			MeasureBody(Bodies[NextMeasured], Weights);
		}
	}
}

void FSphereTreeWorld::Search(double DeltaTime)
{
	FSphereTreeFrameSettings Settings = FSphereTreeFrameSettings::Read(WorldMs, WorldOperations);
	Traversal.options = Settings.Traversal;
	Tables.Prepare(*this);
	{
		SCOPE_CYCLE_COUNTER(STAT_SphereTreeBroadPhase);
		const std::string Fault = Core.Step(bAnySwept ? DeltaTime : 0.0);
		if (!Fault.empty() && !bToldStepFault)
		{
			bToldStepFault = true;
			UE_LOG(LogSphereTree, Error, TEXT("The sphere-tree scene is too crowded: %s"), *ToString(Fault));
		}
	}
	SCOPE_CYCLE_COUNTER(STAT_SphereTreeTraversal);
	const uint64 Start = FPlatformTime::Cycles64();
	spheretree::BeginFrame(Traversal, Core);
	const spheretree::Progress ByTables = Tables.Ask(*this, Settings.Budget, Settings.MaxContactsPerPair);
	const spheretree::Progress Progress = spheretree::Advance(Traversal, Core, Settings.Budget, Host);
	const double SpentMs = FPlatformTime::ToMilliseconds64(FPlatformTime::Cycles64() - Start);
	spheretree::EndFrame(Traversal, Core);
	spheretree::ContactOptions Options;
	Options.mostPoints = Settings.MaxContactsPerPair;
	spheretree::CollectContacts(Traversal, Core, Options, Contacts);
	if (Compounds > 0 || !Merge.IsEmpty())
	{
		Merge.Run(*this, Settings.MaxContactsPerPair, Contacts);
	}
	Tables.Add(Contacts);
	FillReport(Settings, Progress, SpentMs);
	Report.Operations += ByTables.operations;
	Report.Tests += ByTables.tests;
}

void FSphereTreeWorld::FillReport(const FSphereTreeFrameSettings& Settings, const spheretree::Progress& Progress, double SpentMs)
{
	const spheretree::FrameCounters& Counters = Traversal.counters;
	Report.SpentMs = SpentMs;
	Report.LeftMs = Settings.bTimed ? FMath::Max(0.0, Settings.BudgetMs - SpentMs) : 0.0;
	Report.Operations = Counters.operations;
	Report.Tests = Counters.tests;
	Report.Bodies = Bodies.Num() - FreePlaces.Num();
	Report.Pairs = static_cast<int32>(Counters.pairs);
	Report.OpenPairs = static_cast<int32>(Counters.openPairs);
	Report.Contacts = static_cast<int32>(Contacts.contacts.size());
	Report.WorstError = Counters.worstBound;
	Report.bFinished = Progress.finished;
	Report.OverrunMicroseconds = Counters.overrunMicroseconds;
	Report.Overruns += Settings.bTimed && SpentMs > Settings.BudgetMs + OverrunMs ? 1 : 0;
	++Report.Frame;
}

void FSphereTreeWorld::Step(const UWorld& World, double DeltaTime)
{
	// Not while listeners are told of the last step: they would hear of contacts that are no more.
	if (bPublishing)
	{
		return;
	}
	{
		SCOPE_CYCLE_COUNTER(STAT_SphereTreeMove);
		ApplyMoves(DeltaTime);
		UpdateImportance(World);
	}
	Search(DeltaTime);
}

const FSphereTreeBody* FSphereTreeWorld::Find(spheretree::BodyHandle Handle) const
{
	const int32 CorePlace = static_cast<int32>(Handle.index);
	const bool bKnown = PlaceOfCore.IsValidIndex(CorePlace) && PlaceOfCore[CorePlace].Generation == Handle.generation;
	const int32 Place = bKnown ? PlaceOfCore[CorePlace].Place : INDEX_NONE;
	return Place != INDEX_NONE ? &Bodies[Place] : nullptr;
}
