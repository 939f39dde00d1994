# SPDX-License-Identifier: Apache-2.0
"""The constructs without tasks, and taskloop beside the schedules of worksharing loops."""

from ..figures import Bars, Figure, Row, Suite
from ..floor import kSyncFloor

# What the geometric mean is taken over, and what else is shown.
_MEAN = ("parallel", "barrier", "for_static", "for_dynamic", "single", "critical", "atomic", "reduction")
_MORE = ("parallel_for", "for_guided", "masked", "lock", "ordered")
_SCHEDULES = (
    *("static", "static_1", "static_8"),
    *("dynamic_1", "dynamic_8", "dynamic_64"),
    *("guided_1", "guided_8", "guided_64"),
    *("taskloop", "taskloop_1", "taskloop_8", "taskloop_64"),
)
_WAKING = ("parallel", "barrier", "for_static", "parallel_for", "reduction")


def _text(construct: str) -> str:
    return construct.replace("_", " ")


def _row(construct: str, text: str = "", mean: str = "") -> Row:
    return Row(f"{construct}_ns", _text(construct) + text, "ns", mean=mean)


def _all(language: str, mean: str) -> tuple[Row, ...]:
    """With EPCC's statistics: mean and standard deviation of the outer repetitions."""
    name = "" if language == "C" else f", {language}"
    return (
        *(_row(construct, name, mean if construct in _MEAN else "") for construct in (*_MEAN, *_MORE)),
        *(Row(f"{construct}_{what}_ns", f"{_text(construct)}{name}: {what}", "ns", series=f"{what}, {language}", x=0,
              is_shown=False) for construct in (*_MEAN, *_MORE) for what in ("mean", "deviation")),
    )


SUITE = Suite(
    name="sync",
    measures="overhead of parallel, barrier, for, single, critical, locks, ordered, atomic, reduction, hot and after "
    "a pause; schedules, taskloop beside them",
    source="EPCC OpenMP microbenchmarks, syncbench and schedbench",
    figures=(
        Figure("sync", "all", _all("C", "synchronisation")),
        Figure("sync-fortran", "all", _all("Fortran", "synchronisation in Fortran"), builds=("gcc",)),
        Figure("sync", "schedules", tuple(_row(name, ", 128 iterations a thread") for name in _SCHEDULES),
               is_over_threads=False),
        Figure(
            "sync",
            "after-pause",
            tuple(_row(name, " after a pause") for name in _WAKING),
            arguments=("--repeat", "8"),
            quick_arguments=("--repeat", "3"),
            is_over_threads=False,
            takes_s=10,  # pauses
            quick_takes_s=4,
        ),
    ),
    is_over_threads=True,
    floor=kSyncFloor,
    plots=(Bars("sync", "Overhead of synchronisation", tuple(map(_text, (*_MEAN, *_MORE)))),),
)
