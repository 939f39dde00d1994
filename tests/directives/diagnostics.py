#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Compiles a program that is wrong and compares the compiler's messages with a golden file, line by line.

A line of the golden file is LINE:COLUMN: SEVERITY: TEXT, of errors and warnings in the program. Notes are not compared,
but none may speak of generated code. `--update` writes the golden file instead.
"""

import argparse
import difflib
import re
import subprocess
import sys
from pathlib import Path


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--source", type=Path, required=True)
    parser.add_argument("--golden", type=Path, required=True)
    parser.add_argument("--update", action="store_true")
    parser.add_argument("command", nargs="+", help="the compiler and its options")
    return parser.parse_args()


def messages(stderr: str, source: Path) -> list[str]:
    name = re.escape(source.name)
    pattern = re.compile(rf"^(?:.*/)?{name}:(\d+:\d+): ((?:fatal )?error|warning): (.*)$", re.MULTILINE)
    return [": ".join(match.groups()) for match in pattern.finditer(stderr)]


def run(arguments: argparse.Namespace) -> int:
    command = [*arguments.command, str(arguments.source)]
    environment = {"LC_ALL": "C", "PATH": "/usr/bin"}
    result = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    found = messages(result.stderr, arguments.source)
    if arguments.update:
        arguments.golden.write_text("".join(f"{line}\n" for line in found), encoding="utf-8")
        return 0
    expected = arguments.golden.read_text(encoding="utf-8").splitlines()
    problems = list(difflib.unified_diff(expected, found, str(arguments.golden), "compiler", lineterm=""))
    has_error = any(": error: " in line for line in expected)
    if has_error != (result.returncode != 0):
        problems.append(f"exit status {result.returncode}, with{'' if has_error else 'out'} an expected error")
    if "rondo directive" in result.stderr or "__rondo_" in result.stderr:
        problems.append("a message speaks of generated code")
    if problems:
        print("\n".join(problems), "\nthe compiler said:", result.stderr, sep="\n")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(run(parse_arguments()))
