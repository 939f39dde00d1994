#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Runs clang-tidy over the files of the dev build and remembers which are clean.

A file is checked again only when it, a header it includes, its compile command, .clang-tidy or clang-tidy itself
changed. With --changed only files touched by the work in progress are looked at (or by the last commit, when there is
none), and for each changed header its own source and its test, or, where it has neither, the smallest file that
includes it: what there is to say of a header is said of any of them. Needs the configured dev build. What includes what
is said by its dependency records, or, where a file was not built, by the names of the headers that it includes itself.
"""

import argparse
import hashlib
import json
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from repo import changed_files

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build" / "dev"
STAMPS = ROOT / "build" / "tidy"
INCLUDE_FOLDERS = tuple(ROOT / name for name in ("src", "include", "directives", "cli", "tests", "tests/unit"))
TIDY = "clang-tidy-19"
JOBS = 2
# What the build puts in front of a file to read common headers once: a file that forgets an include shall be found.
COMMON_HEADERS = re.compile(r" -Xclang -include(?:-pch)? -Xclang \S+/cmake_pch\.\S+")
# What compiles files of a folder together.
TOGETHER = re.compile(r"/Unity/unity_\w+\.c(?:xx)?$")
CHATTER = re.compile(r"^(\d+ warnings? .*generated\.|Suppressed \d+ warnings.*|Use -header-filter.*)$", re.MULTILINE)


@dataclass(frozen=True)
class Unit:
    """One compiled file."""

    source: Path
    command: str
    inputs: frozenset[Path]  # the repository's files it is made from

    @property
    def name(self) -> str:
        return str(self.source.relative_to(ROOT))


def output_of(*command: str) -> str:
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout


def dependencies() -> dict[str, set[Path]]:
    """Object file (as Ninja names it) -> files of this repository it was compiled from."""
    found: dict[str, set[Path]] = {}
    current: set[Path] = set()
    for line in output_of("ninja", "-C", str(BUILD), "-t", "deps").split("\n"):
        if line.startswith(" "):
            path = Path(os.path.normpath(BUILD / line.strip()))
            if path.is_relative_to(ROOT):
                current.add(path)
        elif ": #deps" in line:
            current = found.setdefault(line.split(":")[0], set())
    return found


def included(source: Path) -> set[Path]:
    """The repository's headers that a file includes by name, and those that they include."""
    found = {source}
    todo = [source]
    while todo:
        path = todo.pop()
        for name in re.findall(r'^#include "([^"]+)"', path.read_text(encoding="utf-8"), re.MULTILINE):
            for folder in (path.parent, source.parent, *INCLUDE_FOLDERS):
                header = Path(os.path.normpath(folder / name))
                if header.is_file():
                    if header not in found:
                        found.add(header)
                        todo.append(header)
                    break
    return found


def each_file(entry: dict[str, str]) -> list[dict[str, str]]:
    """What the build compiles together, in one file that includes the others, is read file by file."""
    entry["command"] = COMMON_HEADERS.sub("", entry["command"])
    if not TOGETHER.search(entry["file"]):
        return [entry]
    sources = re.findall(r'^#include "([^"]+)"', Path(entry["file"]).read_text(encoding="utf-8"), re.MULTILINE)
    # No object is made of one of them alone.
    command = re.sub(r" -o \S+", "", entry["command"])
    return [{**entry, "file": source, "command": command.replace(entry["file"], source)} for source in sources]


def units() -> list[Unit]:
    listed = json.loads((BUILD / "compile_commands.json").read_text(encoding="utf-8"))
    commands = [one for entry in listed for one in each_file(entry)]
    STAMPS.mkdir(parents=True, exist_ok=True)
    (STAMPS / "compile_commands.json").write_text(json.dumps(commands), encoding="utf-8")
    made_from = dependencies()
    result: list[Unit] = []
    for entry in commands:
        source = Path(os.path.normpath(Path(entry["directory"]) / entry["file"]))
        ours = source.is_relative_to(ROOT) and not source.is_relative_to(ROOT / "build")
        if ours and source.suffix in {".c", ".cpp"}:
            output = re.search(r" -o (\S+)", entry["command"])
            inputs = made_from.get(output.group(1) if output else "") or included(source)
            result.append(Unit(source, entry["command"], frozenset(inputs | {source})))
    return result


def touched(all_units: list[Unit], changed: set[Path]) -> list[Unit]:
    """The changed sources, then what speaks for the changed headers."""
    chosen = [unit for unit in all_units if unit.source in changed]
    for header in sorted(path for path in changed if path.suffix in {".h", ".hpp"}):
        including = [unit for unit in all_units if header in unit.inputs]
        own = [unit for unit in including if unit.source == header.with_suffix(unit.source.suffix)]
        # src/<folder>/<name>.hpp has tests/unit/<folder>/<name>_test.cpp, which may stand in no subfolder.
        named = [unit for unit in including if unit.source.name == f"{header.stem}_test.cpp"]
        tests = [unit for unit in named if unit.source.parent.name in header.parent.parts]
        chosen += own + tests or sorted(including, key=lambda unit: (len(unit.inputs), unit.source))[:1]
    return list(dict.fromkeys(chosen))


def fingerprint(unit: Unit, salt: str) -> str:
    digest = hashlib.sha256(f"{salt}\n{unit.command}\n".encode())
    for path in sorted(unit.inputs):
        digest.update(f"{path.relative_to(ROOT)}\n".encode())
        digest.update(path.read_bytes() if path.is_file() else b"(gone)")
    return digest.hexdigest()


def lint(unit: Unit, stamp: Path) -> str:
    """Empty when clean, else what clang-tidy says."""
    command = [TIDY, "--quiet", "-p", str(STAMPS), str(unit.source)]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if run.returncode == 0:
        stamp.touch()
        return ""
    text = CHATTER.sub("", run.stdout + run.stderr).strip()
    return text.replace(f"{ROOT}/", "")


def main() -> int:
    parser = argparse.ArgumentParser(description="clang-tidy over the dev build")
    parser.add_argument("--changed", action="store_true", help="only what the work in progress touches")
    parser.add_argument("--limit", type=int, default=0, metavar="N", help="at most N files; say how many were left out")
    parser.add_argument("files", nargs="*", help="only these source files")
    arguments = parser.parse_args()
    if not (BUILD / "compile_commands.json").is_file():
        print("rondo: tidy: there is no dev build; run `dev/build dev` first", file=sys.stderr)
        return 2

    chosen = units()
    changed = changed_files(ROOT) if arguments.changed else None
    if changed is not None:
        chosen = touched(chosen, changed)
    if arguments.files:
        named = {Path(name).resolve() for name in arguments.files}
        chosen = [unit for unit in chosen if unit.source in named]

    salt = output_of(TIDY, "--version") + "".join(path.read_text() for path in sorted(ROOT.rglob(".clang-tidy")))
    work = [(unit, stamp) for unit in chosen if not (stamp := STAMPS / fingerprint(unit, salt)).exists()]
    left_out = 0
    if arguments.limit and len(work) > arguments.limit:
        left_out = len(work) - arguments.limit
        work = work[: arguments.limit]

    with ThreadPoolExecutor(JOBS) as pool:
        results = list(pool.map(lambda item: lint(*item), work))
    messages = [text for text in results if text]
    # A header's finding appears with every file that includes it: say it once.
    seen: set[str] = set()
    for text in messages:
        for block in re.split(r"\n(?=\S+:\d+:\d+: (?:error|warning))", text):
            if block not in seen:
                seen.add(block)
                print(block, file=sys.stderr)
    known = len(chosen) - len(work) - left_out
    print(f"tidy: {len(work)} files checked, {known} known to be clean, {len(messages)} with findings")
    if left_out:
        print(f"tidy: {left_out} more changed files were left out to stay quick; `make tidy` checks all")
    return 1 if messages else 0


if __name__ == "__main__":
    sys.exit(main())
