// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#pragma once

#include "CoreMinimal.h"
#include "Misc/ScopedSlowTask.h"
#include "SphereTreeBaker.h"

#include <atomic>

/** The editor's progress bar. It belongs to the game thread, which takes part in the work and so comes by often enough. */
class FSphereTreeSlowTask final : public ISphereTreeBakeProgress
{
public:
	/** Step says what is begun: {0} its name, {1} of {2}. */
	FSphereTreeSlowTask(int32 Count, const FText& Title, const FText& InStep);

	//~ ISphereTreeBakeProgress
	virtual bool Begin(int32 Index, int32 Count, const FString& Name) override;
	virtual bool Advance(double Fraction) override;

private:
	void Tell(float Reached, const FText& Message);

	FScopedSlowTask Task;
	FText Step;
	float Told = 0.0f;
	int32 First = 0;
	std::atomic<bool> bCancelled{false};
};
