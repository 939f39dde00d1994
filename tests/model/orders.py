#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Leaves out each memory order of the code under test, one at a time: does a model notice?

Every program of every harness is explored under C++'s memory model and under total store order; then once more for each
order that its code names, without that order (harness.cpp, "The survey"). An order that no program misses has to stand
in harmless.txt with the reason, and nothing else may stand there.

    orders.py BIN [--schedules N] [--samples N] [--only HARNESS]... [--table]

--table prints the tables of README.md.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

_HERE = Path(__file__).resolve().parent
_HARNESSES = [
    "deposit", "handover_stack", "join_counter", "lock", "successors", "suspension", "deque", "find", "parking", "poll",
    "arrival", "service", "workshare", "cancel", "loop", "record", "replay", "cycle", "forecast", "event",
]  # fmt: skip

Order = tuple[str, str, str]  # file, function and number in it, what is left out


class Survey:
    """What the harnesses have written."""

    def __init__(self, lines: list[str]) -> None:
        self.programs: dict[str, list[tuple[str, int, bool]]] = defaultdict(list)
        self.caught: dict[str, set[Order]] = defaultdict(set)
        self.seen: dict[str, set[Order]] = defaultdict(set)
        self.open: dict[str, set[Order]] = defaultdict(set)
        rows = [line.rstrip("\n").split("\t") for line in lines]
        numbers = _numbers([row for row in rows if row[0] != "program"])
        for row in rows:
            if row[0] == "program":
                self.programs[row[1]].append((row[2], int(row[3]), row[4] == "all"))
                continue
            memory, order = row[1], _order(row, numbers)
            if order[0].startswith("tests/"):
                continue  # a harness's own
            self.seen[memory].add(order)
            if row[0] == "caught":
                self.caught[memory].add(order)
            if row[0] == "open":
                self.open[memory].add(order)


def _file_of(path: str) -> str:
    return path.split("/src/", 1)[1] if "/src/" in path else "tests/model/" + Path(path).name


def _numbers(rows: list[list[str]]) -> dict[tuple[str, str, str, str], int]:
    """(file, line, column, operation) -> which of the operations of this name in its function it is."""
    places: dict[tuple[str, str, str], set[tuple[int, int]]] = defaultdict(set)
    for _, _, path, line, column, function, operation, *_ in rows:
        places[path, function, operation].add((int(line), int(column)))
    numbers = {}
    for (path, _, operation), found in places.items():
        for number, (at_line, at_column) in enumerate(sorted(found), start=1):
            numbers[path, str(at_line), str(at_column), operation] = number if len(found) > 1 else 0
    return numbers


def _order(row: list[str], numbers: dict[tuple[str, str, str, str], int]) -> Order:
    _, _, path, line, column, function, operation, weakening, *_ = row
    number = numbers[path, line, column, operation]
    what = operation if weakening == "fence" else f"{operation}, {weakening}"
    return _file_of(path), f"{function}{f' {number}' if number else ''}", what


def harmless() -> dict[Order, str]:
    """The orders of harmless.txt: `file | function and number | what | reason`."""
    found = {}
    for line in (_HERE / "harmless.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            file, function, what, reason = (part.strip() for part in line.split("|", 3))
            found[file, function, what] = reason
    return found


def survey(programs: Path, harnesses: list[str], schedules: int, samples: int) -> Survey:
    with tempfile.TemporaryDirectory() as folder:

        def run(harness: str) -> list[str]:
            file = Path(folder) / harness
            environment = os.environ | {
                "RONDO_MODEL_SURVEY": str(file),
                "RONDO_MODEL_SCHEDULES": str(schedules),
                "RONDO_MODEL_SAMPLES": str(samples),
            }
            command = ["nice", str(programs / f"model_{harness}_test"), "--gtest_brief=1"]
            done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
            if done.returncode != 0:
                sys.exit(done.stdout + done.stderr)
            return file.read_text().splitlines()

        with ThreadPoolExecutor(max_workers=len(os.sched_getaffinity(0))) as pool:
            return Survey([line for lines in pool.map(run, harnesses) for line in lines])


def print_tables(found: Survey, reasons: dict[Order, str]) -> None:
    print("| code | orders | noticed, C11 | noticed, TSO | harmless |\n|---|---|---|---|---|")
    files = sorted({file for file, _, _ in found.seen["C11"]})
    for file in files:
        orders = {order for order in found.seen["C11"] if order[0] == file}
        caught = {memory: len(orders & found.caught[memory]) for memory in ("C11", "TSO")}
        print(f"| `{file}` | {len(orders)} | {caught['C11']} | {caught['TSO']} | {len(orders & set(reasons))} |")
    totals = [len(found.seen["C11"]), len(found.caught["C11"]), len(found.caught["TSO"] & found.seen["C11"])]
    print(f"| all | {totals[0]} | {totals[1]} | {totals[2]} | {len(reasons)} |\n")
    print("| protocol | programs | schedules, C11 | explored completely | schedules, TSO | explored completely |")
    print("|---|---|---|---|---|---|")
    for protocol in dict.fromkeys(name.split(":")[0] for name, _, _ in found.programs["C11"]):
        cells = []
        for memory in ("C11", "TSO"):
            rows = [row for row in found.programs[memory] if row[0].split(":")[0] == protocol]
            cells += [f"{sum(n for _, n, _ in rows):,}", str(sum(is_all for _, _, is_all in rows))]
        print(f"| {protocol} | {len(rows)} | {' | '.join(cells)} |")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", type=Path, help="the folder of the harnesses")
    parser.add_argument("--schedules", type=int, default=600, help="for each order in each program")
    parser.add_argument("--samples", type=int, default=300, help="before these: schedules at random")
    parser.add_argument("--only", action="append", choices=_HARNESSES)
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--from-file", type=Path, help="what harnesses have written before, instead of running them")
    options = parser.parse_args()
    if options.from_file:
        found = Survey(options.from_file.read_text().splitlines())
    else:
        found = survey(options.programs, options.only or _HARNESSES, options.schedules, options.samples)
    reasons = harmless()
    if options.table:
        print_tables(found, reasons)
    missed = found.seen["C11"] - found.caught["C11"]
    findings = [f"{' | '.join(order)}: no model misses it" for order in sorted(missed - set(reasons))]
    findings += [f"{' | '.join(order)}: is not harmless" for order in sorted(set(reasons) & found.caught["C11"])]
    if not options.only:
        findings += [f"{' | '.join(order)}: is not there" for order in sorted(set(reasons) - found.seen["C11"])]
    print("\n".join(findings), file=sys.stderr)
    print(f"{len(found.seen['C11'])} orders, {len(found.caught['C11'])} noticed, {len(missed)} not", file=sys.stderr)
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
