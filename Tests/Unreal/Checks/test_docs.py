import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from compile_version import compile_text
from unreal import CXX, ROOT, STAND_IN, compile_flags

PAGES = sorted((ROOT / "Docs/Unreal").glob("*.md"))


def blocks(text):
    return re.findall(r"^```cpp\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


class Examples(unittest.TestCase):
    """What the pages show compiles, as it stands."""

    maxDiff = None

    def test_every_page_has_an_example(self):
        self.assertGreaterEqual(len(PAGES), 8)
        self.assertEqual([page.name for page in PAGES if page.name != "Testing.md" and not blocks(page.read_text(encoding="utf-8"))], [])

    def test_plain_examples(self):
        texts = [block for page in PAGES for block in blocks(page.read_text(encoding="utf-8")) if not block.startswith("// ")]
        self.assertGreaterEqual(len(texts), 7)
        self.assertEqual(compile_text("".join(texts), 6), "")  # together: they share headers, and no name twice

    def test_examples_with_reflection(self):
        named = [block for page in PAGES for block in blocks(page.read_text(encoding="utf-8")) if block.startswith("// ")]
        self.assertTrue(named)
        with tempfile.TemporaryDirectory() as folder:
            game = Path(folder) / "MyGame"
            game.mkdir()
            for block in named:
                (game / block.split()[1]).write_text(block.partition("\n")[2], encoding="utf-8")
            tool = [sys.executable, "-B", str(ROOT / "Tests/Unreal/HeaderTool/header_tool.py"), "--out", f"{folder}/Generated"]
            tool += ["--stand-in", str(STAND_IN), str(ROOT / "Source/SphereTree"), str(game)]
            told = subprocess.run(tool, capture_output=True, text=True)
            self.assertEqual(told.stdout + told.stderr, "")
            for source in sorted(game.glob("*.cpp")) + [Path(folder) / "Generated/MyGame/MyGame.gen.cpp"]:
                command = [CXX, *compile_flags(6), "-I", str(game), "-I", f"{folder}/Generated/MyGame", str(source)]
                said = subprocess.run(command, capture_output=True, text=True)
                self.assertEqual(said.stderr, "")

    def test_a_broken_example_is_found(self):
        self.assertTrue(compile_text('#include "SphereTreeSubsystem.h"\nvoid F(USphereTreeSubsystem& S) { S.SetBudget(1); }\n', 6))

    def test_links(self):
        for page in PAGES:
            for link in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
                self.assertTrue((page.parent / link).exists(), (page.name, link))

    def test_the_settings_page_names_every_variable_and_setting(self):
        page = (ROOT / "Docs/Unreal/Settings.md").read_text(encoding="utf-8") + (ROOT / "Docs/Unreal/Debugging.md").read_text(encoding="utf-8")
        source = (ROOT / "Source/SphereTree/Private/SphereTreeFrameSettings.cpp").read_text(encoding="utf-8")
        for name in re.findall(r'TEXT\("(SphereTree\.[\w.]+)"\)', source):
            self.assertIn(name, page)
        header = (ROOT / "Source/SphereTree/Public/SphereTreeSettings.h").read_text(encoding="utf-8")
        for name in re.findall(r"UPROPERTY\(config.*\n\t\S+ b?(\w+)", header):
            words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)
            self.assertIn(words, page)


if __name__ == "__main__":
    unittest.main()
