import os
import re
import subprocess
import unittest
from concurrent.futures import ThreadPoolExecutor

import seam
from house import CXX, EIGEN, ROOT

CORE = ROOT / seam.CORE
FLAGS = ["-std=c++20", "-fno-exceptions", "-fno-rtti", "-Wall", "-Wextra", "-Wshadow", "-Werror", "-fsyntax-only"]
FLAGS += ["-ferror-limit=0"] if "clang" in os.path.basename(CXX) else ["-fmax-errors=0"]
MACROS = ROOT / "Tests/House/UnrealMacros.h"


def compile_text(text, private=False, macros=False):
    """What the compiler says; empty when it is content."""
    command = [CXX, *FLAGS, "-mavx2", "-mno-fma", "-I", str(CORE / "Public")]
    if private:
        command += ["-I", str(CORE / "Private")] + [word for folder in EIGEN for word in ("-isystem", folder)]
    if macros:
        command += ["-include", str(MACROS)]
    result = subprocess.run(command + ["-x", "c++", "-"], input=text, capture_output=True, text=True)
    return "" if result.returncode == 0 else result.stderr or "the compiler failed"


def headers(folder):
    return sorted(path.relative_to(CORE / folder).as_posix() for path in (CORE / folder).rglob("*.h"))


def faults_of(names, **how):
    # Twice, so that a missing guard is found as well.
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        said = pool.map(lambda name: compile_text(f'#include "{name}"\n#include "{name}"\n', **how), names)
    return [f"{name}:\n{text}" for name, text in zip(names, said) if text]


class Headers(unittest.TestCase):
    maxDiff = None

    def test_public_headers_compile_alone_without_eigen(self):
        self.assertIn("SphereTree/Host.h", headers("Public"))
        self.assertEqual(faults_of(headers("Public")), [])

    def test_public_headers_compile_among_unreals_macros(self):
        # Together: a macro breaks a name wherever it stands.
        text = "".join(f'#include "{name}"\n' for name in headers("Public"))
        self.assertEqual(compile_text(text, macros=True), "")

    def test_the_wrapped_eigen_compiles_alone_among_unreals_macros(self):
        self.assertEqual(faults_of(["Base/Eigen.h"], private=True, macros=True), [])

    def test_private_headers_compile_in_any_order_among_unreals_macros(self):
        # Both ways round instead of each alone: two compilations instead of a hundred.
        names = headers("Private")
        for order in (names, names[::-1]):
            text = "".join(f'#include "{name}"\n' for name in order)
            self.assertEqual(compile_text(text, private=True, macros=True), "")


class Planted(unittest.TestCase):
    def test_a_header_that_needs_another_is_found(self):
        self.assertIn("vector", compile_text("inline std::vector<int> f() { return {}; }\n"))

    def test_every_macro_breaks_what_uses_it(self):
        macros = seam.read_macros(MACROS)
        uses = [f"int f{i} = {name}{'(1)' if macros[name] else ''};" for i, name in enumerate(macros)]
        said = compile_text("\n".join(uses) + "\n", macros=True)
        reached = {int(line) for line in re.findall(r"UnrealMacros\.h:(\d+):", said)}
        lines = MACROS.read_text().splitlines()
        defined = [number for number, line in enumerate(lines, 1) if line.startswith("#define ")]
        self.assertEqual([lines[number - 1] for number in defined if number not in reached], [])

    def test_exceptions_and_rtti_are_off(self):
        self.assertTrue(compile_text("void f() { throw 1; }\n"))
        self.assertTrue(compile_text("struct A { virtual ~A(); }; struct B : A {}; B* f(A* a) { return dynamic_cast<B*>(a); }\n"))

    def test_shadowing_is_found(self):
        self.assertIn("shadow", compile_text("int f(int a) { { int a = 2; return a; } }\n"))


if __name__ == "__main__":
    unittest.main()
