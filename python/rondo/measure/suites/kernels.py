# SPDX-License-Identifier: Apache-2.0
"""Nine iterative kernels at fine blocks: worksharing loops, tasks, and graphs."""

from ..columns import kPaperForms
from ..figures import Bars, Figure, Quotient, Row, Suite
from ..floor import kTaskFloor

_KERNELS = {
    "heat": "heat, Gauss-Seidel",
    "multisaxpy": "multisaxpy",
    "axpy": "axpy",
    "dot": "dot product",
    "nbody": "n-body",
    "cholesky": "Cholesky",
    "cg": "CG",
    "matmul": "matrix multiplication",
    "sparselu": "SparseLU",
}
# Blocks that take a microsecond or two; finer ones, in which tasking is most of the time; and coarser ones.
_FINE = {
    "heat": 32,
    "multisaxpy": 512,
    "axpy": 512,
    "dot": 512,
    "nbody": 16,
    "cholesky": 16,
    "cg": 2,
    "matmul": 16,
    "sparselu": 16,
}
_FINEST = {
    "heat": 8,
    "multisaxpy": 64,
    "axpy": 64,
    "dot": 64,
    "nbody": 4,
    "cholesky": 8,
    "cg": 1,
    "matmul": 8,
    "sparselu": 8,
}
_COARSE = {
    "heat": 128,
    "multisaxpy": 8192,
    "axpy": 8192,
    "dot": 8192,
    "nbody": 64,
    "cholesky": 64,
    "cg": 16,
    "matmul": 64,
    "sparselu": 64,
}
_BLOCKS: dict[str, dict[str, int]] = {"finest": _FINEST, "fine": _FINE, "coarse": _COARSE}


def _arguments(kernel: str, block: str) -> tuple[str, ...]:
    few = ("--iterations", "3") if block == "finest" else ()  # libomp takes 0.2 s for one of SparseLU
    return ("--block", str(_BLOCKS[block][kernel]), *few)


def _name(kernel: str, way: str, block: str) -> str:
    return f"{_KERNELS[kernel]}, {way}, {block}"


def _rows(kernel: str, way: str, block: str) -> tuple[Row, ...]:
    name = _name(kernel, way, block)
    series, x = f"{_KERNELS[kernel]}, {way}", _BLOCKS[block][kernel]
    return (
        Row("us_per_iteration", name, "us", mean=f"kernels as {way}, {block}", series=series, x=x),
        Row("speedup", f"{name}: speed-up", "times serial", True, series=series, x=x, is_shown=False),
        Row("serial_ns_per_task", f"{name}: a task's work", "ns", series=series, x=x, is_shown=False),
    )


def _figure(kernel: str, form: str, block: str) -> Figure:
    is_task = form == "dynamic"
    way = "tasks" if is_task else "omp for"
    return Figure(
        program=f"kernel-{kernel}",
        form=form,
        rows=_rows(kernel, way, block),
        arguments=_arguments(kernel, block),
        quick_arguments=("--repeat", "3"),
        graph_forms=kPaperForms if is_task else (),
    )


def _quotient(kernel: str) -> Quotient:
    over = tuple(_name(kernel, "tasks", block) for block in _BLOCKS)
    under = tuple(_name(kernel, "omp for", block) for block in _BLOCKS)
    compared = "best tasks over best omp for"
    return Quotient(f"{_KERNELS[kernel]}: {compared}", over, under, mean=compared)


SUITE = Suite(
    name="kernels",
    measures="us an iteration of nine kernels, as worksharing loops and as tasks, at blocks of three sizes",
    source="kernels of the Taskgraph, taskiter and dep_pattern papers; public definitions, written anew",
    figures=tuple(
        _figure(kernel, form, block) for kernel in _KERNELS for block in _BLOCKS for form in ("for", "dynamic")
    ),
    floor=kTaskFloor,
    quotients=tuple(map(_quotient, _KERNELS)),
    plots=(
        Bars("kernels", "Kernels as tasks, fine blocks", tuple(_name(name, "tasks", "fine") for name in _KERNELS)),
        Bars("kernels-finest", "Kernels as tasks, finest", tuple(_name(name, "tasks", "finest") for name in _KERNELS)),
    ),
)
