// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "SphereTreeTestListener.h"

#include "SphereTreeComponent.h"

void USphereTreeTestListener::Listen(USphereTreeComponent& Component)
{
	Component.OnSphereTreeContactBegin.AddDynamic(this, &USphereTreeTestListener::HearBegin);
	Component.OnSphereTreeContactStay.AddDynamic(this, &USphereTreeTestListener::HearStay);
	Component.OnSphereTreeContactEnd.AddDynamic(this, &USphereTreeTestListener::HearEnd);
	Component.OnSphereTreeOverlapBegin.AddDynamic(this, &USphereTreeTestListener::HearOverlapBegin);
	Component.OnSphereTreeOverlapEnd.AddDynamic(this, &USphereTreeTestListener::HearOverlapEnd);
}

void USphereTreeTestListener::HearBegin(USphereTreeComponent* Component, USphereTreeComponent* Other, const FSphereTreeContact& Contact)
{
	++Begins;
	LastContact = Contact;
	if (OnNextBegin)
	{
		const TFunction<void(USphereTreeComponent*, USphereTreeComponent*)> Work = OnNextBegin;
		OnNextBegin = nullptr;
		Work(Component, Other);
	}
}

void USphereTreeTestListener::HearStay(USphereTreeComponent* Component, USphereTreeComponent* Other, const FSphereTreeContact& Contact)
{
	++Stays;
	LastContact = Contact;
}

void USphereTreeTestListener::HearEnd(USphereTreeComponent* Component, USphereTreeComponent* Other)
{
	++Ends;
	bLastOtherWasNull = Other == nullptr;
}

void USphereTreeTestListener::HearOverlapBegin(USphereTreeComponent* Component, USphereTreeComponent* Other, const FSphereTreeContact& Contact)
{
	++OverlapBegins;
	LastContact = Contact;
}

void USphereTreeTestListener::HearOverlapEnd(USphereTreeComponent* Component, USphereTreeComponent* Other)
{
	++OverlapEnds;
}

void USphereTreeTestListener::HearWait(USphereTreeComponent* Other, const FSphereTreeContact& Contact)
{
	++Waits;
}

void USphereTreeTestListener::HearCancel(USphereTreeComponent* Other, const FSphereTreeContact& Contact)
{
	++Cancels;
}
