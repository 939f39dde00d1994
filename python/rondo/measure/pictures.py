# SPDX-License-Identifier: Apache-2.0
"""What the papers plot, as SVG and PNG: overhead bars, curves over the length of tasks, METG, curves over threads.

Gathers from cells what a picture shows; chart.py draws it.
"""

from pathlib import Path

from . import chart
from .chart import Group, Panel, Point
from .columns import Column
from .figures import Bars, Curves, Row, Suite
from .metg import kLevels
from .metg_table import Sweeps
from .samples import Cell, Cells

kLeastThreadCounts = 3  # for curves over threads


def _point(x: float, cell: Cell) -> Point:
    return Point(x, cell.median, cell.low, cell.high)


def _suffix(threads: int, thread_counts: list[int]) -> str:
    return f"-{threads}t" if len(thread_counts) > 1 else ""


def _label(row: Row) -> str:
    return row.name if len(row.name) <= 40 else row.name[:39] + "…"


def _bars(suite: Suite, plot: Bars, cells: Cells, columns: list[Column], threads: int) -> list[Group]:
    groups = []
    for row in suite.rows():
        if plot.rows and row.name not in plot.rows:
            continue
        bars = {
            column.key: _point(0, cell)
            for column in columns
            if (cell := cells.get((suite.name, row.name, threads, column.key))) is not None
        }
        if bars:
            groups.append(Group(_label(row), bars))
    return groups


def _curves(suite: Suite, plot: Curves, cells: Cells, columns: list[Column], threads: int) -> list[Panel]:
    rows = [row for row in suite.rows() if row.series and (not plot.series or row.series in plot.series)]
    panels = []
    for series in dict.fromkeys(row.series for row in rows):
        points: dict[str, list[Point]] = {}
        for row in rows:
            for column in columns:
                cell = cells.get((suite.name, row.name, threads, column.key))
                if row.series == series and row.x is not None and cell is not None:
                    points.setdefault(column.key, []).append(_point(row.x, cell))
        if points:
            panels.append(Panel(series, points))
    return panels


def _over_threads(
    suite: Suite, plot: Bars, cells: Cells, columns: list[Column], thread_counts: list[int]
) -> list[Panel]:
    panels = []
    for row in suite.rows():
        if plot.rows and row.name not in plot.rows:
            continue
        points: dict[str, list[Point]] = {}
        for column in columns:
            for threads in thread_counts:
                cell = cells.get((suite.name, row.name, threads, column.key))
                if cell is not None:
                    points.setdefault(column.key, []).append(_point(threads, cell))
        if points:
            panels.append(Panel(_label(row), points))
    return panels


def draw_suite(
    suite: Suite, cells: Cells, columns: list[Column], thread_counts: list[int], caption: str, folder: Path
) -> list[Path]:
    labels = {column.key: column.text for column in columns}
    drawn: list[Path] = []
    for plot in suite.plots:
        units = {row.name: row.unit for row in suite.rows()}
        if isinstance(plot, Bars):
            unit = units[plot.rows[0]] if plot.rows else next(iter(units.values()))
        else:
            unit = next(row.unit for row in suite.rows() if row.series in plot.series or not plot.series and row.series)
        for threads in thread_counts:
            path = folder / f"{plot.name}{_suffix(threads, thread_counts)}"
            about = f"{caption}, {threads} threads"
            if isinstance(plot, Bars):
                groups = _bars(suite, plot, cells, columns, threads)
                drawn += chart.bars(groups, labels, plot.title, unit, about, path) if groups else []
            else:
                panels = _curves(suite, plot, cells, columns, threads)
                style = chart.Style(plot.title, plot.x_label, unit, log_y=plot.log_y, levels=plot.levels)
                drawn += chart.curves(panels, labels, style, about, path) if panels else []
        if isinstance(plot, Bars) and len(thread_counts) >= kLeastThreadCounts:
            panels = _over_threads(suite, plot, cells, columns, thread_counts)
            style = chart.Style(f"{plot.title}, by threads", "threads", unit, log_y=True)
            drawn += chart.curves(panels, labels, style, caption, folder / f"{plot.name}-threads") if panels else []
    return drawn


def draw_sweeps(
    sweeps: Sweeps, columns: list[Column], thread_counts: list[int], caption: str, folder: Path
) -> list[Path]:
    """Efficiency over the length of tasks, and across it the levels at which METG is read off."""
    labels = {column.key: column.text for column in columns}
    drawn: list[Path] = []
    for suite in dict.fromkeys(place.suite for place in sweeps):
        for threads in thread_counts:
            panels: dict[str, dict[str, list[Point]]] = {}
            for place, swept in sweeps.items():
                if place.suite != suite or place.threads != threads or not swept.sweep.points:
                    continue
                medians = [point.median() for _, point in sorted(swept.sweep.points.items())]
                curve = [Point(length_ns / 1000, part, part, part) for length_ns, part in medians]
                panels.setdefault(place.program, {})[place.column] = curve
            if panels:
                style = chart.Style(
                    "How long must a task be?", "work in a task, us", "parallel efficiency", log_y=False, levels=kLevels
                )
                path = folder / f"{suite}{_suffix(threads, thread_counts)}"
                about = f"{caption}, {threads} threads"
                drawn += chart.curves([Panel(*panel) for panel in panels.items()], labels, style, about, path)
    return drawn
