# SPDX-License-Identifier: Apache-2.0
"""The `metg` subset of bench/run: sweeps all contenders by turns, and shows the thresholds as a table and as JSON."""

from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from . import figures, stats
from .columns import Column
from .contender import Contender, run
from .figures import LengthSweep
from .layout import Layout
from .metg import Sweep, Threshold, kLevels
from .screen import ProgressBar

Sweeps = dict[tuple[str, str], Sweep]  # (program, column key)


def _make_sweep(who: Contender, length_sweep: LengthSweep, column: Column, layout: Layout, threads: int) -> Sweep:
    def measure(work_ns: int) -> tuple[float, float]:
        result = run(who, layout, figures.sweep_arguments(length_sweep, column, threads, work_ns), threads)
        return float(result["serial_ns_per_task"]), float(result["efficiency"])

    return Sweep(measure, figures.expected_length_ns(column))


def measure_metg(
    layout: Layout, wanted: tuple[LengthSweep, ...], columns: list[Column], threads: int, rounds: int
) -> Sweeps:
    sweeps = {
        (wants.figure.program, column.key): _make_sweep(who, wants, column, layout, threads)
        for wants in wanted
        for column in columns
        if (who := figures.contender(wants.figure, column)) is not None
    }
    with ProgressBar(rounds * len(sweeps)) as progress:
        for number in range(rounds):
            for (program, key), sweep in sweeps.items():
                progress.begin(f"round {number + 1} of {rounds}, metg, {program}, {key}")
                sweep.round()
                progress.advance(1)
            progress.note(f"metg: round {number + 1} of {rounds} done")
    return sweeps


def _spread(thresholds: list[Threshold]) -> float:
    return stats.spread([threshold.length_ns for threshold in thresholds])


def show_metg(console: Console, sweeps: Sweeps, columns: list[Column], threads: int) -> None:
    with_spread = console.width >= 36 + 12 * len(columns)
    table = Table(box=SIMPLE_HEAD, padding=(0, 0))
    table.add_column("shortest task, us")
    for column in columns:
        table.add_column(column.label, justify="right", no_wrap=True)
    for program in dict.fromkeys(program for program, _ in sweeps):
        for level in kLevels:
            cells = []
            for column in columns:
                sweep = sweeps.get((program, column.key))
                text = sweep.threshold(level).text() if sweep else ""
                if sweep and with_spread:
                    text += f" [dim]±{100 * _spread(sweep.threshold_by_round(level)):.0f}%[/dim]"
                cells.append(text)
            table.add_row(f"{program}, {100 * level:.0f} % efficient", *cells)
    console.print(f"{threads} threads: how long a task must be", style="bold")
    console.print(table)
    console.print("efficiency: time of the work on one thread over (threads x elapsed); < and >: beyond what was tried")


def metg_as_json(sweeps: Sweeps) -> list[dict[str, Any]]:
    return [
        {
            "program": program,
            "contender": key,
            "thresholds": [
                {
                    "efficiency": level,
                    "length_ns": sweep.threshold(level).length_ns,
                    "censored": sweep.threshold(level).censored,
                    "by_round_ns": [threshold.length_ns for threshold in sweep.threshold_by_round(level)],
                }
                for level in kLevels
            ],
            "points": [
                {
                    "work_ns": work_ns,
                    "lengths_ns": [*point.lengths_ns.values()],
                    "efficiencies": [*point.efficiencies.values()],
                }
                for work_ns, point in sorted(sweep.points.items())
            ],
        }
        for (program, key), sweep in sweeps.items()
    ]
