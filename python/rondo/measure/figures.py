# SPDX-License-Identifier: Apache-2.0
"""What a suite is made of. The suites themselves, one file each, are in suites/; they state, and compute nothing.

A Figure is one run of a program and the rows that its JSON line yields. Every column that has a build and a form of the
program runs it; a member that is null in the line leaves its cell empty.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from .columns import Column, kStock, kTbb
from .contender import Contender


kUsualRun_s = 0.5


@dataclass(frozen=True)
class Row:
    """One line of the table."""

    member: str  # of the program's JSON line
    name: str  # unique in its suite
    unit: str
    larger_is_better: bool = False
    mean: str = ""  # the geometric mean it is part of, by name; shown below the rows
    series: str = ""  # the curve it is a point of, see Curves
    x: float | None = None  # where on that curve
    is_shown: bool = True  # False: for the file of results and its report, not for the table


@dataclass(frozen=True)
class Figure:
    """One run of a program."""

    program: str  # its file without the ending for the build: "wavefront" is wavefront-gcc, wavefront-clang, ...
    form: str  # the program's first argument
    rows: tuple[Row, ...]
    arguments: tuple[str, ...] = ()
    quick_arguments: tuple[str, ...] = ()  # appended by the preset quick
    is_quick: bool = True  # False: the preset quick leaves it out
    takes_s: float = kUsualRun_s  # a run, about; for the time left
    quick_takes_s: float | None = None  # the same of a quick run; None: as long
    builds: tuple[str, ...] = ("gcc", "clang")  # that there are of it, besides oneTBB's
    graph_forms: tuple[str, ...] = ()  # that the program has as well: each fills the columns of that form
    graph_program: str = ""  # that has these forms; empty: the same
    static_program: str = ""  # that has the form `static`, by the plugin; empty: the same
    tbb_form: str = ""  # of the program's oneTBB build; empty when there is none
    verify_arguments: tuple[str, ...] = ()  # appended to the run that warms up: the program checks more, off the clock
    agree_on: str = ""  # a member that is the same in every run of the program with the same arguments
    is_serial: bool = False  # runs on one thread whatever it is offered
    runtimes: tuple[str, ...] = ()  # that can run it; empty: all
    mpi: str = ""  # the MPI library of a program that has several ranks
    ranks: int = 1  # the threads that the suite is measured with are shared out among them
    is_over_threads: bool = True  # False: on the usual numbers of threads alone, also in a suite over threads


@dataclass(frozen=True)
class LengthSweep:
    """A program whose tasks' length is swept for METG: takes --work NS and --sweeps N, and reports
    body_ns and efficiency."""

    figure: Figure  # its arguments lack the length of a task and the number of sweeps
    tasks: int  # in a sweep
    name: str  # in tables and files


@dataclass(frozen=True)
class Quotient:
    """A row made of others: the best of some over the best of others, in each column. Both kinds share a unit."""

    name: str
    over: tuple[str, ...]  # names of rows
    under: tuple[str, ...]
    mean: str = ""


@dataclass(frozen=True)
class Bars:
    """A picture: a group of bars for each row, a bar for each column, logarithmic."""

    name: str  # of the file, without ending
    title: str
    rows: tuple[str, ...] = ()  # all of one unit; empty: all of the suite


@dataclass(frozen=True)
class Curves:
    """A picture: for each series one pair of axes, a curve for each column, through the rows' x."""

    name: str
    title: str
    x_label: str
    series: tuple[str, ...] = ()  # empty: all of the suite
    log_y: bool = True
    levels: tuple[float, ...] = ()  # lines drawn across: what is perfect


@dataclass(frozen=True)
class Suite:
    name: str  # on the command line and in files
    measures: str  # in one line
    source: str  # where the measure comes from: paper and section, or the public definition
    figures: tuple[Figure, ...]
    floor: tuple[str, ...] = ()  # what the machine charges for the same: rows of floor.py shown below the table
    sweeps: tuple[LengthSweep, ...] = ()
    quotients: tuple[Quotient, ...] = ()
    plots: tuple[Bars | Curves, ...] = ()
    is_over_threads: bool = False  # its source shows it over numbers of threads, and a run is short

    def rows(self) -> Iterator[Row]:
        return (row for figure in self.figures for row in figure.rows)


def contender(figure: Figure, column: Column) -> Contender | None:
    """Who measures the figure for the column; None where the column has no such build or form."""
    if column == kTbb:
        form = figure.tbb_form
    elif column.build not in figure.builds:
        form = ""
    elif column.form is None:
        form = figure.form
    else:
        form = column.form if column.wanted in figure.graph_forms else ""
    if not form or figure.runtimes and column.runtime not in figure.runtimes:
        return None
    name = figure.graph_program if column.is_graph and figure.graph_program else figure.program
    if column.form == "static" and figure.static_program:
        name = figure.static_program
    label = f"{name} on {column.text}"
    return Contender(column.key, label, f"{name}-{column.build}", form, column.runtime, serial=figure.is_serial,
                     settings=column.settings, mpi=figure.mpi, ranks=figure.ranks)


def seconds(figure: Figure, quick: bool) -> float:
    return figure.quick_takes_s if quick and figure.quick_takes_s is not None else figure.takes_s


def arguments(figure: Figure, column: Column, threads: int, quick: bool) -> list[str]:
    chosen = [*figure.arguments, *(figure.quick_arguments if quick else ())]
    # oneTBB does not read OMP_NUM_THREADS.
    return [*chosen, "--threads", str(threads)] if column == kTbb else chosen


def sweep_arguments(sweep: LengthSweep, column: Column, threads: int, work_ns: int) -> list[str]:
    """The shorter the tasks, the more sweeps: about 80 ms of work in a repetition, within limits."""
    sweeps = min(max(round(80e6 / (sweep.tasks * work_ns)), 5), 200)
    chosen = arguments(sweep.figure, column, threads, quick=False)
    return [*chosen, "--work", str(work_ns), "--sweeps", str(sweeps)]


def expected_length_ns(column: Column) -> int:
    """Where a sweep begins to look."""
    return 3200 if column in kStock else 200 if column.is_graph or column == kTbb else 800
