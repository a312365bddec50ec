// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "SphereTreeReport.h"

#include "ProfilingDebugging/ResourceSize.h"
#include "SphereTreeAsset.h"

FString SphereTreeReport::ResultWord(ESphereTreeBakeResult Result)
{
	switch (Result)
	{
	case ESphereTreeBakeResult::Built:
		return TEXT("built");
	case ESphereTreeBakeResult::Fresh:
		return TEXT("fresh");
	case ESphereTreeBakeResult::Cancelled:
		return TEXT("cancelled");
	default:
		return TEXT("failed");
	}
}

FString SphereTreeReport::Quote(const FString& Text)
{
	FString Out = TEXT("\"");
	for (int32 Index = 0; Index < Text.Len(); ++Index)
	{
		const TCHAR Letter = Text[Index];
		if (Letter < 32 || Letter == TEXT('"') || Letter == TEXT('\\'))
		{
			Out += FString::Printf(TEXT("\\u%04x"), static_cast<uint32>(Letter));
		}
		else
		{
			Out.AppendChar(Letter);
		}
	}
	return Out + TEXT("\"");
}

FString SphereTreeReport::MeshJson(const FSphereTreeBakeOutcome& Outcome, const FString& SaveFault)
{
	const bool bUnsaved = !SaveFault.IsEmpty();
	FString Text = FString::Printf(TEXT("{\"mesh\": %s, \"outcome\": \"%s\", \"cached\": %s, \"seconds\": %.3f"), *Quote(Outcome.MeshPath),
		bUnsaved ? TEXT("failed") : *ResultWord(Outcome.Result), Outcome.bFromCache ? TEXT("true") : TEXT("false"), Outcome.Seconds);
	if (const USphereTreeAsset* Asset = Outcome.Asset.Get())
	{
		TArray<FString> Levels;
		for (const FSphereTreeLevel& Level : Asset->GetLevels())
		{
			Levels.Add(FString::Printf(TEXT("{\"spheres\": %d, \"errorCm\": %.6g}"), Level.Spheres, Level.ErrorCm));
		}
		Text += FString::Printf(TEXT(", \"tree\": %s, \"spheres\": %d, \"levels\": [%s]"), *Quote(Asset->GetPathName()), Asset->GetSphereCount(), *FString::Join(Levels, TEXT(", ")));
	}
	if (!Outcome.Reason.IsEmpty() || bUnsaved)
	{
		Text += TEXT(", \"reason\": ") + Quote(Outcome.Reason + SaveFault);
	}
	return Text + TEXT("}");
}

TArray<TArray<FString>> SphereTreeReport::ErrorTable(const USphereTreeAsset& Asset)
{
	TArray<TArray<FString>> Rows;
	Rows.Add({TEXT("Level"), TEXT("Spheres"), TEXT("Largest error"), TEXT("Mean error"), TEXT("Wasted volume")});
	const TArray<FSphereTreeLevel> Levels = Asset.GetLevels();
	for (int32 Index = 0; Index < Levels.Num(); ++Index)
	{
		const TArray<double>& Wasted = Asset.BakeReport.WastedVolumes;
		Rows.Add({FString::FromInt(Index), FString::FromInt(Levels[Index].Spheres), FString::Printf(TEXT("%.3g cm"), Levels[Index].ErrorCm),
			FString::Printf(TEXT("%.3g cm"), Levels[Index].MeanErrorCm), Wasted.IsValidIndex(Index) ? FString::Printf(TEXT("%.3g cm3"), Wasted[Index]) : FString(TEXT("-"))});
	}
	return Rows;
}

FString SphereTreeReport::Summary(USphereTreeAsset& Asset)
{
	FResourceSizeEx Size;
	Asset.GetResourceSizeEx(Size);
	return FString::Printf(TEXT("%.1f KB in memory; baked from %d triangles (%s) in %.2f s%s"), static_cast<double>(Size.GetTotalMemoryBytes()) / 1024.0,
		Asset.BakeReport.Triangles, *Asset.BakeReport.Source, Asset.BakeReport.Seconds, Asset.IsStale() ? TEXT("; older than its mesh or its settings") : TEXT(""));
}
