"""What the real tool refuses (UNREAL.md 9 and UNREAL-2.md A14, A15), and a few rules of our own that keep a plugin
usable in strict hosts. Each function returns sentences; an empty list is a pass."""

import re
from pathlib import Path

PLAIN = {"bool", "uint8", "int32", "int64", "float", "double", "FName", "FString", "FText"}
UNSEEN = {"int8", "int16", "uint16", "uint32", "uint64"}  # members that Blueprints cannot see
ENGINE_STRUCTS = {
    "FVector", "FRotator", "FQuat", "FTransform", "FColor", "FLinearColor", "FBox", "FSphere", "FGuid", "FBodyInstance",
    "FSoftObjectPath", "FHitResult", "FBoxSphereBounds", "FCollisionResponseContainer",
}
BLUEPRINT_STRUCTS = ENGINE_STRUCTS - {"FSphere"}
ENGINE_ENUMS = {"ECollisionChannel", "ECollisionResponse"}
CLASS_WORDS = {
    "Abstract", "BlueprintType", "Blueprintable", "NotBlueprintable", "ClassGroup", "Config", "DefaultConfig",
    "DefaultToInstanced", "EditInlineNew", "HideCategories", "ShowCategories", "MinimalAPI", "Transient", "Within",
    "NotBlueprintType", "CollapseCategories", "DisplayName",
}
STRUCT_WORDS = {"BlueprintType", "Atomic", "NoExport"}
ENUM_WORDS = {"BlueprintType"}
PROPERTY_WORDS = {
    "EditAnywhere", "EditDefaultsOnly", "EditInstanceOnly", "VisibleAnywhere", "VisibleDefaultsOnly",
    "VisibleInstanceOnly", "BlueprintReadOnly", "BlueprintReadWrite", "BlueprintAssignable", "BlueprintCallable",
    "BlueprintGetter", "BlueprintSetter", "Category", "Config", "GlobalConfig", "Transient", "DuplicateTransient",
    "Instanced", "Interp", "AdvancedDisplay", "AssetRegistrySearchable", "SaveGame", "SkipSerialization",
    "TextExportTransient", "NonPIEDuplicateTransient", "SimpleDisplay", "Replicated",
}
FUNCTION_WORDS = {
    "BlueprintCallable", "BlueprintPure", "BlueprintImplementableEvent", "BlueprintNativeEvent", "BlueprintInternalUseOnly",
    "Category", "CallInEditor", "Exec", "BlueprintCosmetic", "BlueprintAuthorityOnly",
}
SEEN = ("EditAnywhere", "EditDefaultsOnly", "EditInstanceOnly", "VisibleAnywhere", "VisibleDefaultsOnly",
        "VisibleInstanceOnly", "BlueprintReadOnly", "BlueprintReadWrite", "BlueprintAssignable")
# Their constructors set nothing. A struct's member of such a type without a value is an error in the log when the engine
# starts (UObject.Class AttemptToFindUninitializedScriptStructMembers: cesium-unreal#1257, KawaiiPhysics#57).
UNINITIALISED = {"bool", "uint8", "int32", "int64", "float", "double", "FVector", "FRotator", "FQuat"} | UNSEEN
# A parameter's default is a literal: FString(), INDEX_NONE or a constant of the class are "C++ Default parameter not parsed"
# (notes of several public projects; Tencent/UnLua#323 for the two zeros). Containers and other structs have none.
LITERAL = re.compile(
    r'true|false|nullptr|NAME_None|[-+]?(\d+\.?\d*|\.\d+)f?|(TEXT\()?"[^"]*"\)?|E\w+::\w+|FVector::ZeroVector'
    r"|FRotator::ZeroRotator|F(Vector|Rotator|LinearColor|Color)\([^()]*\)")
# What reflected members and parameters may not be called again in a class below ("shadowing is not allowed"): some of the
# names of the engine's classes that we derive from.
ENGINE_PROPERTIES = {
    "AActor": {"Role", "Owner", "Instigator", "Tags", "Children", "RootComponent", "bHidden", "bReplicates", "Layers"},
    "UActorComponent": {"bIsActive", "bAutoActivate", "bReplicates", "bEditableWhenInherited", "ComponentTags", "AssetUserData",
                        "PrimaryComponentTick", "CreationMethod"},
    "USceneComponent": {"AttachParent", "AttachSocketName", "AttachChildren", "RelativeLocation", "RelativeRotation",
                        "RelativeScale3D", "ComponentVelocity", "bVisible", "bHiddenInGame", "Mobility", "PhysicsVolume"},
}
FREE_CONDITIONS = {"WITH_EDITOR", "WITH_EDITORONLY_DATA", "!WITH_EDITOR", "!WITH_EDITORONLY_DATA"}


class World:
    """All reflected names: ours from the headers, the engine's from the stand-in."""

    def __init__(self, headers, stand_in=None):
        self.supers = {"UObject": ""}
        for path in sorted(Path(stand_in).rglob("*.h")) if stand_in else []:
            for name, base in re.findall(r"STANDIN_CLASS\((\w+), (\w+)\)", path.read_text(encoding="utf-8")):
                self.supers[name] = base
        self.engine = set(self.supers)
        self.structs, self.enums, self.delegates = {}, {}, set()
        self.properties = dict(ENGINE_PROPERTIES)
        for header in headers:
            self.delegates |= {delegate.name for delegate in header.delegates}
            for made in header.types:
                {"class": self.supers, "struct": self.structs, "enum": self.enums}[made.kind][made.name] = (
                    made.base if made.kind == "class" else made
                )
                if made.kind == "class":
                    self.properties[made.name] = {one.name for one in made.properties}

    def is_a(self, name, base):
        while name:
            if name == base:
                return True
            name = self.supers.get(name, "")
        return False

    def declaring(self, member, name):
        """The class that has a property of that name: this one, or the nearest above."""
        while name and member not in self.properties.get(name, ()):
            name = self.supers.get(name, "")
        return name

    def visible(self, kind):
        """May a Blueprint see a value of this type? The reason why not, or an empty text."""
        if kind in PLAIN or kind in BLUEPRINT_STRUCTS:
            return ""
        if kind in UNSEEN:
            return f"Blueprints do not know {kind}"
        if kind == "uint" or kind == "size_t":
            return f"{kind} is no type of the reflection"
        if kind in ("FVector3f", "FQuat4f", "FTransform3f"):
            return f"{kind} cannot be a pin: use the double one"
        container = re.fullmatch(r"(TArray|TSet|TMap)<(.+)>", kind)
        if container:
            if re.match(r"(TArray|TSet|TMap)<", container.group(2)):
                return "a container in a container cannot be reflected"
            inner = container.group(2).split(",") if container.group(1) == "TMap" else [container.group(2)]
            return next((why for why in map(self.visible, inner) if why), "")
        if re.fullmatch(r"TArrayView<.*>|TConstArrayView<.*>", kind):
            return "a view cannot be reflected: use TArray"
        wrapped = re.fullmatch(r"(TObjectPtr|TSoftObjectPtr|TSubclassOf|TSoftClassPtr|TWeakObjectPtr)<(?:const )?(\w+)>", kind)
        if wrapped:
            return "" if wrapped.group(2) in self.supers else f"{wrapped.group(2)} is no known UCLASS"
        pointer = re.fullmatch(r"(?:const )?(\w+)\*", kind)
        if pointer:
            return "" if pointer.group(1) in self.supers else f"{pointer.group(1)} is no known UCLASS"
        byte = re.fullmatch(r"TEnumAsByte<(\w+)(?:::Type)?>", kind)
        if byte:
            known = byte.group(1) in ENGINE_ENUMS or byte.group(1) in self.enums
            return "" if known else f"{byte.group(1)} is no known enum"
        if kind in self.structs:
            return "" if self.structs[kind].specifiers.has("BlueprintType") else f"{kind} is not a BlueprintType"
        if kind in self.enums:
            return "" if self.enums[kind].specifiers.has("BlueprintType") else f"{kind} is not a BlueprintType"
        return f"{kind} is no type that the reflection knows"

    def storable(self, kind):
        if kind in UNSEEN or kind in ENGINE_STRUCTS or kind in self.structs or kind in self.enums or kind in self.delegates:
            return ""
        container = re.fullmatch(r"(TArray|TSet)<(.+)>", kind)
        if container and not re.match(r"(TArray|TSet|TMap)<", container.group(2)):
            return self.storable(container.group(2))
        return self.visible(kind)


def unknown_words(specifiers, known):
    lower = {word.lower() for word in known}
    return [word for word in specifiers.words if word.lower() not in lower]


def check_file(header):
    faults, name = [], header.path.name
    wanted = name.removesuffix(".h") + ".generated.h"
    if not re.search(r"^#pragma once$", header.text, re.MULTILINE):
        faults.append("there is no #pragma once")
    generated = [include for include in header.includes if include.endswith(".generated.h")]
    if header.is_reflected and generated != [wanted]:
        faults.append(f'a header with reflected types includes "{wanted}", and no other generated header')
    if generated and header.includes[-1] != generated[-1]:
        faults.append(f'"{generated[-1]}" must be the last include')
    if generated and not header.is_reflected:
        faults.append("a generated header is included, but nothing here is reflected")
    return [f"{header.path}: {fault}" for fault in faults]


def check_type(header, made, world):
    faults = []
    if made.kind == "class":
        prefix = "A" if world.is_a(made.name, "AActor") else "U"
        if not made.name.startswith(prefix):
            faults.append(f"the class {made.name} must begin with {prefix}")
        if made.base not in world.supers:
            faults.append(f"{made.name} derives from {made.base}, which is no known UCLASS")
        faults += [f"{word} is no specifier of a class" for word in unknown_words(made.specifiers, CLASS_WORDS)]
        if made.specifiers.has("DefaultConfig") and not made.specifiers.has("Config"):
            faults.append("defaultconfig needs config=")
        uses_config = any(one.specifiers.has("Config") for one in made.properties)
        if uses_config and not made.specifiers.has("Config"):
            faults.append(f"{made.name} has config properties, but no config= of its own")
    elif made.kind == "struct":
        if not made.name.startswith("F"):
            faults.append(f"the struct {made.name} must begin with F")
        faults += [f"{word} is no specifier of a struct" for word in unknown_words(made.specifiers, STRUCT_WORDS)]
        faults += [f"the struct {made.name} may not have the UFUNCTION {one.name}" for one in made.functions]
    else:
        if not made.name.startswith("E"):
            faults.append(f"the enum {made.name} must begin with E")
        if made.specifiers.has("BlueprintType") and (made.underlying != "uint8" or not made.scoped):
            faults.append(f"{made.name} is a BlueprintType, so it must be an enum class : uint8")
        faults += [f"{word} is no specifier of an enum" for word in unknown_words(made.specifiers, ENUM_WORDS)]
    if made.api and made.api != header.module.upper() + "_API":
        faults.append(f"{made.name} is exported with {made.api}, but the module is {header.module}")
    if "Public" in header.path.parts and made.kind == "class" and not made.api and not made.specifiers.has("MinimalAPI"):
        faults.append(f"the public class {made.name} is not exported: {header.module.upper()}_API is missing")
    return [f"{header.path}:{made.line}: {fault}" for fault in faults]


def version_conditions(conditions):
    return [words for words in conditions if words.removeprefix("not ") not in FREE_CONDITIONS]


def check_property(made, one, world):
    faults = []
    seen = one.specifiers.has(*SEEN)
    blueprint = one.specifiers.has("BlueprintReadOnly", "BlueprintReadWrite")
    faults += [f"{word} is no specifier of a property" for word in unknown_words(one.specifiers, PROPERTY_WORDS)]
    faults += [f"it stands under «{words}»: the tool skips it" for words in version_conditions(one.conditions)]
    bare = one.type in UNINITIALISED or one.type in world.enums or one.type.startswith("TEnumAsByte<")
    if made.kind == "struct" and bare and not one.is_initialised and not made.has_constructor:
        faults.append("a member of a struct is not initialised: the engine says so when it starts")
    above = world.declaring(one.name, made.base) if made.kind == "class" else ""
    if above:
        faults.append(f"it is already defined in {above}: shadowing is not allowed")
    if made.kind == "struct" and blueprint and not made.specifiers.has("BlueprintType"):  # MMT_Plugin#2
        faults.append(f"Blueprints cannot see a member of {made.name}, which is not a BlueprintType")
    if one.is_const:
        faults.append("a const member cannot be reflected")
    if re.fullmatch(r"(const )?\w+\*", one.type):
        faults.append(f"a raw pointer member: hosts that forbid them want TObjectPtr<{one.type.rstrip('*')}>")
    elif re.search(r"<(const )?\w+\*>", one.type):
        faults.append("raw pointers in a container: use TObjectPtr")
    elif one.type in world.delegates:
        if not one.specifiers.has("BlueprintAssignable"):
            faults.append("an event that Blueprints cannot bind: BlueprintAssignable is missing")
    else:
        why = world.visible(one.type) if blueprint else world.storable(one.type)
        if why:
            faults.append(why)
    if one.specifiers.has("BlueprintAssignable") and one.type not in world.delegates:
        faults.append("only a dynamic multicast delegate can be BlueprintAssignable")
    if seen and not one.specifiers.value("Category"):
        faults.append("what users see needs a Category")
    if seen and not one.tooltip:
        faults.append("what users see needs a tooltip: a /** comment */")
    if one.type == "bool" and not re.match(r"b[A-Z]", one.name):
        faults.append("a bool begins with b")
    if blueprint and one.access == "private" and one.specifiers.meta.get("AllowPrivateAccess", "").lower() != "true":
        faults.append("a private member cannot be seen by Blueprints without AllowPrivateAccess")
    if one.specifiers.has("BlueprintReadOnly") and one.specifiers.has("BlueprintReadWrite"):
        faults.append("either BlueprintReadOnly or BlueprintReadWrite")
    return [f"{made.name}::{one.name} (line {one.line}): {fault}" for fault in faults]


def check_function(made, one, world):
    faults = []
    callable_ = one.specifiers.has("BlueprintCallable", "BlueprintPure", "BlueprintImplementableEvent", "BlueprintNativeEvent")
    faults += [f"{word} is no specifier of a function" for word in unknown_words(one.specifiers, FUNCTION_WORDS)]
    faults += [f"it stands under «{words}»: the tool skips it" for words in version_conditions(one.conditions)]
    kinds = [(f"the parameter {p.name}", p.type, p) for p in one.parameters]
    if one.returns != "void":
        kinds.append(("the return value", one.returns.removeprefix("const ").removesuffix("&"), None))
    for what, kind, parameter in kinds:
        why = world.visible(kind)
        if kind.startswith("TObjectPtr<"):
            why = "a signature takes a raw pointer, not TObjectPtr"
        elif kind in world.delegates:
            why = ""
        if why:
            faults.append(f"{what}: {why}")
        above = world.declaring(parameter.name, made.name) if parameter else ""
        if above:
            faults.append(f"{what} is already defined in {above}: shadowing is not allowed")
        if parameter and parameter.default and not LITERAL.fullmatch(parameter.default):
            faults.append(f"{what}: the tool cannot read the default {parameter.default}; it takes literals")
        if parameter and kind == "bool" and not re.match(r"b[A-Z]", parameter.name):
            faults.append(f"{what}: a bool begins with b")
    names = {parameter.name for parameter in one.parameters}
    for key in ("WorldContext", "AutoCreateRefTerm", "DefaultToSelf"):
        for name in filter(None, (part.strip() for part in one.specifiers.meta.get(key, "").split(","))):
            if name not in names:
                faults.append(f"{key} names {name}, which is no parameter")
    advanced = one.specifiers.meta.get("AdvancedDisplay", "")
    for name in [part.strip() for part in advanced.split(",") if part.strip() and not part.strip().isdigit()]:
        if name not in names:
            faults.append(f"AdvancedDisplay names {name}, which is no parameter")
    if callable_ and not one.specifiers.value("Category") and not one.specifiers.has("BlueprintInternalUseOnly"):
        faults.append("a node needs a Category")
    if callable_ and not one.tooltip:
        faults.append("a node needs a tooltip: a /** comment */")
    if callable_ and one.access == "private":
        faults.append("a node cannot be private")
    if world.is_a(made.base, "UBlueprintFunctionLibrary") and not one.is_static:
        faults.append("a function of a Blueprint library is static")
    if one.specifiers.has("BlueprintPure") and one.returns == "void" and not any(p.is_output for p in one.parameters):
        faults.append("a pure node without an output does nothing")
    return [f"{made.name}::{one.name} (line {one.line}): {fault}" for fault in faults]


def check_headers(headers, world):
    faults, seen_types, seen_files = [], {}, {}
    for header in headers:
        other = seen_files.setdefault(header.path.name.lower(), header.path)
        if other != header.path:
            faults.append(f"{header.path}: {other} has the same file name; names are unique across modules")
        faults += check_file(header)
        for made in header.types:
            if made.name in seen_types:
                faults.append(f"{header.path}:{made.line}: {made.name} is already declared in {seen_types[made.name]}")
            seen_types[made.name] = header.path
            faults += check_type(header, made, world)
            names = [one.name for one in made.functions]
            faults += [f"{header.path}: {made.name}::{name} is overloaded; reflected functions cannot be"
                       for name in sorted(set(names)) if names.count(name) > 1]
            for one in made.properties:
                faults += [f"{header.path}: {fault}" for fault in check_property(made, one, world)]
            for one in made.functions:
                faults += [f"{header.path}: {fault}" for fault in check_function(made, one, world)]
        for delegate in header.delegates:
            if not delegate.name.startswith("F"):
                faults.append(f"{header.path}:{delegate.line}: the delegate {delegate.name} must begin with F")
            for parameter in delegate.parameters:
                why = world.visible(parameter.type)
                if why:
                    faults.append(f"{header.path}:{delegate.line}: {delegate.name}, {parameter.name}: {why}")
    return faults
