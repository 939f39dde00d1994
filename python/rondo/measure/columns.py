# SPDX-License-Identifier: Apache-2.0
"""The columns of the tables: a compiler's build of a program on a runtime, and the form of it that runs there."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Column:
    key: str  # in files and after --only
    label: str  # over the column, on two lines at most
    build: str  # ending of the program's name
    runtime: str  # see contender.py
    form: str | None = None  # that the column runs; None: the figure's own
    settings: tuple[tuple[str, str], ...] = ()  # of the environment; FOLDER in a value is that of the results
    asked_as: str = ""  # how a figure asks for it among its graph_forms; empty: as the form

    @property
    def wanted(self) -> str | None:
        return self.asked_as or self.form

    @property
    def is_graph(self) -> bool:
        return self.form is not None

    @property
    def text(self) -> str:
        """The label on one line."""
        return self.label.replace("-\n", "").replace("\n", " ")


# What people have without Rondo; libiomp5 only where it is installed.
kStock = (
    Column("libgomp", "libgomp", "gcc", "libgomp"),
    Column("libomp", "libomp", "clang", "libomp"),
    Column("libiomp5", "libiomp5", "clang", "libiomp5"),
)
# The same two files on Rondo, then what takes a change of the program.
kUnmodified = (
    Column("rondo-gcc", "Rondo\ngcc", "gcc", "rondo"),
    Column("rondo-clang", "Rondo\nclang", "clang", "rondo"),
)
kGraphs = (
    Column("pattern", "dep\npattern", "clang", "rondo", "dep-pattern"),
    Column("graph-gcc", "graph\ngcc", "gcc", "rondo", "graph"),
    Column("graph-clang", "graph\nclang", "clang", "rondo", "graph"),
    Column("graph-same", "graph\nsame", "clang", "rondo", "graph-same"),
    Column("graph-nowait", "graph\nnowait", "clang", "rondo", "graph-nowait"),
    Column("taskiter", "task-\niter", "clang", "rondo", "taskiter"),
)
# Rondo whose tasks' ready successors are queued as others are: the newest task of a queue runs first, so that a
# successor runs next all the same, or the oldest, so that it does not.
_QUEUED = (("RONDO_IMMEDIATE_SUCCESSOR", "0"),)
_NOT_NEXT = (*_QUEUED, ("RONDO_OLDEST_FIRST", "1"))
kSuccessors = (
    Column("queued", "IS\nqueued", "clang", "rondo", "dynamic", _QUEUED, "queued"),
    Column("no-successor", "no IS", "clang", "rondo", "dynamic", _NOT_NEXT, "no-successor"),
    Column("taskiter-queued", "taskiter\nIS queued", "clang", "rondo", "taskiter", _QUEUED, "taskiter-queued"),
    Column("taskiter-no-successor", "taskiter\nno IS", "clang", "rondo", "taskiter", _NOT_NEXT,
           "taskiter-no-successor"),
)
# A pattern that an earlier run has left in a file.
kPatternFile = Column("pattern-file", "pattern\nof a file", "clang", "rondo", "dep-pattern",
                      (("RONDO_PATTERNS", "FOLDER/patterns"),), "pattern-file")
# First and second encounters with a region that is recorded; those with one whose tasks the compiler knows.
kEncounters = (
    Column("record", "graph\n1st", "clang", "rondo", "record"),
    Column("second", "graph\n2nd", "clang", "rondo", "second"),
    Column("static-first", "static\n1st", "clang", "rondo", "static-first"),
    Column("static", "static\nlater", "clang", "rondo", "static"),
)
# Not OpenMP: the figure says which form of its oneTBB program is the like of it.
kTbb = Column("tbb", "oneTBB", "tbb", "none")

kColumns = (*kStock, *kUnmodified, *kGraphs, kPatternFile, *kSuccessors, *kEncounters, kTbb)

kRegionForms = ("graph", "graph-same")
kStaticForms = ("record", "second", "graph-same", "static-first", "static")
kAllGraphForms = (*kRegionForms, "dep-pattern", "taskiter")
kPaperForms = (*kAllGraphForms, "graph-nowait", "record")  # of the Taskgraph paper's programs
kSuccessorForms = tuple(column.asked_as for column in kSuccessors)
