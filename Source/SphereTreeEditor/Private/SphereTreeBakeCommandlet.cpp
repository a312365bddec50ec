// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "SphereTreeBakeCommandlet.h"

#include "Misc/FileHelper.h"
#include "SphereTreeBatch.h"
#include "SphereTreeLog.h"

USphereTreeBakeCommandlet::USphereTreeBakeCommandlet()
{
	IsClient = false;
	IsServer = false;
	IsEditor = true;
	LogToConsole = true;
	ShowErrorCount = true;
}

int32 USphereTreeBakeCommandlet::Main(const FString& Params)
{
	FSphereTreeBatchOptions Options;
	FString WhyNot;
	if (!FSphereTreeBatchOptions::Parse(Params, Options, WhyNot))
	{
		UE_LOG(LogSphereTree, Error, TEXT("%s"), *WhyNot);
		return 2;
	}
	const TArray<FSphereTreeBatchLine> Lines = FSphereTreeBatch::Run(Options, &FSphereTreeBatch::SaveThroughSourceControl);
	for (const FSphereTreeBatchLine& Line : Lines)
	{
		if (Line.IsBad())
		{
			UE_LOG(LogSphereTree, Error, TEXT("%s got no sphere tree: %s%s"), *Line.Outcome.MeshPath, *Line.Outcome.Reason, *Line.SaveFault);
		}
	}
	if (!Options.Report.IsEmpty() && !FFileHelper::SaveStringToFile(FSphereTreeBatch::WriteReport(Options, Lines), *Options.Report))
	{
		UE_LOG(LogSphereTree, Error, TEXT("The report %s cannot be written."), *Options.Report);
		return 1;
	}
	return FSphereTreeBatch::ExitCode(Lines);
}
