// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "SphereTreeWaitForContact.h"

#include "SphereTreeComponent.h"

USphereTreeWaitForContact* USphereTreeWaitForContact::WaitForContact(USphereTreeComponent* Component, USphereTreeComponent* With, double MaxError, bool bOnce)
{
	USphereTreeWaitForContact* Wait = NewObject<USphereTreeWaitForContact>();
	Wait->Watched = Component;
	Wait->Wanted = With;
	Wait->bAnyOther = With == nullptr;
	Wait->MaxErrorBound = MaxError;
	Wait->bEndsWithFirst = bOnce;
	if (Component)
	{
		Wait->RegisterWithGameInstance(Component);
	}
	return Wait;
}

void USphereTreeWaitForContact::Activate()
{
	USphereTreeComponent* Component = Watched.Get();
	if (!Component)
	{
		Cancel();
		return;
	}
	BeginHandle = Component->OnNativeContactBegin.AddUObject(this, &USphereTreeWaitForContact::HearContact);
	EndPlayHandle = Component->OnNativeEndPlay.AddUObject(this, &USphereTreeWaitForContact::Cancel);
	if (MaxErrorBound > 0.0 || bEndsWithFirst)
	{
		// A contact that is there already, or begins roughly and gets better, is heard of only by those who listen all the time.
		StayHandle = Component->OnNativeContactStay.AddUObject(this, &USphereTreeWaitForContact::HearContact);
	}
}

void USphereTreeWaitForContact::HearContact(USphereTreeComponent* Component, USphereTreeComponent* Other, const FSphereTreeContact& Contact)
{
	const bool bWanted = bAnyOther || Other == Wanted.Get();
	if (!bWanted || (MaxErrorBound > 0.0 && Contact.ErrorBound > MaxErrorBound))
	{
		return;
	}
	if (bEndsWithFirst)
	{
		Finish();
	}
	OnContact.Broadcast(Other, Contact);
}

void USphereTreeWaitForContact::Cancel()
{
	if (!bOver)
	{
		Finish();
		OnCancelled.Broadcast(nullptr, FSphereTreeContact());
	}
}

void USphereTreeWaitForContact::Finish()
{
	bOver = true;
	if (USphereTreeComponent* Component = Watched.Get())
	{
		Component->OnNativeContactBegin.Remove(BeginHandle);
		Component->OnNativeEndPlay.Remove(EndPlayHandle);
		Component->OnNativeContactStay.Remove(StayHandle);
	}
	Watched.Reset();
	SetReadyToDestroy();
}
