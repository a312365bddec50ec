import json
import os
import signal
import subprocess
import unittest

import archive_file
from tree_tool import TOOL, TreeToolTest, run


class Bake(TreeToolTest):
    def test_what_it_writes_is_what_the_layout_says(self):
        self.bake("--hybrid", "--method", "grid")
        data = self.tree.read_bytes()
        archive = archive_file.unpack(data)
        self.assertEqual(archive.pack(), data)
        self.assertEqual((archive.method, archive.branching), (2, 8))
        self.assertEqual(len(archive.volumes), len(archive.nodes))
        self.assertEqual(max(node.level for node in archive.nodes), 2)

    def test_every_method_by_every_spelling(self):
        for number, word in enumerate(
            ("octree", "solid-octree", "Grid", "HubbardMerge", "merge", "BURST", "expand", "spawn", "combined")
        ):
            self.bake("--method", word, "--depth", 1)
            self.assertEqual(self.archive().method, number)
            self.assertEqual(run("verify", self.cube, self.tree).returncode, 0, word)

    def test_same_bytes_for_every_number_of_threads(self):
        written = set()
        for threads in (1, 2, 3):
            self.bake("--threads", threads)
            written.add(self.tree.read_bytes())
        self.assertEqual(len(written), 1)

    def test_options_reach_the_recipe(self):
        self.bake("--branch", 3, "--depth", 1)
        self.assertEqual(self.archive().branching, 3)
        self.assertLessEqual(len(self.archive().nodes), 4)
        self.bake("--solid", "--depth", 1)
        self.assertEqual(self.archive().flags, 3)
        self.bake("--balance", "5,0,0.75", "--optimise", "--selection", "max-cover", "--samples", 1000, "--seed", 5)
        self.bake(mesh=self.open)
        self.assertEqual(self.archive().flags, 0)

    def test_json_says_what_was_made(self):
        made = json.loads(self.bake("--json").stdout)
        self.assertEqual(made["tree"]["method"], "Tight")
        self.assertEqual([level["level"] for level in made["levels"]], [0, 1, 2])
        self.assertEqual(made["tree"]["nodes"], len(self.archive().nodes))
        self.assertEqual(made["bytes"], self.tree.stat().st_size)

    def test_standard_output_can_take_the_tree(self):
        made = subprocess.run([TOOL, "bake", self.cube, "-o", "-", "--depth", "2"], capture_output=True)
        self.assertEqual(made.returncode, 0)
        self.bake("--samples", 5000)
        self.assertEqual(made.stdout, self.tree.read_bytes())

    def test_what_cannot_be_done_is_one_sentence_and_changes_nothing(self):
        self.tree.write_bytes(b"old")
        self.expect_sentence(run("bake", self.folder / "no.obj", "-o", self.tree), 1, "no.obj")
        self.expect_sentence(run("bake", self.open, "-o", self.tree, "--solid"), 1, "open.obj", "closed")
        self.expect_sentence(run("bake", self.cube, "-o", self.folder / "no" / "x.sphtree"), 1, "x.sphtree")
        self.expect_sentence(run("bake", self.cube, "-o", self.folder), 1, "folder")
        self.expect_sentence(run("bake", self.cube, "-o", self.cube / "x.sphtree"), 1, "x.sphtree")
        self.assertEqual(self.tree.read_bytes(), b"old")
        self.assertEqual(sorted(os.listdir(self.folder)), ["cube.obj", "cube.sphtree", "open.obj"])

    def test_wrong_usage(self):
        for words in (
            ["bake"],
            ["bake", self.cube],
            ["bake", self.cube, "-o", self.tree, "--method", "magic"],
            ["bake", self.cube, "-o", self.tree, "--depth", 9],
            ["bake", self.cube, "-o", self.tree, "--branch", 1],
            ["bake", self.cube, "-o", self.tree, "--balance", "5,0"],
            ["bake", self.cube, "-o", "-", "--json"],
        ):
            self.expect_sentence(run(*words), 2, "--help")
        self.assertFalse(self.tree.exists())

    def test_control_c_writes_nothing(self):
        points = 240  # a bumpy sheet that takes minutes to bake this deep
        lines = [f"v {x} {y} {(x * 7 + y * 13) % 5 * 0.3}" for y in range(points) for x in range(points)]
        for y in range(points - 1):
            for x in range(points - 1):
                a = y * points + x + 1
                lines.append(f"f {a} {a + 1} {a + points + 1} {a + points}")
        sheet = self.write("sheet.obj", "\n".join(lines))
        command = [TOOL, "bake", sheet, "-o", self.tree, "--depth", "7", "--samples", "400000"]
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as baking:
            line = baking.stderr.readline()
            self.assertTrue(line.startswith("baking: "), line)
            baking.send_signal(signal.SIGINT)
            said = baking.stderr.read()
            self.assertEqual(baking.wait(timeout=120), 130, said)
        self.assertIn("cancelled", said)
        self.assertEqual(sorted(os.listdir(self.folder)), ["cube.obj", "open.obj", "sheet.obj"])


if __name__ == "__main__":
    unittest.main()
