"""spheretree batch: what it finds, writes, keeps and leaves behind when it is killed."""

import json
import os
import random
import shutil
import signal
import subprocess
import time
import unittest
from pathlib import Path

from tree_tool import CUBE, TOOL, TreeToolTest, run

QUICK = ("--depth", "2", "--samples", "300", "--method", "merge", "--medial", "60", "--region-medial", "20")


def block(width, height):
    """A cube stretched along two axes: as many different meshes as are wanted."""
    lines = []
    for line in CUBE.splitlines():
        word, *numbers = line.split()
        if word == "v":
            x, y, z = map(float, numbers)
            line = f"v {x * width} {y * height} {z}"
        lines.append(line)
    return "\n".join(lines) + "\n"


def files_below(folder):
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()
    }


class BatchTest(TreeToolTest):
    def setUp(self):
        super().setUp()
        self.meshes, self.trees = self.folder / "meshes", self.folder / "trees"
        for i in range(8):
            path = self.meshes / ("props" if i % 2 else "walls/low") / f"block{i}.obj"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block(1 + i, 1 + i % 3))

    def batch(self, *arguments, code=0, output=None):
        made = run("batch", self.meshes, "-o", output or self.trees, "--quiet", *QUICK, *arguments)
        self.assertEqual(made.returncode, code, made.stderr)
        return made

    def report(self, *arguments, code=0, **options):
        path = self.folder / "report.json"
        self.batch("--report", path, *arguments, code=code, **options)
        return json.loads(path.read_text())

    def test_trees_lie_as_their_meshes_do_and_are_what_bake_makes(self):
        made = self.batch("--no-cache")
        self.assertEqual(made.stdout, "8 baked, 0 from the cache, 0 failed, of 8 meshes.\n")
        self.assertEqual(
            set(files_below(self.trees)),
            {f"{'props' if i % 2 else 'walls/low'}/block{i}.sphtree" for i in range(8)},
        )
        alone = run("bake", self.meshes / "props/block1.obj", "-o", self.tree, *QUICK)
        self.assertEqual(alone.returncode, 0, alone.stderr)
        self.assertEqual(self.tree.read_bytes(), (self.trees / "props/block1.sphtree").read_bytes())

    def test_meshes_of_one_name_keep_their_extension(self):
        (self.meshes / "props/block1.off").write_text("OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n")
        self.batch("--no-cache")
        names = set(files_below(self.trees / "props"))
        self.assertLessEqual({"block1.obj.sphtree", "block1.off.sphtree", "block3.sphtree"}, names)
        self.assertNotIn("block1.sphtree", names)

    def test_a_bad_mesh_is_named_and_the_others_are_baked(self):
        (self.meshes / "broken.obj").write_text("nothing of the kind")
        report = self.report(code=3)
        self.assertEqual(report["counts"], {"baked": 8, "cached": 0, "failed": 1, "not reached": 0})
        failed = [row for row in report["meshes"] if row["outcome"] == "failed"]
        self.assertEqual([row["mesh"] for row in failed], ["broken.obj"])
        self.assertIn("broken.obj", failed[0]["sentence"])

    def test_what_was_baked_comes_from_the_cache_until_anything_differs(self):
        first = self.report()
        self.assertEqual(first["counts"]["baked"], 8)
        times = {path: path.stat().st_mtime_ns for path in self.trees.rglob("*.sphtree")}
        self.assertEqual(self.report()["counts"], {"baked": 0, "cached": 8, "failed": 0, "not reached": 0})
        self.assertEqual(times, {path: path.stat().st_mtime_ns for path in self.trees.rglob("*.sphtree")})
        self.assertEqual(self.report("--seed", "2")["counts"]["baked"], 8)
        (self.meshes / "props/block1.obj").write_text(block(9, 9))
        self.assertEqual(self.report()["counts"], {"baked": 1, "cached": 7, "failed": 0, "not reached": 0})

    def test_the_same_geometry_under_another_name_is_not_baked_again(self):
        self.batch()
        shutil.copy(self.meshes / "props/block1.obj", self.meshes / "twin.obj")
        self.assertEqual(self.report()["counts"]["cached"], 9)
        self.assertEqual((self.trees / "twin.sphtree").read_bytes(), (self.trees / "props/block1.sphtree").read_bytes())

    def test_a_damaged_cache_entry_is_as_good_as_none(self):
        self.batch()
        expected = files_below(self.trees)
        for number, path in enumerate(sorted((self.trees / ".cache").rglob("*.sphtree"))):
            whole = path.read_bytes()
            path.write_bytes((b"", whole[:100], whole[:-1] + bytes([whole[-1] ^ 1]))[number % 3])
        shutil.rmtree(self.trees / "props")
        self.assertEqual(self.report()["counts"]["baked"], 8)
        self.assertEqual(files_below(self.trees), expected)

    def test_shards_share_the_work_and_agree(self):
        self.batch(output=self.folder / "whole")
        names = []
        for index in (1, 2, 3):
            report = self.report("--shard", f"{index}/3")
            names += [row["mesh"] for row in report["meshes"]]
        self.assertEqual(len(names), 8)
        self.assertEqual(len(set(names)), 8)
        self.assertEqual(files_below(self.trees), files_below(self.folder / "whole"))
        for wrong in ("0/3", "4/3", "1", "1/", "a/b", "1/3x"):
            self.assertEqual(run("batch", self.meshes, "-o", self.trees, "--shard", wrong).returncode, 2, wrong)

    @unittest.skipUnless(shutil.which("parallel"), "GNU parallel is not installed")
    def test_two_processes_of_gnu_parallel(self):
        self.batch(output=self.folder / "whole")
        finished = subprocess.run(
            ["parallel", "--will-cite", "-q", "-j2", TOOL, "batch", str(self.meshes), "-o", str(self.trees), "--quiet"]
            + ["--threads", "1", *QUICK, "--shard", "{}/2", ":::", "1", "2"],
            capture_output=True, text=True, timeout=300, env=dict(os.environ, PARALLEL_HOME=str(self.folder)),
        )  # fmt: skip
        self.assertEqual(finished.returncode, 0, finished.stderr)
        self.assertEqual(files_below(self.trees), files_below(self.folder / "whole"))

    def test_a_job_array(self):
        """As a farm does it: one job each, its number in the environment."""
        self.batch(output=self.folder / "whole")
        script = self.folder / "job.sh"
        script.write_text(f'"{TOOL}" batch "$1" -o "$2" --quiet {" ".join(QUICK)} --shard "$SLURM_ARRAY_TASK_ID/4"\n')
        jobs = [
            subprocess.Popen(
                ["sh", script, self.meshes, self.trees],
                env=dict(os.environ, SLURM_ARRAY_TASK_ID=str(i)),
                stdout=subprocess.DEVNULL,
            )
            for i in (1, 2, 3, 4)
        ]
        self.assertEqual([job.wait(timeout=300) for job in jobs], [0, 0, 0, 0])
        self.assertEqual(files_below(self.trees), files_below(self.folder / "whole"))

    def start(self, output):
        return subprocess.Popen(
            [TOOL, "batch", str(self.meshes), "-o", str(output), "--quiet", *QUICK],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip

    def test_killed_at_twenty_moments_it_ends_with_the_same_files(self):
        begin = time.monotonic()
        self.batch(output=self.folder / "whole")
        length, expected = time.monotonic() - begin, files_below(self.folder / "whole")
        moments, unfinished = random.Random(1), 0
        for kill in range(20):
            output = self.folder / f"killed{kill}"
            process = self.start(output)
            time.sleep(moments.uniform(0, length))
            process.kill()
            process.wait()
            for name, data in files_below(output).items() if output.exists() else ():
                if not name.endswith(".unfinished"):
                    self.assertEqual(data, expected[name], f"{name} is not whole after kill {kill}")
            unfinished += not output.exists() or files_below(output) != expected
            self.batch(output=output)
            self.assertEqual(files_below(output), expected, f"kill {kill}")
            shutil.rmtree(output)
        self.assertGreater(unfinished, 4, "hardly any kill came in time: nothing was tested")

    def test_a_leftover_of_a_killed_writer_is_cleared_away(self):
        self.batch()
        expected = files_below(self.trees)
        entry = next((self.trees / ".cache").rglob("*.sphtree"))
        for place in (entry, self.trees / "props/block1.sphtree"):
            Path(f"{place}.1-of-1.unfinished").write_bytes(b"half")
        self.batch()
        self.assertEqual(files_below(self.trees), expected)

    def test_ctrl_c_keeps_what_is_finished(self):
        for i in range(40):
            (self.meshes / f"more{i}.obj").write_text(block(1 + i / 7, 2 + i / 9))
        process = self.start(self.trees)
        deadline = time.monotonic() + 60
        while not list(self.trees.rglob("*.sphtree")) and time.monotonic() < deadline:
            time.sleep(0.005)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(timeout=60), 130)
        self.assertEqual([name for name in files_below(self.trees) if name.endswith("unfinished")], [])
        self.assertEqual(self.report()["counts"]["failed"], 0)

    def test_sentences(self):
        self.expect_sentence(run("batch", self.folder / "none", "-o", self.trees), 1, "none")
        (self.folder / "empty").mkdir()
        self.expect_sentence(run("batch", self.folder / "empty", "-o", self.trees), 1, "no mesh", "--extensions")
        report = self.folder / "nowhere/report.json"
        self.expect_sentence(run("batch", self.meshes, "-o", self.trees, "--report", report), 1, "nowhere")
        self.assertFalse(self.trees.exists(), "a batch that cannot report must not begin")

    def test_a_dry_run_writes_nothing(self):
        listed = self.batch("--dry-run").stdout.splitlines()
        self.assertEqual(len(listed), 8)
        self.assertFalse(self.trees.exists())

    def test_trees_may_lie_among_the_meshes(self):
        self.batch(output=self.meshes)
        self.assertEqual(self.report(output=self.meshes)["counts"]["cached"], 8)


if __name__ == "__main__":
    unittest.main()
