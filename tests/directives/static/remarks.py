#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Compiles a file at several optimisation levels and compares what Rondo's pass says of its regions with a golden file.

The golden file has one line for each remark, LINE: TEXT, with the levels at which it appears in front of it (nothing:
at all of them). Remarks of other passes are not looked at. `--update` writes the golden file instead.
"""

import argparse
import difflib
import re
import subprocess
import sys
from pathlib import Path

LEVELS = ("O0", "O1", "O2", "O3", "Os")


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--source", type=Path, required=True)
    parser.add_argument("--golden", type=Path, required=True)
    parser.add_argument("--update", action="store_true")
    parser.add_argument("command", nargs="+", help="the compiler and its options")
    return parser.parse_args()


def functions(source: Path) -> list[tuple[int, str]]:
    """First line and name of each function that is defined at the beginning of a line."""
    head = re.compile(r"^[a-z].*?\b(\w+)\([^;]*\{$")
    found = []
    for number, line in enumerate(source.read_text(encoding="utf-8").splitlines(), 1):
        match = head.match(line)
        if match:
            found.append((number, match.group(1)))
    return found


def remarks(arguments: argparse.Namespace, level: str) -> list[str]:
    """The remarks, each behind the name of the function that it is about."""
    options = ["-Rpass=rondo", "-Rpass-missed=rondo", "-Rpass-analysis=rondo", "-c", "-o", "/dev/null"]
    command = [*arguments.command, f"-{level}", *options, str(arguments.source)]
    environment = {"LC_ALL": "C", "PATH": "/usr/bin"}
    result = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    if result.returncode != 0:
        sys.exit(f"{' '.join(command)} failed:\n{result.stderr}")
    places = functions(arguments.source)
    pattern = re.compile(rf"^(?:.*/)?{re.escape(arguments.source.name)}:(\d+):\d+: remark: (.*) \[-R[\w=-]+\]$", re.M)
    found = []
    for line, text in pattern.findall(result.stderr):
        owner = [name for first, name in places if first <= int(line)]
        found.append((places.index(next(place for place in places if place[1] == owner[-1])), f"{owner[-1]}: {text}"))
    return [text for _, text in sorted(found, key=lambda entry: entry[0])]


def merge(found: dict[str, list[str]]) -> list[str]:
    """One list of all levels' remarks: what all say once, the rest with the levels that say it."""
    merged: list[str] = []
    said: dict[str, list[str]] = {}
    for level in LEVELS:
        for text in found[level]:
            said.setdefault(text, []).append(level)
    for text, levels in said.items():
        is_everywhere = set(levels) == set(LEVELS)
        merged.append(text if is_everywhere else f"{','.join(dict.fromkeys(levels))} {text}")
    return merged


def run(arguments: argparse.Namespace) -> int:
    found = merge({level: remarks(arguments, level) for level in LEVELS})
    if arguments.update:
        arguments.golden.write_text("".join(f"{line}\n" for line in found), encoding="utf-8")
        return 0
    expected = arguments.golden.read_text(encoding="utf-8").splitlines()
    problems = list(difflib.unified_diff(expected, found, str(arguments.golden), "compiler", lineterm=""))
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(run(parse_arguments()))
