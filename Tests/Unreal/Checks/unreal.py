"""What the checks of the Unreal modules share."""

import os
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
STAND_IN = ROOT / "Tests/Unreal/StandIn"
BUILD = Path(os.environ.get("SPHERETREE_BUILD", ROOT / "build/release"))
GENERATED = Path(os.environ.get("SPHERETREE_GENERATED", BUILD / "Tests/Unreal/Generated"))
CXX = os.environ.get("SPHERETREE_CXX", "g++")
MODULES = ("SphereTree", "SphereTreeEditor", "SphereTreeTests", "SphereTreeEditorTests")  # those that CMake builds with the stand-in
ENGINE_MODULES = ("Core", "CoreUObject", "Engine", "DeveloperSettings", "GameplayDebugger", "AnimationBlueprintLibrary",
                  "AssetDefinition", "AssetRegistry",
                  "ContentBrowser", "DerivedDataCache", "MeshDescription", "PropertyEditor", "RenderCore", "Slate", "SlateCore",
                  "SourceControl", "StaticMeshDescription", "ToolMenus", "UnrealEd")

sys.path.insert(0, str(ROOT / "Tests/Unreal/HeaderTool"))


def compile_flags(minor, shipping=False):
    """As UnrealBuildTool compiles: no exceptions, no RTTI, shadowing and every other warning an error."""
    flags = ["-std=c++20", "-fno-exceptions", "-fno-rtti", "-Wall", "-Wextra", "-Wshadow", "-Werror", "-fsyntax-only"]
    flags += ["-Wno-unused-parameter", f"-DSTANDIN_MINOR={minor}", f"-DWITH_GAMEPLAY_DEBUGGER={int(not shipping)}"]
    flags += ["-DSTANDIN_SHIPPING"] if shipping else []
    flags += [f"-D{module.upper()}_API=" for module in MODULES]
    flags += ["-ferror-limit=0"] if "clang" in os.path.basename(CXX) else ["-fmax-errors=0"]
    folders = [STAND_IN] + [STAND_IN / module for module in ENGINE_MODULES]
    folders += [ROOT / f"Source/{module}/{part}" for module in MODULES for part in ("Public", "Private")]
    folders += [GENERATED / module for module in MODULES] + [ROOT / "Source/SphereTreeCore/Public"]
    return flags + [word for folder in folders for word in ("-I", str(folder))]


def sources_of(module, root=ROOT):
    return sorted((Path(root) / f"Source/{module}").rglob("*.cpp"))


def headers_of(module, root=ROOT):
    return sorted((Path(root) / f"Source/{module}").rglob("*.h"))


def find_header(name):
    """Where an include leads to: one of ours, or one of the stand-in; None for all others."""
    folders = [ROOT / f"Source/{module}/{part}" for module in MODULES for part in ("Public", "Private")]
    folders += [STAND_IN / module for module in ENGINE_MODULES]
    return next((folder / name for folder in folders if name and (folder / name).is_file()), None)


def includes_of(path):
    """(line, name) of every include."""
    for number, line in enumerate(Path(path).read_text(encoding="utf-8").splitlines(), 1):
        match = re.match(r'\s*#\s*include\s*[<"]([^>"]+)[>"]', line)
        if match:
            yield number, match.group(1)
