#!/usr/bin/env python3
"""Compiles every Unreal source against the stand-in of one engine version: what one version lacks is an error here. A module
at a time, as a unity build does, so that names do not collide when files are put together; or with --alone each file by itself,
so that each includes what it uses. (make test does the latter for one version, make lint for all.)

    compile_version.py 4            for Unreal 5.4: the editor's build, and the runtime module as a packaged game has it
    compile_version.py 6 --alone    for Unreal 5.6, every file alone
"""

import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from unreal import CXX, GENERATED, MODULES, compile_flags, find_header, includes_of, sources_of


def unity_text(sources):
    return "".join(f'#include "{source}"\n' for source in sources)


def compile_text(text, minor, shipping=False, more=()):
    """What the compiler says; empty when it is content."""
    command = [CXX, *compile_flags(minor, shipping), *more, "-x", "c++", "-"]
    result = subprocess.run(command, input=text, capture_output=True, text=True)
    return "" if result.returncode == 0 else result.stderr or "the compiler failed"


def begins_with_common(path):
    """Is CoreMinimal.h the first that a file includes, itself or through the first header of each? Then it makes no
    difference whether it was compiled before."""
    first = next((name for _, name in includes_of(path)), "")
    if first == "CoreMinimal.h":
        return True
    header = find_header(first)
    return header is not None and begins_with_common(header)


def compile_alone(minor):
    """Every file by itself, as a non-unity build does. Most of the time would go into CoreMinimal.h, so that is compiled once."""
    files = [path for module in MODULES for path in sources_of(module)]
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(os.cpu_count()) as pool:
        common = Path(folder) / "Common.h"
        common.write_text('#include "CoreMinimal.h"\n', encoding="utf-8")
        flags = [flag for flag in compile_flags(minor) if flag != "-fsyntax-only"]
        subprocess.run([CXX, *flags, "-x", "c++-header", str(common), "-o", f"{common}.gch"], check=True)
        use = ["-Winvalid-pch", "-include", str(common)]
        compile_one = lambda path: compile_text(unity_text([path]), minor, more=use if begins_with_common(path) else ())
        said = [text for text in pool.map(compile_one, files) if text]
    print(f"{len(files)} files alone for Unreal 5.{minor}: {'compiled' if not said else chr(10).join(said)}")
    return bool(said)


def compile_joined(minor):
    """Modules as a unity build has them, with their reflection; the runtime module once more without the editor."""
    failed = False
    for module, shipping in [*((module, False) for module in MODULES), ("SphereTree", True)]:
        text = unity_text([*sources_of(module), GENERATED / module / f"{module}.gen.cpp"])
        said = compile_text(text, minor, shipping)
        print(f"{module} for Unreal 5.{minor}{', shipping' if shipping else ''}: {said or 'compiled'}")
        failed |= bool(said)
    return failed


def main():
    minor = int(sys.argv[1])
    sys.exit(compile_alone(minor) if "--alone" in sys.argv else compile_joined(minor))


if __name__ == "__main__":
    main()
