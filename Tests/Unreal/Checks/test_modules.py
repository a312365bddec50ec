import json
import subprocess
import tempfile
import unittest
from pathlib import Path

import modules
from compile_version import begins_with_common
from unreal import ENGINE_MODULES, MODULES, ROOT, STAND_IN, sources_of

OURS = ("SphereTreeCore", "SphereTree", "SphereTreeEditor", "SphereTreeTests", "SphereTreeEditorTests")


class OurModules(unittest.TestCase):
    maxDiff = None

    def test_every_include_belongs_to_a_listed_module(self):
        known = modules.Map(ROOT, STAND_IN, OURS)
        for module in OURS[1:]:
            self.assertEqual(known.check(module), [], module)

    def test_the_stand_in_knows_its_modules(self):
        self.assertEqual(set(modules.engine_headers(STAND_IN).values()), set(ENGINE_MODULES))

    def test_every_plugin_module_is_checked(self):
        plugin = json.loads((ROOT / "SphereTree.uplugin").read_text(encoding="utf-8"))
        self.assertLessEqual(set(OURS), {module["Name"] for module in plugin["Modules"]})

    def test_most_files_begin_with_the_common_header(self):
        files = [path for module in MODULES for path in sources_of(module)]
        rest = [path.name for path in files if not begins_with_common(path)]
        self.assertLess(len(rest), len(files) / 3, rest)
        with tempfile.TemporaryDirectory() as folder:
            planted = Path(folder) / "Thing.cpp"
            planted.write_text('#include "HAL/Platform.h"\n#include "CoreMinimal.h"\n')
            self.assertFalse(begins_with_common(planted))
            planted.write_text('#include "SphereTreeAsset.h"\n')
            self.assertTrue(begins_with_common(planted))

    def test_file_names_are_unique_across_modules(self):
        names = [path.name.lower() for module in OURS[1:] for path in (ROOT / "Source" / module).rglob("*") if path.suffix in (".h", ".cpp")]
        self.assertEqual(sorted({name for name in names if names.count(name) > 1}), [])


class Planted(unittest.TestCase):
    """A small plugin with one mistake at a time."""

    BUILD = (
        'using UnrealBuildTool;\npublic class Thing : ModuleRules {{ public Thing(ReadOnlyTargetRules Target) : base(Target) {{\n'
        "PublicDependencyModuleNames.AddRange(new string[] {{ {public} }});\n"
        "PrivateDependencyModuleNames.AddRange(new string[] {{ {private} }});\n}} }}\n"
    )

    def check(self, public, private, header="", source=""):
        with tempfile.TemporaryDirectory() as folder:
            thing = Path(folder) / "Source/Thing"
            for part in ("Public", "Private"):
                (thing / part).mkdir(parents=True)
            (thing / "Thing.Build.cs").write_text(self.BUILD.format(public=public, private=private))
            (thing / "Public/Thing.h").write_text('#pragma once\n#include "CoreMinimal.h"\n' + header)
            (thing / "Private/ThingInside.h").write_text("#pragma once\n")
            (thing / "Private/Thing.cpp").write_text('#include "Thing.h"\n#include <vector>\n' + source)
            return modules.Map(folder, STAND_IN, ("Thing",)).check("Thing")

    def test_a_sound_one_passes(self):
        self.assertEqual(self.check('"Core"', '"Engine"', source='#include "Engine/World.h"\n'), [])

    def test_an_unknown_header(self):
        self.assertIn("nobody knows Engine/NoSuchThing.h", str(self.check('"Core"', "", source='#include "Engine/NoSuchThing.h"\n')))

    def test_a_header_of_the_stand_in_itself(self):
        self.assertIn("nobody knows", str(self.check('"Core"', "", source='#include "UObject/StandInType.h"\n')))

    def test_a_missing_module(self):
        self.assertIn("belongs to Engine", str(self.check('"Core"', "", source='#include "Engine/World.h"\n')))

    def test_a_needless_module(self):
        self.assertIn("CoreUObject is listed", str(self.check('"Core"', '"CoreUObject"')))

    def test_a_public_header_with_a_private_dependency(self):
        faults = self.check('"Core"', '"Engine"', header='#include "Engine/World.h"\n')
        self.assertIn("lists as private", str(faults))

    def test_a_public_header_with_a_private_header(self):
        self.assertIn("which is private", str(self.check('"Core"', "", header='#include "ThingInside.h"\n')))

    def test_a_module_listed_twice(self):
        self.assertIn("public and as private", str(self.check('"Core"', '"Core"')))

    def test_a_module_in_a_comment_is_not_listed(self):
        self.assertIn("belongs to Engine", str(self.check('"Core" // , "Engine"\n', "", source='#include "Engine/World.h"\n')))


class Configuration(unittest.TestCase):
    """Config/*.ini: sections and keys that somebody reads."""

    def keys(self, name):
        section, found = "", []
        for line in (ROOT / "Config" / name).read_text(encoding="utf-8").splitlines():
            if line.startswith("["):
                section = line.strip("[]")
            elif line and not line.startswith(";"):
                found.append((section, line.partition("=")[0].lstrip("+-.!")))
        return found

    def test_the_scalability_snippet_names_real_variables(self):
        source = (ROOT / "Source/SphereTree/Private/SphereTreeFrameSettings.cpp").read_text(encoding="utf-8")
        keys = self.keys("Snippets/DefaultScalability.ini")
        self.assertTrue(keys)
        for section, key in keys:
            self.assertRegex(section, r"^EffectsQuality@[0-3]$|^EffectsQuality@Cine$")
            self.assertIn(f'TEXT("{key}")', source)

    def test_the_channel_snippet_is_a_channel(self):
        text = (ROOT / "Config/Snippets/DefaultEngine.ini").read_text(encoding="utf-8")
        self.assertIn("[/Script/Engine.CollisionProfile]", text)
        self.assertRegex(text, r'\+DefaultChannelResponses=\(Channel=ECC_GameTraceChannel\d+,DefaultResponse=ECR_\w+,bTraceType=(True|False),bStaticObject=False,Name="\w+"\)')

    def test_the_settings_snippet_names_real_settings(self):
        header = (ROOT / "Source/SphereTree/Public/SphereTreeSettings.h").read_text(encoding="utf-8")
        keys = self.keys("Snippets/DefaultGame.ini")
        self.assertTrue(keys)
        for section, key in keys:
            self.assertEqual(section, "/Script/SphereTree.SphereTreeSettings")
            self.assertRegex(header, rf"\b{key}\b")

    def test_the_plugin_claims_no_channel_itself(self):
        for path in (ROOT / "Config").glob("*.ini"):
            self.assertNotIn("CollisionProfile", path.read_text(encoding="utf-8"), path.name)


if __name__ == "__main__":
    unittest.main()
