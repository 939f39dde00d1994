# SPDX-License-Identifier: Apache-2.0
"""The three tables: time of a sweep, parallel efficiency, and gain over the better stock runtime."""

import math
from collections.abc import Callable

from rich.console import Console

from ..screen import make_table
from .contenders import Contender, kStock
from .measure import kLongestRun_s
from .summary import Cell, Row


def _time(cell: Cell) -> str:
    return f"{cell.sweep_ms:.2f}" if cell.sweep_ms < math.inf else f"> {kLongestRun_s:.0f} s*"


def _efficiency(cell: Cell) -> str:
    return f"{100 * cell.efficiency:.0f} %" if cell.sweep_ms < math.inf else "-"


def _gain(cell: Cell) -> str:
    return f"{cell.gain:.2f}x" if cell.gain is not None else "-"


def _print(
    console: Console, title: str, rows: list[Row], contenders: list[Contender], text: Callable[[Cell], str]
) -> None:
    table = make_table(figures=("block", "task us"), padding=(0, 0))
    # Narrow columns, so that all of them fit into a terminal of 80.
    for contender in contenders:
        table.add_column(contender.heading, justify="right", min_width=7)
    for row in rows:
        figures = {contender.key: text(row.cells[contender.key]) for contender in contenders}
        # Bold: the contender that took the least time.
        best = min(contenders, key=lambda contender: row.cells[contender.key].sweep_ms).key
        cells = [f"[bold]{figure}[/bold]" if key == best else figure for key, figure in figures.items()]
        table.add_row(f"{row.block}", f"{row.task_us:.3g}", *cells)
    console.print(title, style="bold")
    console.print(table)


def show(console: Console, rows: list[Row], contenders: list[Contender], threads: int) -> None:
    parallel = [contender for contender in contenders if not contender.is_serial]
    _print(console, "Time of one sweep, ms (median)", rows, contenders, _time)
    if any(row.cells[contender.key].sweep_ms == math.inf for row in rows for contender in contenders):
        console.print(f"* no run of all sweeps ended within {kLongestRun_s:.0f} s")
    _print(console, f"Parallel efficiency: serial time / ({threads} x time)", rows, parallel, _efficiency)
    if any(stock in contenders for stock in kStock):
        _print(console, "Times faster than the better of libgomp and libomp", rows, parallel, _gain)
