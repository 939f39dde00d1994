# SPDX-License-Identifier: Apache-2.0
"""What the demo shows of its suite: forms of the solver in columns of the benchmarks, under names of their own."""

from dataclasses import dataclass

from ..measure import columns
from ..measure.columns import Column

_COLUMNS = {column.key: column for column in columns.kColumns}


@dataclass(frozen=True)
class Contender:
    key: str  # in files and on the command line
    label: str  # in the picture
    heading: str  # over a table's column, on two lines
    column: Column
    form: str = "tasks"  # of the suite's figures

    @property
    def is_serial(self) -> bool:
        return self.form == "serial"


kSerial = Contender("serial", "serial", "serial", _COLUMNS["libgomp"], "serial")
kStock = (
    Contender("libgomp", "libgomp", "libgomp", _COLUMNS["libgomp"]),
    Contender("libomp", "libomp", "libomp", _COLUMNS["libomp"]),
)
kRondo = (
    Contender("rondo-gcc", "Rondo, gcc's binary", "Rondo\ngcc", _COLUMNS["rondo-gcc"]),
    Contender("rondo-clang", "Rondo, clang's binary", "Rondo\nclang", _COLUMNS["rondo-clang"]),
    Contender("graph", "Rondo graph, re-captured", "graph\nre-capt.", _COLUMNS["graph-clang"]),
    Contender("graph-same", "Rondo graph, same data", "graph\nsame", _COLUMNS["graph-same"]),
    Contender("taskiter", "Rondo taskiter", "task-\niter", _COLUMNS["taskiter"]),
)
kDiagonals = Contender("diagonals", "omp for by diagonals", "omp for\ndiag.", _COLUMNS["libgomp"], "diagonals")
# Not shown unless asked for: the graph in gcc's binary.
kOptional = (
    Contender("graph-gcc", "graph re-captured, gcc", "gcc\nre-capt.", _COLUMNS["graph-gcc"]),
    Contender("graph-same-gcc", "graph same data, gcc", "gcc\nsame",
              Column("graph-same-gcc", "graph\nsame", "gcc", "rondo", "graph-same")),
)

# In the order of the tables' columns.
kDefault = (kSerial, *kStock, *kRondo, kDiagonals)
kAll = (*kDefault, *kOptional)
