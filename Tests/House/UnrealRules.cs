// As much of UnrealBuildTool's rules as our Build.cs files use, so that mcs can compile them: names and types from
// Epic's public documentation and from public plugins. What a version does not have is not here for that version.
using System.Collections.Generic;

namespace UnrealBuildTool
{
  public enum CppStandardVersion { Cpp17, Cpp20, Latest }
  public enum WarningLevel { Default, Off, Warning, Error }
  public enum MinimumCpuArchitectureX64 { None, AVX, AVX2, AVX512, Default }
  public enum FPSemanticsMode { Default, Precise, Imprecise }

  public class ReadOnlyTargetRules
  {
    public bool bBuildEditor = false;
  }

#if UE_5_6_OR_LATER
  public class CppCompileWarnings
  {
    public WarningLevel UndefinedIdentifierWarningLevel;
    public WarningLevel ShadowVariableWarningLevel;
  }
#endif

  public class ModuleRules
  {
    public enum PCHUsageMode { Default, NoPCHs, NoSharedPCHs, UseSharedPCHs, UseExplicitOrSharedPCHs }

    public ModuleRules(ReadOnlyTargetRules target) { Target = target; }

    public readonly ReadOnlyTargetRules Target;
    public readonly List<string> PublicDependencyModuleNames = new List<string>();
    public readonly List<string> PrivateDependencyModuleNames = new List<string>();
    public readonly List<string> PrivateDefinitions = new List<string>();

    // ue5coro UE5CoroDebug.Build.cs: SetupGameplayDebuggerSupport(Target, bAddAsPublicDependency: true)
    public void SetupGameplayDebuggerSupport(ReadOnlyTargetRules target, bool bAddAsPublicDependency = false) {}

    public CppStandardVersion CppStandard;
    public FPSemanticsMode FPSemantics;
    public PCHUsageMode PCHUsage;
    public bool bEnableExceptions;
    public bool bUseRTTI;
    public bool bUseUnity;
#if UE_5_3_OR_LATER
    public MinimumCpuArchitectureX64 MinCpuArchX64;
#endif
#if UE_5_6_OR_LATER
    // The older spellings are obsolete from here on, and a warning is an error.
    public readonly CppCompileWarnings CppCompileWarningSettings = new CppCompileWarnings();
    [System.Obsolete] public WarningLevel UndefinedIdentifierWarningLevel;
    [System.Obsolete] public bool bEnableUndefinedIdentifierWarnings;
#elif UE_5_5_OR_LATER
    public WarningLevel UndefinedIdentifierWarningLevel;
    [System.Obsolete] public bool bEnableUndefinedIdentifierWarnings;
#else
    public bool bEnableUndefinedIdentifierWarnings;
#endif
  }
}
