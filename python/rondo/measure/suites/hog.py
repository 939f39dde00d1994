# SPDX-License-Identifier: Apache-2.0
"""A detector of objects by histograms of oriented gradients, on a Full-HD image."""

from ..columns import kPaperForms
from ..figures import Bars, Figure, Row, Suite
from ..floor import kTaskFloor

# Cells of 8 x 8 pixels along a block's side.
_BLOCKS = (8, 16, 40)


def _name(way: str, block: int) -> str:
    return f"HOG, 1920 x 1080 pixels, {way}, blocks of {block}"


def _figure(form: str, way: str, block: int) -> Figure:
    return Figure(
        program="hog",
        form=form,
        static_program="static-hog",
        rows=(Row("us_per_iteration", _name(way, block), "us", mean=f"HOG as {way}", series=f"HOG, {way}", x=block),),
        arguments=("--block", str(block), "--iterations", "4", "--repeat", "5"),
        quick_arguments=("--iterations", "2", "--repeat", "2"),
        takes_s=4,
        quick_takes_s=0.5,
        graph_forms=(*kPaperForms, "static") if form == "dynamic" else (),
    )


SUITE = Suite(
    name="hog",
    measures="us an image of an object detector, as worksharing loops and as tasks, in blocks of three sizes",
    source="Taskgraph: A Low Contention OpenMP Tasking, Figure 6; Dalal and Triggs, written anew",
    figures=tuple(
        _figure(form, way, block) for block in _BLOCKS for form, way in (("for", "omp for"), ("dynamic", "tasks"))
    ),
    floor=kTaskFloor,
    plots=(Bars("hog", "HOG as tasks", tuple(_name("tasks", block) for block in _BLOCKS)),),
)
