# SPDX-License-Identifier: Apache-2.0
"""From samples to the figures that tables, plot and file show: one Row for each block size."""

from dataclasses import dataclass
from typing import Any

from rondo_measure import stats
from rondo_measure.contender import Contender

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


def as_json(rows: list[Row], samples: Samples) -> list[dict[str, Any]]:
    """One record for each block size and contender, the raw times included."""
    return [
        {
            "block": row.size.block,
            "iterations": row.size.iterations,
            "tasks": row.size.tasks,
            "task_us": row.task_us,
            "contender": key,
            "times_s": samples.times_s[key, row.size.block],
            "sweep_ms": cell.sweep_ms,
            "spread": cell.spread,
            "efficiency": cell.efficiency,
            "gain_over_better_stock": cell.gain,
        }
        for row in rows
        for key, cell in row.cells.items()
    ]
