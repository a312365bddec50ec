// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "SphereTreeFilters.h"

bool FSphereTreeFilter::operator==(const FSphereTreeFilter& Other) const
{
	if (ObjectType != Other.ObjectType)
	{
		return false;
	}
	for (int32 Channel = 0; Channel < 32; ++Channel)
	{
		const ECollisionChannel Asked = static_cast<ECollisionChannel>(Channel);
		if (Responses.GetResponse(Asked) != Other.Responses.GetResponse(Asked))
		{
			return false;
		}
	}
	return true;
}

ECollisionResponse FSphereTreeFilter::Between(const FSphereTreeFilter& A, const FSphereTreeFilter& B)
{
	const ECollisionResponse OfA = A.Responses.GetResponse(B.ObjectType);
	const ECollisionResponse OfB = B.Responses.GetResponse(A.ObjectType);
	return OfA < OfB ? OfA : OfB;
}

uint32 FSphereTreeFilter::GetSeenBits() const
{
	uint32 Bits = 0;
	for (int32 Channel = 0; Channel < 32; ++Channel)
	{
		if (Responses.GetResponse(static_cast<ECollisionChannel>(Channel)) != ECR_Ignore)
		{
			Bits |= 1u << Channel;
		}
	}
	return Bits;
}

spheretree::ResponseClass FSphereTreeFilters::Acquire(const FSphereTreeFilter& Filter, spheretree::Scene& Scene)
{
	int32 Place = Entries.IndexOfByPredicate([&Filter](const FEntry& Entry) { return Entry.Users > 0 && Entry.Filter == Filter; });
	if (Place == INDEX_NONE)
	{
		Place = Entries.IndexOfByPredicate([](const FEntry& Entry) { return Entry.Users == 0; });
		Place = Place == INDEX_NONE ? Entries.Emplace() : Place;
		Entries[Place].Filter = Filter;
		for (int32 Other = 0; Other < Entries.Num(); ++Other)
		{
			// An overlap needs one point only; a contact that blocks goes on being refined.
			const ECollisionResponse Response = FSphereTreeFilter::Between(Filter, Entries[Other].Filter);
			const spheretree::Detail Detail = Response == ECR_Block ? spheretree::Detail::Full : Response == ECR_Overlap ? spheretree::Detail::Witnessed : spheretree::Detail::None;
			Scene.SetPairResponse(static_cast<spheretree::ResponseClass>(Place), static_cast<spheretree::ResponseClass>(Other), Detail);
		}
	}
	++Entries[Place].Users;
	return static_cast<spheretree::ResponseClass>(Place);
}

void FSphereTreeFilters::Release(spheretree::ResponseClass Class)
{
	--Entries[Class].Users;
}

ECollisionResponse FSphereTreeFilters::Between(spheretree::ResponseClass A, spheretree::ResponseClass B) const
{
	return FSphereTreeFilter::Between(Entries[A].Filter, Entries[B].Filter);
}
