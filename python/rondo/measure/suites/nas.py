# SPDX-License-Identifier: Apache-2.0
"""NAS Parallel Benchmarks: their loops as worksharing loops and as taskloops, an iteration of which is a task graph."""

from ..columns import kRegionForms
from ..figures import Bars, Figure, Quotient, Row, Suite
from ..floor import kTaskFloor

_CLASSES = ("S", "W", "A")
_FORMS_OF_ONE = (*kRegionForms, "graph-nowait", "record", "static")
_FORMS = (*_FORMS_OF_ONE, "taskiter")  # EP has one iteration: no loop
_WAYS = {"for": "omp for", "dynamic": "taskloop"}

# Seconds of a serial run of each class. A run has to end within two minutes, so where they are many a few iterations
# are run: the forms are compared with each other and not with the specification.
_SERIAL_s = {
    "ep": (1, 2, 16),
    "cg": (0.1, 0.5, 3),
    "ft": (0.2, 0.4, 9),
    "lu": (0.1, 2, 25),
    "sp": (0.1, 3, 30),
    "bt": (0.1, 2, 50),
}
_MOST_s = 20
_FEW = 10


def _name(program: str, size_class: str, way: str) -> str:
    return f"{program.upper()}, class {size_class}, {way}"


def _figure(program: str, size_class: str, form: str) -> Figure:
    index = _CLASSES.index(size_class)
    serial_s = _SERIAL_s[program][index]
    way = _WAYS[form]
    few = ("--iterations", str(_FEW)) if serial_s > _MOST_s else ()
    return Figure(
        program=f"nas-{program}",
        form=form,
        static_program=f"static-nas-{program}",
        rows=(
            Row("us_per_iteration", _name(program, size_class, way), "us", mean=f"NAS, class {size_class}, {way}",
                series=f"{program.upper()}, {way}", x=index),
            Row("us_with_first", f"{_name(program, size_class, way)}: from the first on", "us",
                series=f"{program.upper()}, {way}", x=index, is_shown=False),
            Row("first_us", f"{_name(program, size_class, way)}: first", "us"),
        ),
        arguments=("--class", str(index), *few),
        is_quick=serial_s <= 1,
        takes_s=min(serial_s, _MOST_s),
        graph_forms=() if form == "for" else _FORMS_OF_ONE if program == "ep" else _FORMS,
        agree_on="hash",  # of what is verified, bit for bit
        is_over_threads=form != "for" and size_class == "S",
    )


def _quotient(program: str, size_class: str) -> Quotient:
    compared = f"taskloop over omp for, class {size_class}"
    names = (_name(program, size_class, way) for way in ("taskloop", "omp for"))
    over, under = ((name,) for name in names)
    return Quotient(f"{program.upper()}: {compared}", over, under, mean=compared)


SUITE = Suite(
    name="nas",
    measures="us an iteration of NAS programs, as worksharing loops and as taskloops of 64 tasks; results verified",
    source="Taskgraph: A Low Contention OpenMP Tasking, Figures 7 and 9; the NAS Parallel Benchmarks' specification",
    figures=tuple(
        _figure(program, size_class, form) for program in _SERIAL_s for size_class in _CLASSES for form in _WAYS
    ),
    is_over_threads=True,
    floor=kTaskFloor,
    quotients=tuple(_quotient(program, size_class) for program in _SERIAL_s for size_class in _CLASSES),
    plots=tuple(
        Bars(
            f"nas-{size_class.lower()}",
            f"NAS programs as taskloops, class {size_class}",
            tuple(_name(program, size_class, "taskloop") for program in _SERIAL_s),
        )
        for size_class in _CLASSES
    ),
)
