# SPDX-License-Identifier: Apache-2.0
"""Empty tasks of a stencil in one dimension: three reads and one write each."""

from ..columns import kAllGraphForms
from ..figures import Bars, Figure, Row, Suite
from ..floor import kTaskFloor

SUITE = Suite(
    name="stencil",
    measures="ns for an empty task of a stencil, three reads and one write, 128 points, 128 steps a sweep",
    source="Task Bench, pattern stencil_1d",
    figures=(
        Figure(
            program="stencil",
            form="dynamic",
            rows=(Row("ns_per_task", "stencil 128 points x 128 steps x 5, empty", "ns/task"),),
            arguments=("--repeat", "3"),
            quick_arguments=("--repeat", "1"),
            verify_arguments=("--verify",),
            graph_forms=kAllGraphForms,
            tbb_form="graph-same",
        ),
    ),
    floor=kTaskFloor,
    plots=(Bars("stencil", "Stencil of empty tasks"),),
)
