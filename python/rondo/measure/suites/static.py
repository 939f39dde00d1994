# SPDX-License-Identifier: Apache-2.0
"""Regions whose tasks are known at compile time, next to the same regions recorded when they run and to plain tasks."""

from ..columns import kStaticForms
from ..figures import Bars, Figure, Row, Suite
from ..floor import kTaskFloor

_KERNELS = {
    "cholesky": "Cholesky, 5984 tasks",
    "lu": "LU, 5525 tasks",
    "heat": "heat wavefront, 5929 tasks",
    "matmul": "matrix multiplication, 5832 tasks",
    "stencil": "stencil of two arrays, 5929 tasks",
    "axpy": "axpy, 5929 tasks",
    "dot": "dot product, 5778 tasks",
    "nbody": "n-body, 5852 tasks",
}


def _figure(kernel: str, name: str) -> Figure:
    return Figure(
        program=f"static-{kernel}",
        form="dynamic",
        rows=(
            Row("us_first", f"{name}: first of a process", "us", mean="first encounters"),
            Row("us_per_encounter", name, "us", mean="encounters"),
        ),
        quick_arguments=("--repeat", "3"),
        quick_takes_s=0.25,
        builds=("clang",),
        graph_forms=kStaticForms,
    )


SUITE = Suite(
    name="static",
    measures="us for an encounter with a region of tiny tasks whose block counts are constants",
    source="Taskgraph: A Low Contention OpenMP Tasking, section 4.2: graphs made by the compiler",
    figures=tuple(_figure(kernel, name) for kernel, name in _KERNELS.items()),
    floor=kTaskFloor,
    plots=(Bars("static", "An encounter with a region of constant block counts", tuple(_KERNELS.values())),),
)
