"""Lists the sphere trees that are older than their mesh or their settings, and rebuilds them if asked to.

In the editor's console:  py spheretree_list_stale.py /Game --rebuild
"""

import argparse
import sys

import unreal


def list_stale(folder):
    """The trees below a folder that ought to be baked again."""
    library = unreal.SphereTreeEditorLibrary
    return [tree for tree in library.find_sphere_trees(folder) if library.is_sphere_tree_stale(tree)]


def main(words):
    parser = argparse.ArgumentParser(prog="spheretree_list_stale.py")
    parser.add_argument("folder", nargs="?", default="/Game")
    parser.add_argument("--rebuild", action="store_true", help="bake them again, and save them")
    options = parser.parse_args(words)
    stale = list_stale(options.folder)
    for tree in stale:
        figures = unreal.SphereTreeEditorLibrary.get_sphere_tree_figures(tree)
        unreal.log(f"stale: {figures.tree_path} (from {figures.mesh_path})")
        if options.rebuild:
            result = unreal.SphereTreeEditorLibrary.rebuild_sphere_tree(tree)
            if result.outcome == "built":
                unreal.SphereTreeEditorLibrary.save_sphere_tree(tree)
            else:
                unreal.log_warning(f"{result.mesh_path}: {result.reason}")
    unreal.log(f"{len(stale)} stale sphere trees below {options.folder}")


if __name__ == "__main__":
    main(sys.argv[1:])
