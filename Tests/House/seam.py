"""The rules of the seam between the engine-free core and the rest. Each function returns the faults it found, in
sentences; an empty list is a pass. They read any tree of this shape, so that tests can plant mistakes in a small one.
"""

import json
import os
import re
import shlex
from pathlib import Path

CORE = Path("Source/SphereTreeCore")
STAGES = (
    "Base Mesh Surface Samples Medial Spheres Tree Archive Convex Scene Traverse Contacts Exact Shells Tabulate".split()
)
ENGINE_FILE = CORE / "Private/SphereTreeCoreModule.cpp"  # the one file that may know the engine; CMake leaves it out
EIGEN_FILE = CORE / "Private/Base/Eigen.h"  # the one file that may include Eigen

# Left out on purpose: streams, threads, clocks, files, locales, the library's random distributions, exceptions, RTTI.
STANDARD_HEADERS = set(
    """algorithm array atomic bit bitset cassert cfloat charconv cinttypes climits cmath compare concepts cstddef
    cstdint cstdio cstdlib cstring deque functional initializer_list iterator limits list map memory mutex new numbers
    numeric optional queue ranges set span stack string string_view tuple type_traits unordered_map unordered_set
    utility variant vector""".split()
)
PROCESSOR_HEADERS = {"emmintrin.h", "immintrin.h", "arm_neon.h"}  # eight lanes side by side, where Eigen has no word

FORBIDDEN = {
    r"\bthrow\b": "exceptions are off in Unreal: return a Result",
    r"\b(try|catch)\b(?=\s*[({])": "exceptions are off in Unreal: return a Result",
    r"\bdynamic_cast\b": "RTTI is off in Unreal",
    r"\btypeid\b": "RTTI is off in Unreal",
    r"\bthread_local\b": "the core keeps no state of its own",
    r"\bstd::(uniform|normal|bernoulli|discrete)_\w+": "each library draws differently: use Base/Random.h",
    r"\bstd::(shuffle|sample|random_device|mt19937\w*)\b": "each library draws differently: use Base/Random.h",
    r"\b(rand|srand|time|clock)\s*\(\s*\)": "the core has no clock and no hidden chance",
    r"\b(printf|puts|fprintf|fputs|fopen|putchar)\s*\(": "the core prints nothing: use host.log",
    r"\bstd::(stoi|stol|stod|stof)\b": "throws on bad text: use std::from_chars",
}


def without_comments(text):
    """The code with comments and the contents of literals blanked, lines kept."""
    pattern = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|(?<![0-9a-fA-F])\'(?:\\.|[^\'\\\n])*\'', re.DOTALL)

    def blank(match):
        found = match.group()
        if found[0] in "\"'":
            return found[0] * 2
        return "\n" * found.count("\n")

    return pattern.sub(blank, text)


def core_files(root, *endings):
    folder = Path(root) / CORE
    found = [path for path in folder.rglob("*") if path.suffix in endings]
    return sorted(path.relative_to(root) for path in found)


def includes(root, path):
    """(line number, name, is it in quotes) of every include."""
    text = (Path(root) / path).read_text(encoding="utf-8")
    for number, line in enumerate(text.splitlines(), 1):
        match = re.match(r'\s*#\s*include\s*(["<])([^">]+)[">]', line)
        if match:
            yield number, match.group(2), match.group(1) == '"'


def stage_of(path):
    """The stage of a file under Private; None for public headers."""
    parts = Path(path).parts
    return parts[3] if len(parts) > 4 and parts[2] == "Private" else None


def find_order_faults(root):
    """A stage includes only itself and earlier stages; public headers include only public ones."""
    faults = []
    for path in core_files(root, ".h", ".cpp"):
        if path == ENGINE_FILE:
            continue
        stage = stage_of(path)
        if stage is not None and stage not in STAGES:
            faults.append(f"{path}: {stage} is not a stage (Tests/House/seam.py names them in order)")
            continue
        for line, name, quoted in includes(root, path):
            if not quoted or name.startswith("SphereTree/"):
                continue
            other = name.split("/")[0]
            if stage is None:
                faults.append(f"{path}:{line}: a public header includes {name}, which is not public")
            elif other in STAGES and STAGES.index(other) > STAGES.index(stage):
                faults.append(f"{path}:{line}: stage {stage} includes {name} of the later stage {other}")
    return faults


def find_include_faults(root):
    """The core includes itself, a short list of standard headers, and Eigen in one place: no engine header."""
    faults = []
    for path in core_files(root, ".h", ".cpp"):
        if path == ENGINE_FILE:
            continue
        for line, name, quoted in includes(root, path):
            if quoted:
                folder = "Public" if name.startswith("SphereTree/") else "Private"
                if not (Path(root) / CORE / folder / name).is_file():
                    faults.append(f'{path}:{line}: "{name}" is not a file of the core, rooted at {folder}')
            elif name.split("/")[0] == "Eigen":
                if path != EIGEN_FILE:
                    faults.append(f"{path}:{line}: <{name}> may only be included by Base/Eigen.h")
            elif name not in STANDARD_HEADERS | PROCESSOR_HEADERS:
                faults.append(f"{path}:{line}: <{name}> is not among the headers that the core may use")
    return faults


def find_forbidden_words(root):
    faults = []
    for path in core_files(root, ".h", ".cpp"):
        if path == ENGINE_FILE:
            continue
        code = without_comments((Path(root) / path).read_text(encoding="utf-8"))
        for pattern, reason in FORBIDDEN.items():
            for match in re.finditer(pattern, code):
                line = code.count("\n", 0, match.start()) + 1
                faults.append(f"{path}:{line}: {match.group()}: {reason}")
    return faults


def find_macro_faults(root, macros):
    """Words that Unreal defines as macros. `macros` maps a name to whether it takes arguments."""
    faults = []
    words = re.compile(r"\b(" + "|".join(sorted(macros)) + r")\b(\s*\()?")
    for path in core_files(root, ".h", ".cpp"):
        if path == ENGINE_FILE:
            continue
        code = without_comments((Path(root) / path).read_text(encoding="utf-8"))
        code = re.sub(r"^\s*#.*$", "", code, flags=re.MULTILINE)  # asking for a macro is not using it as a name
        for match in words.finditer(code):
            if macros[match.group(1)] and not match.group(2):
                continue
            line = code.count("\n", 0, match.start()) + 1
            faults.append(f"{path}:{line}: {match.group(1)} is a macro of Unreal's")
    return faults


def read_macros(path):
    """Name and whether it takes arguments, from a file of #define lines."""
    found = re.findall(r"^#define (\w+)(\(?)", Path(path).read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {name: bracket == "(" for name, bracket in found}


def find_source_faults(root):
    """CMake's list of sources is what is on disk, because UnrealBuildTool takes every file."""
    text = (Path(root) / CORE / "CMakeLists.txt").read_text(encoding="utf-8")
    text = re.sub(r"#[^\n]*", "", text)
    named = re.findall(r"[\w/.]+\.(?:cpp|cc|c)\b", text)
    listed = {(CORE / name).as_posix() for name in named}
    on_disk = {path.as_posix() for path in core_files(root, ".cpp", ".cc", ".c")} - {ENGINE_FILE.as_posix()}
    faults = [f"{path} is on disk but not in CMake's list" for path in sorted(on_disk - listed)]
    faults += [f"{path} is in CMake's list but not on disk" for path in sorted(listed - on_disk)]
    faults += [f"{name} is listed twice" for name in sorted(set(named)) if named.count(name) > 1]
    return faults


REQUIRED_FLAGS = "-fno-exceptions -fno-rtti -ffp-contract=off -Wall -Wextra -Wshadow -Werror -std=c++20".split()
REFUSED_FLAGS = "-fexceptions -frtti -ffast-math -funsafe-math-optimizations -ffp-contract=fast -mfma -w".split()


def apart(commands):
    """The commands of compile_commands.json, one for each source: joined files (unity_*.cxx) stand for what they include."""
    for entry in commands:
        path = Path(entry["directory"], entry["file"])
        if not re.fullmatch(r"unity_\w+_cxx\.cxx", path.name):
            yield entry
            continue
        for included in re.findall(r'^#include "(.+)"$', path.read_text(encoding="utf-8"), flags=re.MULTILINE):
            yield {**entry, "file": included}


def find_flag_faults(root, commands):
    """Every core source is compiled as Unreal compiles it. `commands` is what compile_commands.json holds."""
    faults, seen = [], set()
    root = os.path.realpath(root)
    for entry in commands:
        path = os.path.realpath(os.path.join(entry["directory"], entry["file"]))
        if not path.startswith(os.path.join(root, CORE.as_posix()) + os.sep):
            continue
        name = os.path.relpath(path, root)
        seen.add(name)
        flags = shlex.split(entry["command"])
        faults += [f"{name} is compiled without {flag}" for flag in REQUIRED_FLAGS if flag not in flags]
        faults += [f"{name} is compiled with {flag}" for flag in REFUSED_FLAGS if flag in flags]
    sources = {path.as_posix() for path in core_files(root, ".cpp")} - {ENGINE_FILE.as_posix()}
    faults += [f"{name} is not compiled" for name in sorted(sources - seen)]
    return faults


def find_lock_faults(text):
    """A lock file of npm names versions and checksums, no address to download from."""
    return [f"package-lock.json: {where}: an address to download from" for where in _addresses(json.loads(text), "")]


def _addresses(value, where):
    if isinstance(value, dict):
        for key, inner in value.items():
            if key == "funding":  # where an author asks for support; nothing is fetched from it
                continue
            if key == "resolved":
                yield f"{where}/{key}"
            else:
                yield from _addresses(inner, f"{where}/{key}")
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _addresses(inner, f"{where}/{index}")
    elif isinstance(value, str) and re.match(r"(https?|git\+\w+|file):", value):
        yield where


# Paths of one machine: home folders, work folders, temporary folders with a name in them, addresses of one network.
MACHINE_PATH = re.compile(r"(?<![\w.$}/-])/(?:home|root|work|Users)/\w+|\bC:\\Users\\|\b(?:10|192\.168)\.\d+\.\d+\.\d+\b")


def find_machine_paths(name, text):
    return [
        f"{name}:{number}: {match.group()} is a path or address of one machine"
        for number, line in enumerate(text.splitlines(), 1)
        for match in MACHINE_PATH.finditer(line)
    ]
