"""spheretree evaluate: the tables agree with one another, and a run that was stopped goes on."""

import csv
import json
import signal
import subprocess
import time
import unittest

from tree_tool import TOOL, TreeToolTest, run


class EvaluateTest(TreeToolTest):
    def setUp(self):
        super().setUp()
        self.out = self.folder / "evaluation"
        self.command = ["evaluate", self.cube, "-o", self.out, "--quick", "--quiet"]

    def without_times(self):
        tables = json.loads((self.out / "evaluation.json").read_text())
        for row in tables["trees"]:
            del row["bakeSeconds"]
        return tables

    def test_stopped_it_goes_on_and_says_the_same_in_every_form(self):
        process = subprocess.Popen([TOOL, *map(str, self.command)], stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 120
        while len(list(self.out.glob("units/*.json"))) < 2 and time.monotonic() < deadline:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(timeout=60), 130)
        self.assertFalse((self.out / "evaluation.json").exists())
        kept = {path: path.stat().st_mtime_ns for path in self.out.glob("units/*.json")}

        finished = run(*self.command)
        self.assertEqual(finished.returncode, 0, finished.stderr)
        self.assertIn("from an earlier run", finished.stdout)
        self.assertEqual(kept, {path: path.stat().st_mtime_ns for path in kept}, "what was done was done again")
        tables = self.without_times()
        self.check_trees(tables["trees"])
        self.check_frames(tables["frames"])
        for name in ("trees", "frames"):
            with open(self.out / f"{name}.csv", newline="", encoding="utf-8") as file:
                rows = list(csv.DictReader(file))
            self.assertEqual(len(rows), len(tables[name]))
            self.assertEqual({row["method"] for row in rows}, {row["method"] for row in tables[name]})
        page = (self.out / "Evaluation.md").read_text(encoding="utf-8")
        self.assertIn("spheretree evaluate", page)
        for method in {row["method"] for row in tables["trees"]}:
            self.assertIn(f"| {method} |", page)

    def check_trees(self, rows):
        self.assertIn("Combined", {row["method"] for row in rows})
        for row in rows:
            self.assertEqual(row["uncoveredArea"], 0)
            self.assertLessEqual(row["max"], row["certifiedMax"] * (1 + 1e-6) + 1e-9)
            self.assertLessEqual(row["mean"], row["max"])

    def check_frames(self, rows):
        """More operations, less error: the thesis's curves fall."""
        curves = {}
        for row in rows:
            curves.setdefault((row["method"], row["scheduler"]), []).append((row["budgetOperations"], row["bound"]))
        self.assertGreaterEqual(len(curves), 12)
        for name, curve in curves.items():
            bounds = [bound for _, bound in sorted(curve)]
            self.assertLessEqual(bounds[-1], bounds[0] * (1 + 1e-9), name)

    def test_sentences(self):
        missing = self.folder / "none.obj"
        self.expect_sentence(run("evaluate", missing, "-o", self.out), 1, "none.obj")
        self.expect_sentence(run("evaluate", self.cube, "-o", self.cube), 1, "cube.obj")


if __name__ == "__main__":
    unittest.main()
