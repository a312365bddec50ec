// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "SphereTreeFrameSettings.h"

#include "HAL/IConsoleManager.h"
#include "SphereTreeSettings.h"

// -1 is "not set": the project's setting counts. So nothing must be copied between settings and console, and a packaged
// game reads the same values as the editor.
static TAutoConsoleVariable<float> CVarSphereTreeFrameTimeBudgetMs(TEXT("SphereTree.FrameTimeBudgetMs"), -1.0f, TEXT("Milliseconds of a frame for finding contacts. -1: the project setting."), ECVF_Scalability);
static TAutoConsoleVariable<int32> CVarSphereTreeOperationsPerFrame(TEXT("SphereTree.OperationsPerFrame"), -1, TEXT("Operations of a frame for finding contacts. -1: the project setting."), ECVF_Scalability);
static TAutoConsoleVariable<int32> CVarSphereTreeBudgetKind(TEXT("SphereTree.BudgetKind"), -1, TEXT("0 time, 1 operations, 2 both. -1: the project setting."), ECVF_Default);
static TAutoConsoleVariable<int32> CVarSphereTreeScheduler(TEXT("SphereTree.Scheduler"), -1, TEXT("0 best first, 1 breadth first, 2 two classes, 3 depth first. -1: the project setting."), ECVF_Default);
static TAutoConsoleVariable<int32> CVarSphereTreeWorkerThreads(TEXT("SphereTree.WorkerThreads"), -1, TEXT("Pieces that the search is cut into for worker threads. -1: the project setting."), ECVF_Scalability);
static TAutoConsoleVariable<int32> CVarSphereTreeMaxContactsPerPair(TEXT("SphereTree.MaxContactsPerPair"), -1, TEXT("Contact points that are kept for two bodies. -1: the project setting."), ECVF_Scalability);
static TAutoConsoleVariable<int32> CVarSphereTreeOperationsPerQuery(TEXT("SphereTree.OperationsPerQuery"), -1, TEXT("Operations of one query. -1: the project setting."), ECVF_Scalability);
#if !UE_BUILD_SHIPPING
static TAutoConsoleVariable<int32> CVarSphereTreeDebugContacts(TEXT("SphereTree.Debug.Contacts"), -1, TEXT("1 draws contacts, with a ring as large as the error bound. -1: the project setting."), ECVF_Cheat);
static TAutoConsoleVariable<int32> CVarSphereTreeDebugOpenPairs(TEXT("SphereTree.Debug.OpenPairs"), 0, TEXT("1 draws a line between bodies that the budget left undecided."), ECVF_Cheat);
static TAutoConsoleVariable<int32> CVarSphereTreeDebugLevel(TEXT("SphereTree.Debug.Level"), -2, TEXT("Draws the spheres of this level; -1 none. -2: the project setting."), ECVF_Cheat);
#endif

namespace
{
	template <typename T>
	T FirstSet(T FromConsole, T FromProject)
	{
		return FromConsole >= T(0) ? FromConsole : FromProject;
	}

	void ReadBudget(const USphereTreeSettings& Project, double WorldMs, int64 WorldOperations, FSphereTreeFrameSettings& Out)
	{
		const bool bWorld = WorldMs >= 0.0 || WorldOperations >= 0;
		const int32 WorldKind = WorldMs >= 0.0 ? (WorldOperations >= 0 ? 2 : 0) : 1;
		const int32 Kind = FirstSet(CVarSphereTreeBudgetKind.GetValueOnGameThread(), bWorld ? WorldKind : static_cast<int32>(Project.BudgetKind));
		const double ConsoleMs = static_cast<double>(CVarSphereTreeFrameTimeBudgetMs.GetValueOnGameThread());
		const int64 ConsoleOperations = CVarSphereTreeOperationsPerFrame.GetValueOnGameThread();
		Out.BudgetMs = FirstSet(ConsoleMs, FirstSet(WorldMs, static_cast<double>(Project.FrameTimeBudgetMs)));
		Out.bTimed = Kind != static_cast<int32>(ESphereTreeBudgetKind::Operations);
		if (Out.bTimed)
		{
			Out.Budget.seconds = Out.BudgetMs * 1e-3;
		}
		if (Kind != static_cast<int32>(ESphereTreeBudgetKind::Time))
		{
			Out.Budget.operations = FirstSet(ConsoleOperations, FirstSet(WorldOperations, static_cast<int64>(Project.OperationsPerFrame)));
		}
	}
}

FSphereTreeFrameSettings FSphereTreeFrameSettings::Read(double WorldMs, int64 WorldOperations)
{
	const USphereTreeSettings& Project = *GetDefault<USphereTreeSettings>();
	FSphereTreeFrameSettings Out;
	ReadBudget(Project, WorldMs, WorldOperations, Out);
	const int32 Scheduler = FirstSet(CVarSphereTreeScheduler.GetValueOnGameThread(), static_cast<int32>(Project.Scheduler));
	Out.Traversal.scheduler = static_cast<spheretree::Scheduler>(FMath::Clamp(Scheduler, 0, 3));
	Out.Traversal.lanes = FMath::Clamp(FirstSet(CVarSphereTreeWorkerThreads.GetValueOnGameThread(), Project.WorkerThreads), 1, 64);
	Out.MaxContactsPerPair = FMath::Clamp(FirstSet(CVarSphereTreeMaxContactsPerPair.GetValueOnGameThread(), Project.MaxContactsPerPair), 1, 64);
	return Out;
}

spheretree::Budget FSphereTreeQuerySettings::ReadBudget(int32 Operations)
{
	const int32 Usual = FirstSet(CVarSphereTreeOperationsPerQuery.GetValueOnGameThread(), GetDefault<USphereTreeSettings>()->OperationsPerQuery);
	return spheretree::Budget::Operations(Operations > 0 ? Operations : Usual);
}

ECollisionChannel FSphereTreeQuerySettings::ReadChannel(ECollisionChannel Channel)
{
	const ECollisionChannel Chosen = Channel == ECC_MAX ? GetDefault<USphereTreeSettings>()->QueryChannel.GetValue() : Channel;
	return Chosen >= 0 && Chosen < 32 ? Chosen : ECC_Visibility;
}

FSphereTreeDrawSettings FSphereTreeDrawSettings::Read()
{
	FSphereTreeDrawSettings Out;
#if !UE_BUILD_SHIPPING
	const USphereTreeSettings& Project = *GetDefault<USphereTreeSettings>();
	Out.bContacts = FirstSet(CVarSphereTreeDebugContacts.GetValueOnGameThread(), Project.bDrawContacts ? 1 : 0) > 0;
	Out.bOpenPairs = CVarSphereTreeDebugOpenPairs.GetValueOnGameThread() > 0;
	const int32 ConsoleLevel = CVarSphereTreeDebugLevel.GetValueOnGameThread();
	Out.Level = ConsoleLevel >= -1 ? ConsoleLevel : Project.DrawLevel;
#endif
	return Out;
}
