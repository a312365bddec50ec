// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "SphereTreeWorld.h"

#include "GameFramework/Actor.h"
#include "SphereTreeComponent.h"
#include "SphereTreeConvert.h"
#include "SphereTreeLog.h"
#include "SphereTreeStats.h"
#include "VisualLogger/VisualLogger.h"

using namespace SphereTreeConvert;

const spheretree::ContactPoint* FSphereTreeWorld::DeepestPoint(const spheretree::Contact& Contact) const
{
	const spheretree::ContactPoint* Deepest = nullptr;
	for (int32 Index = 0; Index < Contact.pointCount; ++Index)
	{
		const spheretree::ContactPoint& Point = Contacts.points[static_cast<size_t>(Contact.firstPoint + Index)];
		Deepest = !Deepest || Point.depth > Deepest->depth ? &Point : Deepest;
	}
	return Deepest;
}

FSphereTreeContact FSphereTreeWorld::MakeContact(const spheretree::Contact& Contact, const spheretree::ContactPoint* Point, const FSphereTreeBody& Of, const FSphereTreeBody& With) const
{
	const bool bFlipped = Contact.b == Of.Handle;
	FSphereTreeContact Out;
	Out.ErrorBound = Contact.errorBound;
	Out.State = Contact.state == spheretree::ContactState::Open ? ESphereTreeContactState::Open : ESphereTreeContactState::Leaf;
	Out.bConfirmed = Contact.isConfirmed;
	Out.bOverlap = IsOverlap(Of, With);
	Out.Other = With.Component;
	Out.ContactId = static_cast<int64>(Contact.id);
	if (Point)
	{
		Out.Point = FromCore(Point->position);
		Out.Normal = FromCore(Point->normal) * (bFlipped ? -1.0 : 1.0);
		Out.Depth = Point->depth;
		Out.ErrorBound = Point->error;
		Out.Level = bFlipped ? Point->levelB : Point->levelA;
		Out.OtherLevel = bFlipped ? Point->levelA : Point->levelB;
		Out.TimeFraction = Point->time;
	}
	else
	{
		Out.Point = (Of.Placed.GetLocation() + With.Placed.GetLocation()) * 0.5;
		Out.Normal = (With.Placed.GetLocation() - Of.Placed.GetLocation()).GetSafeNormal();
	}
	Out.LocalPoint = Of.Placed.InverseTransformPosition(Out.Point);
	Out.OtherLocalPoint = With.Placed.InverseTransformPosition(Out.Point);
	return Out;
}

void FSphereTreeWorld::CollectContacts(const FSphereTreeBody& Of, const FSphereTreeBody* With, TArray<FSphereTreeContact>& Out) const
{
	for (const spheretree::Contact& Contact : Contacts.contacts)
	{
		if (!(Contact.a == Of.Handle) && !(Contact.b == Of.Handle))
		{
			continue;
		}
		const FSphereTreeBody* Other = Find(Contact.a == Of.Handle ? Contact.b : Contact.a);
		if (!Other || (With && Other != With))
		{
			continue;
		}
		for (int32 Index = 0; Index < Contact.pointCount; ++Index)
		{
			Out.Add(MakeContact(Contact, &Contacts.points[static_cast<size_t>(Contact.firstPoint + Index)], Of, *Other));
		}
		if (Contact.pointCount == 0)
		{
			Out.Add(MakeContact(Contact, nullptr, Of, *Other));
		}
	}
}

bool FSphereTreeWorld::IsOverlap(const FSphereTreeBody& A, const FSphereTreeBody& B) const
{
	return Filters.Between(A.Filter, B.Filter) != ECR_Block;
}

USphereTreeComponent* FSphereTreeWorld::FindPast(spheretree::BodyHandle Handle, spheretree::ResponseClass& OutFilter) const
{
	if (const FSphereTreeBody* Body = Find(Handle))
	{
		OutFilter = Body->Filter;
		return Body->Component;
	}
	const FSphereTreeDeparted* Gone = Departed.FindByPredicate([Handle](const FSphereTreeDeparted& One) { return One.Handle == Handle; });
	OutFilter = Gone ? Gone->Filter : 0;
	return Gone ? Gone->Component.Get() : nullptr;
}

bool FSphereTreeWorld::ForgetUnheard(uint64 Contact, spheretree::BodyHandle Side)
{
	return Unheard.RemoveAll([Contact, Side](const FUnheard& One) { return One.Contact == Contact && One.Side == Side; }) > 0;
}

void FSphereTreeWorld::QueueEnd(const spheretree::EndedContact& Ended)
{
	spheretree::ResponseClass FilterA = 0;
	spheretree::ResponseClass FilterB = 0;
	USphereTreeComponent* A = FindPast(Ended.a, FilterA);
	USphereTreeComponent* B = FindPast(Ended.b, FilterB);
	const bool bOverlap = Filters.Between(FilterA, FilterB) != ECR_Block;
	// Who never heard of the begin does not hear of the end either.
	A = ForgetUnheard(Ended.id, Ended.a) ? nullptr : A;
	B = ForgetUnheard(Ended.id, Ended.b) ? nullptr : B;
	Events.Add({FEvent::EKind::End, bOverlap, INDEX_NONE, {A, B}});
}

void FSphereTreeWorld::QueueEvents()
{
	Events.Reset();
	for (const spheretree::EndedContact& Ended : Contacts.ended)
	{
		QueueEnd(Ended);
	}
	for (size_t Index = 0; Index < Contacts.contacts.size(); ++Index)
	{
		const spheretree::Contact& Contact = Contacts.contacts[Index];
		const FSphereTreeBody* A = Find(Contact.a);
		const FSphereTreeBody* B = Find(Contact.b);
		if (!A || !B)
		{
			continue;
		}
		const bool bBegin = Contact.event == spheretree::ContactEvent::Begin;
		if (!bBegin && !A->Component->WantsStay() && !B->Component->WantsStay())
		{
			continue;
		}
		Events.Add({bBegin ? FEvent::EKind::Begin : FEvent::EKind::Stay, IsOverlap(*A, *B), static_cast<int32>(Index), {A->Component, B->Component}});
	}
	for (const FSphereTreeDeparted& Gone : Departed)
	{
		Filters.Release(Gone.Filter);
	}
	Departed.Reset();
}

void FSphereTreeWorld::Tell(const FEvent& Event, USphereTreeComponent& To, USphereTreeComponent* Other, const FSphereTreeContact& Contact) const
{
	if (Event.Kind == FEvent::EKind::End)
	{
		(Event.bOverlap ? To.OnNativeOverlapEnd : To.OnNativeContactEnd).Broadcast(&To, Other);
		(Event.bOverlap ? To.OnSphereTreeOverlapEnd : To.OnSphereTreeContactEnd).Broadcast(&To, Other);
	}
	else if (Event.Kind == FEvent::EKind::Begin)
	{
		(Event.bOverlap ? To.OnNativeOverlapBegin : To.OnNativeContactBegin).Broadcast(&To, Other, Contact);
		(Event.bOverlap ? To.OnSphereTreeOverlapBegin : To.OnSphereTreeContactBegin).Broadcast(&To, Other, Contact);
	}
	else if (!Event.bOverlap && To.WantsStay())
	{
		To.OnNativeContactStay.Broadcast(&To, Other, Contact);
		if (To.bGenerateStayEvents)
		{
			To.OnSphereTreeContactStay.Broadcast(&To, Other, Contact);
		}
	}
}

void FSphereTreeWorld::Dispatch(const FEvent& Event)
{
	for (int32 Side = 0; Side < 2; ++Side)
	{
		// Whoever is told first may destroy either of them, so both are asked for anew.
		USphereTreeComponent* To = Event.Sides[Side].Get();
		USphereTreeComponent* Other = Event.Sides[1 - Side].Get();
		if (!To || (Event.bOverlap ? !To->bGenerateOverlapEvents || (Other && !Other->bGenerateOverlapEvents) : !To->bGenerateContactEvents))
		{
			continue;
		}
		FSphereTreeContact Contact;
		if (Event.Kind != FEvent::EKind::End && !MakeEventContact(Event, Side, *To, Contact))
		{
			continue;
		}
		Tell(Event, *To, Other, Contact);
	}
}

bool FSphereTreeWorld::MakeEventContact(const FEvent& Event, int32 Side, const USphereTreeComponent& To, FSphereTreeContact& Out)
{
	const spheretree::Contact& Found = Contacts.contacts[static_cast<size_t>(Event.Contact)];
	const spheretree::BodyHandle Own = Side == 0 ? Found.a : Found.b;
	const FSphereTreeBody* Of = Find(Own);
	const FSphereTreeBody* With = Find(Side == 0 ? Found.b : Found.a);
	if (!Of || !With)
	{
		if (Event.Kind == FEvent::EKind::Begin)
		{
			Unheard.Add({Found.id, Own});
		}
		return false;
	}
	Out = MakeContact(Found, DeepestPoint(Found), *Of, *With);
	UE_VLOG_LOCATION(To.GetOwner(), LogSphereTree, Log, Out.Point, static_cast<float>(Out.ErrorBound), FColor::Orange, TEXT("contact, error %.2f cm"), Out.ErrorBound);
	return true;
}

void FSphereTreeWorld::Publish()
{
	SCOPE_CYCLE_COUNTER(STAT_SphereTreeEvents);
	// A listener may add, remove and destroy components; it may not step the scene that is speaking to it.
	if (bPublishing)
	{
		return;
	}
	TGuardValue<bool> Guard(bPublishing, true);
	QueueEvents();
	for (int32 Index = 0; Index < Events.Num(); ++Index)
	{
		Dispatch(Events[Index]);
	}
}
