# SPDX-License-Identifier: Apache-2.0
"""Listing 1 of the Taskgraph paper: a single creator, one chain a thread, the same work in ever more tasks."""

from ..columns import kRegionForms
from ..figures import Figure, Row, Suite
from ..floor import kTaskFloor

_TASKS = (1, 10, 100, 1000, 10000, 100000)
_INSTRUCTIONS = 10**9  # in all tasks together
_QUICK_INSTRUCTIONS = 10**8


def _figure(tasks: int) -> Figure:
    name = f"Listing 1, {tasks} task{'s' if tasks > 1 else ''}"
    is_last = tasks == _TASKS[-1]
    return Figure(
        program="listing1",
        form="dynamic",
        rows=(
            Row("overhead_ms", f"{name}: overhead", "ms", series="overhead", x=tasks),
            Row("elapsed_ms", f"{name}: elapsed", "ms", series="elapsed", x=tasks, is_shown=False),
        ),
        arguments=("--tasks", str(tasks), "--instructions", str(_INSTRUCTIONS // tasks), "--repeat", "3"),
        # The last one has the paper's ratios: its tasks keep their length.
        quick_arguments=(
            *(() if is_last else ("--instructions", str(_QUICK_INSTRUCTIONS // tasks))), "--repeat", "1",
        ),
        takes_s=2.5,
        quick_takes_s=1.5 if is_last else 0.3,
        graph_forms=kRegionForms,
        tbb_form="graph-same",
    )


SUITE = Suite(
    name="listing1",
    measures="overhead of 1 to 1e5 tasks that share 1e9 instructions (1e8 when quick), one chain a thread, one creator",
    source="Taskgraph: A Low Contention OpenMP Tasking, Listing 1",
    figures=(
        *map(_figure, _TASKS),
        Figure(
            program="listing1",
            form="dynamic",
            rows=(Row("ns_per_task", "Listing 1, 1e5 empty tasks", "ns/task"),),
            arguments=("--instructions", "0", "--repeat", "3"),
            graph_forms=kRegionForms,
        ),
    ),
    floor=kTaskFloor,
)
