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


HEADERS = '#include "CoreMinimal.h"\n#include "Misc/AutomationTest.h"\n#include "UObject/Object.h"\n'
OLD_MASK = "auto Flags = EAutomationTestFlags::ApplicationContextMask;"
NEW_MASK = "auto Flags = EAutomationTestFlags_ApplicationContextMask;"
OLD_TAGS = "struct UX : UObject { void GetAssetRegistryTags(TArray<FAssetRegistryTag>& Tags) const override; };"
NEW_TAGS = "struct UX : UObject { void GetAssetRegistryTags(FAssetRegistryTagsContext Context) const override; };"
SHRINKING = "auto A = EAllowShrinking::No;"
A_TEST = 'IMPLEMENT_SIMPLE_AUTOMATION_TEST(FX, "X", EAutomationTestFlags::EditorContext{}) bool FX::RunTest(const FString&) {{ return true; }}'

# Engine version → what it has, and what it must not have.
ACCEPTED = {
    3: [OLD_MASK, OLD_TAGS],
    4: [OLD_MASK, NEW_TAGS, SHRINKING],
    5: [NEW_MASK, NEW_TAGS, SHRINKING],
    6: [
        NEW_MASK,
        NEW_TAGS,
        'FString A = FString::Printf(TEXT("%s %d"), *FString(TEXT("x")), 1);',
        A_TEST.format(" | EAutomationTestFlags::ProductFilter"),
    ],
}
REFUSED = {
    3: [NEW_MASK, NEW_TAGS, SHRINKING],
    4: [NEW_MASK, OLD_TAGS],
    5: [OLD_MASK, OLD_TAGS],
    6: [
        OLD_MASK,
        OLD_TAGS,
        # texts
        'FString A = FString::Printf(TEXT("%s"), FString(TEXT("x")));',
        'FString A = FString::Printf(TEXT("%s"), "x");',
        'FString A = FString::Printf("%d", 1);',
        'const FText A = LOCTEXT("Key", "text");',
        # headers that were not included
        "void F(UWorld* World) { World->IsGameWorld(); }",
        "bool F(AActor* Actor) { return Actor->IsActorBeingDestroyed(); }",
        # what the engine refuses too
        "void F() { const FString A; FString B = MoveTemp(A); }",
        "auto A = FMath::Max(1, 2.0);",  # stricter than the engine, which mixes some
        "void F() { throw 1; }",
        "void F(TArray<UObject*>& A) { A.Sort([](const UObject* B, const UObject* C) { return B < C; }); }",
        "void F() { int32 B = 1; { int32 B = 2; (void)B; } (void)B; }",
        A_TEST.format(""),
        A_TEST.format(" | EAutomationTestFlags::ProductFilter | EAutomationTestFlags::SmokeFilter"),
    ],
}


EDITOR_HEADERS = "".join(f'#include "{name}"\n' for name in (
    "CoreMinimal.h", "AssetRegistry/AssetData.h", "DerivedDataCacheInterface.h", "Engine/StaticMesh.h", "MeshDescription.h",
    "Misc/ScopedSlowTask.h", "ScopedTransaction.h", "StaticMeshAttributes.h", "ToolMenus.h", "Widgets/Input/SButton.h",
    "Widgets/Notifications/SNotificationList.h", "Widgets/SBoxPanel.h", "Widgets/Text/STextBlock.h"))
BUTTON = "auto A = SNew(SButton).Text(INVTEXT(\"x\")).OnClicked_Lambda([]() {{ {} }});"
DESCRIPTION = "void F(const FMeshDescription& D) {{ {} }}"
CACHE = "bool F(const FString& Key, TArray<uint8>& Out) {{ return GetDerivedDataCacheRef().GetSynchronous(*Key, Out{}); }}"
EDITOR_ACCEPTED = [
    BUTTON.format("return FReply::Handled();"),
    CACHE.format(", Key"),
    DESCRIPTION.format("for (const FVertexID V : D.Vertices().GetElementIDs()) { (void)FVector(FStaticMeshConstAttributes(D).GetVertexPositions()[V]); }"),
    "auto A = SNew(SVerticalBox) + SVerticalBox::Slot().AutoHeight()[SNew(STextBlock)] + SVerticalBox::Slot()[SNew(SHorizontalBox)];",
    'FNotificationInfo Info(INVTEXT("x"));',
    "void F(UStaticMesh& Mesh) { FMeshDescription* D = Mesh.GetMeshDescription(0); (void)D; }",
]
EDITOR_REFUSED = [
    BUTTON.format(""),  # a click is answered
    CACHE.format(""),  # the context has no default that a page shows
    DESCRIPTION.format("const FVector P = FStaticMeshConstAttributes(D).GetVertexPositions()[FVertexID(0)]; (void)P;"),  # float to double is said
    DESCRIPTION.format("(void)FStaticMeshConstAttributes(D).GetVertexPositions()[0];"),  # an id is no number
    "auto A = SNew(SVerticalBox) + SHorizontalBox::Slot()[SNew(STextBlock)];",
    'FNotificationInfo Info(TEXT("x"));',
    'FScopedTransaction T(TEXT("x"));',
    'void F(FToolMenuSection& S) { S.AddMenuEntry("X", TEXT("label"), TEXT("tip"), FSlateIcon(), FUIAction()); }',
    "void F(UStaticMesh& Mesh) { Mesh.GetMeshDescription(); }",
    "void F(UStaticMesh& Mesh) { Mesh.GetRenderData()->LODResources.Num(); }",  # StaticMeshResources.h was not included
    "FAssetData F(UObject* Object) { return Object; }",
]


class Versions(unittest.TestCase):
    """The stand-in of a version has neither more nor less than that version."""

    maxDiff = None

    def test_what_each_version_has(self):
        for minor, snippets in ACCEPTED.items():
            text = "".join(f"namespace n{i} {{\n{snippet}\n}}\n" for i, snippet in enumerate(snippets))
            self.assertEqual(compile_text(HEADERS + text, minor), "", minor)

    def test_what_each_version_has_not(self):
        # All in one go; each must bring an error of its own, told by the name of its line.
        for minor, snippets in REFUSED.items():
            text = "".join(f'#line 1 "snippet{i}"\nnamespace n{i} {{ {snippet} }}\n' for i, snippet in enumerate(snippets))
            said = compile_text(HEADERS + text, minor)
            found = {int(number) for number in re.findall(r"snippet(\d+):1", said)}
            missed = [snippet for i, snippet in enumerate(snippets) if i not in found]
            self.assertEqual(missed, [], minor)

    def test_the_editor_refuses_what_the_engine_refuses(self):
        text = "".join(f"namespace n{i} {{\n{snippet}\n}}\n" for i, snippet in enumerate(EDITOR_ACCEPTED))
        self.assertEqual(compile_text(EDITOR_HEADERS + text, 6), "")
        text = "".join(f'#line 1 "snippet{i}"\nnamespace n{i} {{ {snippet} }}\n' for i, snippet in enumerate(EDITOR_REFUSED))
        found = {int(number) for number in re.findall(r"snippet(\d+):1", compile_text(EDITOR_HEADERS + text, 6))}
        self.assertEqual([snippet for i, snippet in enumerate(EDITOR_REFUSED) if i not in found], [])

    def test_drawing_moved_in_5_6(self):
        drawing = '#include "SceneManagement.h"\nvoid F(FPrimitiveDrawInterface* P) { DrawWireSphere(P, FVector(), FLinearColor(), 1, 8, SDPG_World, 0); }\n'
        self.assertEqual(compile_text(drawing, 5), "")
        self.assertNotEqual(compile_text(drawing, 6), "")
        self.assertEqual(compile_text('#include "PrimitiveDrawInterface.h"\n#include "PrimitiveDrawingUtils.h"\n' + drawing, 6), "")
        self.assertNotEqual(compile_text('#include "PrimitiveDrawInterface.h"\n', 5), "")

    def test_a_header_that_is_new_in_5_4(self):
        new = '#include "CoreMinimal.h"\n#include "UObject/AssetRegistryTagsContext.h"\n'
        self.assertNotEqual(compile_text(new, 3), "")
        self.assertEqual(compile_text(new, 4), "")


ENGINE = """#include "CoreMinimal.h"
#include "Engine/World.h"
#include "GameFramework/Actor.h"
#include "HAL/IConsoleManager.h"
#include "Math/RandomStream.h"
#include "Misc/DataValidation.h"
"""
SOUND = [
    "AActor* F(UWorld& World) { return World.SpawnActor<AActor>(); }",
    "AActor* F(UWorld& World, UClass* Class, FTransform At) { return World.SpawnActor<AActor>(Class, At); }",
    "AActor* F(UWorld& World, UClass* Class, FTransform At) { return World.SpawnActor(Class, &At); }",
    "void F(TAutoConsoleVariable<int32>& V) { V->Set(1); }",
    "float F(const FRandomStream& Stream) { return Stream.FRand(); }",
    "TUniquePtr<int32> F(TUniquePtr<int32>& P) { return MoveTemp(P); }",
    "DECLARE_DYNAMIC_MULTICAST_DELEGATE(FHeard); void F(FHeard& D, UObject* O) { D.RemoveAll(O); }",
]
# What an earlier stand-in took and no engine does, each found on a page of the reference.
MISTAKEN = [
    "AActor* F(UWorld& World, UClass* Class, FTransform At) { return World.SpawnActor<AActor>(Class, &At); }",
    "void F(TAutoConsoleVariable<int32>& V) { V.Set(1); }",
    "IConsoleVariable* F(TAutoConsoleVariable<int32>& V) { return &V; }",
    "DECLARE_DYNAMIC_MULTICAST_DELEGATE(FHeard); int32 F(FHeard& D, UObject* O) { return D.RemoveAll(O); }",
    "FDataValidationContext F(FDataValidationContext& C) { return C; }",
    "size_t F(FSubsystemCollectionBase& C) { return sizeof(C); }",
    "struct FMine : FSubsystemCollectionBase {};",
    "TUniquePtr<int32> F(TUniquePtr<int32>& P) { return P; }",
    "void F() { UTickableWorldSubsystem* S = new UTickableWorldSubsystem(); (void)S; }",
    "void F(UWorld& World) { World.InitWorld(1); }",
    "TWeakObjectPtr<AActor> F(UWorld* World) { return World; }",
]


class Pages(unittest.TestCase):
    """What the reference's pages say of single functions: types, headers, who may construct what."""

    def test_what_they_say(self):
        text = "".join(f"namespace n{i} {{\n{snippet}\n}}\n" for i, snippet in enumerate(SOUND))
        self.assertEqual(compile_text(ENGINE + text, 6), "")

    def test_what_they_do_not_say(self):
        text = "".join(f'#line 1 "snippet{i}"\nnamespace n{i} {{ {snippet} }}\n' for i, snippet in enumerate(MISTAKEN))
        found = {int(number) for number in re.findall(r"snippet(\d+):1", compile_text(ENGINE + text, 6))}
        self.assertEqual([snippet for i, snippet in enumerate(MISTAKEN) if i not in found], [])

    def test_results_of_validation_have_a_header_of_their_own(self):
        use = "auto A = CombineDataValidationResults(EDataValidationResult::Valid, EDataValidationResult::Valid);"
        self.assertIn("CombineDataValidationResults", compile_text(f'#include "Misc/DataValidation.h"\n{use}', 6))
        self.assertEqual(compile_text(f'#include "UObject/UObjectGlobals.h"\n{use}', 6), "")


if __name__ == "__main__":
    unittest.main()
