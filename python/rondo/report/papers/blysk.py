# SPDX-License-Identifier: Apache-2.0
"""TurboBLYSK: the price of a dependent task, the length of tasks from which on it scales, and five applications."""

import pandas

from ...measure.chart import Group, Style
from ...measure.stats import geometric_mean
from ...measure.suites.empty_tasks import kOverhead
from ...measure.tables import number
from ..data import Data
from ..exhibit import Exhibit, Paper
from ..plots import Bars, Curves, Found, panel, panels, point
from ..sentences import against_stock

_KEYS = ("libgomp", "libomp", "libiomp5", "rondo-gcc", "rondo-clang", "pattern", "pattern-file", "tbb")
# In the paper BLAS computes the tiles of two of them.
_APPLICATIONS = ("heat, Gauss-Seidel", "matrix multiplication, BLAS", "SparseLU", "Cholesky, BLAS", "n-body")


def _figure_3a(data: Data) -> Found | None:
    rows = data.rows("wavefront", series=kOverhead, threads=data.team("wavefront"), contenders=_KEYS)
    if not len(rows):
        return None
    own = rows[rows["contender"] == "pattern"]["median"]
    plain = rows[rows["contender"] == "rondo-clang"]["median"]
    used = ""
    if len(own) and len(plain):
        used = (f" With dep_pattern a task takes {number(own.min())} to {number(own.max())} ns, without it "
                f"{number(plain.min())} to {number(plain.max())} ns.")
    style = Style("Wavefront of empty tasks", "dependences", "us/task", log_y=True)
    return Found(Curves([panel("overhead of a task", rows, factor=1e-3)], style),
                 against_stock(rows) + used)


def _figure_3b(data: Data) -> Found | None:
    team = data.team("grain")
    rows = data.rows("grain", "efficiency", threads=team, contenders=_KEYS)
    if not len(rows):
        return None
    rows = rows.assign(x=rows["x"] / 1000)
    style = Style(f"Wavefront: speed-up on {team} threads", "work in a task, us", "speed-up", log_y=False,
                  levels=(float(team),))
    return Found(Curves([panel("speed-up", rows, factor=team)], style), against_stock(rows))


def _figure_4(data: Data) -> Found | None:
    team = data.team("kernels")
    parts = [(name, data.rows("kernels", "speedup", f"{name}, tasks", team, _KEYS)) for name in _APPLICATIONS]
    found = panels(parts)
    if not found:
        return None
    style = Style(f"Speed-up on {team} threads", "elements along a block's side", "speed-up", log_y=False,
                  levels=(float(team),))
    return Found(Curves(found, style), against_stock(pandas.concat([rows for _, rows in parts])))


def _patterns(data: Data) -> Found | None:
    rows = data.rows("recording", threads=data.team("recording"), contenders=_KEYS)
    first = rows[rows["x"] == rows["x"].min()]
    if not len(first):
        return None
    groups = [Group(str(name), {str(row["contender"]): point(0, row) for _, row in found.iterrows()})
              for name, found in first.groupby("row", sort=False)]
    ratios = []
    for _, found in first.groupby("row"):
        by_key = found.set_index("contender")["median"]
        if "pattern" in by_key and "pattern-file" in by_key:
            ratios.append(by_key["pattern"] / by_key["pattern-file"])
    mean = geometric_mean(ratios)
    n = int(first["x"].iloc[0])
    said = "" if mean is None else (f" The first {n} iterations take {number(mean)} times as long when the pattern is "
                                    "found in the first of them as when it comes from a file.")
    return Found(Bars(groups, "dep_pattern: first use, and loaded from a file", "us an iteration"),
                 against_stock(first) + said)


PAPER = Paper(
    "blysk",
    "TurboBŁYSK",
    "TurboBŁYSK: Scheduling for Improved Data-Driven Task Performance with Fast Dependency Resolution",
    "Podobas, Brorsson, Vlassov; there: four AMD Opteron 6172, 48 cores",
    (
        Exhibit("figure-3a", "Figure 3a: overhead of a task against the number of dependences", ("wavefront",),
                "TurboBŁYSK 1.88 us, with dep_pattern 1.21 us (as little as 0.42), libgomp 7.38 us, OmpSs 19.26 us.",
                _figure_3a),
        Exhibit("figure-3b", "Figure 3b: speed-up against the length of tasks", ("grain",),
                "TurboBŁYSK scales from 6 us on, libgomp from 35 us (steadily from 42), OmpSs above 300 us.",
                _figure_3b),
        Exhibit("figure-4", "Figure 4: speed-up of five applications against their blocks", ("kernels",),
                "SparseLU scales from blocks of 18 on with dep_pattern, of 30 with libgomp, of 25 with OmpSs; Cholesky "
                "is nearly twice as fast as with others, with dep_pattern four times.", _figure_4),
        Exhibit("first-use", "dep_pattern from its first use on, and loaded from a file", ("recording",),
                "Streams can be kept in files; encoding them is not counted there.", _patterns),
    ),
)
