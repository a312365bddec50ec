"""What the tests of the house share."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ.get("SPHERETREE_BUILD", ROOT / "build/release"))
CXX = os.environ.get("SPHERETREE_CXX", "g++")
EIGEN = [folder for folder in os.environ.get("SPHERETREE_EIGEN", "/usr/include/eigen3").split(":") if folder]


def our_files():
    """Every file that is, or may become, part of the repository, from the root; without git, every file of a source
    archive except what was built."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True) if (ROOT / ".git").exists() else None
    if listed is not None and listed.returncode == 0:
        names = [name for name in listed.stdout.decode().split("\0") if name]
    else:
        built = {"build", "out", "node_modules", ".git", "__pycache__"}
        names = [
            str(path.relative_to(ROOT)) for path in ROOT.rglob("*") if not built & set(path.relative_to(ROOT).parts)
        ]
    return sorted(name for name in names if (ROOT / name).is_file())


def copy_ours(target):
    """A fresh clone, as it were, with what is not yet committed."""
    for name in our_files():
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, target / name)


class TemporaryFolder:
    """A folder whose path has a space, gone afterwards."""

    def __enter__(self):
        self.folder = tempfile.mkdtemp(prefix="sphere tree ")
        return Path(self.folder)

    def __exit__(self, *_):
        shutil.rmtree(self.folder)
