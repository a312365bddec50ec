import json
import unittest

from tree_tool import TreeToolTest, run


class Exact(TreeToolTest):
    """The cube reaches from 0 to 2."""

    def ask(self, *arguments):
        made = run("exact", *arguments, "--json", "--quiet")
        self.assertEqual(made.returncode, 0, made.stderr)
        return json.loads(made.stdout)

    def test_two_cubes(self):
        apart = self.ask(self.cube, self.cube, "--pose", 2.5, 0.5, 0)
        self.assertFalse(apart["touches"])
        self.assertAlmostEqual(apart["distance"], 0.5, 9)
        self.assertAlmostEqual(apart["closestPoints"][1][0] - apart["closestPoints"][0][0], 0.5, 9)
        meet = self.ask(self.cube, self.cube, "--pose", 1.9, 0.5, 0.1)
        self.assertTrue(meet["touches"])
        self.assertGreater(meet["trianglePairs"], 2)
        self.assertTrue(all(point["exact"] for point in meet["points"]))

    def test_shapes(self):
        for shape, reach in (("sphere:1", 1), ("box:1,1,1", 1), ("capsule:0.5,1", 0.5), ("cylinder:1,1", 1)):
            apart = self.ask(self.cube, shape, "--pose", 5, 1, 1)
            self.assertAlmostEqual(apart["distance"], 3 - reach, 6, shape)
            self.assertTrue(self.ask(self.cube, shape, "--pose", 2.2, 1, 1)["touches"], shape)
        self.assertTrue(self.ask("cone:1,1", "sphere:1", "--pose", 0, 1, 0)["touches"])
        self.assertAlmostEqual(self.ask("sphere:1", "sphere:1", "--pose", 3, 0, 0, "--scale", 0.5)["distance"], 1.5, 9)

    def test_a_baked_tree_needs_its_triangles(self):
        self.bake("--triangles")
        self.assertEqual(run("verify", self.cube, self.tree).returncode, 0)
        self.assertTrue(self.ask(self.tree, self.tree, "--pose", 1, 1, 1)["touches"])
        with_triangles = self.tree.stat().st_size
        self.bake()
        self.assertLess(self.tree.stat().st_size, with_triangles)
        self.expect_sentence(run("exact", self.tree, self.cube, "--quiet"), 1, "--triangles")

    def test_a_small_budget_is_no_proof(self):
        answer = self.ask(self.cube, self.cube, "--pose", 1.9, 0.5, 0.1, "--budget", "1ops")
        self.assertFalse(answer["finished"])
        self.assertTrue(answer["touches"], "who touches is never lost")

    def test_what_makes_no_sense_is_a_sentence(self):
        self.expect_sentence(run("exact", self.cube, "box:1,-1,1", "--quiet"), 1, "half sizes")
        self.expect_sentence(run("exact", self.cube, "pyramid:1,1", "--quiet"), 1, "pyramid:1,1")
        self.assertEqual(run("exact", self.cube).returncode, 2)
        self.assertEqual(run("exact", self.cube, self.cube, "--pose", 1, 2, 3, 4).returncode, 2)


class Shapes(TreeToolTest):
    def test_every_kind_meets_and_figures_repeat(self):
        made = [run("shapes", self.cube, "--json", "--quiet", "--frames", 90).stdout for _ in range(2)]
        self.assertEqual(*made)
        figures = json.loads(made[0])
        self.assertGreater(figures["met"]["box tree"], 0)
        self.assertGreater(figures["met"]["sphere box"], 0)
        self.assertGreaterEqual(figures["begun"], figures["ended"])
        self.assertGreater(sum(count > 0 for count in figures["met"].values()), 15)
        alone = json.loads(run("shapes", "--json", "--quiet", "--seed", 5).stdout)
        self.assertEqual(alone["contacts"], alone["exact"])
        self.assertIn("capsule", run("shapes", "--frames", 5, "--quiet").stdout)


if __name__ == "__main__":
    unittest.main()
