using UnrealBuildTool;

public class SphereTreeEditorTests : ModuleRules
{
  public SphereTreeEditorTests(ReadOnlyTargetRules Target) : base(Target)
  {
    CppStandard = CppStandardVersion.Cpp20;
    PCHUsage = PCHUsageMode.UseExplicitOrSharedPCHs;
    bUseUnity = false;

    PrivateDependencyModuleNames.AddRange(new string[] { "Core", "CoreUObject", "Engine", "SphereTree", "SphereTreeEditor",
      "AssetRegistry", "MeshDescription", "StaticMeshDescription", "UnrealEd" });
  }
}
