import re
import unittest

from compile_version import compile_text
from unreal import ENGINE_MODULES, STAND_IN

EVIDENCE = re.compile(r"\[(D|K|[\w-]+[ #:/][^\]]*)\b[^\]]*\]|\[D [^\]]*", re.DOTALL)


def declarations(text):
    """Paragraphs of a header at the outermost level that declare something, each with the comment above it."""
    paragraphs, current, depth = [], [], 0
    for line in text.splitlines():
        if not line.strip() and depth == 0:
            paragraphs.append("\n".join(current))
            current = []
            continue
        current.append(line)
        code = re.sub(r'//.*|"(?:\\.|[^"\\])*"|\'[^\']*\'', "", line)
        depth += code.count("{") - code.count("}")
    paragraphs.append("\n".join(current))
    for paragraph in paragraphs:
        code = re.sub(r"^\s*(//.*|#\s*(include|pragma|if|endif|else|error|undef)\b.*)$", "", paragraph, flags=re.MULTILINE).strip()
        code = re.sub(r"^(class|struct|enum class) \w+( : \w+)?;$|^template <[^>]*>\n(class|struct) \w+;$", "", code, flags=re.MULTILINE).strip()
        if code:
            yield paragraph, code


def is_ours(code):
    """Declares only names that begin with StandIn, which the plugin may not use."""
    code = code.replace("[[noreturn]] ", "")
    heads = re.findall(r"^(?:#define|class|struct|enum class|using|concept|template.*\n(?:class|struct|concept|constexpr auto|const \w+&|\w+)|[\w:<>*&\[\] ]+?)\s+\**&?(\w+)", code, re.MULTILINE)
    return bool(heads) and all(re.match(r"StandIn|STANDIN|std|public|private|return", head) for head in heads[:1])


def find_evidence_faults(name, text):
    return [f"{name}: no evidence for: {code.splitlines()[0][:80]}" for paragraph, code in declarations(text)
            if not is_ours(code) and not EVIDENCE.search("\n".join(l for l in paragraph.splitlines() if "//" in l))]


class Evidence(unittest.TestCase):
    maxDiff = None

    def test_every_declaration_names_its_evidence(self):
        faults = []
        for module in ENGINE_MODULES:
            for path in sorted((STAND_IN / module).rglob("*.h")):
                if not path.name.startswith("StandIn"):
                    faults += find_evidence_faults(f"{module}/{path.name}", path.read_text(encoding="utf-8"))
        self.assertEqual(faults, [])

    def test_a_declaration_without_evidence_is_found(self):
        sound = "#pragma once\n\n// [D Runtime/Core/FThing] 5.3+\nclass FThing {\npublic:\n\n    int A;\n};\n"
        self.assertEqual(find_evidence_faults("x.h", sound), [])
        self.assertTrue(find_evidence_faults("x.h", sound.replace("// [D Runtime/Core/FThing] 5.3+\n", "")))
        self.assertTrue(find_evidence_faults("x.h", sound.replace("[D Runtime/Core/FThing]", "somebody said so:")))


class Versions(unittest.TestCase):
    """The stand-in of a version has neither more nor less than that version."""

    def accept(self, minor, text):
        self.assertEqual(compile_text('#include "CoreMinimal.h"\n' + text, minor), "")

    def refuse(self, minor, text):
        self.assertNotEqual(compile_text('#include "CoreMinimal.h"\n' + text, minor), "", (minor, text))

    def test_the_mask_of_test_flags_moved_in_5_5(self):
        old = '#include "Misc/AutomationTest.h"\nauto Flags = EAutomationTestFlags::ApplicationContextMask;\n'
        new = '#include "Misc/AutomationTest.h"\nauto Flags = EAutomationTestFlags_ApplicationContextMask;\n'
        self.accept(4, old)
        self.refuse(5, old)
        self.refuse(4, new)
        self.accept(5, new)

    def test_tags_have_a_context_from_5_4(self):
        self.refuse(3, '#include "UObject/AssetRegistryTagsContext.h"\n')
        self.accept(4, '#include "UObject/AssetRegistryTagsContext.h"\n')
        old = '#include "UObject/Object.h"\nstruct UX : UObject { void GetAssetRegistryTags(TArray<FAssetRegistryTag>& Tags) const override; };\n'
        self.accept(3, old)
        self.refuse(4, old)

    def test_allow_shrinking_is_new_in_5_4(self):
        self.refuse(3, "auto A = EAllowShrinking::No;\n")
        self.accept(4, "auto A = EAllowShrinking::No;\n")

    def test_texts_are_checked(self):
        self.accept(6, 'FString A = FString::Printf(TEXT("%s %d"), *FString(TEXT("x")), 1);\n')
        self.refuse(6, 'FString A = FString::Printf(TEXT("%s"), FString(TEXT("x")));\n')
        self.refuse(6, 'FString A = FString::Printf(TEXT("%s"), "x");\n')
        self.refuse(6, 'FString A = FString::Printf("%d", 1);\n')

    def test_headers_bring_only_their_own(self):
        self.refuse(6, "void F(UWorld* World) { World->IsGameWorld(); }\nclass UWorld;\n")
        self.refuse(6, '#include "Engine/World.h"\nbool F(AActor* Actor) { return Actor->IsActorBeingDestroyed(); }\n')

    def test_what_the_engine_refuses_at_compile_time(self):
        self.refuse(6, "void F() { const FString A; FString B = MoveTemp(A); }\n")
        self.refuse(6, "auto A = FMath::Max(1, 2.0);\n")
        self.refuse(6, 'const FText A = LOCTEXT("Key", "text");\n')
        self.refuse(6, "void F() { throw 1; }\n")
        self.refuse(6, "void F(int32 A) { int32 B = 1; { int32 B = 2; } }\n")
        one_filter = '#include "Misc/AutomationTest.h"\nIMPLEMENT_SIMPLE_AUTOMATION_TEST(FX, "X", EAutomationTestFlags::EditorContext{})\nbool FX::RunTest(const FString&) {{ return true; }}\n'
        self.accept(6, one_filter.format(" | EAutomationTestFlags::ProductFilter"))
        self.refuse(6, one_filter.format(""))
        self.refuse(6, one_filter.format(" | EAutomationTestFlags::ProductFilter | EAutomationTestFlags::SmokeFilter"))


if __name__ == "__main__":
    unittest.main()
