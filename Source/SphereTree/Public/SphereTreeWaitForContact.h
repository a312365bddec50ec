// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#pragma once

#include "CoreMinimal.h"
#include "Kismet/BlueprintAsyncActionBase.h"
#include "SphereTreeTypes.h"
#include "UObject/WeakObjectPtrTemplates.h"
#include "SphereTreeWaitForContact.generated.h"

class USphereTreeComponent;

DECLARE_DYNAMIC_MULTICAST_DELEGATE_TwoParams(FSphereTreeWaitSignature, USphereTreeComponent*, Other, const FSphereTreeContact&, Contact);

/** Waits until a component touches another, then goes on. */
UCLASS()
class SPHERETREE_API USphereTreeWaitForContact : public UBlueprintAsyncActionBase
{
	GENERATED_BODY()

public:
	/**
	 * Waits for a contact of a component: with one other, or with any. Max Error leaves out contacts that are not yet known
	 * that well (0: take any). Once: the first contact ends the wait, and one that is there already is the first.
	 */
	UFUNCTION(BlueprintCallable, Category = "Sphere Tree|Contacts", meta = (BlueprintInternalUseOnly = "true", DefaultToSelf = "Component", DisplayName = "Wait For Sphere Tree Contact"))
	static USphereTreeWaitForContact* WaitForContact(USphereTreeComponent* Component, USphereTreeComponent* With, double MaxError = 0.0, bool bOnce = true);

	/** The two touch. */
	UPROPERTY(BlueprintAssignable, Category = "Sphere Tree|Contacts")
	FSphereTreeWaitSignature OnContact;

	/** The component ended play, or Cancel was called, before the wait was over. */
	UPROPERTY(BlueprintAssignable, Category = "Sphere Tree|Contacts")
	FSphereTreeWaitSignature OnCancelled;

	/** Waits no longer. */
	UFUNCTION(BlueprintCallable, Category = "Sphere Tree|Contacts")
	void Cancel();

	//~ UBlueprintAsyncActionBase
	virtual void Activate() override;

private:
	void HearContact(USphereTreeComponent* Component, USphereTreeComponent* Other, const FSphereTreeContact& Contact);
	void Finish();

	UPROPERTY()
	TWeakObjectPtr<USphereTreeComponent> Watched;

	UPROPERTY()
	TWeakObjectPtr<USphereTreeComponent> Wanted;

	double MaxErrorBound = 0.0;
	bool bEndsWithFirst = true;
	bool bAnyOther = true;
	bool bOver = false;
	FDelegateHandle BeginHandle;
	FDelegateHandle StayHandle;
	FDelegateHandle EndPlayHandle;
};
