import unittest

import sources
from unreal import MODULES, ROOT, headers_of, sources_of


class OurSources(unittest.TestCase):
    maxDiff = None

    def test_every_file(self):
        files = [path for module in MODULES for path in [*headers_of(module), *sources_of(module)]]
        self.assertGreater(len(files), 30)
        self.assertEqual([fault for path in files for fault in sources.check_file(path, ROOT)], [])

    def test_a_key_means_one_text(self):
        files = {path.name: path.read_text(encoding="utf-8") for module in MODULES for path in sources_of(module)}
        self.assertGreater(sum(len(sources.localised(text)) for text in files.values()), 30)
        self.assertEqual(sources.find_key_faults(files), [])

    def test_functions_are_short(self):
        long = []
        for module in MODULES:
            for path in sources_of(module):
                if path.name.endswith(".spec.cpp"):
                    continue
                for owner, name, body, line in sources.bodies(sources.without_comments(path.read_text(encoding="utf-8"))):
                    if body.count("\n") > 60:
                        long.append(f"{path.name}:{line}: {owner}::{name} has {body.count(chr(10))} lines")
        self.assertEqual(long, [])

    def test_files_are_short(self):
        files = [path for module in MODULES for path in [*headers_of(module), *sources_of(module)]]
        long = [path.name for path in files if path.read_text(encoding="utf-8").count("\n") > 500]
        self.assertEqual(long, [])


    def test_every_blueprint_node_is_called_by_its_name(self):
        """Through the reflection, as a Blueprint does; a call from C++ would not notice a pin that cannot be made."""
        for module, tests, fewest in (("SphereTree", "SphereTreeTests", 25), ("SphereTreeEditor", "SphereTreeEditorTests", 8)):
            nodes = {name for path in headers_of(module) for name in sources.blueprint_nodes(path.read_text(encoding="utf-8"))}
            self.assertGreater(len(nodes), fewest)
            specs = "".join(path.read_text(encoding="utf-8") for path in sources_of(tests))
            self.assertEqual(sorted(name for name in nodes if not sources.is_called_by_name(name, specs)), [])


class Planted(unittest.TestCase):
    def test_nodes(self):
        text = 'UFUNCTION(BlueprintPure, meta = (DisplayName = "X"))\n\tstatic bool IsGood(int32 A);\nUFUNCTION()\nvoid Hear();\n'
        self.assertEqual(sources.blueprint_nodes(text), ["IsGood"])
        self.assertTrue(sources.is_called_by_name("IsGood", 'CallSphereTreeNode(*this, Thing, TEXT("IsGood"), Pins);'))
        self.assertFalse(sources.is_called_by_name("IsGood", "Thing->IsGood(1);"))

    def test_two_texts_for_one_key(self):
        text = '#define LOCTEXT_NAMESPACE "S"\nLOCTEXT("Key", "one");\n'
        self.assertFalse(sources.find_key_faults({"a.cpp": text, "b.cpp": text}))
        self.assertFalse(sources.find_key_faults({"a.cpp": text, "b.cpp": text.replace('"S"', '"T"').replace("one", "two")}))
        self.assertTrue(sources.find_key_faults({"a.cpp": text, "b.cpp": text.replace("one", "two")}))

    def test_missing_super_initialize(self):
        text = "void UThing::Initialize(FSubsystemCollectionBase& Collection)\n{\n\tValue = 1;\n}\n"
        self.assertTrue(sources.find_super_faults("x.cpp", text))
        self.assertFalse(sources.find_super_faults("x.cpp", text.replace("Value = 1", "Super::Initialize(Collection)")))

    def test_super_in_a_comment_does_not_count(self):
        self.assertTrue(sources.find_super_faults("x.cpp", "void UThing::PostLoad()\n{\n\t// Super::PostLoad();\n}\n"))

    def test_words(self):
        for code in ("assert(x);", "dynamic_cast<A*>(b);", "try {", "int* p = NULL;", "StandInLog(x);", "a.SetNum(1, EAllowShrinking::No);"):
            self.assertTrue(sources.find_word_faults("x.cpp", code), code)
        self.assertFalse(sources.find_word_faults("x.cpp", "static_assert(true); // assert(x)\n"))

    def test_layout(self):
        notice = sources.NOTICE + "\n\n"
        self.assertFalse(sources.find_layout_faults("x.cpp", notice + "void F()\n{\n\tG();\n}\n"))
        self.assertTrue(sources.find_layout_faults("x.cpp", notice + "void F()\n{\n    G();\n}\n"))
        self.assertTrue(sources.find_layout_faults("x.cpp", notice + "void F() {\n\tG();\n}\n"))
        self.assertTrue(sources.find_layout_faults("x.cpp", "void F();\n"))

    def test_texts(self):
        self.assertTrue(sources.find_literal_faults("x.cpp", 'UE_LOG(LogX, Error, "bad");'))
        self.assertFalse(sources.find_literal_faults("x.cpp", 'UE_LOG(LogX, Error, TEXT("good"));'))


if __name__ == "__main__":
    unittest.main()
