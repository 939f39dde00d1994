#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Real programs on Rondo against their stock runtime: the same numbers, and at what cost. README.md tells more."""

import json
import statistics
import sys
from pathlib import Path
from typing import Any, Optional

import typer
from rich.console import Console
from rich.table import Table

from catalogue import DEBIAN_PACKAGES, PROGRAMS, PYTHON_PACKAGES, Program
from comparison import Comparison, Runner
from installation import CannotInstall, Installation
from runtimes import LIBOMP, Runtime, Runtimes

ROOT = Path(__file__).resolve().parents[2]


def choose(names: list[str]) -> list[Program]:
    known = {program.name: program for program in PROGRAMS}
    for name in names:
        if name not in known:
            raise typer.BadParameter(f"'{name}' is none of {', '.join(known)}")
    return [known[name] for name in names] or list(PROGRAMS)


def time_of(comparison: Comparison, runtime: Runtime) -> str:
    if runtime in comparison.out:
        return comparison.out[runtime]
    seconds = comparison.seconds[runtime]
    return f"{statistics.median(seconds):.3f} s" if seconds else "-"


def ratio_to(comparison: Comparison, rival: Runtime) -> str:
    """With the extremes of the rounds, so that one sees what the median is worth."""
    ratios = comparison.ratios(rival)
    return f"{statistics.median(ratios):.3f} ({min(ratios):.2f}-{max(ratios):.2f})" if ratios else "-"


def row(comparison: Comparison) -> tuple[str, ...]:
    title = comparison.program.title
    if comparison.problem:
        return (title, comparison.problem, *[""] * 5)
    numbers = "equal" if comparison.is_equal else "differ"
    return (title, numbers, *(time_of(comparison, runtime) for runtime in Runtime),
            *(ratio_to(comparison, rival) for rival in (Runtime.STOCK, Runtime.LIBOMP)))


def as_json(comparison: Comparison) -> dict[str, Any]:
    return {"program": comparison.program.name, "problem": comparison.problem, "equal": comparison.is_equal,
            "disturbed_rounds": comparison.disturbed,
            "out": {runtime.value: what for runtime, what in comparison.out.items()},
            "seconds": {runtime.value: seconds for runtime, seconds in comparison.seconds.items()},
            "ratio": comparison.ratio(Runtime.STOCK), "ratio_to_libomp": comparison.ratio(Runtime.LIBOMP)}


def main(
    programs: Optional[list[str]] = typer.Argument(None, metavar="[PROGRAM]...", show_default=False,
                                                help="Names of files in programs/ (default: all)."),
    build: Path = typer.Option(ROOT / "build/release", help="The build whose Rondo is measured."),
    folder: Path = typer.Option(ROOT / "build/real", help="Where the programs are installed."),
    rounds: int = typer.Option(5, min=1, help="Rounds on the clock; one more warms up."),
    threads: Optional[int] = typer.Option(None, min=1, help="OMP_NUM_THREADS (default: the runtimes decide)."),
    limit: float = typer.Option(120, min=1, help="Seconds after which a run hangs."),
    libomp: Path = typer.Option(LIBOMP, help="The libomp to compare with, where there is one."),
    output: Optional[Path] = typer.Option(None, help="Where the JSON goes (default: real.json in the folder)."),
    only_install: bool = typer.Option(False, help="Install the programs and stop."),
) -> None:
    chosen = choose(programs or [])
    installed = Installation(folder.resolve())
    rondo = build.resolve() / "bin/rondo"
    if not rondo.exists():
        sys.exit(f"rondo: {rondo} does not exist; build it (dev/build release) or name another --build")
    try:
        installed.install(PYTHON_PACKAGES, DEBIAN_PACKAGES)
    except CannotInstall as problem:
        sys.exit(f"rondo: {problem}")
    if only_install:
        return
    console = Console(width=None if sys.stdout.isatty() else 118)
    table = Table(title="Real programs")
    for heading in ("program", "numbers", "stock", "libomp", "Rondo", "Rondo / stock", "Rondo / libomp"):
        table.add_column(heading, justify="left" if heading in ("program", "numbers") else "right")
    runner = Runner(installed, Runtimes(rondo, libomp if libomp.exists() else None), threads, limit)
    comparisons = []
    with console.status("") as status:
        for program in chosen:
            status.update(program.title)
            comparisons.append(runner.compare(program, rounds))
            table.add_row(*row(comparisons[-1]))
    console.print(table)
    path = output or installed.folder / "real.json"
    path.write_text(json.dumps([as_json(comparison) for comparison in comparisons], indent=1) + "\n")
    if any(comparison.disturbed >= rounds for comparison in comparisons):
        console.print("others use this machine: no more rounds were repeated than counted, and disturbed ones count")
    console.print(f"every sample: {path}")
    if not all(comparison.is_equal for comparison in comparisons):
        sys.exit(1)


if __name__ == "__main__":
    typer.run(main)
