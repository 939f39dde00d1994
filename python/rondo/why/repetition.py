# SPDX-License-Identifier: Apache-2.0
"""Runs of tasks that come again: the same constructs with the same dependences among them, as a task graph would
record them."""

from collections import defaultdict
from dataclasses import dataclass

from .period import rounds
from .program_graph import ProgramGraph
from .simulator import Graph, Pieces

_FEWEST = 2  # tasks of a run that is worth a graph
_MOST_ROUNDS = 8  # of a loop that are played through

Signature = tuple[tuple[int, tuple[int, ...]], ...]  # of each task: its construct, and the tasks of the run before it


@dataclass(frozen=True)
class Run:
    """Tasks that one task creates between two waits, or in a round of a loop that does not wait; none of them creates
    others, or waits."""

    owner: int
    tasks: tuple[int, ...]
    signature: Signature


@dataclass
class Series:
    """The same run, several times; of a loop directly one after the other, by one task."""

    runs: list[Run]


def find(program: ProgramGraph) -> list[Run]:
    found = []
    for number, owner in program.owners.items():
        for created in owner.runs:
            if len(created) >= _FEWEST and all(program.is_leaf(task) for task in created):
                found += [Run(number, tuple(tasks), _signature(program, tasks))
                          for tasks in rounds(program.tasks, created) if len(tasks) >= _FEWEST]
    return found


def _signature(program: ProgramGraph, tasks: list[int]) -> Signature:
    index = {task: i for i, task in enumerate(tasks)}
    return tuple((program.tasks[task].place, tuple(sorted(index[other] for other in program.tasks[task].predecessors
                                                          if other in index))) for task in tasks)


def repeated(runs: list[Run]) -> list[Series]:
    """Wherever they are: what task graph regions would replay."""
    by_signature: defaultdict[Signature, list[Run]] = defaultdict(list)
    for run in runs:
        by_signature[run.signature].append(run)
    return [Series(same) for same in by_signature.values() if len(same) > 1]


def loops(runs: list[Run]) -> list[Series]:
    """What taskiter loops would replay."""
    found: list[Series] = []
    for run in runs:
        last = found[-1].runs[-1] if found else None
        if last is not None and last.owner == run.owner and last.signature == run.signature:
            found[-1].runs.append(run)
        else:
            found.append(Series([run]))
    return [series for series in found if len(series.runs) > 1]


def replay_ns(program: ProgramGraph, runs: list[Run], n_threads: int) -> float:
    """One of them as a recorded graph that has all threads to itself."""
    return Graph(_pieces(program, typical(program, runs, 1))).replay_ns(n_threads)


def rounds_ns(program: ProgramGraph, runs: list[Run], n_threads: int) -> float:
    """All, one after the other, without a wait between them."""
    n = min(_MOST_ROUNDS, len(runs))
    return Graph(_pieces(program, typical(program, runs, n))).replay_ns(n_threads) * len(runs) / n


def typical(program: ProgramGraph, runs: list[Run], n: int) -> list[int]:
    """The tasks of `n` runs in a row that stand for all: of such rows the one whose tasks take neither long nor short.
    The first ones pay for new memory, and in any of them a thread may have been interrupted."""
    rows = [[task for run in runs[i:i + n] for task in run.tasks] for i in range(0, len(runs) - n + 1, n)]
    rows.sort(key=lambda tasks: sum(program.pieces.work_ns[program.owners[task].first] for task in tasks))
    return rows[(len(rows) - 1) // 2]


def _pieces(program: ProgramGraph, tasks: list[int]) -> Pieces:
    pieces = Pieces()
    number = {task: i for i, task in enumerate(tasks)}
    for i, task in enumerate(tasks):
        body = program.owners[task].first
        before = [number[other] for other in program.tasks[task].predecessors if other in number]
        pieces.add(program.pieces.work_ns[body], before, i)
    return pieces
