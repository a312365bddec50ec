// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#pragma once

#include "CoreMinimal.h"
#include "SphereTreeBaker.h"

class USphereTreeAsset;

/** Trees and bakes in words: for panels, reports and scripts. */
namespace SphereTreeReport
{
	FString ResultWord(ESphereTreeBakeResult Result);

	/** A text as JSON takes it. */
	FString Quote(const FString& Text);

	FString MeshJson(const FSphereTreeBakeOutcome& Outcome, const FString& SaveFault);

	/** The error table of the details panel: a heading, then a row for each level, each of five cells. */
	TArray<TArray<FString>> ErrorTable(const USphereTreeAsset& Asset);

	/** Memory, bake time and source in a line. */
	FString Summary(USphereTreeAsset& Asset);
}
