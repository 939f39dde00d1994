#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""run_examples.py FOLDER [NAME...]: does with each example what its first comment says behind `$`, in copies, with
`rondo`, pkg-config and CMake finding an installed Rondo by themselves (PATH, PKG_CONFIG_PATH, CMAKE_PREFIX_PATH). Used
by test_examples.py and, in a clean Debian, by the tests of packages; needs nothing but Python."""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

_COMMAND = re.compile(r"^[ */#!]*\$ (.+)$", re.MULTILINE)
_RIGHT = re.compile(r"^ok$|verified$", re.MULTILINE)
_FIRST_LINES = 25
_COMPILER = re.compile(r"\b(clang-19|clang\+\+-19|gcc-12|g\+\+-12|gfortran-12|rondo-c\+\+|rondo-cc|python)(?= )")


def examples(folder: Path) -> dict[str, list[str]]:
    """Each file that says how it is used, with the commands; a project's are in its Makefile or CMakeLists.txt."""
    found = {}
    for file in sorted(folder.rglob("*")):
        if file.is_file() and file.suffix != ".md":
            head = "\n".join(file.read_text(encoding="utf-8").splitlines()[:_FIRST_LINES])
            if commands := _COMMAND.findall(head):
                found[str(file.relative_to(folder))] = commands
    return found


def missing(commands: list[str], folder: Path) -> set[str]:
    """Compilers (and Python) that it names and that are not installed."""
    words = set(_COMPILER.findall(" ".join(commands)))
    for file in folder.glob("Makefile"):
        words |= set(_COMPILER.findall(file.read_text(encoding="utf-8")))
    return {word for word in words if shutil.which(word) is None}


def fault(folder: Path, name: str, commands: list[str]) -> str:
    """What went wrong; "" when all commands succeeded and the last one said `ok` or `verified`."""
    output = ""
    with tempfile.TemporaryDirectory(prefix="rondo-example-") as place:
        copy = Path(place) / "examples"
        shutil.copytree(folder, copy)
        for command in commands:
            result = subprocess.run(["bash", "-c", command], cwd=(copy / name).parent, capture_output=True, text=True,
                                    timeout=300, check=False)
            output = result.stdout
            if result.returncode != 0:
                return f"{command}: status {result.returncode}\n{result.stdout}{result.stderr}"
            if result.stderr:
                return f"{command}: {result.stderr}"
    return "" if _RIGHT.search(output) else f"{commands[-1]}: {output}"


def main() -> int:
    folder = Path(sys.argv[1])
    status = 0
    for name, commands in examples(folder).items():
        if sys.argv[2:] and name not in sys.argv[2:]:
            continue
        if absent := missing(commands, (folder / name).parent if "/" in name else folder):
            print(f"{name}: not run, without {', '.join(sorted(absent))}")
            continue
        found = fault(folder, name, commands)
        print(f"{name}: {found or 'ok'}", flush=True)
        status |= bool(found)
    return status


if __name__ == "__main__":
    sys.exit(main())
