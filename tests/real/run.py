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

ROOT = Path(__file__).resolve().parents[2]


def choose(names: list[str]) -> list[Program]:
    known = {program.name: program for program in PROGRAMS}
    for name in names:
        if name not in known:
            raise typer.BadParameter(f"'{name}' is none of {', '.join(known)}")
    return [known[name] for name in names] or list(PROGRAMS)


def row(comparison: Comparison) -> tuple[str, ...]:
    title = comparison.program.title
    if comparison.problem:
        return (title, comparison.problem, "", "", "")
    stock = "hangs" if comparison.stock_hangs else f"{statistics.median(comparison.stock):.3f} s"
    ratio = "" if comparison.ratio is None else f"{comparison.ratio:.2f}"
    numbers = "equal" if comparison.is_equal else "differ"
    return (title, numbers, stock, f"{statistics.median(comparison.rondo):.3f} s", ratio)


def as_json(comparison: Comparison) -> dict[str, Any]:
    return {"program": comparison.program.name, "problem": comparison.problem, "equal": comparison.is_equal,
            "stock_hangs": comparison.stock_hangs, "stock_seconds": comparison.stock,
            "rondo_seconds": comparison.rondo, "ratio": comparison.ratio}


def main(
    programs: Optional[list[str]] = typer.Argument(None, metavar="[PROGRAM]...", show_default=False,
                                                help="Names of files in programs/ (default: all)."),
    build: Path = typer.Option(ROOT / "build/release", help="The build whose Rondo is measured."),
    folder: Path = typer.Option(ROOT / "build/real", help="Where the programs are installed."),
    rounds: int = typer.Option(5, min=1, help="Rounds on the clock; one more warms up."),
    threads: Optional[int] = typer.Option(None, min=1, help="OMP_NUM_THREADS (default: the runtimes decide)."),
    limit: float = typer.Option(120, min=1, help="Seconds after which a run hangs."),
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
    for heading in ("program", "numbers", "stock", "Rondo", "Rondo / stock"):
        table.add_column(heading, justify="left" if heading in ("program", "numbers") else "right")
    runner = Runner(installed, rondo, threads, limit)
    comparisons = []
    with console.status("") as status:
        for program in chosen:
            status.update(program.title)
            comparisons.append(runner.compare(program, rounds))
            table.add_row(*row(comparisons[-1]))
    console.print(table)
    path = output or installed.folder / "real.json"
    path.write_text(json.dumps([as_json(comparison) for comparison in comparisons], indent=1) + "\n")
    console.print(f"every sample: {path}")
    if not all(comparison.is_equal for comparison in comparisons):
        sys.exit(1)


if __name__ == "__main__":
    typer.run(main)
