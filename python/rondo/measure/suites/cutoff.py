# SPDX-License-Identifier: Apache-2.0
"""Recursive problems whose tasks end at a depth: what tasks cost that are undeferred, or inside of a final one."""

from ..figures import Bars, Figure, Row, Suite

_PROBLEMS = ("alignment", "fib", "floorplan", "health", "knapsack", "queens", "sort", "strassen")
_CUTS = {"if": 1, "final": 2}


def _name(problem: str, cut: str) -> str:
    return f"{problem}, {cut}"


def _figure(problem: str, cut: str) -> Figure:
    return Figure(
        program="cutoff",
        form=problem,
        rows=(Row("us", _name(problem, cut), "us", mean=f"cut by {cut}"),),
        arguments=("--cut", str(_CUTS[cut])),
        quick_arguments=("--repeat", "5"),
        quick_takes_s=0.2,
    )


SUITE = Suite(
    name="cutoff",
    measures="us for recursive problems whose tasks are undeferred, by if or final, from a depth on",
    source="the problems of BOTS, by their public definitions",
    figures=tuple(_figure(problem, cut) for cut in _CUTS for problem in _PROBLEMS),
    plots=tuple(Bars(f"cutoff-{cut}", f"Cut by {cut}", tuple(_name(name, cut) for name in _PROBLEMS)) for cut in _CUTS),
)
