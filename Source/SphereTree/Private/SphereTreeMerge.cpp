// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "SphereTreeMerge.h"

#include "SphereTreeWorld.h"

#include <algorithm>
#include <utility>

namespace
{
	// The core counts its contacts from below, tables have the highest bit.
	constexpr uint64 OfMerge = uint64(1) << 62;

	uint64 NameOf(spheretree::BodyHandle Handle)
	{
		return uint64(Handle.index) << 32 | Handle.generation;
	}

	spheretree::BodyHandle HandleOfName(uint64 Name)
	{
		return {static_cast<uint32>(Name >> 32), static_cast<uint32>(Name)};
	}

	void Flip(spheretree::ContactPoint& Point)
	{
		Point.normal = Point.normal * -1.0;
		std::swap(Point.nodeA, Point.nodeB);
		std::swap(Point.levelA, Point.levelB);
		std::swap(Point.triangleA, Point.triangleB);
	}

	/** What is known of two components from one more pair of their elements. */
	void Absorb(spheretree::Contact& Whole, const spheretree::Contact& Part)
	{
		const bool bOpen = Whole.state == spheretree::ContactState::Open || Part.state == spheretree::ContactState::Open;
		Whole.state = bOpen ? spheretree::ContactState::Open : std::max(Whole.state, Part.state);
		Whole.isConfirmed = Whole.isConfirmed || Part.isConfirmed;
		Whole.errorBound = std::min(Whole.errorBound, Part.errorBound);
	}
}

void FSphereTreeMerge::Sort(const FSphereTreeWorld& World, const spheretree::Contacts& Contacts)
{
	Found.clear();
	NextIds.clear();
	for (size_t Index = 0; Index < Contacts.contacts.size(); ++Index)
	{
		const spheretree::Contact& Contact = Contacts.contacts[Index];
		const FSphereTreeBody* A = World.Find(Contact.a);
		const FSphereTreeBody* B = World.Find(Contact.b);
		if (!A || !B || (!A->IsCompound() && !B->IsCompound()))
		{
			Keep(Contacts, Contact);
			continue;
		}
		const uint64 NameA = NameOf(A->Handle);
		const uint64 NameB = NameOf(B->Handle);
		Found.push_back({{std::min(NameA, NameB), std::max(NameA, NameB)}, Index, NameB < NameA});
		NextIds.push_back(Contact.id);
	}
	std::sort(Found.begin(), Found.end(), [](const FFound& One, const FFound& Two) { return One.Key == Two.Key ? One.Contact < Two.Contact : One.Key < Two.Key; });
	std::sort(NextIds.begin(), NextIds.end());
}

void FSphereTreeMerge::Keep(const spheretree::Contacts& From, spheretree::Contact Contact)
{
	const auto First = From.points.begin() + Contact.firstPoint;
	Contact.firstPoint = static_cast<int32_t>(Out.points.size());
	Out.points.insert(Out.points.end(), First, First + Contact.pointCount);
	Out.contacts.push_back(Contact);
}

void FSphereTreeMerge::AddPoints(const spheretree::Contacts& From, const FFound& Part)
{
	const spheretree::Contact& Contact = From.contacts[Part.Contact];
	for (int32_t Index = 0; Index < Contact.pointCount; ++Index)
	{
		Out.points.push_back(From.points[static_cast<size_t>(Contact.firstPoint + Index)]);
		if (Part.bFlipped)
		{
			Flip(Out.points.back());
		}
	}
}

void FSphereTreeMerge::Join(const spheretree::Contacts& From, size_t First, size_t Last, int32 MostPoints)
{
	const FKey Key = Found[First].Key;
	const FLiving* Before = FindIn(Living, Key);
	spheretree::Contact Whole = From.contacts[Found[First].Contact];
	Whole.id = Before ? Before->Id : (OfMerge | NextId++);
	Whole.event = Before ? spheretree::ContactEvent::Stay : spheretree::ContactEvent::Begin;
	Whole.a = HandleOfName(Key.A);
	Whole.b = HandleOfName(Key.B);
	const size_t FirstPoint = Out.points.size();
	for (size_t Index = First; Index < Last; ++Index)
	{
		Absorb(Whole, From.contacts[Found[Index].Contact]);
		AddPoints(From, Found[Index]);
	}
	// The deepest; of equally deep ones the same from frame to frame.
	std::sort(Out.points.begin() + static_cast<std::ptrdiff_t>(FirstPoint), Out.points.end(), [](const spheretree::ContactPoint& One, const spheretree::ContactPoint& Two) { return One.depth != Two.depth ? One.depth > Two.depth : One.id < Two.id; });
	const size_t Most = Whole.detail == spheretree::Detail::Full ? static_cast<size_t>(FMath::Max(MostPoints, 1)) : 1;
	Out.points.resize(std::min(Out.points.size(), FirstPoint + Most));
	Whole.firstPoint = static_cast<int32_t>(FirstPoint);
	Whole.pointCount = static_cast<int32_t>(Out.points.size() - FirstPoint);
	Out.contacts.push_back(Whole);
	Next.push_back({Key, Whole.id});
}

const FSphereTreeMerge::FLiving* FSphereTreeMerge::FindIn(const std::vector<FLiving>& List, const FKey& Key) const
{
	const auto At = std::lower_bound(List.begin(), List.end(), Key, [](const FLiving& One, const FKey& Wanted) { return One.Key < Wanted; });
	return At != List.end() && At->Key == Key ? &*At : nullptr;
}

void FSphereTreeMerge::End(const spheretree::Contacts& From)
{
	for (const spheretree::EndedContact& Ended : From.ended)
	{
		if (!std::binary_search(MergedIds.begin(), MergedIds.end(), Ended.id))
		{
			Out.ended.push_back(Ended);
		}
	}
	for (const FLiving& One : Living)
	{
		if (!FindIn(Next, One.Key))
		{
			Out.ended.push_back({One.Id, HandleOfName(One.Key.A), HandleOfName(One.Key.B)});
		}
	}
}

void FSphereTreeMerge::Run(const FSphereTreeWorld& World, int32 MostPoints, spheretree::Contacts& Contacts)
{
	Out.contacts.clear();
	Out.points.clear();
	Out.ended.clear();
	Next.clear();
	Sort(World, Contacts);
	for (size_t First = 0, Last = 0; First < Found.size(); First = Last)
	{
		while (Last < Found.size() && Found[Last].Key == Found[First].Key)
		{
			++Last;
		}
		Join(Contacts, First, Last, MostPoints);
	}
	End(Contacts);
	std::swap(Contacts, Out);
	std::swap(Living, Next);
	std::swap(MergedIds, NextIds);
}
