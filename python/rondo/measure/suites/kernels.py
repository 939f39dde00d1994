# SPDX-License-Identifier: Apache-2.0
"""Iterative kernels at blocks of three sizes: worksharing loops, tasks, and graphs."""

from dataclasses import dataclass

from ..columns import kAllGraphForms, kPaperForms, kSuccessorForms
from ..figures import Bars, Figure, Quotient, Row, Suite
from ..floor import kTaskFloor


@dataclass(frozen=True)
class _Kernel:
    program: str
    name: str
    # Blocks in which tasking is most of the time; that take a microsecond or two; and coarser ones.
    blocks: tuple[int, int, int]
    arguments: tuple[str, ...] = ()
    is_of_taskiter: bool = False  # one of the eight applications of its paper


# Until the largest change, or the square of the residual, has fallen by so many powers of ten.
_UNTIL_HEAT = ("--digits", "3", "--iterations", "1000")
_UNTIL_HPCG = ("--digits", "12", "--iterations", "1000")
_KERNELS = (
    _Kernel("heat", "heat, Gauss-Seidel", (8, 32, 128), is_of_taskiter=True),
    _Kernel("heat_while", "heat, while", (8, 32, 128), _UNTIL_HEAT, is_of_taskiter=True),
    _Kernel("multisaxpy", "multisaxpy", (64, 512, 8192), is_of_taskiter=True),
    _Kernel("axpy", "axpy", (64, 512, 8192)),
    _Kernel("dot", "dot product", (64, 512, 8192)),
    _Kernel("nbody", "n-body", (4, 16, 64), is_of_taskiter=True),
    _Kernel("cholesky", "Cholesky", (8, 16, 64)),
    _Kernel("cg", "CG", (1, 2, 16)),
    _Kernel("hpcg", "HPCG", (1, 2, 8), is_of_taskiter=True),
    _Kernel("hpcg", "HPCG, while", (1, 2, 8), _UNTIL_HPCG, is_of_taskiter=True),
    _Kernel("hpccg", "HPCCG", (1, 2, 8), is_of_taskiter=True),
    _Kernel("fwi", "full-waveform inversion", (2, 8, 32), is_of_taskiter=True),
    _Kernel("matmul", "matrix multiplication", (8, 16, 64)),
    _Kernel("sparselu", "SparseLU", (8, 16, 64)),
    _Kernel("qr", "QR", (8, 16, 64)),
    _Kernel("strassen", "Strassen", (8, 16, 64)),
    _Kernel("blas-cholesky", "Cholesky, BLAS", (8, 16, 64)),
    _Kernel("blas-matmul", "matrix multiplication, BLAS", (8, 16, 64)),
)
_OF_TASKGRAPH = ("heat", "nbody", "axpy", "dot", "cholesky")  # in the paper of that name
_OF_BLYSK = ("heat", "nbody", "blas-cholesky", "blas-matmul", "sparselu")
_SIZES = ("finest", "fine", "coarse")
_WAYS = {"for": "omp for", "dynamic": "tasks"}


def _arguments(kernel: _Kernel, size: str) -> tuple[str, ...]:
    is_few = size == "finest" and not kernel.arguments  # libomp takes 0.2 s for one of SparseLU
    few = ("--iterations", "3") if is_few else ()
    return ("--block", str(kernel.blocks[_SIZES.index(size)]), *kernel.arguments, *few)


def _name(kernel: _Kernel, way: str, size: str) -> str:
    return f"{kernel.name}, {way}, {size}"


def _rows(kernel: _Kernel, way: str, size: str) -> tuple[Row, ...]:
    name = _name(kernel, way, size)
    series, x = f"{kernel.name}, {way}", kernel.blocks[_SIZES.index(size)]
    return (
        Row("us_per_iteration", name, "us", mean=f"kernels as {way}, {size}", series=series, x=x),
        Row("speedup", f"{name}: speed-up", "times serial", True, series=series, x=x, is_shown=False),
        Row("serial_ns_per_task", f"{name}: a task's work", "ns", series=series, x=x, is_shown=False),
    )


def _is_quick(kernel: _Kernel, is_task: bool, size: str) -> bool:
    """Loops have no granularity: one size shows them. The middle one is for curves over it."""
    has_curve = kernel.is_of_taskiter or kernel.program in (*_OF_TASKGRAPH, *_OF_BLYSK)
    return is_task and (size != "fine" or has_curve) or not is_task and size == "coarse"


def _figure(kernel: _Kernel, form: str, size: str) -> Figure:
    is_task = form == "dynamic"
    graphs = kPaperForms if kernel.program in _OF_TASKGRAPH else kAllGraphForms
    with_successors = kernel.is_of_taskiter and size != "fine"
    return Figure(
        program=f"kernel-{kernel.program}",
        form=form,
        rows=_rows(kernel, _WAYS[form], size),
        arguments=_arguments(kernel, size),
        quick_arguments=("--repeat", "1"),
        quick_takes_s=0.24,
        is_quick=_is_quick(kernel, is_task, size),
        graph_forms=(*graphs, *(kSuccessorForms if with_successors else ())) if is_task else (),
        is_over_threads=is_task and size != "fine" and kernel.program in _OF_TASKGRAPH,
    )


def _quotient(kernel: _Kernel) -> Quotient:
    over, under = (tuple(_name(kernel, way, size) for size in _SIZES) for way in ("tasks", "omp for"))
    compared = "best tasks over best omp for"
    return Quotient(f"{kernel.name}: {compared}", over, under, mean=compared)


def _bars(name: str, title: str, size: str) -> Bars:
    return Bars(name, title, tuple(_name(kernel, "tasks", size) for kernel in _KERNELS))


SUITE = Suite(
    name="kernels",
    measures="us an iteration of eighteen kernels, as worksharing loops and as tasks, at blocks of three sizes",
    source="kernels of the Taskgraph, taskiter and dep_pattern papers; public definitions, written anew",
    figures=tuple(_figure(kernel, form, size) for kernel in _KERNELS for size in _SIZES for form in _WAYS),
    is_over_threads=True,
    floor=kTaskFloor,
    quotients=tuple(map(_quotient, _KERNELS)),
    plots=(
        _bars("kernels", "Kernels as tasks, fine blocks", "fine"),
        _bars("kernels-finest", "Kernels as tasks, finest", "finest"),
    ),
)
