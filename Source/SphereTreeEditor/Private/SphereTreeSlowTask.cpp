// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "SphereTreeSlowTask.h"

#include "CoreGlobals.h"
#include "Misc/App.h"

FSphereTreeSlowTask::FSphereTreeSlowTask(int32 Count, const FText& Title, const FText& InStep) : Task(static_cast<float>(Count), Title), Step(InStep)
{
	if (!FApp::IsUnattended() && !IsRunningCommandlet())
	{
		Task.MakeDialog(true);
	}
}

bool FSphereTreeSlowTask::Begin(int32 Index, int32 Count, const FString& Name)
{
	Tell(static_cast<float>(Index), FText::Format(Step, FText::FromString(Name), Index + 1, Count));
	First = Index;
	return !bCancelled;
}

bool FSphereTreeSlowTask::Advance(double Fraction)
{
	if (IsInGameThread())
	{
		Tell(static_cast<float>(First) + static_cast<float>(Fraction), FText::GetEmpty());
	}
	return !bCancelled;
}

void FSphereTreeSlowTask::Tell(float Reached, const FText& Message)
{
	// A frame is announced before its work, so what was reached is what the last one promised.
	if (Reached > Told || !Message.IsEmpty())
	{
		Task.EnterProgressFrame(FMath::Max(Reached - Told, 0.0f), Message);
		Told = FMath::Max(Told, Reached);
	}
	bCancelled = bCancelled || Task.ShouldCancel();
}
