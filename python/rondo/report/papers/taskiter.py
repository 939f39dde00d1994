# SPDX-License-Identifier: Apache-2.0
"""taskiter: eight iterative applications, normalised at two granularities, and over all granularities."""

import pandas

from ...measure.chart import Group, Panel, Point, Style
from ...measure.stats import geometric_mean
from ...measure.tables import number
from ..data import Data, kRondoKeys, kStockKeys
from ..exhibit import Exhibit, Paper
from ..plots import Bars, Curves, Found, point

_APPLICATIONS = ("multisaxpy", "HPCG", "HPCG, while", "heat, Gauss-Seidel", "heat, while", "n-body",
                 "full-waveform inversion", "HPCCG")
_FORMS = ("libgomp", "libomp", "libiomp5", "no-successor", "queued", "rondo-clang", "graph-clang", "graph-same",
          "taskiter-no-successor", "taskiter-queued", "taskiter")
_BEST_STOCK = {"libomp": 5.0, "libgomp": 7.46}  # the paper's mean speed-up at small granularity


_SMALL = 2.0  # times the best time


def _times(data: Data, name: str, way: str = "tasks") -> pandas.DataFrame:
    return data.rows("kernels", "us_per_iteration", f"{name}, {way}", data.team("kernels"))


def _normalised(rows: pandas.DataFrame) -> dict[str, Point]:
    """Performance relative to the best contender's."""
    least = float(rows["median"].min())
    return {str(row["contender"]): Point(0, least / row["median"], least / row["high"], least / row["low"])
            for _, row in rows.iterrows() if row["contender"] in _FORMS}


def _groups(data: Data, is_small: bool) -> tuple[list[Group], pandas.DataFrame]:
    groups, used = [], []
    for name in _APPLICATIONS:
        rows = _times(data, name)
        if not len(rows):
            continue
        # Optimal: the blocks at which the best time of any form was reached. Small: the smallest ones at which a form
        # still has half of that performance, as in the paper.
        least = rows.groupby("x")["median"].min()
        x = min(least[least <= _SMALL * least.min()].index) if is_small else least.idxmin()
        chosen = rows[rows["x"] == x]
        groups.append(Group(f"{name}, block {int(x)}", _normalised(chosen)))
        used.append(chosen)
    return groups, pandas.concat(used) if used else pandas.DataFrame()


def _speedups(rows: pandas.DataFrame) -> str:
    said = []
    for stock, paper in _BEST_STOCK.items():
        ratios = []
        for _, place in rows.groupby("series"):
            by_key = place.set_index("contender")["median"]
            if stock in by_key and "taskiter" in by_key:
                ratios.append(by_key[stock] / by_key["taskiter"])
        mean = geometric_mean(ratios)
        if mean is not None:
            said.append(f"{number(mean)} times as fast as {stock} (the paper: {paper:g})")
    return f"taskiter is {' and '.join(said)} in the geometric mean." if said else "taskiter was not measured."


def _optimal(data: Data) -> Found | None:
    groups, rows = _groups(data, is_small=False)
    if not groups:
        return None
    return Found(Bars(groups, "Normalised performance, optimal blocks", "of the best", log=False), _speedups(rows))


def _small(data: Data) -> Found | None:
    groups, rows = _groups(data, is_small=True)
    if not groups:
        return None
    return Found(Bars(groups, "Normalised performance, small blocks", "of the best", log=False), _speedups(rows))


def _flat(rows: pandas.DataFrame, keys: tuple[str, ...], xs: list[float]) -> list[Point]:
    """A worksharing loop has no granularity: its best time at any block, as a line."""
    found = rows[rows["contender"].isin(keys)]
    if not len(found):
        return []
    best = 1e6 / float(found["median"].min())
    return [Point(x, best, best, best) for x in xs]


def _figure_5(data: Data) -> Found | None:
    panels = []
    for name in _APPLICATIONS:
        rows = _times(data, name)
        lengths = data.rows("kernels", "serial_ns_per_task", f"{name}, tasks", data.team("kernels"))
        work = lengths.groupby("x")["median"].median()
        if not len(rows) or not len(work):
            continue
        curves: dict[str, list[Point]] = {}
        for _, row in rows.iterrows():
            if row["contender"] in ("libgomp", "libomp", "taskiter"):
                found = point(float(work[row["x"]]) / 1000, row)
                rate = Point(found.x, 1e6 / found.y, 1e6 / found.high, 1e6 / found.low)
                curves.setdefault(str(row["contender"]), []).append(rate)
        loops, xs = _times(data, name, "omp for"), [float(value) / 1000 for value in work]
        for key, keys in (("fork-join", kStockKeys), ("fork-join-rondo", kRondoKeys)):
            flat = _flat(loops, keys, xs)
            if flat:
                curves[key] = flat
        panels.append(Panel(name, curves))
    if not panels:
        return None
    won = sum(
        max((p.y for p in panel.curves.get("taskiter", [])), default=0)
        >= 0.98 * max((p.y for key in ("libgomp", "libomp", "fork-join") for p in panel.curves.get(key, [])), default=0)
        for panel in panels
    )
    style = Style("Performance against the work of a task", "work in a task, us", "iterations/s", log_y=True)
    return Found(Curves(panels, style), f"In {won} of {len(panels)} applications taskiter at its best block size is as "
                                        "fast as the best of stock tasks and loops, or faster.")


PAPER = Paper(
    "taskiter",
    "taskiter",
    "Accelerating Task-based Iterative Applications",
    "Álvarez, Beltran; there: AMD EPYC 7742, 64 cores",
    (
        Exhibit("figure-4a", "Figure 4a: normalised performance at optimal granularity", ("kernels",),
                "All versions are at or above OpenMP's; multisaxpy gains most (8.75 times).", _optimal),
        Exhibit("figure-4b", "Figure 4b: normalised performance at small granularity", ("kernels",),
                "taskiter with immediate successor: 3.7 times OmpSs-2's tasks, 5 times LLVM's and 7.46 times GCC's.",
                _small),
        Exhibit("figure-5", "Figure 5: performance against granularity", ("kernels",),
                "Heat to a tolerance is where only taskiter beats fork-join; the axis there is instructions a task.",
                _figure_5),
    ),
)
