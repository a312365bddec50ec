import json
import struct

import archive_file
from tree_tool import CUBE, TreeToolTest, run


def chunks_of(data):
    chunks, at = [], 32
    while at < len(data):
        tag, (need, size) = data[at : at + 4], struct.unpack_from("<IQ", data, at + 4)
        chunks.append([tag, need, bytearray(data[at + 16 : at + 16 + size])])
        at += 16 + size + -size % 8
    return chunks


def packed(chunks):
    body = b"".join(t + struct.pack("<IQ", n, len(c)) + bytes(c) + b"\0" * (-len(c) % 8) for t, n, c in chunks)
    head = archive_file.MAGIC + struct.pack("<IIQ", 1, len(chunks), 32 + len(body))
    return head + struct.pack("<Q", archive_file.crc64(head + body)) + body


class Tabulate(TreeToolTest):
    """Two cubes of side 2, the second on a slider along x: they touch where it comes nearer than about 2."""

    def setUp(self):
        super().setUp()
        self.bake()
        self.table = self.folder / "pair.tss"
        self.slide = self.write("slide.json", json.dumps({"kind": "slider", "axis": [1, 0, 0], "ranges": [[1.5, 4]]}))

    def tabulate(self, *arguments, constraint=None):
        return run("tabulate", self.tree, self.tree, "--constraint", constraint or self.slide, "-o", self.table, *arguments)

    def verify(self, *arguments):
        return run("verify", self.tree, self.tree, self.table, "--poses", 2000, *arguments)

    def test_made_inspected_and_verified(self):
        made = self.tabulate("--json")
        self.assertEqual(made.returncode, 0, made.stderr)
        figures = json.loads(made.stdout)["table"]
        self.assertEqual(json.loads(run("inspect", self.table, "--json").stdout)["table"], figures)
        for smaller, larger in (("kept", "all"), ("colliding", "all"), ("smallest", "colliding"), ("minimal", "smallest")):
            self.assertTrue(all(a <= b for a, b in zip(figures[smaller], figures[larger])), (smaller, larger))
        self.assertGreater(figures["pairs"]["kept"], 0)
        self.assertLess(figures["pairs"]["kept"], figures["pairs"]["colliding"])
        self.assertIn("M_sm", run("inspect", self.table).stdout)
        self.assertEqual(len(run("inspect", self.table, "--csv").stdout.splitlines()), 1 + figures["pairs"]["kept"])
        verified = self.verify("--json")
        self.assertEqual(verified.returncode, 0, verified.stderr)
        verdict = json.loads(verified.stdout)
        self.assertTrue(verdict["holds"])
        self.assertGreater(verdict["collidingPoses"], 100)
        self.assertIn("Nothing is missed", self.verify().stdout)

    def test_the_same_bytes_for_every_number_of_threads(self):
        self.assertEqual(self.tabulate("--threads", 1).returncode, 0)
        one = self.table.read_bytes()
        self.assertEqual(self.tabulate("--threads", 3).returncode, 0)
        self.assertEqual(one, self.table.read_bytes())

    def test_a_planted_hole_is_found(self):
        narrow = self.write("narrow.json", json.dumps({"kind": "slider", "axis": [1, 0, 0], "ranges": [[2.2, 4]]}))
        self.assertEqual(self.tabulate("--keep", "pairs", constraint=narrow).returncode, 0)
        chunks = chunks_of(self.table.read_bytes())
        motion = next(contents for tag, _, contents in chunks if tag == b"TSSM")
        self.assertEqual(struct.unpack_from("<2d", motion, 160), (2.2, 4.0))
        struct.pack_into("<2d", motion, 160, 1.5, 4.0)  # it says that it looked there, and never did
        self.table.write_bytes(packed(chunks))
        finished = self.verify("--json")
        self.assertEqual(finished.returncode, 3, finished.stderr)
        verdict = json.loads(finished.stdout)
        self.assertGreater(verdict["missedPoses"], 0)
        self.assertLess(verdict["firstMissed"][0], 2.2)

    def test_meshes_grow_their_own_spheres(self):
        fine = self.write("fine.obj", CUBE)
        made = run("tabulate", fine, fine, "--constraint", self.slide, "-o", self.table, "--radius", 0.2, "--json")
        self.assertEqual(made.returncode, 0, made.stderr)
        self.assertEqual(json.loads(made.stdout)["table"]["sources"], ["grown", "grown"])
        self.assertEqual(run("verify", fine, fine, self.table, "--radius", 0.2, "--poses", 500).returncode, 0)
        self.expect_sentence(run("verify", fine, fine, self.table, "--poses", 500), 1, "other spheres")

    def test_a_deforming_body(self):
        points = [[x, y, z] for z in (0, 2) for y in (0, 2) for x in (0, 2)]
        field = {"weight": [0, 1], "points": points, "displacements": [[0, 0, 0.75 * point[2]] for point in points]}
        text = {"kind": "fixed", "rest": {"position": [0, 0, -3]}, "fields": [field]}
        bulge = self.write("bulge.json", json.dumps(text))
        arguments = ("--spheres", "vertices", "--radius", 0.3)
        made = run("tabulate", self.cube, self.cube, "--constraint", bulge, "-o", self.table, *arguments, "--json")
        self.assertEqual(made.returncode, 0, made.stderr)
        self.assertEqual(json.loads(made.stdout)["table"]["keep"], "pairs")
        check = ("verify", self.cube, self.cube, self.table, "--radius", 0.3, "--poses", 500)
        self.expect_sentence(run(*check), 1, "--constraint")
        verdict = json.loads(run(*check, "--constraint", bulge, "--json").stdout)
        self.assertTrue(verdict["holds"])
        self.assertGreater(verdict["collidingPoses"], 50)
        field["points"] = points[:3]
        self.write("bulge.json", json.dumps(text))
        self.expect_sentence(run("tabulate", self.cube, self.cube, "--constraint", bulge, "-o", self.table, *arguments), 1, "points")

    def test_nonsense_constraints(self):
        def refused(text, *words):
            path = self.write("bad.json", text if isinstance(text, str) else json.dumps(text))
            self.expect_sentence(self.tabulate(constraint=path), 1, "bad.json", *words)
            self.assertFalse(self.table.exists())

        hinge = {"kind": "hinge", "axis": [0, 0, 1], "ranges": [[0, 90]]}
        refused("{", "not JSON")
        refused("[]", "JSON object")
        refused({}, "kind")
        refused(hinge | {"kind": "spring"}, "kind")
        refused(hinge | {"ranges": [[90, 0]]}, "Range 1")
        refused(hinge | {"ranges": [[0, "wide"]]}, "number")
        refused(hinge | {"ranges": []}, "1 ranges")
        refused(hinge | {"ranges": [[-700, 0]]}, "full turn")
        refused(hinge | {"axis": [0, 0, 0]}, "axis")
        refused(hinge | {"axis": [0, 1]}, "three numbers")
        refused({"kind": "poses", "poses": []}, "empty")
        refused({"kind": "poses", "poses": [{"rotation": [0, 0, 0, 0]}]}, "Pose 1")
        refused({"kind": "poses", "poses": [3]}, "position")

    def test_many_poses_are_bounded_work(self):
        poses = [{"position": [4 - 2 * i / 3000, 0, 0]} for i in range(3000)]
        path = self.write("poses.json", json.dumps({"kind": "poses", "poses": poses}))
        self.assertEqual(self.tabulate(constraint=path).returncode, 0)
        self.assertEqual(self.verify().returncode, 0)
        self.expect_sentence(self.tabulate("--cells", 100, constraint=path), 1, "Leave some poses out")

    def test_files_and_words_that_are_wrong(self):
        self.expect_sentence(self.tabulate(constraint=self.folder / "no.json"), 1, "no.json")
        self.expect_sentence(run("tabulate", self.tree, self.folder / "no.sphtree", "--constraint", self.slide, "-o", self.table), 1, "no.sphtree")
        self.expect_sentence(self.tabulate("--keep", "all"), 2)
        self.expect_sentence(self.tabulate("--spheres", "grown"), 1, "is a tree")
        self.expect_sentence(self.tabulate("--spheres", "vertices"), 2, "--radius")
        self.assertEqual(self.tabulate().returncode, 0)
        self.expect_sentence(run("verify", self.tree, self.cube, self.table), 1, "is no tree")
        sound = self.table.read_bytes()
        for data in (b"", sound[:40], sound[:-1], sound + b"\0", self.tree.read_bytes()):
            self.table.write_bytes(data)
            self.expect_sentence(run("inspect", self.table), 1, "pair.tss")
        for at in range(0, len(sound), 97):
            self.table.write_bytes(sound[:at] + bytes([sound[at] ^ 4]) + sound[at + 1 :])
            self.expect_sentence(run("inspect", self.table), 1, "pair.tss")


if __name__ == "__main__":
    import unittest

    unittest.main()
