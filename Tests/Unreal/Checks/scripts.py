"""Editor scripts against the library that they call: names, numbers of arguments, fields of structs. Each function returns
sentences; an empty list is a pass."""

import ast
import re

LIBRARY = "SphereTreeEditorLibrary"
UNREAL_ITSELF = {"log", "log_warning", "log_error"}  # of the module unreal, documented for every version that we target
PYTHON_ITSELF = {
    "ArgumentParser", "add_argument", "parse_args", "argv", "writer", "writerow", "writerows", "items", "join", "append", "sort",
}


def snake(name):
    """The name that scripts see: BuildSphereTrees → build_sphere_trees, bFromCache → from_cache."""
    name = re.sub(r"^b(?=[A-Z])", "", name)
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name).lower()


def exported(headers):
    """({function: (fewest, most arguments)}, {field}) of the reflected headers."""
    functions, fields = {}, set()
    for header in headers:
        for made in header.types:
            fields |= {snake(one.name) for one in made.properties if one.specifiers.has("BlueprintReadOnly", "BlueprintReadWrite")}
            if made.name == "U" + LIBRARY:
                for one in made.functions:
                    needed = sum(not parameter.default for parameter in one.parameters)
                    functions[snake(one.name)] = (needed, len(one.parameters))
    return functions, fields


def library_names(tree):
    """Local names for the library: `library = unreal.SphereTreeEditorLibrary`."""
    return {target.id for node in ast.walk(tree) if isinstance(node, ast.Assign) and is_library(node.value, set())
            for target in node.targets if isinstance(target, ast.Name)}


def is_library(node, names):
    if isinstance(node, ast.Name):
        return node.id in names
    return isinstance(node, ast.Attribute) and node.attr == LIBRARY and isinstance(node.value, ast.Name) and node.value.id == "unreal"


def find_faults(name, text, functions, fields):
    try:
        tree = ast.parse(text, name)
    except SyntaxError as error:
        return [f"{name}:{error.lineno}: {error.msg}"]
    faults, names = [], library_names(tree)
    options = set(re.findall(r'add_argument\("-{0,2}([\w-]+)"', text))
    known = fields | PYTHON_ITSELF | {option.replace("-", "_") for option in options}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and is_library(node.func.value, names):
            fewest, most = functions.get(node.func.attr, (0, 99))
            count = len(node.args) + len(node.keywords)
            if not fewest <= count <= most:
                faults.append(f"{name}:{node.lineno}: {node.func.attr} takes {fewest} to {most} arguments, not {count}")
        if not isinstance(node, ast.Attribute):
            continue
        if is_library(node.value, names):
            if node.attr not in functions:
                faults.append(f"{name}:{node.lineno}: the library does not export {node.attr}")
        elif isinstance(node.value, ast.Name) and node.value.id == "unreal":
            if node.attr not in UNREAL_ITSELF and node.attr != LIBRARY:
                faults.append(f"{name}:{node.lineno}: unreal.{node.attr} is not ours")
        elif node.attr not in known:
            faults.append(f"{name}:{node.lineno}: nothing that the library returns has {node.attr}")
    return faults
