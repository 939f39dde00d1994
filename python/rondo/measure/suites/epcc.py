# SPDX-License-Identifier: Apache-2.0
"""The task microbenchmarks in the manner of EPCC, in C and in Fortran."""

from ..figures import Bars, Figure, Row, Suite
from ..floor import kTaskFloor

_GENERATORS = ("parallel", "master", "single", "for")
# Kind of task -> what it is called; `parallel` does not generate tasks with firstprivate data.
_TASKS = {"task": "task", "task_untied": "task untied"}
_FIRSTPRIVATE = {"small": "100 bytes", "medium": "2187 bytes", "large": "59049 bytes"}
_TASKWAIT = {"taskwait": "taskwait"}


_PAIRS = (  # generator, kind of task, what it is called
    *((generator, kind, text) for generator in _GENERATORS for kind, text in _TASKS.items()),
    *((generator, kind, text) for generator in _GENERATORS[1:] for kind, text in _FIRSTPRIVATE.items()),
    *((generator, kind, text) for generator in _GENERATORS for kind, text in _TASKWAIT.items()),
)


def _rows(language: str, mean: str) -> tuple[Row, ...]:
    def row(generator: str, kind: str, text: str) -> Row:
        return Row(f"{generator}_{kind}_us", f"{language}, {generator} {text}", "us/task", mean=mean)

    return tuple(row(*pair) for pair in _PAIRS)


def _statistics(language: str) -> tuple[Row, ...]:
    """EPCC's: mean and standard deviation of the outer repetitions."""
    return tuple(
        Row(f"{generator}_{kind}_{what}_us", f"{language}, {generator} {text}: {what}", "us/task",
            series=f"{what}, {language}", x=0, is_shown=False)
        for generator, kind, text in _PAIRS for what in ("mean", "deviation")
    )


_DRAWN = tuple(row.name for language in ("C", "Fortran") for row in _rows(language, ""))


def _trees(branching: int, depth: int) -> Figure:
    """Trees of other shapes than the 21's, by the paper's generator for them."""
    name = f"C, for taskwait, branching {branching}, depth {depth}"
    return Figure(
        program="epcc",
        form="taskwait",
        rows=(Row("for_taskwait_us", name, "us/task", is_shown=False),),
        arguments=("--branching", str(branching), "--depth", str(depth), "--samples", "5"),
        quick_arguments=("--samples", "2"),
        takes_s=2 if branching**depth > 1e6 else 0.5,
    )


SUITE = Suite(
    name="epcc",
    measures="the 21 task microbenchmarks with empty bodies: us a task",
    source="A Set of Microbenchmarks for Measuring OpenMP Task Overheads, section 4; C and Fortran",
    figures=(
        Figure("epcc", "all", (*_rows("C", "EPCC tasks in C"), *_statistics("C")),
               quick_arguments=("--samples", "7")),
        Figure(
            "epcc-fortran",
            "all",
            (*_rows("Fortran", "EPCC tasks in Fortran"), *_statistics("Fortran")),
            quick_arguments=("--samples", "7"),
            builds=("gcc",),
        ),
        *(_trees(*shape) for shape in ((20, 3), (20, 4), (20, 5), (21, 4), (6, 6), (3, 9))),
    ),
    is_over_threads=True,
    floor=kTaskFloor,
    plots=(Bars("epcc", "EPCC task microbenchmarks", _DRAWN),),
)
