# SPDX-License-Identifier: Apache-2.0
"""The wavefront with work in its tasks."""

from ..columns import kAllGraphForms
from ..figures import Curves, Figure, Row, Suite
from ..floor import kTaskFloor

_LENGTHS_NS = (100, 300, 1000, 3000, 10000)

SUITE = Suite(
    name="grain",
    measures="the wavefront, 128 x 128 tasks, with 0.1 to 10 us of work in each task",
    source="wavefront, as in studies of data-driven OpenMP tasks: granularity",
    figures=tuple(
        Figure(
            program="wavefront",
            form="dynamic",
            rows=(
                Row("ns_per_task", f"wavefront 128 x 128, work {work_ns} ns", "ns/task", series="time", x=work_ns),
                Row("efficiency", f"the same, work {work_ns} ns", "efficiency", True, series="efficiency", x=work_ns),
            ),
            arguments=("--n", "128", "--work", str(work_ns), "--repeat", "3"),
            quick_arguments=("--repeat", "1"),
            verify_arguments=("--verify",),
            graph_forms=kAllGraphForms,
            tbb_form="graph-same",
            takes_s=1.5,
            quick_takes_s=0.5,
        )
        for work_ns in _LENGTHS_NS
    ),
    floor=kTaskFloor,
    plots=(
        Curves("grain", "Wavefront: time a task against its work", "work in a task, ns", ("time",)),
        Curves("grain-efficiency", "Wavefront: efficiency", "work in a task, ns", ("efficiency",), False, (1,)),
    ),
)
