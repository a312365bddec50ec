"""What the tests of the tree verbs share: the tool, a folder, and a few meshes made here."""

import os
import subprocess
import tempfile
import unittest
from pathlib import Path

import archive_file

TOOL = os.environ["SPHERETREE_TOOL"]

CUBE = "".join(f"v {x} {y} {z}\n" for z in (0, 2) for y in (0, 2) for x in (0, 2)) + "".join(
    f"f {a} {b} {d} {c}\n"
    for a, b, c, d in ((1, 3, 2, 4), (5, 6, 7, 8), (1, 2, 5, 6), (3, 7, 4, 8), (1, 5, 3, 7), (2, 4, 6, 8))
)
OPEN = "v 0 0 0\nv 1 0 0\nv 1 1 0.3\nv 0 1 0\nf 1 2 3\nf 1 3 4\n"


def run(*arguments, **options):
    return subprocess.run([TOOL, *map(str, arguments)], capture_output=True, text=True, timeout=300, **options)


class TreeToolTest(unittest.TestCase):
    """Each test has a folder of its own, with a cube and an open mesh in it."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="sphere tree ")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.cube = self.write("cube.obj", CUBE)
        self.open = self.write("open.obj", OPEN)
        self.tree = self.folder / "cube.sphtree"

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return path

    def bake(self, *arguments, mesh=None, output=None):
        """Two levels and few samples, unless the arguments say otherwise."""
        for option, value in (("--depth", 2), ("--samples", 500)):
            if option not in arguments:
                arguments += (option, value)
        made = run("bake", mesh or self.cube, "-o", output or self.tree, *arguments)
        self.assertEqual(made.returncode, 0, made.stderr)
        return made

    def archive(self):
        return archive_file.unpack(self.tree.read_bytes())

    def expect_sentence(self, finished, code, *words):
        """One line on standard error that holds the words, nothing on standard output."""
        self.assertEqual(finished.returncode, code, finished.stderr)
        self.assertEqual(finished.stdout, "")
        self.assertEqual(len(finished.stderr.splitlines()), 1, finished.stderr)
        for word in words:
            self.assertIn(str(word), finished.stderr)
