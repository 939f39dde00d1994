# SPDX-License-Identifier: Apache-2.0
"""From seconds to the figures that tables, picture and file show: one Row for each block size."""

import math
from dataclasses import dataclass
from typing import Any

from ..measure import figures, results, stats
from ..measure.samples import Cells, Place, Sample
from ..measure.suites.heat_demo import SUITE, kGridSize, sweeps
from .contenders import Contender, kRondo, kSerial, kStock


@dataclass(frozen=True)
class Cell:
    sweep_ms: float  # median time of one sweep over the grid; infinite: no run ended in time
    efficiency: float  # of the serial time shared by all threads
    gain: float | None  # time of the better stock runtime over this one's; None where one of them is not there


@dataclass(frozen=True, eq=False)  # a key by itself
class Row:
    block: int
    iterations: int
    tasks: int
    task_us: float  # serial time of one block
    cells: dict[str, Cell]  # contender key -> figures


def place(block: int, threads: int, key: str) -> Place:
    return SUITE.name, f"blocks of {block}", threads, key


def summarise(cells: Cells, contenders: list[Contender], blocks: tuple[int, ...], threads: int,
              quick: bool) -> list[Row]:
    rows = []
    for block in blocks:
        found = {contender: cells.get(place(block, threads, contender.key)) for contender in contenders}
        times_s = {contender: cell.median if cell else math.inf for contender, cell in found.items()}
        better_stock_s = min((times_s[stock] for stock in kStock if stock in times_s), default=math.inf)
        iterations = sweeps(block, quick)
        tasks = (kGridSize // block) ** 2 * iterations
        shown = {
            contender.key: Cell(
                sweep_ms=1e3 * time_s / iterations,
                efficiency=stats.efficiency(times_s[kSerial], time_s, 1 if contender.is_serial else threads),
                gain=better_stock_s / time_s if max(better_stock_s, time_s) < math.inf else None,
            )
            for contender, time_s in times_s.items()
        }
        rows.append(Row(block, iterations, tasks, 1e6 * times_s[kSerial] / tasks, shown))
    return rows


def sentence(rows: list[Row], threads: int) -> str:
    """What was seen, for who reads nothing else; empty when not both stock runtimes and Rondo were measured. Rondo is
    the better one of the programs that were not rebuilt for it."""
    rivals = {"Rondo": [contender.key for contender in kRondo if contender.key.startswith("rondo-")],
              **{stock.label: [stock.key] for stock in kStock}}

    def share(row: Row, name: str) -> float | None:
        """Of the serial time."""
        measured = [row.cells[key].efficiency for key in rivals[name] if key in row.cells]
        return None if not measured else 1 / (max(measured) * threads) if max(measured) > 0 else math.inf

    shares = {name: {row: share(row, name) for row in rows} for name in rivals}
    if not rows or any(one is None for of_rows in shares.values() for one in of_rows.values()):
        return ""
    known = {name: {row: one or 0.0 for row, one in of_rows.items()} for name, of_rows in shares.items()}
    stocks = [stock.label for stock in kStock]
    ended = [row for row in rows if all(known[name][row] < math.inf for name in rivals)]
    if not ended:
        return ""
    useful = [row for row in ended if known["Rondo"][row] < 1] or ended
    shown = max(useful, key=lambda row: min(known[name][row] for name in stocks) / known["Rondo"][row])

    def shortest(name: str) -> str:
        gaining = [row.task_us for row in rows if known[name][row] < 1]
        return f"down to {table_time(min(gaining))} on {name}" if gaining else f"nowhere here on {name}"

    return (f"Seen: with tasks of {table_time(shown.task_us)} the same programs take "
            + _listed([f"{known[name][shown]:.2f} of the serial time on {name}" if name == "Rondo" else
                       f"{known[name][shown]:.2f} on {name}" for name in rivals])
            + f". {threads} threads are faster than one with tasks " + _listed([shortest(name) for name in rivals])
            + ".")


def table_time(time_us: float) -> str:
    return f"{time_us:.2g} us" if time_us < 100 else f"{time_us:.0f} us"


def _listed(parts: list[str]) -> str:
    return ", ".join(parts[:-1]) + " and " + parts[-1]


def as_json(rows: list[Row], samples: list[Sample], cells: Cells) -> list[dict[str, Any]]:
    """One record for each block size and contender in the form of all results; what only the demo has comes last."""
    by_name = {place(row.block, 0, "")[1]: row for row in rows}
    measured = {SUITE.name: {name: figures.Row("time_s", name, "s") for name in by_name}}
    found = []
    for record in results.results(measured, samples, cells):
        row = by_name[record["row"]]
        cell = row.cells[record["contender"]]
        found.append({
            **record,
            "block": row.block,
            "iterations": row.iterations,
            "tasks": row.tasks,
            "task_us": row.task_us,
            "sweep_ms": cell.sweep_ms,
            "efficiency": cell.efficiency,
            "gain_over_better_stock": cell.gain,
        })
    return found
