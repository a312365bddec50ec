#!/usr/bin/env python3
"""Reads the reflected headers of Unreal modules, refuses what the engine's tool would refuse, and writes the reflection
that the stand-in compiles.

    header_tool.py --out FOLDER --stand-in FOLDER Source/SphereTree Source/SphereTreeTests
"""

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import generate
import grammar
import rules


def read_modules(folders):
    """All headers of the modules; a module is named as its folder."""
    headers = []
    for folder in map(Path, folders):
        for path in sorted(folder.rglob("*.h")):
            headers.append(grammar.read_header(path, folder.name))
    return headers


def write_if_changed(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", required=True)
    parser.add_argument("--stand-in", required=True)
    parser.add_argument("modules", nargs="+")
    options = parser.parse_args()
    try:
        headers = read_modules(options.modules)
    except grammar.Refused as refused:
        sys.exit(str(refused))
    world = rules.World(headers, options.stand_in)
    faults = rules.check_headers(headers, world)
    if faults:
        sys.exit("\n".join(faults))
    for module in dict.fromkeys(Path(folder).name for folder in options.modules):
        ours = [header for header in headers if header.module == module and header.is_reflected]
        folder = Path(options.out) / module
        for header in ours:
            write_if_changed(folder / f"{header.path.stem}.generated.h", generate.generated_header(header))
        write_if_changed(folder / f"{module}.gen.cpp", generate.generated_source(ours, world))


if __name__ == "__main__":
    main()
