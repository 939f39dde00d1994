# SPDX-License-Identifier: Apache-2.0
"""What bench/run measures: subsets, the figures of each, and who can produce them."""

from dataclasses import dataclass

from .contender import Contender


@dataclass(frozen=True)
class Column:
    """A column of the table: a runtime, and the form of program it runs where a program has several."""

    key: str
    label: str
    build: str  # ending of the program's name
    runtime: str
    form: str | None = None  # None: the figure's own form

    @property
    def is_graph(self) -> bool:
        return self.form is not None


@dataclass(frozen=True)
class Figure:
    """A row of the table, or several when one run of a program yields several values."""

    subset: str
    program: str
    form: str
    arguments: tuple[str, ...]
    values: tuple[tuple[str, str], ...]  # member of the JSON line -> name of the row
    unit: str
    graph_forms: tuple[str, ...] = ()  # that the program has as well
    quick_arguments: tuple[str, ...] = ()
    larger_is_better: bool = False


kStock = (
    Column("libgomp", "libgomp", "gcc", "libgomp"),
    Column("libomp", "libomp", "clang", "libomp"),
)
kRondo = (
    Column("rondo-gcc", "Rondo\ngcc", "gcc", "rondo"),
    Column("rondo-clang", "Rondo\nclang", "clang", "rondo"),
    Column("pattern", "dep\npattern", "clang", "rondo", "dep-pattern"),
    Column("graph-gcc", "graph\ngcc", "gcc", "rondo", "graph"),
    Column("graph-clang", "graph\nclang", "clang", "rondo", "graph"),
    Column("graph-same", "graph\nsame", "clang", "rondo", "graph-same"),
    Column("taskiter", "task-\niter", "clang", "rondo", "taskiter"),
)
kPeerPrograms = ("wavefront", "stencil")  # that oneTBB has, too
kPeers = (Column("tbb", "oneTBB\ngraph", "tbb", "none", "graph-same"),)
kColumns = (*kStock, *kRondo, *kPeers)


kRegionForms = ("graph", "graph-same")
kAllForms = (*kRegionForms, "dep-pattern", "taskiter")


def _wavefront(work_ns: int, n: int) -> Figure:
    return Figure(
        subset="grain",
        program="wavefront",
        form="dynamic",
        arguments=("--n", str(n), "--work", str(work_ns), "--repeat", "3"),
        values=(("ns_per_task", f"wavefront {n} x {n}, work {work_ns} ns"),),
        unit="ns/task",
        graph_forms=kAllForms,
    )


def _metg(program: str, size: tuple[str, ...]) -> Figure:
    """Its arguments lack the length of a task and the number of sweeps: see metg_arguments()."""
    return Figure(
        subset="metg",
        program=program,
        form="dynamic",
        arguments=(*size, "--repeat", "3"),
        values=(("efficiency", program),),
        unit="us",
        graph_forms=kAllForms,
    )


def _heat(block: int, form: str, text: str, graph_forms: tuple[str, ...] = ()) -> Figure:
    return Figure(
        subset="heat",
        program="heat-until",
        form=form,
        arguments=("--block", str(block), "--tolerance", "2000", "--iterations", "1000", "--verify"),
        values=(("efficiency_percent", f"heat to a tolerance, {block} x {block} blocks, {text}"),),
        unit="% efficient",
        graph_forms=graph_forms,
        quick_arguments=("--size", "1024"),
        larger_is_better=True,
    )


kEpccConstructs = ("parallel", "barrier", "for_static", "for_dynamic", "single", "critical", "reduction")

kFigures = (
    Figure(
        "wavefront",
        "wavefront",
        "dynamic",
        ("--repeat", "3"),
        (("ns_per_task", "wavefront 128 x 128 x 5, empty"),),
        "ns/task",
        graph_forms=kAllForms,
        quick_arguments=("--repeat", "1"),
    ),
    Figure(
        "stencil",
        "stencil",
        "dynamic",
        ("--repeat", "3"),
        (("ns_per_task", "stencil 128 points x 128 steps x 5, empty"),),
        "ns/task",
        graph_forms=kAllForms,
        quick_arguments=("--repeat", "1"),
    ),
    *(_wavefront(work_ns, 64) for work_ns in (100, 300, 1000, 3000, 10000)),
    Figure(
        "listing1",
        "listing1",
        "dynamic",
        ("--repeat", "3"),
        (("overhead_ms", "Listing 1, 1e5 tasks of 1e4 instructions: overhead"),),
        "ms",
        graph_forms=kRegionForms,
        quick_arguments=("--repeat", "1"),
    ),
    Figure(
        "listing1",
        "listing1",
        "dynamic",
        ("--instructions", "0", "--repeat", "3"),
        (("ns_per_task", "Listing 1, 1e5 empty tasks"),),
        "ns/task",
        graph_forms=kRegionForms,
    ),
    *(
        figure
        for block in (16, 64)
        for figure in (
            _heat(block, "tasks", "taskwait", (*kRegionForms, "taskiter")),
            _heat(block, "diagonals", "omp for"),
        )
    ),
    Figure("spawn", "spawn", "fib", (), (("ns_per_task", "fib(24), a task for each call"),), "ns/task"),
    Figure("spawn", "spawn", "flat-one", (), (("ns_per_task", "2e5 independent tasks, one creator"),), "ns/task"),
    Figure("spawn", "spawn", "flat-all", (), (("ns_per_task", "2e5 independent tasks, all create"),), "ns/task"),
    Figure(
        "sync",
        "sync",
        "all",
        (),
        tuple((f"{name}_ns", name.replace("_", " ")) for name in kEpccConstructs),
        "ns",
    ),
)
# 64 x 64 tasks a sweep: the wavefront's corners, where one thread has to wait, cost 2 % of the efficiency.
kMetgFigures = (_metg("wavefront", ("--n", "64")), _metg("stencil", ("--width", "64", "--steps", "64")))
kMetgTasks = 64 * 64

kSubsets = tuple(dict.fromkeys(figure.subset for figure in (*kFigures, *kMetgFigures))) + ("floor",)

kFloor = Contender("floor", "floor", "floor", "all", "none", serial=True)
kFloorValues = (
    ("indirect_call_ns", "indirect call over descriptors"),
    ("private_rmw_ns", "atomic read-modify-write, private line"),
    ("shared_rmw_ns", "the same, line shared by two busy threads"),
    ("line_transfer_ns", "cache line from core to core"),
    ("futex_wake_call_ns", "futex wake, the call"),
    ("futex_wake_until_runs_ns", "futex wake, until the sleeper runs"),
)


def contender(figure: Figure, column: Column) -> Contender | None:
    """Who measures the figure for the column; None where the column has no such form."""
    if column.form is not None and column.form not in figure.graph_forms:
        return None
    if column in kPeers and figure.program not in kPeerPrograms:
        return None
    label = f"{figure.program} on {column.label}".replace("\n", " ")
    return Contender(column.key, label, f"{figure.program}-{column.build}", column.form or figure.form, column.runtime)


def arguments(figure: Figure, column: Column, threads: int, quick: bool) -> list[str]:
    chosen = [*figure.arguments, *(figure.quick_arguments if quick else ())]
    return [*chosen, "--threads", str(threads)] if column.key == "tbb" else chosen


def metg_arguments(figure: Figure, column: Column, threads: int, work_ns: int) -> list[str]:
    """The shorter the tasks, the more sweeps: about 80 ms of work in a repetition, within limits."""
    sweeps = min(max(round(80e6 / (kMetgTasks * work_ns)), 5), 200)
    return [*arguments(figure, column, threads, quick=False), "--work", str(work_ns), "--sweeps", str(sweeps)]


def metg_expected_ns(column: Column) -> int:
    """Where to begin to look."""
    return 3200 if column.runtime in ("libgomp", "libomp") else 200 if column.is_graph else 800
