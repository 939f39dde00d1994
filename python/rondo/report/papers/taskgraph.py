# SPDX-License-Identifier: Apache-2.0
"""Taskgraph: overhead of Listing 1, and quotients of the kernels over granularity and threads."""

from collections.abc import Callable

import pandas

from ...measure.chart import Group, Heat, Point, Style
from ...measure.tables import number
from ..data import Data, label
from ..exhibit import Exhibit, Paper
from ..plots import Bars, Curves, Found, HeatMaps, Table, panels
from ..sentences import against_stock

_MACHINE = "two Intel Xeon Platinum 8160, 48 cores"
_PAPER_TABLE = {  # overhead in ms of 1 to 1e5 tasks
    "GCC": (0.2, 0.2, 0.25, 11.8, 345.4, 3582.6),
    "GCC + taskgraph": (0.2, 0.1, 0.2, 0.2, 29.4, 345.3),
    "LLVM": (1.6, 0.6, 0.6, 1.5, 36.7, 466.2),
    "LLVM + taskgraph": (0.2, 0.1, 0.2, 0.3, 9.9, 132.2),
}
_PAIRS = {"libgomp": "graph-gcc", "libomp": "graph-clang"}  # a runtime -> the same compiler's graph on Rondo
_KERNELS = ("heat, Gauss-Seidel", "n-body", "axpy", "dot product", "Cholesky")
_CLASSES = "SWABC"
_GRAPHS = ("graph-clang", "graph-same", "static")


def _median(rows: pandas.DataFrame, key: str) -> float | None:
    found = rows[rows["contender"] == key]["median"]
    return float(found.iloc[0]) if len(found) else None


def _table_1(data: Data) -> Found | None:
    rows = data.rows("listing1", "overhead_ms", threads=data.team("listing1"))
    if not len(rows):
        return None
    wide = rows.pivot_table("median", "contender", "x", sort=False)
    wide.columns = pandas.Index([f"{int(tasks)}" for tasks in wide.columns])
    wide.insert(0, "runtime", [label(key) for key in wide.index])
    paper = pandas.DataFrame([(f"{name}, the paper's", *values) for name, values in _PAPER_TABLE.items()],
                             columns=["runtime", *(str(10**power) for power in range(6))])
    table = pandas.concat([wide.reset_index(drop=True), paper], ignore_index=True)
    last = rows[rows["x"] == rows["x"].max()]
    said = []
    for stock, graph in _PAIRS.items():
        before, after = _median(last, stock), _median(last, graph)
        if before is not None and after is not None and after > 0:
            said.append(f"{number(before / after)} times that of a graph on Rondo for {stock}")
        elif before is not None and after is not None:
            said.append(f"{number(before)} ms for {stock} and nothing that can be measured for a graph on Rondo")
    if not said:
        return Found(Table(table, "ms"), against_stock(last))
    return Found(Table(table, "ms"), f"At {int(rows['x'].max())} tasks the overhead is {', and '.join(said)}.")


def _figure_2(data: Data) -> Found | None:
    team = data.team("listing1")
    parts = [(name, data.rows("listing1", f"{name}_ms", threads=team)) for name in ("elapsed", "overhead")]
    found = panels((name, rows[rows["median"] > 0]) for name, rows in parts)
    if not found:
        return None
    style = Style("Listing 1: the same work in ever more tasks", "tasks", "ms", log_y=True)
    return Found(Curves(found, style), "Elapsed time: " + against_stock(parts[0][1]))


def quotients(
    rows: pandas.DataFrame, over: str, under: tuple[str, ...], name: str, steps: dict[float, str]
) -> Heat | None:
    """The best of `under` below the median of `over`, by threads and by `x`, whose values `steps` names from above."""
    values = {}
    for (threads, x), place in rows.groupby(["threads", "x"]):
        plain = _median(place, over)
        graphs = [value for key in under if (value := _median(place, key)) is not None]
        if plain is not None and graphs and x in steps:
            values[str(int(threads)), steps[x]] = plain / min(graphs)
    if not values:
        return None
    xs = sorted({x for x, _ in values}, key=int)
    return Heat(name, xs, [text for text in steps.values() if any(y == text for _, y in values)], values)


def _in_words(maps: list[Heat], what: str) -> str:
    every = [value for found in maps for value in found.values.values()]
    slower = sum(value < 0.98 for value in every)
    return (f"{what} on libomp take {number(min(every))} to {number(max(every))} times as long as a graph on Rondo, "
            f"which is slower by more than 2 % in {slower} of {len(every)} cells.")


def _figure_6(data: Data) -> Found | None:
    maps = []
    for suite, names in (("kernels", _KERNELS), ("hog", ("HOG",))):
        for kernel in names:
            rows = data.rows(suite, "us_per_iteration", f"{kernel}, tasks")
            steps = {float(x): f"block {int(x)}" for x in sorted(rows["x"].dropna().unique())}
            found = quotients(rows, "libomp", _GRAPHS, kernel, steps)
            if found:
                maps.append(found)
    if not maps:
        return None
    return Found(HeatMaps(maps, "Tasks on libomp over a graph on Rondo", "threads", "granularity", "time over time"),
                 _in_words(maps, "Tasks"))


def _classes(data: Data) -> dict[float, str]:
    """The place of a class among the suite's -> its name, of those that were measured."""
    measured = sorted({int(x) for x in data.rows("nas")["x"].dropna()})
    return {float(x): f"class {_CLASSES[x]}" for x in measured}


def _of_nas(data: Data, member: str = "us_per_iteration") -> list[tuple[str, pandas.DataFrame, pandas.DataFrame]]:
    """Each program's rows as taskloop and as omp for."""
    rows = data.rows("nas", member)
    names = dict.fromkeys(series.split(",")[0] for series in rows["series"])
    return [(name, rows[rows["series"] == f"{name}, taskloop"], rows[rows["series"] == f"{name}, omp for"])
            for name in names]


def _figure_7(data: Data) -> Found | None:
    steps = _classes(data)
    each = (quotients(taskloop, "libomp", _GRAPHS, name, steps) for name, taskloop, _ in _of_nas(data))
    maps = [found for found in each if found]
    if not maps:
        return None
    return Found(HeatMaps(maps, "Taskloop on libomp over a graph on Rondo", "threads", "size", "time over time"),
                 _in_words(maps, "Taskloops"))


def _figure_9(data: Data) -> Found | None:
    """Above the worksharing loop's time of the same runtime and compiler, in percent; the first iteration, in which a
    graph is recorded, counts."""
    team, groups = data.team("nas"), []
    for name, taskloop, loop in _of_nas(data, "us_with_first"):
        for x, size in _classes(data).items():
            plain = loop[(loop["x"] == x) & (loop["threads"] == team)]
            ours = taskloop[(taskloop["x"] == x) & (taskloop["threads"] == team)]
            base = _median(plain, "libomp")
            if base is None:
                continue
            bars = {key: Point(0, *(100 * (ours[ours["contender"] == key][name].iloc[0] / base - 1)
                                    for name in ("median", "low", "high")))
                    for key in ("libomp", "rondo-clang", *_GRAPHS) if _median(ours, key) is not None}
            groups.append(Group(f"{name}, {size}", bars))
    if not groups:
        return None
    best = [min(point.y for key, point in group.bars.items() if key in _GRAPHS) for group in groups
            if set(group.bars) & set(_GRAPHS)]
    sentence = "No graph was measured."
    if best:
        sentence = (f"The best graph of taskloops on Rondo, its recording included, is {min(best):+.0f} to "
                    f"{max(best):+.0f} % from the time of omp for on libomp.")
    return Found(Bars(groups, "Taskloops and graphs, above the time of omp for on libomp", "%", log=False), sentence)


def _figure_10(data: Data) -> Found | None:
    team = data.team("kernels")
    parts = [(kernel, data.rows("kernels", "us_per_iteration", f"{kernel}, tasks", team,
                                ("libgomp", "rondo-gcc", "graph-gcc")))
             for kernel in ("Cholesky", "heat, Gauss-Seidel")]
    found = panels(parts)
    if not found:
        return None
    style = Style("Time of an iteration against the blocks, gcc", "elements along a block's side", "us", log_y=True)
    return Found(Curves(found, style), against_stock(pandas.concat([rows for _, rows in parts])))


def _first_iterations(n: int) -> Callable[[Data], Found | None]:
    def find(data: Data) -> Found | None:
        rows = data.rows("recording", "us_per_iteration", threads=data.team("recording"))
        steps = {float(n): f"{n} iterations"}
        rows = rows[rows["x"] == n]
        each = (quotients(rows[rows["series"] == series], "libomp", _GRAPHS, series, steps)
                for series in rows["series"].unique())
        maps = [found for found in each if found]
        if not maps:
            return None
        slower = [found.title for found in maps if min(found.values.values()) < 0.98]
        where = f"slower than tasks on libomp for {', '.join(slower)}" if slower else "nowhere slower than on libomp"
        title = f"Tasks over a graph, {n} iterations with the recording one"
        return Found(HeatMaps(maps, title, "threads", "iterations", "time over time"),
                     f"With the recording on the clock, {n} iterations of a graph on Rondo are {where}.")

    return find


PAPER = Paper(
    "taskgraph",
    "Taskgraph",
    "Taskgraph: A Low Contention OpenMP Tasking Framework",
    "Yu, Royuela, Quiñones; there: " + _MACHINE,
    (
        Exhibit("table-1", "Table 1: overhead of 1 to 1e5 tasks", ("listing1",),
                "At 1e5 tasks GCC's overhead is 10.4 times, LLVM's 3.5 times that with a task graph.", _table_1),
        Exhibit("figure-2", "Figure 2: computation and overhead against the number of tasks", ("listing1",),
                "The total work is 1e9 instructions.", _figure_2),
        Exhibit("figure-6", "Figure 6: speed-up of a graph over tasks, by granularity and threads", ("kernels", "hog"),
                "Losses are mostly mild (1 to 8 %), gains are large with fine tasks on more than 32 threads.",
                _figure_6),
        Exhibit("figure-7", "Figure 7: NAS, speed-up of a graph over taskloop, by size and threads", ("nas",),
                "CG on 48 threads gains at least 1.6 times, with class W more than 6 times.", _figure_7),
        Exhibit("figure-8-4", "Figure 8: speed-up with the recording, 4 iterations", ("recording",),
                "With few iterations recording does not always pay.", _first_iterations(4)),
        Exhibit("figure-8-64", "Figure 8: speed-up with the recording, 64 iterations", ("recording",),
                "After 64 iterations the speed-up is close to that of Figure 6.", _first_iterations(64)),
        Exhibit("figure-9", "Figure 9: NAS, taskloop and graph, recording included, above worksharing loops", ("nas",),
                "CG: taskloop takes 55 % more than omp for, a graph down to 3 % less.", _figure_9),
        Exhibit("figure-10", "Figure 10: Cholesky and heat by GCC against granularity", ("kernels",),
                "Never slower with a graph, and faster with fine tasks.", _figure_10),
    ),
)
