#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Runs one and the same file on the stock runtime and on Rondo, in every way in which a user can.

The file was linked once, by a stock compiler to its stock library, and is not touched: it names the stock library,
names no folder (RPATH, RUNPATH) and does not know Rondo. It is run on the stock runtime, on Rondo by LD_LIBRARY_PATH,
by LD_PRELOAD of the faces, by `rondo run`, and on the stock runtime again.
"""

import argparse
import hashlib
import os
import re
import subprocess
import sys
from pathlib import Path

SETTING_PREFIXES = ("OMP_", "KMP_", "GOMP_", "RONDO_", "LD_")
STOCK_LIBRARIES = {"libgomp.so.1", "libomp.so.5"}
STOCK_ATTEMPTS = 3  # as in run_threads.cpp: its rare faults are nothing to be told of


def clean_environment() -> dict[str, str]:
    env = {name: value for name, value in os.environ.items() if not name.startswith(SETTING_PREFIXES)}
    return env | {"OMP_NUM_THREADS": "4"}


def link_problems(program: Path) -> list[str]:
    dynamic = subprocess.run(["readelf", "-d", program], capture_output=True, text=True, check=True).stdout
    needed = set(re.findall(r"\(NEEDED\).*\[(.+?)\]", dynamic))
    problems = []
    if len(needed & STOCK_LIBRARIES) != 1:
        problems.append(f"expected one stock OpenMP library among the needed ones: {sorted(needed)}")
    if any("rondo" in name for name in needed):
        problems.append(f"the program was linked to Rondo: {sorted(needed)}")
    if re.search(r"\((?:RPATH|RUNPATH)\)", dynamic):
        problems.append("the program names library folders of its own")
    return problems


def run_problem(command: list[str], settings: dict[str, str], expected: str) -> str:
    """Runs the command; what is wrong with it, or nothing."""
    try:
        run = subprocess.run(
            command, env=clean_environment() | settings, capture_output=True, text=True, timeout=120, check=False
        )
    except subprocess.TimeoutExpired:
        return "HANG, stopped after 120 s"
    if run.returncode != 0 or run.stdout != expected:
        return f"exit status {run.returncode}, printed {run.stdout!r}\n{run.stderr}"
    return ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--faces", type=Path, required=True, help="folder of Rondo's faces")
    parser.add_argument("--rondo", type=Path, help="the command line program, for `rondo run`")
    parser.add_argument("--expect", type=Path, help="file of the expected standard output (default: the line ok)")
    parser.add_argument("program", type=Path)
    arguments = parser.parse_args()

    program: Path = arguments.program
    expected = arguments.expect.read_text() if arguments.expect else "ok\n"
    before = hashlib.sha256(program.read_bytes()).hexdigest()
    preload = ":".join(str(arguments.faces / name) for name in sorted(STOCK_LIBRARIES))
    ways: list[tuple[str, dict[str, str], list[str]]] = [
        ("stock runtime", {}, []),
        ("LD_LIBRARY_PATH", {"LD_LIBRARY_PATH": str(arguments.faces)}, []),
        ("LD_PRELOAD", {"LD_PRELOAD": preload}, []),
    ]
    if arguments.rondo:
        ways.append(("rondo run", {}, [str(arguments.rondo), "run", "--"]))
    ways.append(("stock runtime again", {}, []))

    problems = link_problems(program)
    for name, settings, launcher in ways:
        problem = ""
        for _ in range(1 if settings or launcher else STOCK_ATTEMPTS):
            problem = run_problem([*launcher, str(program)], settings, expected)
            if not problem:
                break
        print(f"{name}: {problem or 'right'}")
        if problem:
            problems.append(f"{name}: {problem}")
    if hashlib.sha256(program.read_bytes()).hexdigest() != before:
        problems.append("the file changed while it was tested")
    for problem in problems:
        print(f"FAILED: {problem}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
