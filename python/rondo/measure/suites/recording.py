# SPDX-License-Identifier: Apache-2.0
"""When does a recorded region pay? Kernels from their very first iteration on, the recording one on the clock."""

from ..columns import kRegionForms
from ..figures import Figure, Row, Suite
from ..floor import kTaskFloor

_KERNELS = {
    "heat": "heat, Gauss-Seidel",
    "nbody": "n-body",
    "axpy": "axpy",
    "dot": "dot product",
    "cholesky": "Cholesky",
}
_ITERATIONS = (4, 64)


def _figure(kernel: str, iterations: int) -> Figure:
    name = _KERNELS[kernel]
    return Figure(
        program=f"kernel-{kernel}",
        form="dynamic",
        rows=(Row("us_per_iteration", f"{name}, the first {iterations}", "us", series=name, x=iterations),),
        arguments=("--iterations", str(iterations), "--repeat", "1", "--cold"),
        takes_s=0.2,
        graph_forms=(*kRegionForms, "dep-pattern", "pattern-file"),
        verify_arguments=("--repeat", "1"),  # changes nothing: a first run with these arguments leaves its pattern
    )


SUITE = Suite(
    name="recording",
    measures="us an iteration of kernels at fine blocks, of their first 4 and first 64 iterations, recording included",
    source="Taskgraph: A Low Contention OpenMP Tasking, section 5.4",
    figures=tuple(_figure(kernel, iterations) for kernel in _KERNELS for iterations in _ITERATIONS),
    floor=kTaskFloor,
)
