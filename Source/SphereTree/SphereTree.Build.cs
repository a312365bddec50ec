using UnrealBuildTool;

public class SphereTree : ModuleRules
{
  public SphereTree(ReadOnlyTargetRules Target) : base(Target)
  {
    CppStandard = CppStandardVersion.Cpp20;
    PCHUsage = PCHUsageMode.UseExplicitOrSharedPCHs;
    bUseUnity = false;

    PublicDependencyModuleNames.AddRange(new string[] { "Core", "CoreUObject", "Engine", "DeveloperSettings" });

    // Our public headers speak the engine's types only, so whoever uses them need not know the core.
    PrivateDependencyModuleNames.Add("SphereTreeCore");

    SetupGameplayDebuggerSupport(Target);
  }
}
