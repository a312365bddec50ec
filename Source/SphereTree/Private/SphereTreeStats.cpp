// Copyright (c) The SphereTree authors. MIT licence, see LICENSE.

#include "SphereTreeStats.h"

#include "ProfilingDebugging/CsvProfiler.h"
#include "SphereTreeTypes.h"

DEFINE_STAT(STAT_SphereTreeFrame);
DEFINE_STAT(STAT_SphereTreeMove);
DEFINE_STAT(STAT_SphereTreeBroadPhase);
DEFINE_STAT(STAT_SphereTreeTraversal);
DEFINE_STAT(STAT_SphereTreeEvents);
DEFINE_STAT(STAT_SphereTreeQueries);
DEFINE_STAT(STAT_SphereTreeBodies);
DEFINE_STAT(STAT_SphereTreePairs);
DEFINE_STAT(STAT_SphereTreeOpenPairs);
DEFINE_STAT(STAT_SphereTreeContacts);
DEFINE_STAT(STAT_SphereTreeTests);
DEFINE_STAT(STAT_SphereTreeOverruns);

CSV_DEFINE_CATEGORY(SphereTree, false);

void FSphereTreeStats::Tell(const FSphereTreeBudgetReport& Report)
{
	SET_DWORD_STAT(STAT_SphereTreeBodies, Report.Bodies);
	SET_DWORD_STAT(STAT_SphereTreePairs, Report.Pairs);
	SET_DWORD_STAT(STAT_SphereTreeOpenPairs, Report.OpenPairs);
	SET_DWORD_STAT(STAT_SphereTreeContacts, Report.Contacts);
	SET_DWORD_STAT(STAT_SphereTreeTests, Report.Tests);
	SET_DWORD_STAT(STAT_SphereTreeOverruns, Report.Overruns);
	CSV_CUSTOM_STAT(SphereTree, Pairs, Report.Pairs, ECsvCustomStatOp::Set);
	CSV_CUSTOM_STAT(SphereTree, OpenPairs, Report.OpenPairs, ECsvCustomStatOp::Set);
	CSV_CUSTOM_STAT(SphereTree, Contacts, Report.Contacts, ECsvCustomStatOp::Set);
	CSV_CUSTOM_STAT(SphereTree, FrameMs, static_cast<float>(Report.FrameMs), ECsvCustomStatOp::Set);
	CSV_CUSTOM_STAT(SphereTree, WorstErrorCm, static_cast<float>(Report.WorstError), ECsvCustomStatOp::Set);
}
