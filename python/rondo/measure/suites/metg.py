# SPDX-License-Identifier: Apache-2.0
"""How long must a task be? See ../metg.py for the measure."""

from ..columns import kAllGraphForms
from ..figures import Figure, LengthSweep, Row, Suite
from ..floor import kTaskFloor


_FEWER_FORMS = ("graph-same", "taskiter")  # of the many shapes
_SHAPES = ("no communication", "nearest", "spread", "FFT", "tree", "random")  # of bench/steps.c, in its order
_QUICK_SHAPES = ("nearest", "spread", "FFT")


def _sweep(
    program: str, name: str, size: tuple[str, ...], forms: tuple[str, ...] = kAllGraphForms, is_quick: bool = True
) -> LengthSweep:
    figure = Figure(
        program=program,
        form="dynamic",
        rows=(Row("efficiency", name, "us"),),
        is_quick=is_quick,
        arguments=(*size, "--repeat", "3"),
        graph_forms=forms,
        tbb_form="graph-same" if forms == kAllGraphForms else "",
    )
    # 64 x 64 tasks a sweep: the wavefront's corners, where one thread has to wait, cost 2 % of the efficiency.
    return LengthSweep(figure, tasks=64 * 64, name=name)


SUITE = Suite(
    name="metg",
    measures="how long a task must be for 50 % and for 80 % parallel efficiency",
    source="Task Bench, METG; a length is the work alone",
    figures=(),
    sweeps=(
        _sweep("wavefront", "wavefront", ("--n", "64")),
        _sweep("stencil", "stencil", ("--width", "64", "--steps", "64")),
        *(
            _sweep("steps", name, ("--shape", str(number), "--width", "64", "--steps", "64"), _FEWER_FORMS,
                   name in _QUICK_SHAPES)
            for number, name in enumerate(_SHAPES)
        ),
    ),
    floor=kTaskFloor,
)
