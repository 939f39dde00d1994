# SPDX-License-Identifier: Apache-2.0
"""Listing 1 of the Taskgraph paper: a single creator, one chain a thread."""

from ..columns import kRegionForms
from ..figures import Figure, Row, Suite
from ..floor import kTaskFloor

SUITE = Suite(
    name="listing1",
    measures="overhead of 1e5 short tasks in one chain a thread, from one creator",
    source="Taskgraph: A Low Contention OpenMP Tasking, Listing 1",
    figures=(
        Figure(
            program="listing1",
            form="dynamic",
            rows=(Row("overhead_ms", "Listing 1, 1e5 tasks of 1e4 instructions: overhead", "ms"),),
            arguments=("--repeat", "3"),
            quick_arguments=("--repeat", "1"),
            graph_forms=kRegionForms,
        ),
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
