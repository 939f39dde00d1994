# SPDX-License-Identifier: Apache-2.0
"""What an exhibit shows: curves, bars, quotients in colours, or figures in a table. Each can be drawn, told as text
beside the pointer, and written as a table."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import pandas

from ..measure import chart
from ..measure.chart import Group, Heat, Panel, Point, Style
from ..measure.columns import kColumns
from ..measure.tables import number
from .data import label

_EXTRA = {"fork-join": "omp for, best stock", "fork-join-rondo": "omp for, Rondo"}
kOrder = {**{column.key: column.text for column in kColumns}, **_EXTRA}

Tips = dict[str, list[str]]  # id in the picture -> text for each mark in it


def _tip(key: str, where: str, point: Point, unit: str) -> str:
    spread = f"\nquartiles {number(point.low)} to {number(point.high)}" if point.low != point.high else ""
    return f"{kOrder.get(key, label(key))}\n{where}: {number(point.y)} {unit}{spread}"


@dataclass(frozen=True)
class Curves:
    panels: list[Panel]
    style: Style

    def draw(self, caption: str, path: Path) -> None:
        chart.curves(self.panels, self.labels(), self.style, caption, path)

    def labels(self) -> dict[str, str]:
        used = {key for panel in self.panels for key in panel.curves}
        return {key: text for key, text in kOrder.items() if key in used}

    def tips(self) -> Tips:
        return {
            chart.mark_id(key, place): [
                _tip(key, f"{panel.title}, {self.style.x_label} {point.x:g}", point, self.style.y_label)
                for point in sorted(points, key=lambda point: point.x)
            ]
            for place, panel in enumerate(self.panels)
            for key, points in panel.curves.items()
        }

    def table(self) -> pandas.DataFrame:
        return pandas.DataFrame(
            [(panel.title, point.x, key, point.y, point.low, point.high)
             for panel in self.panels for key, points in panel.curves.items() for point in points],
            columns=["panel", self.style.x_label, "contender", self.style.y_label, "low", "high"],
        )

    def shown(self) -> pandas.DataFrame:
        """For the terminal: a line for each place, a column for each contender."""
        found = self.table()
        index = ["panel", self.style.x_label] if found["panel"].nunique() > 1 else [self.style.x_label]
        return _spread_out(found, index, self.style.y_label, self.labels())


@dataclass(frozen=True)
class Bars:
    groups: list[Group]
    title: str
    unit: str
    log: bool = True

    def draw(self, caption: str, path: Path) -> None:
        chart.bars(self.groups, self.labels(), self.title, self.unit, caption, path, self.log)

    def labels(self) -> dict[str, str]:
        used = {key for group in self.groups for key in group.bars}
        return {key: text for key, text in kOrder.items() if key in used}

    def tips(self) -> Tips:
        return {
            chart.mark_id(key, place): [_tip(key, group.label, point, self.unit)]
            for place, group in enumerate(self.groups)
            for key, point in group.bars.items()
        }

    def table(self) -> pandas.DataFrame:
        return pandas.DataFrame(
            [(group.label, key, point.y, point.low, point.high) for group in self.groups
             for key, point in group.bars.items()],
            columns=["row", "contender", self.unit, "low", "high"],
        )

    def shown(self) -> pandas.DataFrame:
        return _spread_out(self.table(), ["row"], self.unit, self.labels())


@dataclass(frozen=True)
class HeatMaps:
    maps: list[Heat]
    title: str
    x_label: str
    y_label: str
    quotient: str  # what is divided by what

    def draw(self, caption: str, path: Path) -> None:
        chart.heat_maps(self.maps, (self.x_label, self.y_label), self.title, caption, path)

    def labels(self) -> dict[str, str]:
        return {}

    def tips(self) -> Tips:
        return {
            f"cell.{place}.{found.xs.index(x) + found.ys.index(y) * len(found.xs)}":
                [f"{found.title}\n{self.x_label} {x}, {self.y_label} {y}\n{self.quotient}: {value:.2f}"]
            for place, found in enumerate(self.maps)
            for (x, y), value in found.values.items()
        }

    def table(self) -> pandas.DataFrame:
        return pandas.DataFrame(
            [(found.title, y, x, value) for found in self.maps for (x, y), value in found.values.items()],
            columns=["map", self.y_label, self.x_label, self.quotient],
        )

    def shown(self) -> pandas.DataFrame:
        found = self.table()
        return found.pivot_table(self.quotient, ["map", self.y_label], self.x_label, sort=False).reset_index()


@dataclass(frozen=True)
class Table:
    """Figures without a picture."""

    rows: pandas.DataFrame
    unit: str
    words: int = 1  # columns of words before those of figures

    def draw(self, caption: str, path: Path) -> None:
        """Nothing to draw."""

    def labels(self) -> dict[str, str]:
        return {}

    def tips(self) -> Tips:
        return {}

    def table(self) -> pandas.DataFrame:
        return self.rows

    def shown(self) -> pandas.DataFrame:
        return self.rows


Plot = Curves | Bars | HeatMaps | Table


@dataclass(frozen=True)
class Found:
    """What was measured for an exhibit, and one plain sentence on it."""

    plot: Plot
    sentence: str
    remarks: list[str] = field(default_factory=list)


def _spread_out(found: pandas.DataFrame, index: list[str], value: str, labels: dict[str, str]) -> pandas.DataFrame:
    wide = found.pivot_table(value, index, "contender", sort=False)
    return wide[[key for key in labels if key in wide]].rename(columns=labels).reset_index()


def point(x: float, row: "pandas.Series[float]", factor: float = 1) -> Point:
    return Point(x, row["median"] * factor, row["low"] * factor, row["high"] * factor)


def panel(title: str, rows: pandas.DataFrame, over: str = "x", factor: float = 1) -> Panel:
    """A curve for each contender over the column `over`."""
    curves: dict[str, list[Point]] = {}
    for _, row in rows.iterrows():
        curves.setdefault(str(row["contender"]), []).append(point(float(row[over]), row, factor))
    return Panel(title, curves)


def panels(parts: Iterable[tuple[str, pandas.DataFrame]], over: str = "x", factor: float = 1) -> list[Panel]:
    """One for each part that has anything."""
    return [panel(title, rows, over, factor) for title, rows in parts if len(rows)]
