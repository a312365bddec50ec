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
    parser.add_argument("--list", action="store_true", help="print the sources that would be written, write nothing")
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
    for header in headers:
        if not header.is_reflected:
            continue
        folder = Path(options.out) / header.module
        source = folder / f"{header.path.stem}.gen.cpp"
        if options.list:
            print(source)
            continue
        write_if_changed(folder / f"{header.path.stem}.generated.h", generate.generated_header(header))
        if header.types:
            write_if_changed(source, generate.generated_source(header, world))


if __name__ == "__main__":
    main()
