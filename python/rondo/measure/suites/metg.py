# SPDX-License-Identifier: Apache-2.0
"""How long must a task be? See ../metg.py for the measure."""

from ..columns import kAllGraphForms
from ..figures import Figure, LengthSweep, Row, Suite
from ..floor import kTaskFloor


def _sweep(program: str, size: tuple[str, ...]) -> LengthSweep:
    figure = Figure(
        program=program,
        form="dynamic",
        rows=(Row("efficiency", program, "us"),),
        arguments=(*size, "--repeat", "3"),
        graph_forms=kAllGraphForms,
        tbb_form="graph-same",
    )
    # 64 x 64 tasks a sweep: the wavefront's corners, where one thread has to wait, cost 2 % of the efficiency.
    return LengthSweep(figure, tasks=64 * 64)


SUITE = Suite(
    name="metg",
    measures="how long a task must be for 50 % and for 80 % parallel efficiency",
    source="Task Bench, METG; a length is the work alone",
    figures=(),
    sweeps=(_sweep("wavefront", ("--n", "64")), _sweep("stencil", ("--width", "64", "--steps", "64"))),
    floor=kTaskFloor,
)
