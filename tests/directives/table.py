#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the programs with directives and prints which directive, by which compiler in which standard, passed how often.

What a program uses is read from its source, what became of it is ctest's word. A cell is tests passed / tests; each
runs the program with 1, 2, 4 and 8 threads and compares with serial execution.

    tests/directives/table.py                      runs what build/release has; first: dev/build release
    tests/directives/table.py --standards          a table for each compiler, a column for each standard
    tests/directives/table.py --results FILE       of an earlier `ctest --output-junit FILE`
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TESTS = "^(directives|fortran)[.]"

CLAUSES = {
    "taskgraph": ("graph_id", "graph_reset", "if", "nogroup", "nowait", "recurrent"),
    "taskiter": ("unroll", "update", "nowait", "inline", "task_reduction"),
    "task": ("replayable", "saved", "dep_pattern"),
    "taskloop": ("replayable", "saved"),
    "taskwait": ("replayable",),
}
ROWS = [row for name, clauses in CLAUSES.items() for row in ([name] if name[4:] in ("graph", "iter") else [])
        + [f"{name} {clause}" for clause in clauses]]  # fmt: skip

# #pragma omp, _Pragma("omp ..."), !$omp, and the macro by which macros.c writes them.
DIRECTIVE = re.compile(r"(?:#\s*pragma\s+omp|_Pragma\(\"omp|[!c*]\$omp|\bOMP\()[ \t]*(.*)", re.IGNORECASE)
CONTINUED = re.compile(r"\\\n|&[ \t]*\n[ \t]*!\$omp[ \t]*&?|\n[!c*]\$omp&", re.IGNORECASE)

Counts = dict[tuple[str, str, str], list[int]]  # row of the table, compiler, standard -> passed, all


def features(source: Path) -> set[str]:
    """What a program uses: rows of the table."""
    found = set()
    for directive in DIRECTIVE.findall(CONTINUED.sub(" ", source.read_text(encoding="utf-8"))):
        name = re.match(r"\w*", directive.lower())
        if name is None or name[0] not in CLAUSES:
            continue
        words = set(re.findall(r"\w+", directive.lower()))
        found |= {name[0], *(f"{name[0]} {clause}" for clause in words & set(CLAUSES[name[0]]))}
    return found & set(ROWS)


def source_of(program: str) -> Path | None:
    if program.startswith("doc_"):
        return ROOT / "docs/directives" / f"{program[4:]}.md"
    for folder in ("tests/directives", "tests/fortran/accepted"):
        for suffix in (".c", ".cpp", ".f90", ".F90", ".f"):
            if (path := ROOT / folder / (program + suffix)).exists():
                return path
    return None


def run(build: Path) -> Path:
    results = Path(tempfile.mkdtemp()) / "results.xml"
    command = ["ctest", "--test-dir", str(build), "-R", TESTS, "-j2", "--timeout", "120", "--output-junit"]
    subprocess.run([*command, str(results)], env=os.environ | {"RONDO_TEST_WHOLE": "1"}, check=False,
                   stdout=subprocess.DEVNULL)  # fmt: skip
    return results


def count(results: Path) -> Counts:
    counts: Counts = defaultdict(lambda: [0, 0])
    for test in xml.parse(results).getroot().iter("testcase"):
        family, program, *rest = test.attrib["name"].split(".", 2)
        source = source_of(program)
        if source is None or not rest or rest[0].endswith(".stock"):
            continue
        compiler, _, standard = (rest[0] if family == "directives" else "gfortran12.f2008").partition(".")
        for row in features(source):
            cell = counts[row, compiler, standard]
            cell[0] += test.attrib["status"] == "run"
            cell[1] += 1
    return counts


def language_of(standard: str) -> str:
    return "C++" if "++" in standard else "Fortran" if standard.startswith("f") else "C"


def print_table(head: str, columns: list[str], cells: dict[tuple[str, str], list[int]]) -> None:
    print(f"| {head} | {' | '.join(columns)} |\n|---|{'---|' * len(columns)}")
    for row in ROWS:
        texts = ["{}/{}".format(*cells[row, column]) if (row, column) in cells else "-" for column in columns]
        print(f"| {row} | {' | '.join(texts)} |")


def print_all(counts: Counts, by_standard: bool) -> None:
    compilers = sorted({compiler for _, compiler, _ in counts})
    if by_standard:
        for compiler in compilers:
            standards = sorted({s for _, c, s in counts if c == compiler}, key=lambda s: (language_of(s), s))
            print_table(compiler, standards, {(r, s): n for (r, c, s), n in counts.items() if c == compiler})
            print()
        return
    cells: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0])
    used: dict[str, set[str]] = defaultdict(set)
    for (row, compiler, standard), (passed, n) in counts.items():
        column = f"{compiler} {language_of(standard)}"
        used[column].add(standard)
        cells[row, column][0] += passed
        cells[row, column][1] += n
    columns = sorted(used)
    print_table("directive or clause", columns, dict(cells))
    print("\nStandards: " + "; ".join(f"{column}: {', '.join(sorted(used[column]))}" for column in columns) + ".")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, default=ROOT / "build/release")
    parser.add_argument("--results", type=Path)
    parser.add_argument("--standards", action="store_true")
    arguments = parser.parse_args()
    counts = count(arguments.results or run(arguments.build))
    if not counts:
        print("rondo: no tests of directives have run; build them with dev/build release")
        return 1
    print_all(counts, arguments.standards)
    return 0 if all(passed == n for passed, n in counts.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
