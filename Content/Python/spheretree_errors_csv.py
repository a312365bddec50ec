"""Writes a table of all sphere trees below a folder: spheres, largest and mean error of each level, bake time.

In the editor's console:  py spheretree_errors_csv.py /Game errors.csv
"""

import argparse
import csv
import sys

import unreal

COLUMNS = ("tree", "mesh", "level", "spheres", "largest error cm", "mean error cm", "wasted volume cm3", "bake seconds", "source")


def rows_of(figures):
    """One for each level."""
    report = figures.bake_report
    wasted = list(report.wasted_volumes)
    for number, level in enumerate(figures.levels):
        volume = wasted[number] if number < len(wasted) else ""
        yield (figures.tree_path, figures.mesh_path, number, level.spheres, level.error_cm, level.mean_error_cm, volume,
               report.seconds, report.source)


def main(words):
    parser = argparse.ArgumentParser(prog="spheretree_errors_csv.py")
    parser.add_argument("folder", nargs="?", default="/Game")
    parser.add_argument("file", nargs="?", default="spheretree-errors.csv")
    options = parser.parse_args(words)
    library = unreal.SphereTreeEditorLibrary
    trees = library.find_sphere_trees(options.folder)
    with open(options.file, "w", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        table.writerow(COLUMNS)
        for tree in trees:
            table.writerows(rows_of(library.get_sphere_tree_figures(tree)))
    unreal.log(f"{len(trees)} sphere trees in {options.file}")


if __name__ == "__main__":
    main(sys.argv[1:])
