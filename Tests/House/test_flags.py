import json
import unittest

import seam
from house import BUILD, ROOT


class CompileFlags(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.commands = list(seam.apart(json.loads((BUILD / "compile_commands.json").read_text())))
        self.core = [entry for entry in self.commands if "/Source/SphereTreeCore/Private/Base/Task.cpp" in entry["file"]]

    def test_the_core_is_compiled_as_unreal_compiles_it(self):
        self.assertEqual(len(self.core), 1)
        self.assertEqual(seam.find_flag_faults(ROOT, self.commands), [])

    def test_a_missing_flag_is_found(self):
        for flag in ("-fno-exceptions", "-fno-rtti", "-ffp-contract=off", "-Werror"):
            self.core[0]["command"] = self.core[0]["command"].replace(f" {flag}", "")
            self.assertIn(
                f"Source/SphereTreeCore/Private/Base/Task.cpp is compiled without {flag}",
                seam.find_flag_faults(ROOT, self.commands),
            )

    def test_a_flag_that_undoes_another_is_found(self):
        self.core[0]["command"] += " -fexceptions"
        faults = seam.find_flag_faults(ROOT, self.commands)
        self.assertIn("Source/SphereTreeCore/Private/Base/Task.cpp is compiled with -fexceptions", faults)

    def test_a_source_that_is_not_compiled_is_found(self):
        self.commands.remove(self.core[0])
        faults = seam.find_flag_faults(ROOT, self.commands)
        self.assertIn("Source/SphereTreeCore/Private/Base/Task.cpp is not compiled", faults)


if __name__ == "__main__":
    unittest.main()
