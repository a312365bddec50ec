"""spheretree shells: trees of shells, boxes and balls; and their rows in compare."""

import json
import unittest

from tree_tool import TreeToolTest, run


class Shells(TreeToolTest):
    def tree_of(self, *arguments):
        finished = run("shells", *arguments, "--json", "--quiet")
        self.assertEqual(finished.returncode, 0, finished.stderr)
        return json.loads(finished.stdout)

    def test_every_kind_is_built_and_proven(self):
        for kind, names in (("shells", ["shells"]), ("boxes", ["boxes"]), ("balls", ["balls"]), ("mixed", ["balls", "shells"])):
            said = self.tree_of(self.cube, "--kind", kind)
            self.assertTrue(said["proven"])
            self.assertEqual((said["triangles"], said["nodes"]), (12, 23))
            self.assertEqual(sum(level[name] for level in said["levels"] for name in names), 23, kind)
        self.assertIn("proven", run("shells", self.cube).stdout)

    def test_a_written_tree_is_read_again_and_a_changed_one_is_refused(self):
        file = self.folder / "cube.sphshell"
        said = self.tree_of(self.cube, "-o", file, "--kind", "shells", "--threads", 1)
        first = file.read_bytes()
        self.assertEqual(self.tree_of(file), said)
        self.tree_of(self.cube, "-o", file, "--kind", "shells", "--threads", 3)
        self.assertEqual(file.read_bytes(), first)
        file.write_bytes(first[:200] + bytes([first[200] ^ 1]) + first[201:])
        self.expect_sentence(run("shells", file), 1, "cube.sphshell", "checksum")
        self.expect_sentence(run("shells", self.folder / "no.sphshell"), 1, "no.sphshell")
        self.expect_sentence(run("inspect", file), 1)

    def test_two_bodies_touch_or_do_not(self):
        for kind in ("shells", "boxes", "balls", "mixed"):
            apart = self.tree_of(self.cube, self.cube, "--pose", 2.001, 0.3, 0.2, "--kind", kind)
            self.assertEqual((apart["touches"], apart["finished"], apart["contacts"]), (False, True, 0))
            near = self.tree_of(self.cube, self.cube, "--pose", 1.999, 0.3, 0.2, "--kind", kind)
            self.assertEqual((near["touches"], near["exact"], near["separationAtMost"]), (True, True, 0))
            every = self.tree_of(self.cube, self.cube, "--pose", 1.999, 0.3, 0.2, "--kind", kind, "--all")
            self.assertEqual(len(every["triangles"]), every["contacts"])
            self.assertGreater(every["contacts"], 4)
        small = self.tree_of(self.cube, self.cube, "--pose", 2.5, 0.3, 0.2, "--scale", 0.1)
        self.assertFalse(small["touches"])

    def test_a_budget_ends_it_and_says_so(self):
        said = self.tree_of(self.cube, self.cube, "--pose", 1, 1, 1, "--all", "--budget", "1ops")
        self.assertTrue(said["touches"])
        self.assertFalse(said["finished"])
        self.assertGreater(said["separationAtMost"], 0)
        self.assertIn("budget ended", run("shells", self.cube, self.cube, "--budget", "1ops").stdout)

    def test_what_makes_no_sense_is_a_sentence(self):
        self.expect_sentence(run("shells", self.cube, "--kind", "cones"), 2, "cones")
        self.expect_sentence(run("shells", self.cube, self.cube, "--pose", 1, 2, 3, 4), 2, "--pose")
        self.expect_sentence(run("shells", self.cube, self.cube, "--scale", 0), 2)
        self.expect_sentence(run("shells", self.folder / "no.obj"), 1, "no.obj")
        self.expect_sentence(run("shells"), 2)

    def test_compare_has_rows_for_shells_and_boxes(self):
        finished = run("compare", self.cube, "--methods", "octree,shells,boxes", "--depth", 1, "--samples", 500, "--json")
        self.assertEqual(finished.returncode, 0, finished.stderr)
        (compared,) = json.loads(finished.stdout)
        rows = {row["method"]: row["levels"][1] for row in compared["methods"]}
        self.assertEqual(set(rows), {"Octree", "Shells", "Boxes"})
        for name in ("Shells", "Boxes"):
            self.assertEqual(rows[name]["spheres"], 8)
            self.assertTrue(0 < rows[name]["mean"] <= rows[name]["max"] < compared["methods"][0]["boundingRadius"])


if __name__ == "__main__":
    unittest.main()
