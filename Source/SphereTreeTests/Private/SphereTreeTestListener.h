// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#pragma once

#include "CoreMinimal.h"
#include "SphereTreeTypes.h"
#include "UObject/Object.h"
#include "SphereTreeTestListener.generated.h"

class USphereTreeComponent;

/** Binds to a component's events as a Blueprint would, counts them, and may do something rude in the middle. */
UCLASS()
class USphereTreeTestListener : public UObject
{
	GENERATED_BODY()

public:
	UFUNCTION()
	void HearBegin(USphereTreeComponent* Component, USphereTreeComponent* Other, const FSphereTreeContact& Contact);

	UFUNCTION()
	void HearStay(USphereTreeComponent* Component, USphereTreeComponent* Other, const FSphereTreeContact& Contact);

	UFUNCTION()
	void HearEnd(USphereTreeComponent* Component, USphereTreeComponent* Other);

	UFUNCTION()
	void HearOverlapBegin(USphereTreeComponent* Component, USphereTreeComponent* Other, const FSphereTreeContact& Contact);

	UFUNCTION()
	void HearOverlapEnd(USphereTreeComponent* Component, USphereTreeComponent* Other);

	UFUNCTION()
	void HearWait(USphereTreeComponent* Other, const FSphereTreeContact& Contact);

	UFUNCTION()
	void HearCancel(USphereTreeComponent* Other, const FSphereTreeContact& Contact);

	void Listen(USphereTreeComponent& Component);

	int32 Begins = 0;
	int32 Stays = 0;
	int32 Ends = 0;
	int32 OverlapBegins = 0;
	int32 OverlapEnds = 0;
	int32 Waits = 0;
	int32 Cancels = 0;
	FSphereTreeContact LastContact;
	bool bLastOtherWasNull = false;

	/** Done once, in the middle of the next begin event. */
	TFunction<void(USphereTreeComponent*, USphereTreeComponent*)> OnNextBegin;
};
