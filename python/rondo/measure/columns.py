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
# First and second encounters with a region that is recorded; those with one whose tasks the compiler knows.
kEncounters = (
    Column("record", "graph\n1st", "clang", "rondo", "record"),
    Column("second", "graph\n2nd", "clang", "rondo", "second"),
    Column("static-first", "static\n1st", "clang", "rondo", "static-first"),
    Column("static", "static\nlater", "clang", "rondo", "static"),
)
# Not OpenMP: the figure says which form of its oneTBB program is the like of it.
kTbb = Column("tbb", "oneTBB", "tbb", "none")

kColumns = (*kStock, *kUnmodified, *kGraphs, *kEncounters, kTbb)

kRegionForms = ("graph", "graph-same")
kStaticForms = ("record", "second", "graph-same", "static-first", "static")
kAllGraphForms = (*kRegionForms, "dep-pattern", "taskiter")
kPaperForms = (*kAllGraphForms, "graph-nowait", "record")  # of the Taskgraph paper's programs
