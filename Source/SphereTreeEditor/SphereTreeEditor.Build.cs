using UnrealBuildTool;

public class SphereTreeEditor : ModuleRules
{
  public SphereTreeEditor(ReadOnlyTargetRules Target) : base(Target)
  {
    CppStandard = CppStandardVersion.Cpp20;
    PCHUsage = PCHUsageMode.UseExplicitOrSharedPCHs;
    bUseUnity = false;

    PublicDependencyModuleNames.AddRange(new string[] { "Core", "CoreUObject", "Engine", "SphereTree" });

    PrivateDependencyModuleNames.AddRange(new string[] { "SphereTreeCore",
      // geometry, cache, files
      "MeshDescription", "StaticMeshDescription", "RenderCore", "DerivedDataCache", "AssetRegistry", "SourceControl",
      // poses of animations
      "AnimationBlueprintLibrary",
      // menus, windows, assets
      "AssetDefinition", "ContentBrowser", "PropertyEditor", "Slate", "SlateCore", "ToolMenus", "UnrealEd" });
  }
}
