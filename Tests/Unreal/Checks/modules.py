"""Includes against Build.cs: whose header is included, and may this module include it? The folder of the stand-in in which a
header stands is the engine module that owns it. Each function returns sentences; an empty list is a pass."""

import re
from pathlib import Path

from unreal import includes_of

STANDARD = re.compile(r"[a-z_]+")  # <vector>
ALLOWED_ANYWAY = {"UE_INLINE_GENERATED_CPP_BY_NAME"}


def engine_headers(stand_in):
    """Header → the engine module that owns it."""
    owners = {}
    for module in (path for path in Path(stand_in).iterdir() if path.is_dir() and path.name != "Runtime"):
        for path in module.rglob("*.h"):
            if not path.name.startswith("StandIn"):
                owners[path.relative_to(module).as_posix()] = module.name
    return owners


def our_headers(root, modules):
    """Header → (module, is it public). A public header of the core has its folder in its name."""
    owners = {}
    for module in modules:
        for part in ("Public", "Private"):
            folder = Path(root) / f"Source/{module}/{part}"
            for path in folder.rglob("*.h") if folder.is_dir() else []:
                owners[path.relative_to(folder).as_posix()] = (module, part == "Public")
    return owners


def dependencies(build_cs):
    """(public, private) module names of a Build.cs."""
    text = re.sub(r"//[^\n]*", "", Path(build_cs).read_text(encoding="utf-8"))
    found = {"Public": set(), "Private": set()}
    for kind, words in re.findall(r"(Public|Private)DependencyModuleNames\.Add(?:Range)?\(([^;]*)\);", text, re.DOTALL):
        found[kind] |= set(re.findall(r'"(\w+)"', words))
    if re.search(r"SetupGameplayDebuggerSupport\(Target(, true)?\)", text):
        found["Private"].add("GameplayDebugger")
    return found["Public"], found["Private"]


class Map:
    def __init__(self, root, stand_in, modules):
        self.root, self.engine, self.ours = Path(root), engine_headers(stand_in), our_headers(root, modules)

    def owner(self, name):
        if name in self.engine:
            return self.engine[name], True
        return self.ours.get(name, (None, False))

    def check(self, module):
        public, private = dependencies(self.root / f"Source/{module}/{module}.Build.cs")
        faults, used = [], set()
        folder = self.root / f"Source/{module}"
        for path in sorted([*folder.rglob("*.h"), *folder.rglob("*.cpp")]):
            is_public = "Public" in path.relative_to(folder).parts
            for line, name in includes_of(path):
                if name.endswith(".generated.h") or STANDARD.fullmatch(name):
                    continue
                faults += self.judge(module, path.relative_to(self.root), line, name, is_public, public, private, used)
        needless = sorted((public | private) - used)
        faults += [f"{module}.Build.cs: {name} is listed, but nothing of it is included" for name in needless]
        faults += [f"{module}.Build.cs: {name} is listed as public and as private" for name in sorted(public & private)]
        return faults

    def judge(self, module, path, line, name, is_public, public, private, used):
        owner, seen = self.owner(name)
        where = f"{path}:{line}"
        if owner is None:
            return [f"{where}: nobody knows {name}: it is no header of ours and none of the stand-in"]
        if owner == module:
            return [] if not is_public or seen else [f"{where}: a public header includes {name}, which is private"]
        used.add(owner)
        if not seen:
            return [f"{where}: {name} is private to {owner}"]
        if owner not in public | private:
            return [f"{where}: {name} belongs to {owner}, which {module}.Build.cs does not list"]
        if is_public and owner not in public:
            return [f"{where}: a public header needs {owner}, which {module}.Build.cs lists as private"]
        return []
