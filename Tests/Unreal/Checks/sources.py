"""Rules for the sources of the Unreal modules that no compiler here knows. Each function returns sentences."""

import re
from pathlib import Path

# An override of one of these must call its super: ticking, registration, serialization and loading stop without it.
MUST_CALL_SUPER = {
    "Initialize", "Deinitialize", "OnRegister", "OnUnregister", "PostLoad", "Serialize", "PostInitProperties", "BeginDestroy",
    "GetResourceSizeEx", "GetAssetRegistryTags", "IsDataValid", "OnUpdateTransform", "PostEditChangeProperty", "BeginPlay",
    "EndPlay", "PostDuplicate", "PreSave", "PostEditUndo", "FinishDestroy", "TickComponent", "OnComponentDestroyed",
    "PostEditImport", "PreInitializeComponents", "PostInitializeComponents",
}
FORBIDDEN = {
    r"\bassert\s*\(": "use check or ensure",
    r"\bstd::(cout|cerr|thread|mutex)\b": "not on this side of the seam",
    r"\bdynamic_cast\b": "RTTI is off: Cast<>",
    r"\b(try|catch)\b\s*[({]": "exceptions are off",
    r"\bNULL\b": "nullptr",
    r"\bStandIn\w+": "the plugin may not know the stand-in",
    r"\bSTANDIN_\w+": "the plugin may not know the stand-in",
    r"EAllowShrinking": "absent in 5.3: call without it",
}
NOTICE = "// Copyright (c) The SphereTree authors. MIT licence, see LICENSE."


def without_comments(text):
    return re.sub(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', lambda m: re.sub(r"[^\n]", " ", m.group()), text, flags=re.DOTALL)


def bodies(code):
    """(class, function, body) of every method defined outside of its class."""
    for match in re.finditer(r"\b(\w+)::(~?\w+)\s*\([^;{}]*\)\s*(?:const\s*)?\n?\{", code):
        depth, place = 1, match.end()
        while depth and place < len(code):
            depth += {"{": 1, "}": -1}.get(code[place], 0)
            place += 1
        yield match.group(1), match.group(2), code[match.end() : place], code.count("\n", 0, match.start()) + 1


def find_super_faults(name, text):
    faults = []
    for owner, function, body, line in bodies(without_comments(text)):
        if owner[0] in "UA" and function in MUST_CALL_SUPER and f"Super::{function}(" not in body:
            faults.append(f"{name}:{line}: {owner}::{function} does not call Super::{function}")
    return faults


def find_word_faults(name, text):
    code = without_comments(text)
    return [f"{name}:{code.count(chr(10), 0, match.start()) + 1}: {match.group()}: {why}"
            for pattern, why in FORBIDDEN.items() for match in re.finditer(pattern, code)]


def find_layout_faults(name, text):
    faults = []
    if not text.startswith(NOTICE + "\n"):
        faults.append(f"{name}: the first line is not our copyright notice")
    for number, line in enumerate(text.splitlines(), 1):
        if re.match(r" +\S", line) and not re.match(r" \*", line):
            faults.append(f"{name}:{number}: indented by spaces; Unreal modules use tabs")
        if re.search(r"\)\s*(const\s*)?(override\s*)?\{$", line) and not line.strip().startswith(("//", "*")):
            faults.append(f"{name}:{number}: the brace stands on a line of its own")
    return faults


def find_literal_faults(name, text):
    """Log, console and display texts are TEXT(...)."""
    return [f"{name}:{text.count(chr(10), 0, match.start()) + 1}: a text without TEXT()"
            for match in re.finditer(r'(UE_LOG\([^;]*?,|Printf\()\s*"', text)]


def localised(text):
    """(namespace, key, text) of every LOCTEXT of a file."""
    space = re.search(r'#define LOCTEXT_NAMESPACE "([^"]*)"', text)
    return [(space.group(1) if space else "", key, words) for key, words in re.findall(r'\bLOCTEXT\("([^"]*)",\s*"((?:\\.|[^"\\])*)"\)', text)]


def find_key_faults(texts):
    """A key means one text: translators get only one of two. `texts` maps file names to their contents."""
    faults, seen = [], {}
    for name, text in texts.items():
        for space, key, words in localised(text):
            other = seen.setdefault((space, key), (words, name))
            if other[0] != words:
                faults.append(f"{name}: the key {key} of {space} is «{words}» here and «{other[0]}» in {other[1]}")
    return faults


def check_file(path, root):
    text = Path(path).read_text(encoding="utf-8")
    name = Path(path).relative_to(root).as_posix()
    return find_super_faults(name, text) + find_word_faults(name, text) + find_layout_faults(name, text) + find_literal_faults(name, text)


def blueprint_nodes(text):
    """The names of the functions that a Blueprint can call."""
    return re.findall(r"UFUNCTION\(Blueprint(?:Callable|Pure)[^\n]*\n\s*[^;(]*?(\w+)\(", text)


def is_called_by_name(name, text):
    return re.search(rf'\bCall(?:SphereTreeNode)?\([^;]*TEXT\("{name}"\)', text) is not None
