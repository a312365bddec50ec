// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#pragma once

#include "Commandlets/Commandlet.h"
#include "CoreMinimal.h"
#include "SphereTreeBakeCommandlet.generated.h"

/** UnrealEditor-Cmd Project.uproject -run=SphereTreeBake -Path=/Game/Props -Recipe=Balanced -Shard=2/8 -Force -Report=out.json */
UCLASS()
class USphereTreeBakeCommandlet : public UCommandlet
{
	GENERATED_BODY()

public:
	USphereTreeBakeCommandlet();

	//~ UCommandlet
	virtual int32 Main(const FString& Params) override;
};
