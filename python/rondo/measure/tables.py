# SPDX-License-Identifier: Apache-2.0
"""The tables in the terminal: a suite each, its floor below it."""

from rich.console import Console

from ..screen import make_table
from ..words import count
from . import figures
from .columns import Column, kStock, kUnmodified
from .derived import derive, gain, kGain
from .figures import Suite
from .floor import kFloorRows
from .samples import Cell, Cells

kMark = "!"


def number(value: float) -> str:
    """Three digits, and no exponent for what a person compares: 2214, 813, 56.5, 1.4."""
    return f"{value:.0f}" if abs(value) >= 100 else f"{value:.3g}"


def times(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}x" if value >= 0.1 else f"{value:.2g}x"


def has_room(console: Console, n_columns: int) -> bool:
    """For median and spread beside each other; else the spread goes below."""
    return console.width >= 36 + 12 * n_columns


def with_spread(text: str, spread: float, beside: bool) -> str:
    return f"{text}{' ' if beside else chr(10)}[dim]±{100 * spread:.0f}%[/dim]"


def cell_text(cell: Cell | None, beside: bool) -> str:
    """A single sample has no spread."""
    if cell is None:
        return ""
    text = number(cell.median) + (kMark if cell.disturbed else "")
    return with_spread(text, cell.spread, beside) if cell.n > 1 else text


def filled(suite: Suite, columns: list[Column]) -> list[Column]:
    """A column that none of the suite's figures fills would be white."""
    return [column for column in columns if any(figures.contender(figure, column) for figure in suite.figures)]


def _has_gain(columns: list[Column]) -> bool:
    keys = {column.key for column in columns}
    return any(column.key in keys for column in kStock) and any(column.key in keys for column in kUnmodified)


def show_suite(console: Console, suite: Suite, cells: Cells, columns: list[Column], thread_counts: list[int]) -> None:
    columns = filled(suite, columns)
    beside = has_room(console, len(columns))
    with_gain = _has_gain(columns)
    headings = [*(column.label for column in columns), *(["gain"] if with_gain else [])]
    table = make_table("what", figures=headings, padding=(0, 0))
    keys = [column.key for column in columns]
    for threads in thread_counts:
        if len(thread_counts) > 1:
            table.add_section()
            table.add_row(f"[bold]{count(threads, 'thread')}[/bold]")
        for row in filter(lambda row: row.is_shown, suite.rows()):
            if not any((suite.name, row.name, threads, key) in cells for key in keys):
                continue
            texts = [cell_text(cells.get((suite.name, row.name, threads, key)), beside) for key in keys]
            gains = [times(gain(cells, suite.name, row, threads))] if with_gain else []
            table.add_row(f"{row.name}, {row.unit}", *texts, *gains)
        derived = derive(cells, suite, threads, keys)
        for line in derived:
            texts = [number(line.values[key]) if key in line.values else "" for key in keys]
            gains = [times(line.values.get(kGain))] if with_gain else []
            name = f"{line.name}, {line.unit}" if line.unit else line.name
            table.add_row(f"[bold]{name}[/bold]", *texts, *gains)
    console.print(f"{suite.name}: {suite.measures}", style="bold")
    among = ", ".join(map(str, thread_counts))
    console.print(f"{among} thread{'s' if among != '1' else ''}, median and spread")
    console.print(table)


def show_legend(console: Console, columns: list[Column], any_disturbed: bool) -> None:
    if _has_gain(columns):
        rivals = [column.label for column in columns if column in kStock]
        names = " and ".join((f"the best of {', '.join(rivals[:-1])}", rivals[-1])) if len(rivals) > 1 else rivals[0]
        console.print(f"gain: {names} over the better unmodified binary on Rondo")
    if any_disturbed:
        console.print(f"{kMark}: the machine was disturbed in more than half of the samples")


def show_suite_floor(console: Console, suite: Suite, floor: dict[str, float | None]) -> None:
    prices = [f"{kFloorRows[key]} {number(value)} ns" for key in suite.floor if (value := floor.get(key)) is not None]
    if prices:
        console.print(f"the machine's own floor: {'; '.join(prices)}", style="dim")


def show_floor(console: Console, floor: dict[str, float | None]) -> None:
    table = make_table("what", figures=["ns"])
    for key, name in kFloorRows.items():
        value = floor.get(key)
        table.add_row(name, "one processor only" if value is None else number(value))
    console.print("What the machine charges", style="bold")
    console.print(table)
