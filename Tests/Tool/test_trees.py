"""inspect, verify, export and compare: what they say of a sound tree, of a changed one, and of no tree at all."""

import csv
import io
import json
import math
import unittest

import archive_file
from tree_tool import CUBE, TreeToolTest, run


class Inspect(TreeToolTest):
    def test_table_without_a_mesh_has_the_certified_errors(self):
        self.bake()
        shown = run("inspect", self.tree)
        self.assertEqual(shown.returncode, 0, shown.stderr)
        rows = [line.split() for line in shown.stdout.splitlines() if line.split()[0].isdigit()]
        nodes = self.archive().nodes
        for level in (0, 1, 2):
            errors = [n.error for n in nodes if n.level == level or (n.level < level and n.child_count == 0)]
            row = next(row for row in rows if row[0] == str(level) and len(row) == 5)
            self.assertEqual(int(row[1]), len(errors))
            self.assertAlmostEqual(float(row[3]), max(errors), delta=1e-3 * max(errors))
            self.assertAlmostEqual(float(row[4]), sum(errors) / len(errors), delta=1e-3 * max(errors))

    def test_with_a_mesh_the_referee_agrees(self):
        self.bake()
        shown = run("inspect", self.tree, "--mesh", self.cube, "--json")
        self.assertEqual(shown.returncode, 0, shown.stderr)
        inspected = json.loads(shown.stdout)
        self.assertAlmostEqual(inspected["boundingRadius"], math.sqrt(3), places=9)
        for level in inspected["levels"]:
            self.assertLessEqual(level["error"]["max"], level["certified"]["max"] * (1 + 1e-9))
            self.assertGreater(level["error"]["max"], 0.8 * level["certified"]["max"])
            self.assertEqual(level["uncoveredArea"]["value"], 0)
        root = inspected["levels"][0]
        radius = self.archive().nodes[0].radius
        self.assertAlmostEqual(
            root["wastedVolume"]["value"],
            4 / 3 * math.pi * radius**3 - 8,
            delta=5 * root["wastedVolume"]["standardError"],
        )
        self.assertIn("uncovered area", run("inspect", self.tree, "--mesh", self.cube).stdout)

    def test_csv_has_every_sphere_exactly(self):
        self.bake()
        for more in ([], ["--mesh", self.cube]):
            rows = list(csv.DictReader(io.StringIO(run("inspect", self.tree, "--csv", *more).stdout)))
            nodes = self.archive().nodes
            self.assertEqual(len(rows), len(nodes))
            for row, node in zip(rows, nodes):
                numbers = [float(row[name]) for name in ("x", "y", "z", "radius", "certified_error")]
                self.assertEqual(numbers, [node.x, node.y, node.z, node.radius, node.error])
                self.assertEqual((int(row["level"]), int(row["parent"])), (node.level, node.parent))
                self.assertEqual("error" in row, bool(more))

    def test_files_that_hold_no_tree(self):
        self.bake()
        sound = self.tree.read_bytes()
        broken = self.folder / "broken.sphtree"
        for data in (b"", b"SPHTREE", sound[:31], sound[:-1], sound + b"\0", b"v 0 0 0\n", bytes(1000)):
            broken.write_bytes(data)
            self.expect_sentence(run("inspect", broken), 1, "broken.sphtree")
        for at in range(0, len(sound), 211):
            broken.write_bytes(sound[:at] + bytes([sound[at] ^ 4]) + sound[at + 1 :])
            self.expect_sentence(run("inspect", broken), 1, "broken.sphtree")
        self.expect_sentence(run("inspect", self.folder), 1, "folder")
        self.expect_sentence(run("inspect", self.folder / "none.sphtree"), 1, "none.sphtree")
        self.expect_sentence(run("inspect", self.tree, "--mesh", self.folder / "none.obj"), 1, "none.obj")
        self.expect_sentence(run("inspect", self.tree, "--json", "--csv"), 2)


class Verify(TreeToolTest):
    def setUp(self):
        super().setUp()
        self.bake()
        self.sound = self.archive()

    def verify(self, mesh=None):
        return run("verify", mesh or self.cube, self.tree)

    def expect_broken(self, promise, *words):
        self.tree.write_bytes(self.sound.pack())
        finished = self.verify()
        self.assertEqual(finished.returncode, 3, finished.stdout + finished.stderr)
        self.assertIn(promise, finished.stdout)
        for word in words:
            self.assertIn(word, finished.stdout)

    def leaf(self):
        return next(i for i, node in enumerate(self.sound.nodes) if node.child_count == 0)

    def test_a_baked_tree_holds(self):
        finished = self.verify()
        self.assertEqual(finished.returncode, 0, finished.stderr)
        self.assertIn("Nested coverage is proven", finished.stdout)
        self.assertIn("Certified errors hold", finished.stdout)
        verdict = json.loads(run("verify", self.cube, self.tree, "--json").stdout)
        self.assertTrue(verdict["holds"])

    def test_a_shrunken_leaf_is_found(self):
        self.sound.nodes[self.leaf()].radius *= 0.5
        self.expect_broken("Nested coverage is broken", "Triangle", "node")

    def test_a_shrunken_inner_sphere_is_found(self):
        self.sound.nodes[1].radius *= 0.97
        self.expect_broken("Nested coverage is broken", "Triangle", "node")

    def test_a_moved_sphere_is_found(self):
        self.sound.nodes[self.leaf()].x += 0.5
        self.expect_broken("Nested coverage is broken")

    def test_a_lowered_error_is_found(self):
        for node in (0, 1, self.leaf()):
            before = self.sound.nodes[node].error
            self.sound.nodes[node].error *= 0.98
            self.expect_broken("A certified error is broken", f"Node {node} ")
            self.sound.nodes[node].error = before

    def test_a_grown_sphere_is_found_by_its_error(self):
        self.sound.nodes[3].radius *= 1.05
        self.expect_broken("A certified error is broken", "Node 3 ")

    def test_another_mesh_is_found(self):
        longer = self.write("longer.obj", CUBE.replace("v 2 2 2", "v 2.5 2 2"))
        self.assertEqual(self.verify(longer).returncode, 3)

    def test_an_unsound_tree_is_refused(self):
        self.sound.nodes[2].parent = 7
        self.tree.write_bytes(self.sound.pack())
        self.expect_sentence(self.verify(), 1, "cube.sphtree", "node 2")

    def test_files_that_cannot_be_read(self):
        self.expect_sentence(run("verify", self.folder / "no.obj", self.tree), 1, "no.obj")
        self.expect_sentence(run("verify", self.cube, self.folder / "no.sphtree"), 1, "no.sphtree")
        self.expect_sentence(run("verify", self.cube), 2)


class Export(TreeToolTest):
    def setUp(self):
        super().setUp()
        self.bake()
        self.nodes = self.archive().nodes

    def export(self, name, *arguments):
        path = self.folder / name
        finished = run("export", self.tree, "-o", path, *arguments)
        self.assertEqual(finished.returncode, 0, finished.stderr)
        return path.read_text().splitlines()

    def test_sph_is_the_complete_tree_in_heap_order(self):
        first, *lines = self.export("tree.sph")
        self.assertEqual(first, "3 8")
        self.assertEqual(len(lines), 1 + 8 + 64)
        places = {0: 0}
        for place in range(9):
            node = self.nodes[places[place]] if place in places else None
            for i in range(node.child_count if node else 0):
                places[place * 8 + 1 + i] = node.first_child + i
        self.assertEqual(len(places), len(self.nodes))
        for place, line in enumerate(lines):
            numbers = [float(word) for word in line.split()]
            self.assertEqual(len(numbers), 5)
            if place in places:
                node = self.nodes[places[place]]
                self.assertEqual(numbers[:4], [node.x, node.y, node.z, node.radius])
            else:
                self.assertLessEqual(numbers[3], 0)

    def test_sph_leaves_places_empty_where_the_tree_ends(self):
        archive = archive_file.Archive(branching=2, flags=2)
        archive.nodes = [
            archive_file.Node(0, 0, 0, 2, 1, -1, 1, 1, 0),
            archive_file.Node(1, 0, 0, 1, 0.5, 0, 2, 2, 1),
            archive_file.Node(1, 1, 0, 1, 0.5, 1, -1, 0, 2),
            archive_file.Node(1, 0, 1, 1, 0.5, 1, -1, 0, 2),
        ]
        self.tree.write_bytes(archive.pack())
        radii = [float(line.split()[3]) for line in self.export("tree.sph")[1:]]
        self.assertEqual(radii, [2, 1, -1, 1, 1, -1, -1])

    def test_lines_name_their_parents(self):
        lines = self.export("tree.txt")
        self.assertEqual(len(lines), len(self.nodes))
        for line, node in zip(lines, self.nodes):
            level, parent, *numbers = line.split()
            self.assertEqual((int(level), int(parent)), (node.level, node.parent))
            self.assertEqual([float(n) for n in numbers], [node.x, node.y, node.z, node.radius, node.error])
        piped = run("export", self.tree, "-o", "-", "--form", "lines")
        self.assertEqual(piped.stdout.splitlines(), lines)

    def test_obj_has_a_closed_ball_per_sphere(self):
        level = [node for node in self.nodes if node.level == 1]
        lines = self.export("balls.obj", "--levels", 1)
        self.assertEqual(sum(line.startswith("f ") for line in lines), 320 * len(level))
        corners = [tuple(map(float, line.split()[1:])) for line in lines if line.startswith("v ")]
        for i, node in enumerate(level):
            for corner in corners[i * 162 : (i + 1) * 162]:
                self.assertAlmostEqual(math.dist(corner, (node.x, node.y, node.z)), node.radius, places=12)
        self.export("two.obj", "--levels", "0,1", "--subdivisions", 0)
        report = json.loads(run("check", "--json", self.folder / "two.obj").stdout)["report"]
        self.assertEqual(report["closedComponents"], 1 + len(level))
        self.assertGreater(report["signedVolume"], 0)

    def test_what_cannot_be_done(self):
        self.expect_sentence(run("export", self.tree, "-o", self.folder / "x.obj", "--levels", 3), 1, "level 3")
        self.expect_sentence(run("export", self.tree, "-o", self.folder / "x.abc"), 2, "--form")
        self.expect_sentence(run("export", self.folder / "no.sphtree", "-o", self.folder / "x.sph"), 1, "no.sphtree")
        self.expect_sentence(run("export", self.cube, "-o", self.folder / "x.sph"), 1, "cube.obj", "SPHTREE")
        self.expect_sentence(run("export", self.tree, "-o", self.folder / "no" / "x.sph"), 1, "x.sph")
        self.assertFalse((self.folder / "x.obj").exists())


class Compare(TreeToolTest):
    def compare(self, *arguments):
        finished = run("compare", *arguments, "--methods", "octree,hubbard,grid,merge", "--depth", 1, "--samples", 500)
        self.assertEqual(finished.returncode, 0, finished.stderr)
        return finished.stdout

    def test_factors_are_quotients_of_errors(self):
        (compared,) = json.loads(self.compare(self.cube, "--json"))
        figures = {method["method"]: method["levels"][1] for method in compared["methods"]}
        self.assertEqual(sorted(figures), ["Grid", "Hubbard", "Merge", "Octree"])
        factors = {(row["method"], row["over"]): row for row in compared["improvements"]}
        self.assertEqual(sorted(factors), [("Grid", "Octree"), ("Merge", "Hubbard")])
        for (method, over), row in factors.items():
            self.assertNotIn("thesis", row)
            for factor, figure in zip(row["factors"], ("max", "rms")):
                self.assertAlmostEqual(factor, figures[over][figure] / figures[method][figure], places=9)

    def test_the_thesis_stands_beside_its_own_objects(self):
        for name, merge in (("Bunny-1500", 1.56), ("dragon", 1.59), ("S-shape", 1.35), ("ellipsoid_x", 1.21)):
            mesh = self.write(name + ".obj", CUBE)
            (compared,) = json.loads(self.compare(mesh, "--json"))
            rows = {row["method"]: row for row in compared["improvements"]}
            self.assertEqual(rows["Merge"]["thesis"][0], merge)
        text = self.compare(mesh)
        self.assertIn("1.21", text)
        self.assertIn("table 7.5", text)

    def test_csv_has_a_row_per_method_and_level(self):
        other = self.write("a,b.obj", CUBE)
        rows = list(csv.DictReader(io.StringIO(self.compare(self.cube, other, "--csv"))))
        self.assertEqual(len(rows), 2 * 4 * 2)
        self.assertEqual({row["mesh"] for row in rows}, {"cube", "a b"})
        for row in rows:
            self.assertLessEqual(float(row["max"]), float(row["certified_max"]) * (1 + 1e-9))
            self.assertGreater(int(row["spheres"]), 0)

    def test_what_fails_is_said_and_the_rest_is_printed(self):
        finished = run("compare", self.folder / "no.obj", self.cube, "--methods", "octree", "--depth", 1)
        self.assertEqual(finished.returncode, 1)
        self.assertIn("no.obj", finished.stderr)
        self.assertIn("cube, 12 triangles", finished.stdout)
        self.expect_sentence(run("compare", self.cube, "--methods", "octree,magic"), 2, "magic")
        self.expect_sentence(run("compare"), 2)


if __name__ == "__main__":
    unittest.main()
