# SPDX-License-Identifier: Apache-2.0
"""The task microbenchmarks: overheads over the number of threads."""

from collections.abc import Callable

import pandas

from ...measure.chart import Style
from ...measure.tables import number
from ..data import Data, label
from ..exhibit import Exhibit, Paper
from ..plots import Curves, Found, panels, Table
from ..sentences import against_stock

_KEYS = ("libgomp", "libomp", "libiomp5", "rondo-gcc", "rondo-clang")
_THREADS = (1, 2, 4, 8, 16)
_PAPER_TABLE = {  # us on 1, 2, 4, 8, 16 threads
    ("gcc 4.6", "parallel"): (0.459, 1.678, 2.348, 3.111, 3.960),
    ("gcc 4.6", "for"): (0.335, 0.552, 0.678, 1.338, 1.187),
    ("gcc 4.6", "single"): (0.334, 0.522, 0.416, 0.792, 0.868),
    ("icc 11.1", "parallel"): (0.219, 1.443, 1.667, 2.685, 3.797),
    ("icc 11.1", "for"): (0.015, 0.495, 0.795, 1.156, 1.646),
    ("icc 11.1", "single"): (0.013, 0.552, 0.805, 1.302, 1.825),
}
_CONSTRUCTS = {"parallel": "parallel", "for": "for_static", "single": "single"}
_LANGUAGES = ("C", "Fortran")


def _series(language: str) -> tuple[str, str]:
    return f"mean, {language}", f"deviation, {language}"


def _statistics(rows: pandas.DataFrame, name: str, unit: str, factor: float) -> dict[tuple[int, str], str]:
    """EPCC's, of the outer repetitions in a run: threads and contender -> mean and standard deviation in us."""
    each = {what: rows[rows["member"] == f"{name}_{what}_{unit}"].set_index(["threads", "contender"])["median"] * factor
            for what in ("mean", "deviation")}
    return {(int(threads), str(key)): f"{number(mean)} ±{number(each['deviation'].get((threads, key), 0))}"
            for (threads, key), mean in each["mean"].sort_index().items()}


def _table_1(data: Data) -> Found | None:
    rows = data.rows("sync", contenders=_KEYS)
    lines: list[dict[str, object]] = []
    used = []
    for name, construct in _CONSTRUCTS.items():
        used.append(rows[(rows["member"] == f"{construct}_ns") & ~rows["row"].str.contains("pause")])
        for language in _LANGUAGES:
            told = _statistics(data.rows("sync", series=_series(language), contenders=_KEYS), construct, "ns", 1e-3)
            for key in _KEYS:
                by_threads = {str(threads): text for (threads, who), text in told.items() if who == key}
                if by_threads:
                    lines.append({"construct": name, "by": f"{label(key)}, {language}", **by_threads})
    if not lines:
        return None
    lines += [{"construct": name, "by": f"{compiler}, the paper's", **dict(zip(map(str, _THREADS), values))}
              for (compiler, name), values in _PAPER_TABLE.items()]
    table = pandas.DataFrame(lines)
    counts = sorted((name for name in table.columns if name not in ("construct", "by")), key=int)
    return Found(Table(table[["construct", "by", *counts]], "us", words=2), against_stock(pandas.concat(used)))


def _over_threads(title: str, parts: dict[str, str]) -> Callable[[Data], Found | None]:
    """`parts`: a panel's title -> the row, which for C and for Fortran begins with the language."""

    def find(data: Data) -> Found | None:
        rows = data.rows("epcc", contenders=_KEYS)
        chosen = [(name, rows[rows["row"] == row]) for name, row in parts.items()]
        found = panels(chosen, over="threads")
        if not found:
            return None
        return Found(Curves(found, Style(title, "threads", "us/task", log_y=False)),
                     against_stock(pandas.concat([part for _, part in chosen])))

    return find


def _all(data: Data) -> Found | None:
    rows = data.rows("epcc", threads=data.team("epcc"), contenders=_KEYS)
    rows = rows[~rows["row"].str.contains("branching|: ")]
    if not len(rows):
        return None
    team, lines = data.team("epcc"), []
    for language in _LANGUAGES:
        statistics = data.rows("epcc", series=_series(language), threads=team, contenders=_KEYS)
        for row, member in dict.fromkeys(zip(rows["row"], rows["member"])):
            told = _statistics(statistics, str(member).removesuffix("_us"), "us", 1)
            if str(row).startswith(f"{language}, ") and told:
                lines.append({"row": row, **{label(key): told[team, key] for key in _KEYS if (team, key) in told}})
    table = pandas.DataFrame(lines).fillna("")
    sample = rows[rows["contender"] == "rondo-gcc"]["median"]
    span = f" On Rondo (gcc) a task takes {number(sample.min())} to {number(sample.max())} us." if len(sample) else ""
    return Found(Table(table, "us/task"), against_stock(rows) + span)


def _trees(shapes: tuple[tuple[int, int], ...]) -> dict[str, str]:
    return {f"{branching} children, depth {depth}": f"C, for taskwait, branching {branching}, depth {depth}"
            for branching, depth in shapes}


PAPER = Paper(
    "epcc",
    "EPCC tasks",
    "A Set of Microbenchmarks for Measuring OpenMP Task Overheads",
    "LaGrone, Aribuki, Chapman; there: two Intel Xeon E5520 (Nehalem), gcc 4.6 and icc 11.1",
    (
        Exhibit("table-1", "Table 1: overheads of parallel, for and single, mean and standard deviation", ("sync",),
                "The paper's lines stand in the table.", _table_1),
        Exhibit("figure-1", "Figure 1: tasks generated by parallel, single and for", ("epcc",),
                "With parallel and for rarely above 2 us by gcc, with single nearly 140 us on 16 threads.",
                _over_threads("Overhead of a task", {"parallel": "C, parallel task", "single": "C, single task",
                                                     "for": "C, for task"})),
        Exhibit("figure-2", "Figure 2: firstprivate data of three sizes, by single", ("epcc",),
                "Higher than without data, with the same course over threads.",
                _over_threads("Overhead of a task with firstprivate data, single",
                              {"small, 100 bytes": "C, single 100 bytes", "medium, 2187 bytes": "C, single 2187 bytes",
                               "large, 59049 bytes": "C, single 59049 bytes"})),
        Exhibit("figure-3", "Figure 3: large firstprivate data, by master, single and for", ("epcc",),
                "By master dearer than by single and for.",
                _over_threads("Overhead of a task with 59049 bytes", {
                    name: f"C, {name} 59049 bytes" for name in ("master", "single", "for")})),
        Exhibit("figure-4", "Figure 4: taskwait in trees of 20 children and several depths", ("epcc",),
                "icc: 10 us at depth 3, 15 at 4, 17 at 5; gcc the same at each depth.",
                _over_threads("taskwait after each task, for", _trees(((20, 3), (20, 4), (20, 5))))),
        Exhibit("figure-5", "Figure 5: taskwait in trees of as many tasks and other shapes", ("epcc",),
                "The deepest and narrowest tree costs icc least; gcc shows no difference.",
                _over_threads("taskwait after each task, for", _trees(((21, 4), (6, 6), (3, 9))))),
        Exhibit("all", "All 21 microbenchmarks, C and Fortran, mean and standard deviation", ("epcc",), "", _all),
    ),
)
