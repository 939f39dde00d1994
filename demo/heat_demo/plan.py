# SPDX-License-Identifier: Apache-2.0
"""What the demo runs: contenders, block sizes, and how many sweeps each size gets so that the whole stays short."""

from dataclasses import dataclass

from rondo_measure.contender import Contender

kGridSize = 2048
kBlocks = (256, 128, 64, 32, 16, 8)
kQuickBlocks = (256, 64, 16, 8)

kSerial = Contender("serial", "serial", "heat-gcc", "serial", "libgomp", serial=True)
kStock = (
    Contender("libgomp", "libgomp", "heat-gcc", "tasks", "libgomp"),
    Contender("libomp", "libomp", "heat-clang", "tasks", "libomp"),
)
kRondo = (
    Contender("rondo-gcc", "Rondo, gcc's binary", "heat-gcc", "tasks", "rondo", heading="Rondo\ngcc"),
    Contender("rondo-clang", "Rondo, clang's binary", "heat-clang", "tasks", "rondo", heading="Rondo\nclang"),
    Contender("graph", "Rondo graph, re-captured", "heat-graph-clang", "graph", "rondo", heading="graph\nre-capt."),
    Contender("graph-same", "Rondo graph, same data", "heat-graph-clang", "graph-same", "rondo", heading="graph\nsame"),
    Contender("taskiter", "Rondo taskiter", "heat-graph-clang", "taskiter", "rondo", heading="task-\niter"),
)
kDiagonals = Contender(
    "diagonals", "omp for by diagonals", "heat-gcc", "diagonals", "libgomp", heading="omp for\ndiag."
)
# Not shown unless asked for: the graph in gcc's binary.
kOptional = (
    Contender("graph-gcc", "graph re-captured, gcc", "heat-graph-gcc", "graph", "rondo", heading="gcc\nre-capt."),
    Contender("graph-same-gcc", "graph same data, gcc", "heat-graph-gcc", "graph-same", "rondo", heading="gcc\nsame"),
)
kProbe = kRondo[0]

# Order of the columns. The serial run comes first: the others are checked against its result.
kDefault = (kSerial, *kStock, *kRondo, kDiagonals)
kAll = (*kDefault, *kOptional)


@dataclass(frozen=True)
class Size:
    """One block size and the number of timed sweeps it gets."""

    block: int
    iterations: int

    @property
    def tasks(self) -> int:
        return (kGridSize // self.block) ** 2 * self.iterations


def sizes(blocks: tuple[int, ...], quick: bool) -> list[Size]:
    """Fewer sweeps where the stock runtimes need a microsecond and more for each of very many tasks."""

    def iterations(block: int) -> int:
        full = 24 if block >= 32 else 16 if block >= 16 else 6
        return full // 2 if quick else full

    return [Size(block, iterations(block)) for block in blocks]


def estimated_seconds(contender: Contender, size: Size) -> float:
    """A rough guess, used only to weigh the steps of the progress bar."""
    overhead_us = 1.5 if contender in kStock else 0.2
    return 0.15 + size.iterations * 0.008 + size.tasks * overhead_us * 1e-6
