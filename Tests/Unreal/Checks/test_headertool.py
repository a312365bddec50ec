import unittest
from pathlib import Path

from unreal import MODULES, ROOT, STAND_IN, headers_of

import generate
import grammar
import rules

SOUND = '''#pragma once

#include "CoreMinimal.h"
#include "UObject/Object.h"
#include "Thing.generated.h"

UENUM(BlueprintType)
enum class EThingKind : uint8
{
	One,
	Two = 5
};

USTRUCT(BlueprintType)
struct THINGS_API FThingFigures
{
	GENERATED_BODY()

	/** How many. */
	UPROPERTY(BlueprintReadOnly, Category = "Thing")
	int32 Count = 0;
};

DECLARE_DYNAMIC_MULTICAST_DELEGATE_OneParam(FThingSignature, int32, Count);

/** A thing. */
UCLASS(BlueprintType)
class THINGS_API UThing : public UObject
{
	GENERATED_BODY()

public:
	/** A number. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Thing", meta = (ClampMin = 0))
	int32 Number = 3;

	/** Another thing. */
	UPROPERTY(EditAnywhere, Category = "Thing")
	TObjectPtr<UThing> Next;

	/** Told when something happens. */
	UPROPERTY(BlueprintAssignable, Category = "Thing")
	FThingSignature OnThing;

	/** Does it. */
	UFUNCTION(BlueprintCallable, Category = "Thing", meta = (AutoCreateRefTerm = "Names"))
	bool DoIt(const TArray<FName>& Names, FThingFigures& OutFigures, double Radius = 1.0);

	UPROPERTY()
	uint32 Hidden = 0;
};
'''


def faults_of(text, name="Public/Thing.h"):
    """What the tool says of a header; a refusal of the grammar counts too."""
    try:
        header = grammar.read_header(Path(name), "Things", text)
    except grammar.Refused as refused:
        return [str(refused)]
    return rules.check_headers([header], rules.World([header], STAND_IN))


class Planted(unittest.TestCase):
    """One mistake at a time, each of which the engine's tool, or a strict host, refuses."""

    maxDiff = None

    def plant(self, old, new):
        self.assertIn(old, SOUND)
        return faults_of(SOUND.replace(old, new, 1))

    def refuse(self, old, new, words):
        said = "\n".join(self.plant(old, new))
        self.assertIn(words, said)

    def test_the_sound_header_passes(self):
        self.assertEqual(faults_of(SOUND), [])

    def test_generated_header_missing(self):
        self.refuse('#include "Thing.generated.h"\n', "", "includes")

    def test_generated_header_not_last(self):
        self.refuse('#include "UObject/Object.h"\n#include "Thing.generated.h"', '#include "Thing.generated.h"\n#include "UObject/Object.h"', "last include")

    def test_generated_header_of_another_file(self):
        self.refuse("Thing.generated.h", "Things.generated.h", "includes")

    def test_no_pragma_once(self):
        self.refuse("#pragma once\n", "", "#pragma once")

    def test_generated_body_missing(self):
        self.refuse("\tGENERATED_BODY()\n\npublic:", "public:", "GENERATED_BODY() must come first")

    def test_generated_body_not_first(self):
        self.refuse("\tGENERATED_BODY()\n\npublic:", "public:\n\tGENERATED_BODY()\n", "GENERATED_BODY() must come first")

    def test_wrong_prefixes(self):
        self.assertIn("must begin with U", str(faults_of(SOUND.replace("UThing", "Thing"))))
        self.assertIn("must begin with F", str(faults_of(SOUND.replace("FThingFigures", "ThingFigures"))))
        self.assertIn("must begin with E", str(faults_of(SOUND.replace("EThingKind", "ThingKind"))))
        self.assertIn("must begin with F", str(faults_of(SOUND.replace("FThingSignature", "ThingSignature"))))

    def test_raw_pointer_property(self):
        self.refuse("TObjectPtr<UThing> Next;", "UThing* Next;", "raw pointer member")
        self.refuse("TObjectPtr<UThing> Next;", "TArray<UThing*> Next;", "raw pointers in a container")

    def test_uint32_pin(self):
        self.refuse("double Radius = 1.0", "uint32 Radius = 1", "Blueprints do not know uint32")

    def test_uint32_that_blueprints_see(self):
        self.refuse("\tint32 Number = 3;", "\tuint32 Number = 3;", "Blueprints do not know uint32")

    def test_unknown_types(self):
        self.refuse("\tint32 Number = 3;", "\tsize_t Number = 3;", "no type of the reflection")
        self.refuse("\tint32 Number = 3;", "\tstd::string Number;", "no type that the reflection knows")
        self.refuse("double Radius = 1.0", "FVector3f Radius", "cannot be a pin")
        self.refuse("TObjectPtr<UThing> Next;", "TObjectPtr<UNobody> Next;", "no known UCLASS")

    def test_nested_containers(self):
        self.refuse("\tint32 Number = 3;", "\tTArray<TArray<int32>> Number;", "a container in a container")

    def test_views_in_signatures(self):
        self.refuse("const TArray<FName>& Names", "TArrayView<FName> Names", "a view cannot be reflected")

    def test_object_ptr_in_signatures(self):
        self.refuse("double Radius = 1.0", "TObjectPtr<UThing> Radius", "raw pointer, not TObjectPtr")

    def test_struct_members_without_a_value(self):
        for kind in ("int32", "bool", "double", "EThingKind", "FVector", "FRotator", "TEnumAsByte<ECollisionChannel>"):
            self.refuse("\tint32 Count = 0;", f"\t{kind} bCount;", "is not initialised")
        for sound in ("FString Count;", "FTransform Count;", "TObjectPtr<UThing> Count;", "FVector Count = FVector::ZeroVector;", "int32 Count{};"):
            self.assertEqual(self.plant("\tint32 Count = 0;", f"\t{sound}"), [])
        with_constructor = "\tFThingFigures() : Count(3) {}\n\n\t/** How many. */"
        self.assertEqual(faults_of(SOUND.replace("\t/** How many. */", with_constructor, 1).replace("int32 Count = 0;", "int32 Count;")), [])

    def test_defaults_that_are_no_literals(self):
        for kind, default in (("FString", "FString()"), ("int32", "INDEX_NONE"), ("int32", "Most"), ("FTransform", "FTransform()"),
                              ("FTransform", "FTransform::Identity"), ("const TArray<int32>&", "{}")):
            self.refuse("double Radius = 1.0", f"{kind} Radius = {default}", "takes literals")
        for kind, default in (("int32", "-1"), ("int64", "-1"), ("float", "0.5f"), ("EThingKind", "EThingKind::Two"), ("UThing*", "nullptr"),
                              ("FString", 'TEXT("a")'), ("FVector", "FVector::ZeroVector"), ("FName", "NAME_None")):
            self.assertEqual(self.plant("double Radius = 1.0", f"{kind} Radius = {default}"), [])

    def test_shadowing(self):
        self.refuse("double Radius = 1.0", "double Number = 1.0", "already defined in UThing: shadowing")
        below = "\nUCLASS()\nclass THINGS_API UThinner : public UThing\n{\n\tGENERATED_BODY()\n\npublic:\n\tUPROPERTY()\n\tint32 Number = 0;\n};\n"
        self.assertIn("already defined in UThing: shadowing", "\n".join(faults_of(SOUND + below)))
        self.assertEqual(faults_of(SOUND + below.replace("Number", "Other")), [])
        of_engine = SOUND.replace("UThing : public UObject", "UThing : public USceneComponent").replace("int32 Number = 3", "bool bIsActive = false")
        self.assertIn("already defined in UActorComponent", "\n".join(faults_of(of_engine)))

    def test_struct_that_blueprints_do_not_know(self):
        self.refuse("USTRUCT(BlueprintType)", "USTRUCT()", "Blueprints cannot see a member of FThingFigures")

    def test_const_members(self):
        self.refuse("\tint32 Number = 3;", "\tconst int32 Number = 3;", "const member")

    def test_category_missing(self):
        self.refuse('UPROPERTY(EditAnywhere, Category = "Thing")', "UPROPERTY(EditAnywhere)", "needs a Category")
        self.refuse('UFUNCTION(BlueprintCallable, Category = "Thing", ', "UFUNCTION(BlueprintCallable, ", "needs a Category")

    def test_tooltip_missing(self):
        self.refuse("\t/** Does it. */\n", "", "needs a tooltip")

    def test_bool_without_b(self):
        self.refuse("\tint32 Number = 3;", "\tbool Number = false;", "begins with b")

    def test_api_of_another_module(self):
        self.refuse("class THINGS_API UThing", "class OTHER_API UThing", "the module is Things")

    def test_public_class_not_exported(self):
        self.refuse("class THINGS_API UThing", "class UThing", "not exported")

    def test_version_condition_round_a_property(self):
        self.refuse("\tUPROPERTY()\n\tuint32 Hidden = 0;", "#if UE_VERSION_OLDER_THAN(5, 5, 0)\n\tUPROPERTY()\n\tuint32 Hidden = 0;\n#endif", "skips it")
        self.assertEqual(self.plant("\tUPROPERTY()\n\tuint32 Hidden = 0;", "#if WITH_EDITORONLY_DATA\n\tUPROPERTY()\n\tuint32 Hidden = 0;\n#endif"), [])

    def test_namespace_round_a_type(self):
        self.refuse("UENUM(BlueprintType)", "namespace Things {\nUENUM(BlueprintType)", "may not stand in a namespace")

    def test_unknown_specifiers(self):
        self.refuse("EditAnywhere, BlueprintReadWrite", "EditAnywhere, BlueprintReedWrite", "no specifier of a property")
        self.refuse("UFUNCTION(BlueprintCallable", "UFUNCTION(BlueprintCalable", "no specifier of a function")
        self.refuse("UCLASS(BlueprintType)", "UCLASS(BlueprintTipe)", "no specifier of a class")

    def test_enum_of_another_size(self):
        self.refuse("enum class EThingKind : uint8", "enum class EThingKind : int32", "enum class : uint8")

    def test_private_blueprint_member(self):
        self.refuse("public:\n\t/** A number. */", "private:\n\t/** A number. */", "AllowPrivateAccess")

    def test_overloads(self):
        twice = '\t/** Does it too. */\n\tUFUNCTION(BlueprintCallable, Category = "Thing")\n\tbool DoIt(int32 Other);\n\n'
        self.refuse("\tUPROPERTY()\n\tuint32", twice + "\tUPROPERTY()\n\tuint32", "overloaded")

    def test_meta_names_no_parameter(self):
        self.refuse('AutoCreateRefTerm = "Names"', 'AutoCreateRefTerm = "Name"', "is no parameter")

    def test_function_in_a_struct(self):
        self.refuse("\tint32 Count = 0;\n", "\tint32 Count = 0;\n\n\tUFUNCTION()\n\tvoid Bad();\n", "may not have the UFUNCTION")

    def test_struct_that_is_no_blueprint_type(self):
        self.refuse("USTRUCT(BlueprintType)", "USTRUCT()", "is not a BlueprintType")

    def test_library_function_that_is_not_static(self):
        self.refuse("UThing : public UObject", "UThing : public UBlueprintFunctionLibrary", "is static")

    def test_config_without_a_file(self):
        self.refuse("UPROPERTY(EditAnywhere, BlueprintReadWrite", "UPROPERTY(Config, EditAnywhere, BlueprintReadWrite", "no config=")

    def test_delegate_with_a_parameter_too_few(self):
        self.refuse("(FThingSignature, int32, Count)", "(FThingSignature, int32)", "a type and a name for each")

    def test_event_that_cannot_be_bound(self):
        self.refuse('UPROPERTY(BlueprintAssignable, Category = "Thing")', "UPROPERTY()", "BlueprintAssignable is missing")

    def test_same_type_and_file_twice(self):
        one, other = (grammar.read_header(Path(name), "Things", SOUND) for name in ("Public/Thing.h", "Private/Thing.h"))
        said = "\n".join(rules.check_headers([one, other], rules.World([one, other], STAND_IN)))
        self.assertIn("same file name", said)
        self.assertIn("already declared", said)


class Grammar(unittest.TestCase):
    def setUp(self):
        self.header = grammar.read_header(Path("Public/Thing.h"), "Things", SOUND)
        self.thing = self.header.types[2]

    def test_what_is_read(self):
        self.assertEqual([made.name for made in self.header.types], ["EThingKind", "FThingFigures", "UThing"])
        self.assertEqual(self.header.types[0].values, [("One", 0), ("Two", 5)])
        self.assertEqual([one.name for one in self.thing.properties], ["Number", "Next", "OnThing", "Hidden"])
        self.assertEqual(self.thing.properties[0].specifiers.meta, {"ClampMin": "0"})
        self.assertEqual(self.thing.properties[0].tooltip, "A number.")

    def test_pins(self):
        pins = self.thing.functions[0].parameters
        self.assertEqual([(pin.type, pin.name, pin.is_output) for pin in pins],
                         [("TArray<FName>", "Names", False), ("FThingFigures", "OutFigures", True), ("double", "Radius", False)])
        self.assertEqual(pins[2].default, "1.0")
        self.assertEqual(self.thing.functions[0].returns, "bool")

    def test_comments_and_quotes_confuse_nobody(self):
        text = SOUND.replace("/** A number. */", '/** A "number", (or two); UPROPERTY() */\n\t// UPROPERTY(Bad)')
        self.assertEqual(faults_of(text), [])
        text = SOUND.replace("ClampMin = 0", 'DisplayName = "a, b) (c"')
        made = grammar.read_header(Path("Public/Thing.h"), "Things", text).types[2]
        self.assertEqual(made.properties[0].specifiers.meta, {"DisplayName": "a, b) (c"})

    def test_what_is_written(self):
        world = rules.World([self.header], STAND_IN)
        written = generate.generated_header(self.header)
        self.assertIn(f"STANDIN_Things_Thing_{self.thing.body_line}_GENERATED_BODY", written)
        source = generate.generated_source([self.header], world)
        self.assertIn("CPF_Edit | CPF_BlueprintVisible", source)
        self.assertIn('{"Default", "1.0"}', source)


    def test_what_is_only_for_the_editor_is_described_only_there(self):
        text = SOUND.replace("\t/** A number. */", "#if WITH_EDITORONLY_DATA\n\t/** A number. */").replace("int32 Number = 3;\n", "int32 Number = 3;\n#endif\n")
        header = grammar.read_header(Path("Public/Thing.h"), "Things", text)
        source = generate.generated_source([header], rules.World([header], STAND_IN))
        self.assertRegex(source, r'#if WITH_EDITORONLY_DATA\n[^\n]*"Number"[^\n]*CPF_EditorOnly[^\n]*\n#endif\n')
        self.assertEqual(source.count("#if "), 1)


class OurHeaders(unittest.TestCase):
    def test_the_real_headers_pass(self):
        headers = [grammar.read_header(path, module) for module in MODULES for path in headers_of(module)]
        self.assertEqual(rules.check_headers(headers, rules.World(headers, STAND_IN)), [])
        reflected = [made.name for header in headers for made in header.types]
        for name in ("USphereTreeAsset", "USphereTreeComponent", "USphereTreeSubsystem", "USphereTreeSettings", "USphereTreeLibrary",
                     "USphereTreeEditorLibrary", "USphereTreeBakeCommandlet", "UAssetDefinition_SphereTree"):
            self.assertIn(name, reflected)

    def test_nothing_reflected_is_missed(self):
        for module in MODULES:
            for path in headers_of(module):
                text = path.read_text(encoding="utf-8")
                header = grammar.read_header(path, module)
                found = sum(len(made.properties) + len(made.functions) for made in header.types)
                code, _ = grammar.strip_comments(text)
                self.assertEqual(found, code.count("UPROPERTY(") + code.count("UFUNCTION("), path.name)


if __name__ == "__main__":
    unittest.main()
