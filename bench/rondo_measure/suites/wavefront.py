# SPDX-License-Identifier: Apache-2.0
"""Empty tasks with dependences in two dimensions: two reads and one write each."""

from ..columns import kAllGraphForms
from ..figures import Bars, Figure, Row, Suite
from ..floor import kTaskFloor

SUITE = Suite(
    name="wavefront",
    measures="ns for an empty task with two read dependences and one write, 128 x 128 tasks, 5 sweeps",
    source="wavefront of empty tasks, as in studies of data-driven OpenMP tasks: overhead",
    figures=(
        Figure(
            program="wavefront",
            form="dynamic",
            rows=(Row("ns_per_task", "wavefront 128 x 128 x 5, empty", "ns/task"),),
            arguments=("--repeat", "3"),
            quick_arguments=("--repeat", "1"),
            verify_arguments=("--verify",),
            graph_forms=kAllGraphForms,
            tbb_form="graph-same",
        ),
    ),
    floor=kTaskFloor,
    plots=(Bars("wavefront", "Wavefront of empty tasks"),),
)
