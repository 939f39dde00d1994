# SPDX-License-Identifier: Apache-2.0
"""From samples to the figures that tables, plot and file show: one Row for each block size."""

from dataclasses import dataclass
from typing import Any

from rondo_measure import results, samples as sampling, stats
from rondo_measure.contender import Contender
from rondo_measure.figures import Row as Measured

from .measure import Samples
from .plan import Size, kSerial, kStock


@dataclass(frozen=True)
class Cell:
    sweep_ms: float  # median time of one sweep over the grid
    spread: float  # of the time, relative
    efficiency: float  # of the serial time shared by all threads
    gain: float | None  # time of the better stock runtime over this one's; None without a stock runtime


@dataclass(frozen=True)
class Row:
    size: Size
    task_us: float  # serial time of one block
    cells: dict[str, Cell]  # contender key -> figures


def summarise(samples: Samples, contenders: list[Contender], plan: list[Size], threads: int) -> list[Row]:
    rows = []
    for size in plan:
        serial_s = samples.median_s(kSerial.key, size.block)
        present = [stock.key for stock in kStock if stock in contenders]
        better_stock_s = min((samples.median_s(key, size.block) for key in present), default=None)
        cells = {}
        for contender in contenders:
            time_s = samples.median_s(contender.key, size.block)
            cells[contender.key] = Cell(
                sweep_ms=1e3 * time_s / size.iterations,
                spread=stats.spread(samples.times_s[contender.key, size.block]),
                efficiency=stats.efficiency(serial_s, time_s, 1 if contender.serial else threads),
                gain=better_stock_s / time_s if better_stock_s is not None else None,
            )
        rows.append(Row(size, 1e6 * serial_s / size.tasks, cells))
    return rows


def as_json(rows: list[Row], samples: Samples, threads: int) -> list[dict[str, Any]]:
    """One record for each block size and contender in the form of all results; what only the demo has comes last."""
    found = []
    for row in rows:
        for key, cell in row.cells.items():
            measured = Measured("time_s", f"blocks of {row.size.block}", "s")
            place = ("heat-demo", measured.name, threads, key)
            run = (key, row.size.block)
            taken = [
                sampling.Sample(place, index + 1, time_s, tuple(marks))
                for index, (time_s, marks) in enumerate(zip(samples.times_s[run], samples.disturbed[run]))
            ]
            found.append(
                {
                    **results.result(measured, taken, sampling.cells(taken)[place]),
                    "block": row.size.block,
                    "iterations": row.size.iterations,
                    "tasks": row.size.tasks,
                    "task_us": row.task_us,
                    "sweep_ms": cell.sweep_ms,
                    "efficiency": cell.efficiency,
                    "gain_over_better_stock": cell.gain,
                }
            )
    return found
