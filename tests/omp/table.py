#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Writes docs/conformance.md: which test passed, by which compiler, on which runtime.

Programs of cases (tests/omp/cases) are run here and count case by case; of the other programs of tests/omp the words of
ctest are taken. A case or program has passed on Rondo when it passed at each thread count, 1, 2, 4 and 8. What gcc's
programs do on libomp (gcc_on_libomp.py) is found out here only; no test of ours depends on it.

    tests/omp/table.py                      runs what build/release has, writes docs/conformance.md
    tests/omp/table.py --results FILE       of an earlier `ctest --output-junit FILE`
    tests/omp/table.py --output -           to standard output
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

import gcc_on_libomp

ROOT = Path(__file__).resolve().parents[2]
SETTINGS = ("OMP_", "KMP_", "GOMP_", "RONDO_")
TIME_LIMIT = 120
COLUMNS = [("gcc", "libgomp"), ("gcc", "libomp"), ("gcc", "Rondo"), ("clang", "libomp"), ("clang", "Rondo"),
           ("flang", "libomp"), ("flang", "Rondo")]  # fmt: skip
FAMILIES = {
    "parallel": "parallel",
    "for": "loops", "loops": "loops",
    "ordered": "ordered, doacross",
    "constructs": "sections, single, masked, critical, barrier, flush, scope, and what has no region",
    "sections": "sections, single, masked, critical, barrier, flush, scope, and what has no region",
    "sync": "sections, single, masked, critical, barrier, flush, scope, and what has no region",
    "atomics": "atomic",
    "reduction": "reductions", "reductions": "reductions", "task_reductions": "reductions",
    "task_reduction": "reductions",
    "task": "tasks", "tasks": "tasks", "taskgroup": "tasks", "taskloop": "tasks", "detach": "tasks", "depend": "tasks",
    "teams": "teams, distribute",
    "target": "target",
    "cancel": "cancel", "cancel_reductions": "cancel",
    "data": "threadprivate, copyin",
    "api": "library routines", "routines": "library routines", "kmp": "KMP routines",
    "environment": "environment variables",
    "icvs": "ICVs",
    "affinity": "affinity",
    "later": "OpenMP 5.2 and 6.0",
    "fortran": "Fortran",
    "process": "exit and fork",
    "mixed": "objects of both compilers in one program",
    "old_binary": "one binary on several runtimes",
}  # fmt: skip

Column = tuple[str, str]  # compiler, runtime


class Table:
    """Passed and run of each row and column, and the reasons for what is not run."""

    def __init__(self) -> None:
        self.cells: dict[tuple[str, Column], list[int]] = defaultdict(lambda: [0, 0])
        self.gaps: dict[str, dict[str, set[Column]]] = defaultdict(lambda: defaultdict(set))

    def count(self, row: str, column: Column, passed: bool) -> None:
        cell = self.cells[row, column]
        cell[0] += passed
        cell[1] += 1

    def gap(self, what: str, column: Column, reason: str) -> None:
        self.gaps[what][reason].add(column)

    def rows(self) -> list[str]:
        used = {row for row, _ in self.cells}
        return [row for row in dict.fromkeys(FAMILIES.values()) if row in used] + sorted(used - set(FAMILIES.values()))


def stock_of(compiler: str) -> Column:
    return compiler, "libgomp" if compiler == "gcc" else "libomp"


def family(program: str) -> str:
    """`for.static` and `cases.loops` are of the same one."""
    parts = program.split(".")
    name = parts[1] if parts[0] == "cases" else parts[0]
    if name.endswith("_f90"):
        name = "fortran"
    return FAMILIES.get(name.removesuffix("_cpp"), name)


def run_ctest(build: Path) -> Path:
    results = Path(tempfile.mkdtemp()) / "results.xml"
    command = ["ctest", "--test-dir", str(build), "-R", r"^omp[.]", "-E", r"^omp[.]cases[.]", "-j2", "--timeout", "120"]
    subprocess.run([*command, "--output-junit", str(results)], env=os.environ | {"RONDO_TEST_WHOLE": "1"}, check=False,
                   stdout=subprocess.DEVNULL)  # fmt: skip
    return results


def count_programs(table: Table, results: Path) -> None:
    for test in xml.parse(results).getroot().iter("testcase"):
        name = test.attrib["name"]
        match = re.fullmatch(r"omp[.](.+)[.](gcc|clang|flang)([.]stock)?", name)
        if match is None or match[1].startswith("cases."):
            continue
        column = stock_of(match[2]) if match[3] else (match[2], "Rondo")
        table.count(family(match[1]), column, test.attrib["status"] == "run")


def count_gaps(table: Table, listed: Path) -> None:
    """What CMake noted of programs that are not built or not run."""
    for line in listed.read_text(encoding="utf-8").splitlines():
        match = re.fullmatch(r"omp[.](.+?)[.](gcc|clang|flang)([.]stock)?: (.*)", line)
        if match is None:
            continue
        columns = [stock_of(match[2])]
        if not match[3]:
            columns = [column for column in COLUMNS if column[0] == match[2]]
        for column in columns:
            table.gap(f"{match[1].replace('.', '/')}", column, match[4])


def environment(libraries: Path | None, threads: int, extra: list[str]) -> dict[str, str]:
    env = {name: value for name, value in os.environ.items() if not name.startswith(SETTINGS)}
    env.pop("LD_LIBRARY_PATH", None)
    env["OMP_NUM_THREADS"] = str(threads)
    for setting in extra:
        name, value = setting.split("=", 1)
        env[name] = value
    if libraries is not None:
        env["LD_LIBRARY_PATH"] = str(libraries)
    return env


def output_of(command: list[str | Path], env: dict[str, str], time_limit: float) -> tuple[str, str]:
    """Standard output, and how the program ended: `hangs`, the last line of standard error, or its exit status."""

    def text(data: str | bytes | None) -> str:
        return data.decode(errors="replace") if isinstance(data, bytes) else data or ""

    try:
        done = subprocess.run(command, env=env, capture_output=True, timeout=time_limit, check=False)
    except subprocess.TimeoutExpired as late:
        return text(late.stdout), "hangs"
    return text(done.stdout), (text(done.stderr).splitlines() or [f"status {done.returncode}"])[-1]


def run_cases(command: list[str | Path], env: dict[str, str], time_limit: float = TIME_LIMIT) -> dict[str, str]:
    """What became of each case: `passed`, `failed`, `failed: how the program ended`, or `not run: reason`.

    Where a case ends the program, or hangs, the rest is run in another process."""
    became: dict[str, str] = {}
    behind: list[str | Path] = []
    while True:
        output, end = output_of([*command, *behind], env, time_limit)
        last = None
        for line in output.splitlines():
            kind, *rest = line.split("\t")
            if kind == "case":
                last = None if rest[1] else rest[0]
                became[rest[0]] = f"not run: {rest[1]}" if rest[1] else f"failed: {end}"
            elif kind == "done" and last is not None:
                became[last] = rest[0]
                last = None
        if last is None or behind == ["behind", last]:
            return became
        behind = ["behind", last]


def settings_of(build: Path) -> dict[str, list[str]]:
    """The environment that CMake gives a program, by the program's name."""
    listing = subprocess.run(
        ["ctest", "--test-dir", str(build), "-N", "-V", "-R", r"^omp[.]cases[.]"],
        capture_output=True, text=True, check=True).stdout  # fmt: skip
    found = {}
    for line in listing.splitlines():
        if name := re.search(r'"--name" "(\S+)"', line):
            found[name[1]] = re.findall(r'"--env=(\S+)"', line)
    return found


def count_cases(table: Table, build: Path) -> None:
    for test, extra in sorted(settings_of(build).items()):
        match = re.fullmatch(r"omp[.](cases[.]\w+)[.](gcc|clang|flang)([.]stock)?", test)
        if match is None:
            continue
        faces = None if match[3] else build / "lib/faces"
        column = stock_of(match[2]) if match[3] else (match[2], "Rondo")
        counts = [1, 2, 4, 8] if faces is not None else [4]
        program = build / "tests/bin" / f"omp.{match[1]}.{match[2]}"
        if not program.exists():
            print(f"rondo: {program} is not built", file=sys.stderr)
            continue
        command: list[str | Path] = [program, "table", *(["stock"] if faces is None else [])]
        became = [run_cases(command, environment(faces, threads, extra)) for threads in counts]
        for case, first in became[0].items():
            if first.startswith("not run: "):
                table.gap(f"`{case}`", column, first.removeprefix("not run: "))
                continue
            passed = all(run.get(case) == "passed" for run in became)
            table.count(family(match[1]), column, passed)
            if not passed:
                print(f"rondo: failed: {case}, {column[0]} on {column[1]}", file=sys.stderr)


def count_gcc_on_libomp(table: Table, build: Path) -> None:
    """Programs and cases; what is known not to work there is a gap with its reason, like that of the other columns."""
    column = gcc_on_libomp.COLUMN
    with gcc_on_libomp.folder_of_libomp() as folder:
        for test, command in sorted(gcc_on_libomp.whole_programs(build).items()):
            name = test.removeprefix("omp.").removesuffix(".gcc")
            what = name.replace(".", "/")
            reason = gcc_on_libomp.KNOWN.get(what) or gcc_on_libomp.refusal(gcc_on_libomp.program_of(command), folder)
            passed = False
            if reason is None:
                passed, output = gcc_on_libomp.run(command, folder)
                reason = gcc_on_libomp.missing_symbol(output)
                if not passed and reason is None:
                    print(f"rondo: failed: {what}, gcc on libomp\n{output}", file=sys.stderr)
            if reason is not None:
                table.gap(what, column, reason)
            else:
                table.count(family(name), column, passed)
        for test, extra in sorted(settings_of(build).items()):
            if match := re.fullmatch(r"omp[.](cases[.]\w+)[.]gcc", test):
                count_cases_on_libomp(table, match[1], build / "tests/bin" / test, folder, extra)


def count_cases_on_libomp(table: Table, name: str, program: Path, folder: Path, extra: list[str]) -> None:
    column = gcc_on_libomp.COLUMN
    if reason := gcc_on_libomp.refusal(program, folder):
        table.gap(name.replace(".", "/"), column, reason)
        return
    became = run_cases([program, "table"], environment(folder, 4, extra), gcc_on_libomp.TIME_LIMIT)
    for case, result in became.items():
        reason = gcc_on_libomp.KNOWN.get(case) or gcc_on_libomp.missing_symbol(result)
        if result.startswith("not run: "):
            reason = result.removeprefix("not run: ")
        if reason is not None:
            table.gap(f"`{case}`", column, reason)
            continue
        table.count(family(name), column, result == "passed")
        if result != "passed":
            print(f"rondo: {result}: {case}, gcc on libomp", file=sys.stderr)


def print_table(table: Table, out: list[str]) -> None:
    names = [f"{compiler} on {runtime}" for compiler, runtime in COLUMNS]
    out += [f"| family | {' | '.join(names)} |", f"|---|{'---|' * len(names)}"]
    for row in table.rows():
        cells = [table.cells.get((row, column)) for column in COLUMNS]
        out.append(f"| {row} | {' | '.join(f'{cell[0]}/{cell[1]}' if cell else '-' for cell in cells)} |")
    totals = []
    for column in COLUMNS:
        counts = [cell for (_, of), cell in table.cells.items() if of == column]
        totals.append(f"{sum(passed for passed, _ in counts)}/{sum(n for _, n in counts)}")
    out.append(f"| **all** | {' | '.join(totals)} |")


def print_gaps(table: Table, out: list[str]) -> None:
    out += ["| case or program | not built or not run | reason |", "|---|---|---|"]
    for what, reasons in sorted(table.gaps.items()):
        for reason, columns in reasons.items():
            where = ", ".join(" on ".join(column) for column in COLUMNS if column in columns)
            out.append(f"| {what} | {where} | {reason} |")


def document(table: Table) -> str:
    out = [
        "<!-- SPDX-License-Identifier: Apache-2.0 -->",
        "<!-- Written by tests/omp/table.py. -->",
        "# Conformance",
        "",
        "The table shows the tests of `tests/omp`: programs that gcc 12, gfortran 12, clang 19 and flang 19 build",
        "as a user builds them. Each program runs on its compiler's own runtime, which shows that its expectation",
        "is right, and on Rondo with 1, 2, 4 and 8 threads. A cell says passed / run. A program that consists of",
        "cases counts case by case.",
        "",
        "LLVM's libomp also has libgomp's entry points. So the programs of gcc and gfortran also run on libomp,",
        "with 4 threads, by a link with libgomp's name. libomp lacks the newer versions of symbols: a program that",
        "needs one of these does not load, and none of its cases is run. The programs of clang cannot run on",
        "libgomp, which has no `__kmpc_` functions.",
        "",
        "Fortran programs are built by gfortran, which counts as gcc here, and by flang where it is installed",
        "(Debian's `flang-19`). flang 19 does not know a large part of OpenMP yet; the list below says which.",
        "",
    ]
    print_table(table, out)
    out += ["", "## What is not run, and why", ""]
    print_gaps(table, out)
    return "\n".join(out) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, default=ROOT / "build/release")
    parser.add_argument("--results", type=Path)
    parser.add_argument("--output", default=str(ROOT / "docs/conformance.md"))
    arguments = parser.parse_args()
    table = Table()
    count_programs(table, arguments.results or run_ctest(arguments.build))
    count_gaps(table, arguments.build / "tests/not_built.txt")
    count_cases(table, arguments.build)
    count_gcc_on_libomp(table, arguments.build)
    if not table.cells:
        print("rondo: no tests of tests/omp have run; build them with dev/build release")
        return 1
    text = document(table)
    if arguments.output == "-":
        print(text, end="")
    else:
        Path(arguments.output).write_text(text, encoding="utf-8")
    return 0 if all(passed == n for passed, n in table.cells.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
