# SPDX-License-Identifier: Apache-2.0
"""Unbalanced Tree Search: granularity, efficiency, scaling, and how many tasks move."""

import pandas

from ...measure.chart import Style
from ...measure.tables import number
from ..data import Data, kLabels, kStockKeys, label
from ..exhibit import Exhibit, Paper
from ..plots import Curves, Found, panel, Table
from ..sentences import against_stock, best
from ..statistics import correlation

_PAPER_TIMES = {  # us: of an operation, and of a call at 5 to 160 operations
    "Skylake, ICC": (0.22, 1.12, 2.23, 4.47, 8.94, 17.9, 35.7),
    "Skylake, Clang": (0.18, 0.89, 1.78, 3.55, 7.10, 14.2, 28.4),
    "POWER9, Clang": (0.29, 1.45, 2.90, 5.80, 11.6, 23.2, 46.4),
    "ThunderX2, Clang": (0.34, 1.73, 3.45, 6.90, 13.8, 27.6, 55.2),
    "Xeon Phi, Clang": (0.74, 3.68, 7.36, 14.7, 29.4, 58.9, 118),
}
_PAPER_KILO_INSTRUCTIONS = {  # of an operation
    "Skylake, ICC": 1.74,
    "Skylake, Clang": 1.70,
    "POWER9, PGI": 1.65,
    "POWER9, Clang": 1.67,
    "ThunderX2, Armclang": 1.39,
    "ThunderX2, Clang": 1.51,
    "Xeon Phi, ICC": 1.70,
    "Xeon Phi, Clang": 1.71,
    "Xeon Phi, CCE": 1.63,
}
_OPERATIONS = (5, 10, 20, 40, 80, 160)  # of a task
_PAPER_CORRELATIONS = (0.69, 0.59, 0.42, 0.42, 0.38, 0.12)


def _table_1(data: Data) -> Found | None:
    rows = data.rows("uts", "serial_ns_per_node", contenders=("libgomp", "libomp"))
    rows = rows[rows["x"].notna()]
    if not len(rows):
        return None
    lines: list[dict[str, object]] = []
    for key, found in rows.groupby("contender", sort=False):
        first = found[found["x"] == found["x"].min()].iloc[0]
        # A node takes one evaluation times the granularity, a task eight nodes' evaluations.
        operation_us = first["median"] / 1000
        lines.append({"by": label(str(key)), "operation": operation_us,
                      **{str(count): operation_us * count for count in _OPERATIONS}})
    own = [float(str(line["operation"])) for line in lines]
    lines += [{"by": f"{name}, the paper's", "operation": values[0],
               **{str(5 << power): value for power, value in enumerate(values[1:])}}
              for name, values in _PAPER_TIMES.items()]
    return Found(Table(pandas.DataFrame(lines), "us"),
                 f"A node takes {number(min(own))} us here, between the paper's machines' 0.18 and 0.74 us a SHA-1."
                 if 0.18 <= min(own) <= 0.74 else f"A node takes {number(min(own))} us here.")


def _table_2(data: Data) -> Found | None:
    rows = data.rows("uts", "instructions_per_evaluation")
    if not len(rows):
        return None
    own = float(rows["median"].iloc[0]) / 1000
    table = pandas.DataFrame([{"by": name, "operation": kilo, **{str(count): kilo * count for count in _OPERATIONS}}
                              for name, kilo in (("gcc, here", own), *((f"{name}, the paper's", kilo) for name, kilo
                                                                       in _PAPER_KILO_INSTRUCTIONS.items()))])
    least, most = min(_PAPER_KILO_INSTRUCTIONS.values()), max(_PAPER_KILO_INSTRUCTIONS.values())
    return Found(Table(table, "thousand instructions"),
                 f"An evaluation takes {number(own)} thousand instructions here, {least} to {most} on the paper's "
                 "machines.")


def _grain(data: Data, rows: pandas.DataFrame) -> tuple[pandas.DataFrame, str]:
    """The rows over thousands of instructions, as in the paper; over evaluations where nobody counted instructions."""
    counted = data.rows("uts", "instructions_per_evaluation")["median"]
    if not len(counted):
        return rows, "SHA-1 evaluations a task"
    return rows.assign(x=rows["x"] * float(counted.median()) / 1000), "thousand instructions a task"


def _efficiency(data: Data) -> Found | None:
    team = data.team("uts")
    rows = data.rows("uts", "efficiency_percent", threads=team)
    curve = rows[rows["series"] == "T3"]
    if not len(curve):
        return None
    finest = curve[curve["x"] == curve["x"].min()]
    said = [f"{label(key)} {row['median']:.0f} %" for key in (*kStockKeys, "tbb", "rondo-gcc", "rondo-clang")
            for _, row in finest[finest["contender"] == key].iterrows()]
    curve, grain = _grain(data, curve)
    return Found(Curves([panel("T3", curve)], Style(f"UTS: efficiency on {team} threads", grain, "% efficient",
                                                    log_y=False, levels=(100.0,))),
                 f"At the finest grain: {', '.join(said)}. " + against_stock(rows))


def _smt(data: Data) -> str:
    machine = data.of_suite("uts")[-1]["machine"]
    per_core, usable = int(machine.get("threads_per_core", 1)), int(machine["usable_processors"])
    if per_core == 1:
        return f"The machine has {usable} processors and no simultaneous multithreading."
    return f"Beyond {usable // per_core} threads, cores are shared: each has {per_core} hardware threads."


def _scaling(data: Data) -> Found | None:
    rows = data.rows("uts", "efficiency_percent", "T3")
    if not len(rows):
        return None
    counts = rows.groupby("x")["threads"].nunique()
    coarse = rows[rows["x"] == max(counts[counts == counts.max()].index)]
    speed = coarse.assign(**{name: coarse[name] * coarse["threads"] / 100 for name in ("median", "low", "high")})
    most = speed[speed["threads"] == speed["threads"].max()]
    winner = best(most, tuple(kLabels)).iloc[0]
    return Found(Curves([panel(f"T3, {int(coarse['x'].max())} SHA-1 a task", speed, over="threads")],
                        Style("UTS: speed-up at the coarsest grain", "threads", "speed-up", log_y=False)),
                 f"On {int(most['threads'].max())} threads the best is {label(str(winner['contender']))} with "
                 f"{number(float(winner['median']))} times the serial speed. {_smt(data)}")


def _moved(data: Data) -> Found | None:
    rows = data.rows("uts", "moved_per_thread_and_second", threads=data.team("uts"))
    if not len(rows):
        return None
    fine = rows[rows["x"] == rows["x"].min()]
    said = [f"{label(str(row['contender']))} {number(float(row['median']))}" for _, row in fine.iterrows()]
    shown, grain = _grain(data, rows[rows["median"] > 0])
    return Found(Curves([panel("tasks that another thread starts", shown)],
                        Style("UTS: load balancing", grain, "moved tasks/thread/s", log_y=True)),
                 f"Moved tasks a thread and second at the finest grain: {', '.join(said)}.")


def _table_3(data: Data) -> Found | None:
    team = data.team("uts")
    moved = data.rows("uts", "moved_per_thread_and_second", threads=team)
    speed = data.rows("uts", "efficiency_percent", "T3", team)
    both = moved.merge(speed, on=["x", "contender"], suffixes=("_moved", ""))
    each = [(int(x), correlation(place["median"], place["median_moved"]), len(place)) for x, place in both.groupby("x")]
    found = [(x, value, n) for x, value, n in each if value is not None]
    if not found:
        return None
    table = pandas.DataFrame([("here", *(value for _, value, _ in found))],
                             columns=["", *(str(x) for x, _, _ in found)])
    there = ", ".join(map(str, _PAPER_CORRELATIONS))
    strongest = max(found, key=lambda entry: abs(entry[1]))
    return Found(Table(table, "Pearson's r"),
                 f"Over {found[0][2]} contenders it is strongest at {strongest[0]} SHA-1 a task: {strongest[1]:.2f}.",
                 [f"The paper's, at 5 to 160 evaluations: {there}."])


PAPER = Paper(
    "uts",
    "UTS",
    "Evaluating the Efficiency of OpenMP Tasking for Unbalanced Computation on Diverse CPU Architectures",
    "Olivier; there: Xeon Skylake (48 cores), POWER9 (44), ThunderX2 (56), Xeon Phi (68)",
    (
        Exhibit("table-1", "Table 1: from SHA-1 evaluations to time", ("uts",), "The paper's lines stand in the table.",
                _table_1),
        Exhibit("table-2", "Table 2: from SHA-1 evaluations to instructions", ("uts",),
                "1.39 to 1.74 thousand instructions: a narrower range than that of times.", _table_2),
        Exhibit("figure-2", "Figures 2 and 3: efficiency against granularity", ("uts",),
                "16.8 to 77.5 % at the finest grain (Clang 43.0 to 47.7 %, the best above 65 %), 89.7 to 96.9 % at the "
                "coarsest.",
                _efficiency),
        Exhibit("figure-4", "Figure 4: speed-up against threads at the coarsest grain", ("uts",),
                "All above 37 times on 40 threads; SMT more than doubles POWER9's.", _scaling),
        Exhibit("figure-5", "Figure 5: tasks that another thread starts", ("uts",),
                "Thousands a second and thread at fine grain, fewer the coarser the tasks.", _moved),
        Exhibit("table-3", "Table 3: correlation of speed-up and moved tasks", ("uts",),
                "0.69 at the finest grain, 0.12 at the coarsest.", _table_3),
    ),
)
