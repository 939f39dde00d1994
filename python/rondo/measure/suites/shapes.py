# SPDX-License-Identifier: Apache-2.0
"""Shapes of dependent tasks: what they cost, and whether the cost stays flat."""

from ..figures import Bars, Curves, Figure, Row, Suite
from ..floor import kTaskFloor

_SHAPES = {
    "own": "independent, one address each",
    "chain": "one chain",
    "chains": "64 chains",
    "readers": "1000 readers of an address, a writer",
    "eight": "eight dependences a task",
    "random": "random, four dependences a task",
    "nested": "chains created by 100 tasks",
}
_OUTSTANDING = (1000, 10000, 100000, 1000000)


def _shape(form: str, name: str) -> Figure:
    row = Row("ns_per_task", name, "ns/task", mean="shapes")
    return Figure("shapes", form, (row,), quick_arguments=("--repeat", "3"), quick_takes_s=0.3,
                  verify_arguments=("--verify",))


def _outstanding(tasks: int) -> Figure:
    row = Row("ns_per_task", f"{tasks} outstanding readers", "ns/task", series="outstanding readers", x=tasks)
    repeat = str(max(1, min(20, 1000000 // tasks)))
    return Figure("shapes", "outstanding", (row,), arguments=("--tasks", str(tasks), "--repeat", repeat))


SUITE = Suite(
    name="shapes",
    measures="ns for an empty task in dependences of several shapes, and against the readers outstanding",
    source="public definition: bench/shapes/shape.c",
    figures=(*(_shape(form, name) for form, name in _SHAPES.items()), *map(_outstanding, _OUTSTANDING)),
    floor=kTaskFloor,
    plots=(
        Bars("shapes", "Dependent tasks by shape", tuple(_SHAPES.values())),
        Curves("outstanding", "Time a task against outstanding readers of one address", "readers outstanding"),
    ),
)
