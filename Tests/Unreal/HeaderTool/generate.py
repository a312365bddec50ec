"""Writes what the stand-in compiles: a .generated.h for every reflected header and one source of reflection for it."""

import json

EDIT = ("EditAnywhere", "EditDefaultsOnly", "EditInstanceOnly", "VisibleAnywhere", "VisibleDefaultsOnly", "VisibleInstanceOnly")


def file_id(header):
    return f"STANDIN_{header.module}_{header.path.stem}"


def generated_header(header):
    lines = ["// Written by Tests/Unreal/HeaderTool. Do not edit.", '#include "UObject/ObjectMacros.h"']
    lines += ["#undef STANDIN_FILE_ID", f"#define STANDIN_FILE_ID {file_id(header)}"]
    for made in header.types:
        if made.kind == "enum":
            lines.append(f"enum class {made.name} : {made.underlying};")
            lines.append(f"template <> struct StandInEnumOf<{made.name}> {{ static UEnum* Get(); }};")
            continue
        macro = f"#define {file_id(header)}_{made.body_line}_GENERATED_BODY"
        if made.kind == "class":
            body = f"public: using Super = {made.base}; using ThisClass = {made.name}; static UClass* StaticClass(); "
            body += f"private: friend struct StandInReflect_{made.name};"
        else:
            body = f"friend struct StandInReflect_{made.name}; static UScriptStruct* StaticStruct();"
        lines.append(f"{macro} {body}")
    return "\n".join(lines) + "\n"


def meta_list(specifiers, tooltip):
    entries = dict(specifiers.meta)
    if specifiers.value("Category"):
        entries["Category"] = specifiers.value("Category")
    if tooltip:
        entries["ToolTip"] = tooltip
    inside = ", ".join(f"{{{json.dumps(key)}, {json.dumps(value)}}}" for key, value in entries.items())
    return f"{{{inside}}}"


def property_flags(one, world):
    flags, words = [], one.specifiers
    if words.has(*EDIT):
        flags.append("CPF_Edit")
    if words.has("BlueprintReadOnly", "BlueprintReadWrite"):
        flags.append("CPF_BlueprintVisible")
    if words.has("BlueprintReadOnly"):
        flags.append("CPF_BlueprintReadOnly")
    if words.has("Transient", "DuplicateTransient"):
        flags.append("CPF_Transient")
    if words.has("Config", "GlobalConfig"):
        flags.append("CPF_Config")
    if words.has("BlueprintAssignable"):
        flags.append("CPF_BlueprintAssignable")
    if "WITH_EDITORONLY_DATA" in one.conditions:
        flags.append("CPF_EditorOnly")
    return " | ".join(flags) or "0"


def guarded(conditions, lines):
    """What is only there for the editor is described only there."""
    tests = ["!(" + words.removeprefix("not ") + ")" if words.startswith("not ") else words for words in conditions]
    return [f"#if {test}" for test in tests] + lines + ["#endif"] * len(tests)


def add_properties(made, world, lines):
    for one in made.properties:
        lines += guarded(one.conditions, [
            f'    StandInReflection::AddProperty(Made, "{one.name}", "{one.type}", offsetof({made.name}, {one.name}), '
            f"{property_flags(one, world)}, StandInTypeOf<{one.type}>(), {meta_list(one.specifiers, one.tooltip)});"
        ])


def add_function(made, one, lines):
    flags = ["FUNC_Native"]
    flags += ["FUNC_Static"] if one.is_static else []
    flags += ["FUNC_BlueprintCallable"] if one.specifiers.has("BlueprintCallable", "BlueprintPure") else []
    flags += ["FUNC_BlueprintPure"] if one.specifiers.has("BlueprintPure") else []
    returns = one.returns.removeprefix("const ").removesuffix("&") if one.returns != "void" else ""
    members = [(p.type, p.name) for p in one.parameters] + ([(returns, "ReturnValue")] if returns else [])
    arguments = ", ".join(f"*static_cast<{p.type}*>(Arguments[{i}])" for i, p in enumerate(one.parameters))
    target = f"{made.name}::{one.name}" if one.is_static else f"static_cast<{made.name}*>(Self)->{one.name}"
    call = f"{target}({arguments})"
    if returns:
        call = f"*static_cast<{returns}*>(Arguments[{len(one.parameters)}]) = {call}"
    lines.append("    {")
    lines.append("        struct FParms { " + " ".join(f"{kind} {name};" for kind, name in members) + " };")
    lines.append(
        f'        UFunction* Function = StandInReflection::AddFunction(Made, "{one.name}", {" | ".join(flags)}, '
        f'{"sizeof(FParms)" if members else "0"}, [](UObject* Self, void* const* Arguments) {{ (void)Self; (void)Arguments; {call}; }}, '
        f"{meta_list(one.specifiers, one.tooltip)});"
    )
    lines.append(f"        Function->NumParms = {len(members)};")
    for i, (kind, name) in enumerate(members):
        is_return = returns and i == len(members) - 1
        out = "CPF_Parm | CPF_ReturnParm | CPF_OutParm" if is_return else (
            "CPF_Parm | CPF_OutParm" if one.parameters[i].is_reference and not one.parameters[i].is_const else "CPF_Parm")
        default = "" if is_return else one.parameters[i].default
        meta = f'{{{{"Default", {json.dumps(default)}}}}}' if default else "{}"
        lines.append(f'        StandInReflection::AddProperty(Function, "{name}", "{kind}", offsetof(FParms, {name}), {out}, '
                     f"StandInTypeOf<{kind}>(), {meta});")
    lines.append("    }")


def class_source(header, made, world, lines):
    flags = []
    if made.specifiers.has("Abstract"):
        flags.append("CLASS_Abstract")
    if made.specifiers.has("Config"):
        flags.append("CLASS_Config")
    if made.specifiers.has("DefaultConfig"):
        flags.append("CLASS_DefaultConfig")
    lines.append(f"struct StandInReflect_{made.name} {{ static UClass* Make(); }};")
    lines.append(f"UClass* {made.name}::StaticClass() {{")
    lines.append(f"    static UClass* Class = StandInReflect_{made.name}::Make();\n    return Class;\n}}")
    lines.append(f"UClass* StandInReflect_{made.name}::Make() {{")
    construct = "nullptr" if made.specifiers.has("Abstract") else f"[]() -> UObject* {{ return new {made.name}(); }}"
    lines.append(f'    UClass* Made = StandInReflection::BeginClass("{header.module}", "{made.name}", {made.base}::StaticClass(), {construct});')
    if flags:
        lines.append(f"    Made->ClassFlags |= {' | '.join(flags)};")
    if made.specifiers.has("Config"):
        lines.append(f'    Made->ClassConfigName = FName("{made.specifiers.value("Config")}");')
    lines.append(f"    Made->Meta = {meta_list(made.specifiers, made.tooltip)};")
    add_properties(made, world, lines)
    for one in made.functions:
        described = []
        add_function(made, one, described)
        lines += guarded(one.conditions, described)
    lines.append("    return Made;\n}")
    lines.append(f"static StandInRegister StandInRegister_{made.name}(&{made.name}::StaticClass);")


def struct_source(made, world, lines):
    lines.append(f"struct StandInReflect_{made.name} {{ static UScriptStruct* Make(); }};")
    lines.append(f"UScriptStruct* {made.name}::StaticStruct() {{")
    lines.append(f"    static UScriptStruct* Struct = StandInReflect_{made.name}::Make();\n    return Struct;\n}}")
    lines.append(f"UScriptStruct* StandInReflect_{made.name}::Make() {{")
    lines.append(f'    UScriptStruct* Made = StandInReflection::BeginStruct("{made.name}");')
    lines.append(f"    Made->Meta = {meta_list(made.specifiers, made.tooltip)};")
    add_properties(made, world, lines)
    lines.append("    return Made;\n}")


def generated_source(headers, world):
    """The reflection of one module."""
    lines = ["// Written by Tests/Unreal/HeaderTool. Do not edit.", '#include "UObject/ObjectMacros.h"']
    lines += [f'#include "{header.path.name}"' for header in headers]
    lines += ['#include "UObject/StandInTypeOf.h"', "#include <cstddef>",
              '#pragma GCC diagnostic ignored "-Winvalid-offsetof"',
              '#pragma GCC diagnostic ignored "-Wmissing-field-initializers"']
    for header in headers:
        for made in header.types:
            if made.kind == "enum":
                entries = ", ".join(f'{{"{name}", {value}}}' for name, value in made.values)
                lines.append(f"UEnum* StandInEnumOf<{made.name}>::Get() {{")
                lines.append(f'    static UEnum* Enum = StandInReflection::MakeEnum("{made.name}", {{{entries}}});')
                lines.append("    return Enum;\n}")
            elif made.kind == "struct":
                struct_source(made, world, lines)
            else:
                class_source(header, made, world, lines)
    return "\n".join(lines) + "\n"
