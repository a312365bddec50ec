"""Bakes every static mesh below a folder of packages, and saves what changed.

In the editor's console:  py spheretree_bake_folder.py /Game/Props --force
Without a window:         UnrealEditor-Cmd Project.uproject -run=pythonscript -script="spheretree_bake_folder.py /Game/Props"

Each mesh is baked with its tree's own recipe, or the project's where it has no tree yet. What is up to date is left alone.
"""

import argparse
import sys

import unreal


def bake_folder(folder, force=False, save=True):
    """Returns the results, one for each mesh."""
    library = unreal.SphereTreeEditorLibrary
    results = library.build_sphere_trees_by_path(library.find_static_meshes(folder), force)
    for result in results:
        if result.outcome == "failed":
            unreal.log_warning(f"{result.mesh_path}: {result.reason}")
        elif result.outcome == "built" and save:
            library.save_sphere_tree(result.tree)
    return results


def main(words):
    parser = argparse.ArgumentParser(prog="spheretree_bake_folder.py")
    parser.add_argument("folder", nargs="?", default="/Game")
    parser.add_argument("--force", action="store_true", help="bake again what is up to date")
    parser.add_argument("--no-save", action="store_true", help="leave the packages dirty")
    options = parser.parse_args(words)
    results = bake_folder(options.folder, options.force, not options.no_save)
    counts = {word: sum(result.outcome == word for result in results) for word in ("built", "fresh", "failed", "cancelled")}
    unreal.log(", ".join(f"{count} {word}" for word, count in counts.items()))


if __name__ == "__main__":
    main(sys.argv[1:])
