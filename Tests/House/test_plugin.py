import json
import re
import subprocess
import unittest

from house import ROOT, TemporaryFolder, our_files

# The documented fields of FPluginDescriptor and FModuleDescriptor, as far as we may ever want them.
PLUGIN_FIELDS = {
    "FileVersion": int,
    "Version": int,
    "VersionName": str,
    "FriendlyName": str,
    "Description": str,
    "Category": str,
    "CreatedBy": str,
    "CreatedByURL": str,
    "DocsURL": str,
    "MarketplaceURL": str,
    "SupportURL": str,
    "EngineVersion": str,
    "EnabledByDefault": bool,
    "CanContainContent": bool,
    "IsBetaVersion": bool,
    "IsExperimentalVersion": bool,
    "Installed": bool,
    "SupportedTargetPlatforms": list,
    "Modules": list,
    "Plugins": list,
}
MODULE_FIELDS = {
    "Name": str,
    "Type": str,
    "LoadingPhase": str,
    "PlatformAllowList": list,
    "PlatformDenyList": list,
    "TargetAllowList": list,
    "TargetDenyList": list,
    "AdditionalDependencies": list,
}
PLUGIN_NEEDS = ("FileVersion", "Version", "VersionName", "FriendlyName", "Description", "CreatedBy", "Modules")
MODULE_TYPES = ("Runtime", "UncookedOnly", "Editor")
LOADING_PHASES = ("PostConfigInit", "PreDefault", "Default", "PostEngineInit")


def find_field_faults(what, given, known, needed):
    faults = [f"{what}: {name} is not a documented field" for name in given if name not in known]
    faults += [f"{what}: {name} is missing" for name in needed if name not in given]
    faults += [
        f"{what}: {name} is not of type {known[name].__name__}"
        for name in given
        if name in known and type(given[name]) is not known[name]
    ]
    return faults


def find_descriptor_faults(text, modules_with_code):
    plugin = json.loads(text)
    faults = find_field_faults("the plugin", plugin, PLUGIN_FIELDS, PLUGIN_NEEDS)
    if plugin.get("FileVersion") != 3:
        faults.append("the plugin: FileVersion is not 3")
    for module in plugin.get("Modules", []):
        name = module.get("Name", "a module")
        faults += find_field_faults(name, module, MODULE_FIELDS, ("Name", "Type", "LoadingPhase"))
        if module.get("Type") not in MODULE_TYPES:
            faults.append(f"{name}: {module.get('Type')} is not a type that we use")
        if module.get("LoadingPhase") not in LOADING_PHASES:
            faults.append(f"{name}: {module.get('LoadingPhase')} is not a loading phase")
    listed = [module.get("Name") for module in plugin.get("Modules", [])]
    faults += [f"{name} is listed but has no Build.cs" for name in listed if name not in modules_with_code]
    faults += [f"{name} has a Build.cs but is not listed" for name in modules_with_code if name not in listed]
    return faults


def modules_with_code():
    found = [re.fullmatch(r"Source/(\w+)/(\w+)\.Build\.cs", name) for name in our_files()]
    return sorted(match.group(2) for match in found if match and match.group(1) == match.group(2))


class Descriptor(unittest.TestCase):
    def setUp(self):
        self.text = (ROOT / "SphereTree.uplugin").read_text(encoding="utf-8")

    def broken(self, change):
        plugin = json.loads(self.text)
        change(plugin)
        return find_descriptor_faults(json.dumps(plugin), modules_with_code())

    def test_the_descriptor_is_sound(self):
        self.assertIn("SphereTreeCore", modules_with_code())
        self.assertEqual(find_descriptor_faults(self.text, modules_with_code()), [])

    def test_mistakes_are_found(self):
        self.assertTrue(self.broken(lambda p: p.update(FileVersion=2)))
        self.assertTrue(self.broken(lambda p: p.update(Author="x")))
        self.assertTrue(self.broken(lambda p: p.update(Version="1")))
        self.assertTrue(self.broken(lambda p: p.pop("FriendlyName")))
        self.assertTrue(self.broken(lambda p: p["Modules"].clear()))
        self.assertTrue(self.broken(lambda p: p["Modules"][0].update(Type="Developer")))
        self.assertTrue(self.broken(lambda p: p["Modules"][0].update(LoadingPhase="Late")))
        self.assertTrue(self.broken(lambda p: p["Modules"][0].update(Name="SphereTreeShell")))

    def test_its_version_is_that_of_cmake_and_of_the_changelog(self):
        version = json.loads(self.text)["VersionName"]
        self.assertIn(f"VERSION {version} ", (ROOT / "CMakeLists.txt").read_text())
        self.assertRegex((ROOT / "CHANGELOG.md").read_text(), rf"(?m)^## {re.escape(version)}\b")

    def test_what_the_filter_names_exists(self):
        lines = (ROOT / "Config/FilterPlugin.ini").read_text().splitlines()
        self.assertEqual(lines[0], "[FilterPlugin]")
        named = [line for line in lines[1:] if line and not line.startswith(";")]
        self.assertTrue(named)
        for line in named:
            self.assertTrue((ROOT / line.lstrip("/").replace("...", "")).exists(), line)


class BuildRules(unittest.TestCase):
    """Every Build.cs compiles, for each engine version, against rules that know what that version knows."""

    VERSIONS = ("UE_5_3_OR_LATER", "UE_5_4_OR_LATER", "UE_5_5_OR_LATER", "UE_5_6_OR_LATER")

    def compile(self, source, defines):
        with TemporaryFolder() as folder:
            (folder / "Rules.cs").write_text(source)
            stub = ROOT / "Tests/House/UnrealRules.cs"
            command = ["mcs", "-nologo", "-warnaserror", "-target:library", f"-out:{folder}/rules.dll"]
            command += [f"-define:{';'.join(defines)}", str(stub), str(folder / "Rules.cs")]
            result = subprocess.run(command, capture_output=True, text=True)
            return "" if result.returncode == 0 else result.stdout + result.stderr

    def test_every_version(self):
        for name in modules_with_code():
            source = (ROOT / f"Source/{name}/{name}.Build.cs").read_text()
            for count in range(1, len(self.VERSIONS) + 1):
                self.assertEqual(self.compile(source, self.VERSIONS[:count]), "", (name, self.VERSIONS[count - 1]))

    def test_mistakes_are_found(self):
        source = (ROOT / "Source/SphereTreeCore/SphereTreeCore.Build.cs").read_text()
        self.assertTrue(self.compile(source.replace("bUseUnity", "bUseUnitty"), self.VERSIONS))
        self.assertTrue(self.compile(source.replace("Precise", "Exact"), self.VERSIONS))
        self.assertTrue(self.compile(source.replace("UE_5_6_OR_LATER", "UE_5_5_OR_LATER"), self.VERSIONS[:3]))
        self.assertTrue(self.compile(re.sub(r"#if.*?#elif \w+", "#if true", source, flags=re.S), self.VERSIONS))


if __name__ == "__main__":
    unittest.main()
