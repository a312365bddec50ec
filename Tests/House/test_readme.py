import re
import subprocess
import unittest

from house import BUILD, ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = {path: path.read_text(encoding="utf-8") for path in (ROOT / "README.md", *sorted((ROOT / "Docs").glob("*.md")))}


def commands(text):
    """Every line of every block marked sh, comments left out."""
    blocks = re.findall(r"^```sh\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    lines = [line.strip() for block in blocks for line in block.splitlines()]
    return [line for line in lines if line and not line.startswith("#")]


def run(command):
    """What went wrong; empty when nothing did. A make target is only looked up: this test runs inside make test."""
    if command.split()[0] == "make":
        command = f"make --dry-run {command[4:]}"
    here = command.replace("build/demo", f"'{BUILD}'")
    result = subprocess.run(["bash", "-euo", "pipefail", "-c", here], cwd=ROOT, capture_output=True, text=True)
    return "" if result.returncode == 0 else f"{command}\n{result.stdout}{result.stderr}"


class Readme(unittest.TestCase):
    maxDiff = None

    def test_it_names_the_two_commands(self):
        self.assertIn("make demo", commands(README))
        self.assertIn("make test", commands(README))

    def test_every_command_works(self):
        (ROOT / "out/demo").mkdir(parents=True, exist_ok=True)  # where make demo, which the text has run before, writes
        for path, text in PAGES.items():
            self.assertEqual([said for said in map(run, commands(text)) if said], [], path.name)

    def test_every_file_that_it_links_to_exists(self):
        for path, text in PAGES.items():
            for link in re.findall(r"\]\(([^)#]+)\)", text) + re.findall(r'src="([^"]+)"', text):
                if "://" not in link:
                    self.assertTrue((path.parent / link).exists(), f"{path.name}: {link}")

    def test_the_index_names_every_page(self):
        index = (ROOT / "Docs/README.md").read_text(encoding="utf-8")
        for path in (ROOT / "Docs").glob("*.md"):
            if path.name != "README.md":
                self.assertIn(f"({path.name})", index)

    def test_every_make_target_that_it_names_exists(self):
        targets = sorted(set(re.findall(r"`make ([a-z-]+)`", "".join(PAGES.values()))))
        self.assertEqual([said for said in (run(f"make {target}") for target in targets) if said], [])

    def test_help_lists_the_targets(self):
        said = subprocess.run(["make", "-s", "help"], cwd=ROOT, capture_output=True, text=True).stdout
        for target in "demo test bench lint test-asan test-tsan fuzz help clean".split():
            self.assertRegex(said, rf"make {target}\s")


class Planted(unittest.TestCase):
    TEXT = "# A\n```sh\n# remark\nmake demo\n  false\n```\n```text\nrm -rf x\n```\n"

    def test_only_marked_blocks_count(self):
        self.assertEqual(commands(self.TEXT), ["make demo", "false"])

    def test_a_failing_command_and_an_unknown_target_are_found(self):
        self.assertTrue(run("false"))
        self.assertTrue(run("make no-such-target"))
        self.assertFalse(run("true"))


if __name__ == "__main__":
    unittest.main()
