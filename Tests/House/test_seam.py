import unittest

import seam
from house import ROOT, TemporaryFolder, our_files

PRIVATE = seam.CORE / "Private"
PUBLIC = seam.CORE / "Public/SphereTree"


class TheTree(unittest.TestCase):
    """The rules hold here."""

    maxDiff = None

    def test_the_core_was_found(self):
        self.assertGreater(len(seam.core_files(ROOT, ".h", ".cpp")), 8)

    def test_a_stage_includes_only_itself_and_earlier_ones(self):
        self.assertEqual(seam.find_order_faults(ROOT), [])

    def test_the_core_includes_no_engine_header(self):
        self.assertEqual(seam.find_include_faults(ROOT), [])

    def test_the_core_uses_no_forbidden_word(self):
        self.assertEqual(seam.find_forbidden_words(ROOT), [])

    def test_the_core_uses_no_name_that_unreal_defines_as_a_macro(self):
        macros = seam.read_macros(ROOT / "Tests/House/UnrealMacros.h")
        self.assertGreater(len(macros), 50)
        self.assertEqual(seam.find_macro_faults(ROOT, macros), [])

    def test_cmake_lists_the_sources_on_disk(self):
        self.assertEqual(seam.find_source_faults(ROOT), [])

    def test_lock_files_name_no_address(self):
        locks = [name for name in our_files() if name.endswith("package-lock.json")]
        for name in locks:
            self.assertEqual(seam.find_lock_faults((ROOT / name).read_text()), [], name)

    def test_no_file_names_a_path_of_one_machine(self):
        faults = []
        for name in our_files():
            data = (ROOT / name).read_bytes()
            if b"\0" not in data and name not in ("Tests/House/seam.py", "Tests/House/test_seam.py"):
                faults += seam.find_machine_paths(name, data.decode("utf-8"))
        self.assertEqual(faults, [])


class Planted(unittest.TestCase):
    """Each rule catches the mistake it is there for."""

    def setUp(self):
        self.holder = TemporaryFolder()
        self.root = self.holder.__enter__()
        self.addCleanup(self.holder.__exit__)
        self.write(PRIVATE / "Base/Eigen.h", "#include <Eigen/Core>\n")
        self.write(PRIVATE / "Mesh/Soup.h", '#include "Base/Eigen.h"\n')
        self.write(PRIVATE / "Surface/Tree.cpp", '#include "Mesh/Soup.h"\n#include <vector>\n')
        self.write(PRIVATE / "SphereTreeCoreModule.cpp", '#include "Modules/ModuleManager.h"\n')
        self.write(PUBLIC / "Host.h", "#include <functional>\n")
        self.write(seam.CORE / "CMakeLists.txt", "add_library(core STATIC\n  Private/Surface/Tree.cpp\n)\n")

    def write(self, path, text):
        path = self.root / path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def catch(self, find, *words):
        faults = find(self.root)
        self.assertEqual(len(faults), 1, faults)
        for word in words:
            self.assertIn(word, faults[0])

    def test_a_sound_tree_has_no_fault(self):
        for find in (
            seam.find_order_faults,
            seam.find_include_faults,
            seam.find_forbidden_words,
            seam.find_source_faults,
        ):
            self.assertEqual(find(self.root), [])

    def test_later_stage(self):
        self.write(PRIVATE / "Surface/Later.h", "")
        self.write(PRIVATE / "Mesh/Soup.h", '#include <vector>\n#include "Surface/Later.h"\n')
        self.catch(seam.find_order_faults, "Mesh/Soup.h:2", "later stage Surface")

    def test_unknown_stage(self):
        self.write(PRIVATE / "Helpers/Odds.h", "")
        self.catch(seam.find_order_faults, "Helpers is not a stage")

    def test_private_header_in_a_public_one(self):
        self.write(PUBLIC / "Host.h", '#include "Mesh/Soup.h"\n')
        self.catch(seam.find_order_faults, "Host.h:1", "not public")

    def test_engine_header(self):
        self.write(PRIVATE / "Mesh/Soup.h", '  #  include "CoreMinimal.h"\n')
        self.catch(seam.find_include_faults, "Soup.h:1", "CoreMinimal.h")

    def test_include_not_rooted_at_private(self):
        self.write(PRIVATE / "Mesh/Other.h", "")
        self.write(PRIVATE / "Mesh/Soup.h", '#include "Other.h"\n')
        self.catch(seam.find_include_faults, "Soup.h:1", "rooted at Private")

    def test_streams_threads_clocks_and_files(self):
        for header in "iostream sstream thread chrono fstream filesystem random future regex stdexcept".split():
            self.write(PRIVATE / "Mesh/Soup.h", f"#include <{header}>\n")
            self.catch(seam.find_include_faults, f"<{header}>")

    def test_eigen_elsewhere(self):
        self.write(PRIVATE / "Mesh/Soup.h", "#include <Eigen/Dense>\n")
        self.catch(seam.find_include_faults, "only be included by Base/Eigen.h")

    def test_forbidden_words(self):
        for code in (
            "void F() { throw 1; }",
            "int a = dynamic_cast<int>(b);",
            "auto t = typeid(x);",
            "void F() { try {",
            "} catch (...) {",
            "thread_local int counter;",
            "std::uniform_real_distribution<> d;",
            "std::shuffle(a, b, c);",
            "int a = rand();",
            'printf("x");',
            "int a = std::stoi(text);",
        ):
            self.write(PRIVATE / "Mesh/Soup.h", f"// a comment\n{code}\n")
            self.catch(seam.find_forbidden_words, "Soup.h:2")

    def test_words_in_comments_and_texts_are_free(self):
        code = "// throw it away\n/* dynamic_cast\n typeid */ const char* a = \"throw, rand()\"; char q = '\"'; int n = 1'000;\n"
        self.write(PRIVATE / "Mesh/Soup.h", code + "int catchAll, retry;\n")
        self.assertEqual(seam.find_forbidden_words(self.root), [])

    def test_line_numbers_survive_comments(self):
        self.write(PRIVATE / "Mesh/Soup.h", "/* one\n two */\nint n = 1'000; int f() { throw 1; }\n")
        self.catch(seam.find_forbidden_words, "Soup.h:3")

    def test_macros_of_unreal(self):
        macros = {"check": True, "PI": False}

        def find(root):
            return seam.find_macro_faults(root, macros)

        self.write(PRIVATE / "Mesh/Soup.h", "#undef PI\nbool check = true; // PI check(1)\n")
        self.assertEqual(find(self.root), [])
        self.write(PRIVATE / "Mesh/Soup.h", "bool check (int);\n")
        self.catch(find, "Soup.h:1", "check")
        self.write(PRIVATE / "Mesh/Soup.h", "constexpr double PI = 3;\n")
        self.catch(find, "Soup.h:1", "PI")

    def test_source_missing_in_cmake(self):
        self.write(PRIVATE / "Mesh/New.cpp", "")
        self.catch(seam.find_source_faults, "Mesh/New.cpp", "not in CMake's list")

    def test_source_missing_on_disk(self):
        (self.root / PRIVATE / "Surface/Tree.cpp").unlink()
        self.catch(seam.find_source_faults, "Surface/Tree.cpp", "not on disk")

    def test_source_in_a_comment_of_cmake_is_not_listed(self):
        self.write(seam.CORE / "CMakeLists.txt", "add_library(core STATIC\n  # Private/Surface/Tree.cpp\n)\n")
        self.catch(seam.find_source_faults, "Surface/Tree.cpp", "not in CMake's list")

    def test_source_listed_twice(self):
        line = "  Private/Surface/Tree.cpp\n"
        self.write(seam.CORE / "CMakeLists.txt", f"add_library(core STATIC\n{line}{line})\n")
        self.catch(seam.find_source_faults, "listed twice")

    def test_engine_file_in_cmake(self):
        line = "  Private/Surface/Tree.cpp\n  Private/SphereTreeCoreModule.cpp\n"
        self.write(seam.CORE / "CMakeLists.txt", f"add_library(core STATIC\n{line})\n")
        self.catch(seam.find_source_faults, "SphereTreeCoreModule.cpp")


class PlantedText(unittest.TestCase):
    def test_address_in_a_lock_file(self):
        sound = '{"packages": {"node_modules/a": {"version": "1.0.0", "integrity": "sha512-x=="}}}'
        self.assertEqual(seam.find_lock_faults(sound), [])
        self.assertEqual(len(seam.find_lock_faults(sound.replace("integrity", "resolved"))), 1)
        self.assertEqual(len(seam.find_lock_faults(sound.replace("1.0.0", "https://example.org/a.tgz"))), 1)
        self.assertEqual(seam.find_lock_faults('{"a": {"funding": {"url": "https://example.org"}}}'), [])

    def test_paths_of_one_machine(self):
        # Put together here, so that this file names no machine's path itself.
        planted = [f"see /{folder}/anna/x" for folder in ("home", "root", "work", "Users")]
        for text in (*planted, "C:\\" + "Users\\anna", "http://" + "10.1.2.3/"):
            self.assertEqual(len(seam.find_machine_paths("README.md", text)), 1, text)
        for text in ("build/work/main", "the /usr/include folder", "$HOME/work/x", "version 10.1.2", "and/home/or"):
            self.assertEqual(seam.find_machine_paths("README.md", text), [], text)


if __name__ == "__main__":
    unittest.main()
