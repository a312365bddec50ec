using UnrealBuildTool;

public class SphereTreeTests : ModuleRules
{
  public SphereTreeTests(ReadOnlyTargetRules Target) : base(Target)
  {
    CppStandard = CppStandardVersion.Cpp20;
    PCHUsage = PCHUsageMode.UseExplicitOrSharedPCHs;
    bUseUnity = false;

    PrivateDependencyModuleNames.AddRange(
      new string[] { "Core", "CoreUObject", "Engine", "SphereTree", "SphereTreeCore" });
  }
}
