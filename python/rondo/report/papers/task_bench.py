# SPDX-License-Identifier: Apache-2.0
"""METG: how long a task must be, for each shape of dependences."""

import pandas

from ...measure.chart import Panel, Point, Style
from ...measure.stats import median
from ...measure.tables import number
from ..data import Data, kRondoKeys, kStockKeys, label
from ..exhibit import Exhibit, Paper
from ..plots import Curves, Found, panels, Table
from ..sentences import against_stock

kHalf = 0.5


def _at_team(data: Data) -> list[dict[str, object]]:
    entries = data.lengths()
    usable = max((int(content["machine"]["usable_processors"]) for content in data.documents), default=1)
    counts = sorted({int(entry["threads"]) for entry in entries})
    team = max((count for count in counts if count <= usable), default=counts[0] if counts else 1)
    return [entry for entry in entries if entry["threads"] == team]


def _curves(data: Data) -> Found | None:
    panels: dict[str, dict[str, list[Point]]] = {}
    for entry in _at_team(data):
        points = [(median(at["lengths_ns"]) / 1000, at["efficiencies"]) for at in entry["points"]]  # type: ignore
        panels.setdefault(str(entry["program"]), {})[str(entry["contender"])] = [
            Point(x, median(values), min(values), max(values)) for x, values in points]
    if not panels:
        return None
    return Found(Curves([Panel(name, curves) for name, curves in panels.items()],
                        Style("Efficiency against the length of tasks", "work in a task, us", "parallel efficiency",
                              log_y=False, levels=(kHalf,))), _said(data))


def _half(entry: dict[str, object]) -> tuple[float, str]:
    (found,) = [at for at in entry["thresholds"] if at["efficiency"] == kHalf]  # type: ignore
    return float(found["length_ns"]) / 1000, str(found["censored"])


def _said(data: Data) -> str:
    by_program: dict[str, dict[str, float]] = {}
    for entry in _at_team(data):
        by_program.setdefault(str(entry["program"]), {})[str(entry["contender"])] = _half(entry)[0]
    said = []
    for program, found in by_program.items():
        stock = [found[key] for key in kStockKeys if key in found]
        rondo = [found[key] for key in kRondoKeys if key in found]
        if stock and rondo:
            said.append(f"{program} {number(min(rondo))} us (stock {number(min(stock))})")
    if not said:
        return "Rondo and a stock runtime were not both measured."
    return f"METG(50 %) of Rondo's best form: {', '.join(said)}."


def _table(data: Data) -> Found | None:
    lines: dict[str, dict[str, str]] = {}
    for entry in _at_team(data):
        length, censored = _half(entry)
        lines.setdefault(str(entry["program"]), {})[label(str(entry["contender"]))] = f"{censored}{number(length)}"
    if not lines:
        return None
    table = pandas.DataFrame([{"shape": program, **found} for program, found in lines.items()]).fillna("")
    return Found(Table(table, "us"), _said(data))


def _kastors(data: Data) -> Found | None:
    team = data.team("kernels")
    parts = [(name, data.rows("kernels", "speedup", f"{name}, tasks", team)) for name in ("QR", "Strassen")]
    found = panels(parts)
    if not found:
        return None
    style = Style(f"Speed-up on {team} threads", "elements along a tile's side", "speed-up", log_y=False,
                  levels=(float(team),))
    return Found(Curves(found, style), against_stock(pandas.concat([rows for _, rows in parts])))


PAPER = Paper(
    "task-bench",
    "METG",
    "Task Bench shapes: METG(50 %)",
    "Slaughter and others; a length here is the work alone, theirs is elapsed time, so theirs is twice as long",
    (
        Exhibit("metg", "Shortest task at 50 % efficiency", ("metg",), "", _table),
        Exhibit("curves", "Efficiency against the length of tasks", ("metg",), "", _curves),
        Exhibit("kastors", "QR and Strassen by tiles, as in KASTORS: speed-up against the tiles", ("kernels",), "",
                _kastors),
    ),
)
