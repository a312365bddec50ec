using UnrealBuildTool;

public class SphereTreeCore : ModuleRules
{
  public SphereTreeCore(ReadOnlyTargetRules Target) : base(Target)
  {
    CppStandard = CppStandardVersion.Cpp20;
    bEnableExceptions = false;
    bUseRTTI = false;

    // A seed gives the same tree on every machine: sums are neither reordered nor fused. A module that sets this
    // cannot share a precompiled header, and the core has no engine header to precompile.
    FPSemantics = FPSemanticsMode.Precise;
    PCHUsage = PCHUsageMode.NoPCHs;

    // One algorithm, one file, each with helpers of its own.
    bUseUnity = false;

    // Eight spheres are tested side by side; every x86-64 processor since about 2015 can. (Property since 5.3.)
    MinCpuArchX64 = MinimumCpuArchitectureX64.AVX2;

    // Eigen asks in #if for names that only some compilers define.
#if UE_5_6_OR_LATER
    CppCompileWarningSettings.UndefinedIdentifierWarningLevel = WarningLevel.Off;
#elif UE_5_5_OR_LATER
    UndefinedIdentifierWarningLevel = WarningLevel.Off;
#else
    bEnableUndefinedIdentifierWarnings = false;
#endif

    PublicDependencyModuleNames.Add("Core");
    PrivateDependencyModuleNames.Add("Eigen");
  }
}
