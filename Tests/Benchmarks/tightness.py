#!/usr/bin/env python3
"""How tight Tight is: Tests/Benchmarks/tightness.py BUILD

Bakes the named meshes of Tests/Scenes by every method with the tool that is built in BUILD (build/release, say), and
prints for each level Tight's error beside the best of the others; then Tight's error as a part of the best published
tool's, over seeds. Exit code 1 when another method is better anywhere.

  --anchors FOLDER   meshes of the anchors' table (bunny.obj, dragon.obj, ...); those of Tests/Scenes when left out
  --seeds 1,2,3      for the anchors' table
  --preset tight     fast, balanced or tight
  --skip-methods     only the anchors' table
  --threads N        0 for as many as the machine has
"""
import argparse
import csv
import io
import pathlib
import re
import subprocess
import sys
import tempfile

ANCHORS = ["bunny-1500", "dragon-1500", "cube", "ellipsoid", "s-shape", "torus", "plate"]
LARGE = {"dragon-48k", "dragon-203k", "dragon-871k"}  # hours for some of the older methods
SAME = 1.001  # where one best answer is known to several, the last digit is no loss


def run(*command):
    return subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True).stdout


def compare(tool, meshes, *options):
    return run(tool, "compare", *meshes, "--quiet", *options)


def errors_of(text):
    """{(mesh, level): {method: (surface error, certified error)}}, in bounding radii."""
    found = {}
    for row in csv.DictReader(io.StringIO(text)):
        unit = float(row["bounding_radius"])
        figures = (float(row["max"]) / unit, float(row["certified_max"]) / unit)
        found.setdefault((row["mesh"], int(row["level"])), {})[row["method"]] = figures
    return found


def print_methods(tool, meshes, options):
    print(f"{'mesh':24} level {'Tight':>8}  best of the others   certified: Tight, others")
    losses = 0
    for (mesh, level), methods in errors_of(compare(tool, meshes, "--csv", *options)).items():
        if level == 0 or "Tight" not in methods:
            continue
        ours = methods.pop("Tight")
        best = min(methods, key=lambda name: methods[name][0])
        certified = min(figures[1] for figures in methods.values())
        # A hollow body's sphere can lie outside it with its surface and hold the whole cavity: there only the error
        # of the whole ball says anything.
        is_loss = ours[0] > SAME * methods[best][0] and ours[1] > SAME * certified
        losses += is_loss
        print(f"{mesh:24} {level:5} {ours[0]:8.5f}  {methods[best][0]:8.5f} {best:10}  {ours[1]:8.5f} {certified:8.5f}"
              f"{'  LOST' if is_loss else ''}")
    return losses


def ratios_of(text):
    """The row of Tight in the table against the best published tool: max and mean of each level."""
    after = text.split("best published tool", 1)[1]
    line = next(line for line in after.splitlines() if line.split()[:1] == ["Tight"])
    head = next(line for line in after.splitlines() if "method" in line.split()[:1])
    cells = {match.group(): line[:match.end()].split()[-1] for match in re.finditer(r"\S+(?: \S+)*", head)}
    return [float(cells[f"{level} {figure}"]) for figure in ("max", "mean") for level in (1, 2, 3)]


def print_anchors(tool, meshes, seeds, options):
    for mesh in meshes:
        rows = [ratios_of(compare(tool, [mesh], "--methods", "tight", "--seed", seed, *options)) for seed in seeds]
        spans = [f"{min(column):.2f}-{max(column):.2f}" for column in zip(*rows)]
        print(f"{pathlib.Path(mesh).stem:12} max {' / '.join(spans[:3])}   mean {' / '.join(spans[3:])}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--anchors", type=pathlib.Path)
    parser.add_argument("--seeds", default="1,2,3")
    parser.add_argument("--preset", default="tight")
    parser.add_argument("--threads", default="0")
    parser.add_argument("--skip-methods", action="store_true")
    wanted = parser.parse_args()
    tool, export = wanted.build / "bin/spheretree", wanted.build / "bin/spheretree-scenes-export"
    options = ["--preset", wanted.preset, "--threads", wanted.threads]
    losses = 0
    with tempfile.TemporaryDirectory() as folder:
        names = [name for name in run(export, "--list").split() if name not in LARGE]
        files = {name: pathlib.Path(folder) / f"{name}.obj" for name in names}
        for name, file in files.items():
            run(export, name, "-o", file)
        if not wanted.skip_methods:
            losses = print_methods(tool, files.values(), options)
            print(f"\nTight was beaten {losses} times.\n")
        anchors = sorted(wanted.anchors.glob("*.obj")) if wanted.anchors else [files[name] for name in ANCHORS]
        anchors = [mesh for mesh in anchors if not mesh.stem.startswith(("cone", "cylinder"))]
        print("Error as a part of the best published tool's, levels 1 / 2 / 3:")
        print_anchors(tool, anchors, wanted.seeds.split(","), options)
    return 1 if losses else 0


if __name__ == "__main__":
    sys.exit(main())
