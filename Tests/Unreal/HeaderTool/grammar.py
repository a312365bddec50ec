"""Our own reading of the grammar of reflected headers (Epic's public pages on the reflection system and UNREAL.md 9):
enough to understand our own headers, and to refuse what the real tool refuses. Nothing here comes from that tool."""

import re
from dataclasses import dataclass, field
from pathlib import Path


class Refused(Exception):
    """A sentence: file, line, what, why."""


@dataclass
class Specifiers:
    words: dict = field(default_factory=dict)  # name → value or ""
    meta: dict = field(default_factory=dict)

    def has(self, *names):
        return any(name.lower() in (word.lower() for word in self.words) for name in names)

    def value(self, name):
        return next((value for word, value in self.words.items() if word.lower() == name.lower()), "")


@dataclass
class Parameter:
    type: str
    name: str
    default: str = ""
    is_reference: bool = False
    is_const: bool = False
    in_out: bool = False

    @property
    def is_output(self):
        return self.is_reference and not self.is_const and not self.in_out


@dataclass
class Property:
    name: str
    type: str
    specifiers: Specifiers
    tooltip: str
    line: int
    access: str
    conditions: list
    is_const: bool = False
    is_initialised: bool = False


@dataclass
class Function:
    name: str
    returns: str
    parameters: list
    specifiers: Specifiers
    tooltip: str
    line: int
    access: str
    is_static: bool
    is_const: bool
    conditions: list


@dataclass
class Type:
    kind: str  # class, struct, enum
    name: str
    base: str
    bases: list
    api: str
    specifiers: Specifiers
    tooltip: str
    line: int
    body_line: int = 0  # of GENERATED_BODY
    has_constructor: bool = False
    properties: list = field(default_factory=list)
    functions: list = field(default_factory=list)
    values: list = field(default_factory=list)  # of an enum
    underlying: str = ""
    scoped: bool = True


@dataclass
class Delegate:
    name: str
    parameters: list
    line: int


@dataclass
class Header:
    path: Path
    module: str
    includes: list
    types: list = field(default_factory=list)
    delegates: list = field(default_factory=list)
    text: str = ""

    @property
    def is_reflected(self):
        return bool(self.types or self.delegates)


def strip_comments(text):
    """Comments blanked, lines and columns kept; documentation comments by the offset of their end."""
    documentation = {}
    pattern = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.DOTALL)

    def blank(match):
        found = match.group()
        if found.startswith('"'):
            return found
        if found.startswith("/**"):
            words = re.sub(r"^\s*\*+ ?", "", found[3:-2], flags=re.MULTILINE)
            documentation[match.end()] = " ".join(words.split())
        return re.sub(r"[^\n]", " ", found)

    return pattern.sub(blank, text), documentation


def closing(text, start, open_mark="(", close_mark=")"):
    """The place of the bracket that closes the one at `start`; quotes are skipped."""
    depth, place = 0, start
    while place < len(text):
        mark = text[place]
        if mark == '"':
            place = text.index('"', place + 1)
        elif mark == open_mark:
            depth += 1
        elif mark == close_mark:
            depth -= 1
            if depth == 0:
                return place
        place += 1
    raise Refused("a bracket is never closed")


def split_list(text):
    """At commas that stand in no bracket and no quotes."""
    parts, depth, quoted, last = [], 0, False, 0
    for place, mark in enumerate(text):
        if mark == '"':
            quoted = not quoted
        elif not quoted and mark in "(<{[":
            depth += 1
        elif not quoted and mark in ")>}]":
            depth -= 1
        elif not quoted and mark == "," and depth == 0:
            parts.append(text[last:place])
            last = place + 1
    parts.append(text[last:])
    return [part.strip() for part in parts if part.strip()]


def read_specifiers(text):
    found = Specifiers()
    for part in split_list(text):
        name, _, value = part.partition("=")
        name, value = name.strip(), value.strip()
        if name.lower() == "meta":
            for entry in split_list(value[1:-1]):
                key, _, inner = entry.partition("=")
                found.meta[key.strip()] = inner.strip().strip('"')
        else:
            found.words[name] = value.strip('"')
    return found


def conditions_by_line(text):
    """For each line, the preprocessor conditions that it stands under."""
    stack, lines = [], []
    for line in text.splitlines():
        words = line.strip()
        if re.match(r"#\s*if", words):
            stack.append(re.sub(r"#\s*(if|ifdef|ifndef)\s*", "", words))
        elif re.match(r"#\s*(else|elif)", words) and stack:
            stack[-1] = "not " + stack[-1]
        elif re.match(r"#\s*endif", words) and stack:
            stack.pop()
        lines.append(list(stack))
    return lines


def normal(type_name):
    """One spelling for a type."""
    text = re.sub(r"\b(class|struct|enum)\s+", "", type_name)
    text = re.sub(r"\s+", " ", text).strip()
    return re.sub(r"\s*([<>,*&])\s*", r"\1", text)


def read_parameter(text):
    in_out = bool(re.search(r"UPARAM\s*\(\s*ref\s*\)", text))
    text = re.sub(r"UPARAM\s*\([^)]*\)", "", text)
    declared, _, default = text.partition("=")
    declared = declared.strip()
    match = re.match(r"(.*[\s&*>])(\w+)$", declared, re.DOTALL)
    if not match:
        raise Refused(f"the parameter «{text.strip()}» has no name")
    type_name, name = normal(match.group(1)), match.group(2)
    is_const = type_name.startswith("const ")
    is_reference = type_name.endswith("&")
    bare = type_name.removesuffix("&")
    if is_const and not bare.endswith("*"):
        bare = bare.removeprefix("const ")
    return Parameter(bare, name, default.strip(), is_reference, is_const, in_out)


class Reader:
    def __init__(self, path, module, text):
        self.header = Header(Path(path), module, [], text=text)
        self.text, self.documentation = strip_comments(text)
        self.conditions = conditions_by_line(self.text)

    def line(self, place):
        return self.text.count("\n", 0, place) + 1

    def fail(self, place, sentence):
        raise Refused(f"{self.header.path}:{self.line(place)}: {sentence}")

    def tooltip(self, place):
        ends = [end for end in self.documentation if end <= place and not self.text[end:place].strip()]
        return self.documentation[max(ends)] if ends else ""

    def read(self):
        self.header.includes = re.findall(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', self.text, re.MULTILINE)
        for match in re.finditer(r"^[ \t]*(UCLASS|USTRUCT|UENUM|DECLARE_DYNAMIC_\w*DELEGATE\w*)\s*\(", self.text, re.MULTILINE):
            start = match.end() - 1
            end = closing(self.text, start)
            if match.group(1).startswith("DECLARE"):
                self.read_delegate(match, self.text[start + 1 : end])
            else:
                self.read_type(match, read_specifiers(self.text[start + 1 : end]), end + 1)
        return self.header

    def read_delegate(self, match, inside):
        parts = split_list(inside)
        pairs = list(zip(parts[1::2], parts[2::2]))
        wanted = {"": 0, "OneParam": 1, "TwoParams": 2, "ThreeParams": 3, "FourParams": 4}
        count = wanted.get(match.group(1).rpartition("DELEGATE")[2].lstrip("_"))
        if count is None or len(parts) != 1 + 2 * count:
            self.fail(match.start(), "a dynamic delegate takes its name, then a type and a name for each parameter")
        parameters = [read_parameter(f"{kind} {name}") for kind, name in pairs]
        self.header.delegates.append(Delegate(parts[0], parameters, self.line(match.start())))

    def check_scope(self, place):
        """Reflected types stand in no namespace."""
        before = self.text[:place]
        opened = [m.start() for m in re.finditer(r"\bnamespace\b[^;{}]*\{", before)]
        for start in opened:
            inside = before[before.index("{", start) :]
            if inside.count("{") > inside.count("}"):
                self.fail(place, "a reflected type may not stand in a namespace")

    def read_type(self, match, specifiers, after):
        self.check_scope(match.start())
        kind = {"UCLASS": "class", "USTRUCT": "struct", "UENUM": "enum"}[match.group(1)]
        declared = re.compile(
            r"\s*(class|struct|enum\s+class|enum)\s+((?:\w+_API\s+)?)(?:alignas\([^)]*\)\s*)?(\w+)\s*(?:final\s*)?(?::\s*([^{;]*))?\s*\{"
        ).match(self.text, after)
        if not declared or not declared.group(1).startswith(kind):
            self.fail(match.start(), f"{match.group(1)} must be followed by the declaration of one")
        bases = [re.sub(r"^(public|protected|private)\s+", "", base) for base in split_list(declared.group(4) or "")]
        made = Type(kind, declared.group(3), bases[0] if bases else "", bases, declared.group(2).strip(), specifiers,
                    self.tooltip(match.start()), self.line(match.start()))
        start = declared.end() - 1
        end = closing(self.text, start, "{", "}")
        if kind == "enum":
            made.underlying, made.base, made.scoped = made.base, "", "class" in declared.group(1)
            self.read_values(made, start + 1, end)
        else:
            self.read_body(made, start + 1, end)
        self.header.types.append(made)

    def read_values(self, made, start, end):
        number = 0
        for part in split_list(re.sub(r"UMETA\s*\([^)]*\)", "", self.text[start:end])):
            name, _, value = part.partition("=")
            number = int(value, 0) if value.strip() else number
            made.values.append((name.strip(), number))
            number += 1

    def read_body(self, made, start, end):
        first = re.compile(r"\s*GENERATED_BODY\s*\(\s*\)").match(self.text, start)
        if not first:
            self.fail(start, f"GENERATED_BODY() must come first in {made.name}")
        made.body_line = self.line(first.end())
        made.has_constructor = bool(re.search(rf"(?<![~\w]){made.name}\s*\(", self.text[first.end() : end]))
        for match in re.finditer(r"\b(UPROPERTY|UFUNCTION)\s*\(", self.text[first.end() : end]):
            place = first.end() + match.start()
            close = closing(self.text, first.end() + match.end() - 1)
            specifiers = read_specifiers(self.text[first.end() + match.end() : close])
            access = self.access(made, first.end(), place)
            if match.group(1) == "UPROPERTY":
                made.properties.append(self.read_property(specifiers, place, close + 1, access))
            else:
                made.functions.append(self.read_function(specifiers, place, close + 1, access))

    def access(self, made, start, place):
        words = re.findall(r"\b(public|protected|private)\s*:", self.text[start:place])
        return words[-1] if words else ("private" if made.kind == "class" else "public")

    def read_property(self, specifiers, place, after, access):
        end = self.text.index(";", after)
        declared = self.text[after:end]
        declared, *initialiser = re.split(r"=(?!=)|\{", declared)
        declared = declared.strip()
        match = re.match(r"(.*[\s&*>])(\w+)\s*(?::\s*\d+)?(\[[^\]]*\])?$", declared, re.DOTALL)
        if not match:
            self.fail(place, f"«{declared}» is no property")
        type_name = normal(match.group(1))
        made = Property(match.group(2), type_name.removeprefix("const "), specifiers, self.tooltip(place),
                        self.line(place), access, self.conditions[self.line(place) - 1])
        made.is_initialised = bool(initialiser)
        made.is_const = type_name.startswith("const ") and not type_name.endswith("*")
        return made

    def read_function(self, specifiers, place, after, access):
        open_place = self.text.index("(", after)
        head = self.text[after:open_place].split()
        close = closing(self.text, open_place)
        tail = re.compile(r"[^;{]*").match(self.text, close + 1).group()
        name = head[-1].lstrip("*&")
        prefix = " ".join(head[:-1]) + " " + head[-1][: len(head[-1]) - len(name)]
        words = [w for w in prefix.split() if w not in ("static", "virtual", "inline", "FORCEINLINE") and not w.endswith("_API")]
        parameters = [read_parameter(part) for part in split_list(self.text[open_place + 1 : close]) if part != "void"]
        return Function(name, normal(" ".join(words)), parameters, specifiers, self.tooltip(place), self.line(place),
                        access, "static" in head, bool(re.search(r"\bconst\b", tail)), self.conditions[self.line(place) - 1])


def read_header(path, module, text=None):
    text = Path(path).read_text(encoding="utf-8") if text is None else text
    return Reader(path, module, text).read()
