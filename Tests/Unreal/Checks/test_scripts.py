import py_compile
import re
import runpy
import sys
import tempfile
import types
import unittest
from pathlib import Path

import scripts
from unreal import ROOT, headers_of

import grammar

FILES = sorted((ROOT / "Content/Python").glob("*.py"))


def our_headers():
    return [grammar.read_header(path, module) for module in ("SphereTree", "SphereTreeEditor") for path in headers_of(module)]


class OurScripts(unittest.TestCase):
    maxDiff = None

    def test_they_compile(self):
        self.assertEqual(len(FILES), 3)
        with tempfile.TemporaryDirectory() as folder:
            for path in FILES:
                py_compile.compile(str(path), cfile=f"{folder}/{path.stem}.pyc", doraise=True)

    def test_they_call_only_what_the_library_exports(self):
        functions, fields = scripts.exported(our_headers())
        self.assertGreaterEqual(len(functions), 9)
        for path in FILES:
            self.assertEqual(scripts.find_faults(path.name, path.read_text(encoding="utf-8"), functions, fields), [])

    def test_every_script_is_documented(self):
        page = (ROOT / "Docs/Unreal/Python.md").read_text(encoding="utf-8")
        self.assertEqual([path.name for path in FILES if path.name not in page], [])
        functions, _ = scripts.exported(our_headers())
        self.assertEqual([name for name in functions if name not in page], [])

    def test_the_cache_has_the_version_of_the_plugin(self):
        """Another core makes other trees: a cache that does not notice would serve old ones."""
        source = (ROOT / "Source/SphereTreeEditor/Private/SphereTreeBakeKey.h").read_text(encoding="utf-8")
        version = re.search(r'CoreVersion = TEXT\("([^"]+)"\)', source).group(1)
        self.assertIn(f'"VersionName": "{version}"', (ROOT / "SphereTree.uplugin").read_text(encoding="utf-8"))


class Run(unittest.TestCase):
    """The scripts run, against a library that remembers what it was asked."""

    def run_script(self, name, words):
        figures = types.SimpleNamespace(
            tree_path="/Game/ST_A.ST_A", mesh_path="/Game/A.A",
            levels=[types.SimpleNamespace(spheres=1, error_cm=9.5, mean_error_cm=9.5), types.SimpleNamespace(spheres=8, error_cm=2.0, mean_error_cm=1.0)],
            bake_report=types.SimpleNamespace(seconds=0.5, source="LOD 0", wasted_volumes=[100.0]))
        result = lambda outcome: types.SimpleNamespace(outcome=outcome, mesh_path="/Game/A.A", reason="why", tree="tree")
        calls = []

        def remember(function, answer):
            return lambda *words: calls.append((function, *words)) or answer

        library = types.SimpleNamespace(
            find_static_meshes=remember("find_static_meshes", ["/Game/A.A", "/Game/B.B"]),
            build_sphere_trees_by_path=remember("build", [result("built"), result("failed")]),
            save_sphere_tree=remember("save", True), find_sphere_trees=remember("find_sphere_trees", ["one", "two"]),
            is_sphere_tree_stale=lambda tree: tree == "two", get_sphere_tree_figures=remember("figures", figures),
            rebuild_sphere_tree=remember("rebuild", result("built")))
        said = []
        fake = types.SimpleNamespace(SphereTreeEditorLibrary=library, log=said.append, log_warning=said.append)
        kept = sys.modules.get("unreal"), sys.argv
        sys.modules["unreal"], sys.argv = fake, [name, *words]
        try:
            runpy.run_path(str(ROOT / "Content/Python" / name), run_name="__main__")
        finally:
            sys.modules["unreal"], sys.argv = kept
        return calls, said

    def test_bake_folder(self):
        calls, said = self.run_script("spheretree_bake_folder.py", ["/Game/Props", "--force"])
        self.assertEqual(calls, [("find_static_meshes", "/Game/Props"), ("build", ["/Game/A.A", "/Game/B.B"], True), ("save", "tree")])
        self.assertEqual(said, ["/Game/A.A: why", "1 built, 0 fresh, 1 failed, 0 cancelled"])

    def test_list_stale(self):
        calls, said = self.run_script("spheretree_list_stale.py", ["/Game", "--rebuild"])
        self.assertEqual(calls, [("find_sphere_trees", "/Game"), ("figures", "two"), ("rebuild", "two"), ("save", "two")])
        self.assertEqual(said[-1], "1 stale sphere trees below /Game")

    def test_errors_csv(self):
        with tempfile.TemporaryDirectory() as folder:
            self.run_script("spheretree_errors_csv.py", ["/Game", f"{folder}/errors.csv"])
            lines = Path(f"{folder}/errors.csv").read_text(encoding="utf-8").splitlines()
        self.assertEqual(len(lines), 5)
        self.assertEqual(lines[2], "/Game/ST_A.ST_A,/Game/A.A,1,8,2.0,1.0,,0.5,LOD 0")


class Planted(unittest.TestCase):
    FUNCTIONS, FIELDS = {"bake": (1, 2)}, {"outcome"}

    def faults(self, text):
        return scripts.find_faults("x.py", "import unreal\n" + text, self.FUNCTIONS, self.FIELDS)

    def test_a_sound_one_passes(self):
        self.assertEqual(self.faults("result = unreal.SphereTreeEditorLibrary.bake(1)\nprint(result.outcome)\n"), [])
        self.assertEqual(self.faults("library = unreal.SphereTreeEditorLibrary\nlibrary.bake(1, True)\n"), [])

    def test_a_function_that_is_not_exported(self):
        self.assertIn("does not export boil", str(self.faults("unreal.SphereTreeEditorLibrary.boil(1)\n")))
        self.assertIn("does not export boil", str(self.faults("library = unreal.SphereTreeEditorLibrary\nlibrary.boil(1)\n")))

    def test_a_wrong_number_of_arguments(self):
        self.assertIn("takes 1 to 2 arguments, not 3", str(self.faults("unreal.SphereTreeEditorLibrary.bake(1, 2, 3)\n")))
        self.assertIn("takes 1 to 2 arguments, not 0", str(self.faults("unreal.SphereTreeEditorLibrary.bake()\n")))

    def test_a_field_that_is_not_there(self):
        self.assertIn("has outcomes", str(self.faults("print(unreal.SphereTreeEditorLibrary.bake(1).outcomes)\n")))

    def test_something_else_of_unreal(self):
        self.assertIn("unreal.EditorAssetLibrary is not ours", str(self.faults("unreal.EditorAssetLibrary.save_asset(1)\n")))

    def test_what_does_not_compile(self):
        self.assertTrue(self.faults("def f(:\n"))

    def test_names(self):
        self.assertEqual(scripts.snake("BuildSphereTreesByPath"), "build_sphere_trees_by_path")
        self.assertEqual(scripts.snake("bFromCache"), "from_cache")
        self.assertEqual(scripts.snake("MeanErrorCm"), "mean_error_cm")


if __name__ == "__main__":
    unittest.main()
