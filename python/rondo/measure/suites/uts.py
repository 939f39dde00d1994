# SPDX-License-Identifier: Apache-2.0
"""Unbalanced Tree Search: tiny tasks of one length in trees that cannot be divided beforehand."""

from ..figures import Bars, Curves, Figure, Row, Suite
from ..floor import kTaskFloor

# The tree, the children a node has (the SHA-1 evaluations of a task are those times the granularity), and the seconds
# of a serial search.
_T3S = ("T3S", 5, 11)
_QUICK_GRANULARITY = 4  # at most
_T3 = ("T3", 8, 0.42)
_GRANULARITIES = (1, 2, 4, 8, 16, 32)


def _search(tree: str, children: int, serial_s: float, granularity: int, repeat: int, series: bool = False) -> Figure:
    """The coarsest grain of a quick run and of another one are over threads."""
    work = f"{tree}, {children * granularity} SHA-1 a task"
    takes_s = 1.5 * repeat * granularity * serial_s  # by one thread, and by two
    efficiency = Row(
        "efficiency_percent",
        f"efficiency, {work}",
        "% efficient",
        larger_is_better=True,
        series=tree if series else "",
        x=children * granularity if series else None,
    )
    return Figure(
        program="uts",
        form=tree,
        rows=(
            Row("overhead_ns_per_task", f"overhead, {work}", "ns/task"),
            efficiency,
            Row("serial_ns_per_node", f"serial, {work}", "ns/node", series="serial" if series else "",
                x=efficiency.x, is_shown=False),
        ),
        arguments=("--granularity", str(granularity), "--repeat", str(repeat)),
        quick_arguments=("--repeat", "1"),
        is_quick=takes_s < 16 and granularity <= _QUICK_GRANULARITY,
        quick_takes_s=1.5 * granularity * serial_s,
        takes_s=takes_s,
        tbb_form=tree,
        is_over_threads=series and granularity in (_QUICK_GRANULARITY, _GRANULARITIES[-1]),
    )


def _moved(tree: str, children: int, serial_s: float, granularity: int) -> Figure:
    """How many tasks another thread than their creator starts, which is counted by a run of its own."""
    name = f"moved, {tree}, {children * granularity} SHA-1 a task"
    return Figure(
        program="uts",
        form=tree,
        rows=(Row("moved_per_thread_and_second", name, "tasks/thread/s", series="moved", x=children * granularity),),
        arguments=("--granularity", str(granularity), "--repeat", "1", "--moved"),
        is_quick=granularity in (1, _QUICK_GRANULARITY),
        takes_s=1.5 * granularity * serial_s,
        tbb_form=tree,
        is_over_threads=False,
    )


SUITE = Suite(
    name="uts",
    measures="overhead and parallel efficiency of unbalanced tree search, against a serial search in the same process",
    source="Evaluating the Efficiency of OpenMP Tasking for Unbalanced Computation: T3S, granularity; T1, T3 of UTS",
    figures=(
        Figure(
            "uts",
            "T1",
            (Row("overhead_ns_per_task", "overhead, T1, 1 SHA-1 a node", "ns/task"),),
            arguments=("--repeat", "3"),
            quick_arguments=("--repeat", "1"),
            takes_s=3,
            is_over_threads=False,
        ),
        *(_search(*_T3, granularity, 3, series=True) for granularity in _GRANULARITIES),
        _search(*_T3S, 1, 1),
        Figure(
            "uts",
            "small-binomial",
            (Row("instructions_per_evaluation", "a SHA-1 evaluation", "instructions", series="instructions", x=1,
                 is_shown=False),),
            arguments=("--granularity", "4", "--repeat", "1", "--instructions"),
            takes_s=1,
            is_over_threads=False,
        ),
        *(_moved(*_T3, granularity) for granularity in _GRANULARITIES),
    ),
    is_over_threads=True,
    floor=kTaskFloor,
    plots=(
        Bars("uts-overhead", "Unbalanced Tree Search: overhead a task", ("overhead, T1, 1 SHA-1 a node",)),
        Curves("uts", "Unbalanced Tree Search: efficiency", "SHA-1 evaluations a task", (_T3[0],), log_y=False,
               levels=(100,)),
    ),
)
