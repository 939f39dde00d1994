# SPDX-License-Identifier: Apache-2.0
"""How long the run would have taken with other numbers of threads, larger tasks, or task graphs."""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ..trace.timeline import Timeline
from ..trace.watch import Sample
from . import program_graph, repetition
from .program_graph import ProgramGraph
from .repetition import Run, Series
from .simulator import Graph, Pieces

THREADS = (1, 2, 4, 8, 16, 32, 64, 128, 256)
_SHORT = 0.1  # of a construct's creations: their length is what it costs to create a task


@dataclass(frozen=True)
class Prediction:
    change: str  # "threads", "merged", "taskgraph", "taskiter"
    n_threads: int
    ns: float | None  # None: nothing would change


@dataclass(frozen=True)
class Outlook:
    n_tasks: int
    n_edges: int
    work_ns: float
    span_ns: float
    n_threads: int
    as_it_is_ns: float  # the model's, to compare with the run itself
    predictions: list[Prediction]


@dataclass(frozen=True)
class _Changed:
    """The program's pieces, some of which are the work of all threads, as replays are."""

    pieces: Pieces
    elsewhere_ns: float = 0.0  # what the other threads do in these

    def ns(self, n_threads: int) -> float:
        """Replays at the same time share the threads, so it is at least all work, divided by them."""
        graph = Graph(self.pieces)
        return max(graph.shared_ns(n_threads), (graph.work_ns + self.elsewhere_ns) / n_threads)


def make(timeline: Timeline, samples: dict[int, list[Sample]], wall_ns: float, n_threads: int) -> Outlook:
    """`wall_ns`: of the whole program; what is before and behind the trace is serial."""
    program = program_graph.build(timeline, samples)
    outside_ns = max(0.0, wall_ns - timeline.end)
    graph = Graph(program.pieces)
    predicted = {n: graph.shared_ns(n) + outside_ns for n in {*THREADS, n_threads}}
    predictions = [Prediction("threads", n, ns) for n, ns in sorted(predicted.items())]
    runs = repetition.find(program)
    for change, changed in (("merged", _merged(program)), ("taskgraph", _with_graphs(program, runs, n_threads)),
                            ("taskiter", _with_loops(program, runs, n_threads))):
        ns = changed.ns(n_threads) + outside_ns if changed is not None else None
        predictions.append(Prediction(change, n_threads, ns))
    return Outlook(program.n_tasks, graph.n_edges, graph.work_ns + outside_ns, graph.span_ns + outside_ns, n_threads,
                   predicted[n_threads], predictions)


def _creation_ns(program: ProgramGraph) -> dict[int, float]:
    """What it costs to create a task, by construct: as long as the shortest tenth of what its creators do from one
    creation to the next one, the creation included."""
    lengths: defaultdict[int, list[float]] = defaultdict(list)
    for task, piece in program.created_by.items():
        lengths[program.tasks[task].place].append(program.pieces.work_ns[piece])
    return {place: float(np.quantile(values, _SHORT)) for place, values in lengths.items()}


def _merged(program: ProgramGraph) -> _Changed | None:
    """Each task takes over what the next one of its construct does, if that is created directly behind it."""
    costs = _creation_ns(program)
    moved: dict[int, int] = {}  # piece -> the piece that it becomes part of
    saved_ns: defaultdict[int, float] = defaultdict(float)  # by piece
    for owner in program.owners.values():
        for tasks in owner.runs:
            waiting = -1
            for task in tasks:
                is_mergeable = program.is_leaf(task) and task not in program.undeferred
                if is_mergeable and waiting >= 0 and program.tasks[task].place == program.tasks[waiting].place:
                    moved[program.owners[task].first] = program.owners[waiting].first
                    saved_ns[program.created_by[task]] = costs[program.tasks[task].place]
                    waiting = -1
                else:
                    waiting = task if is_mergeable else -1
    if not moved:
        return None
    source = program.pieces
    result = Pieces([max(0.0, ns - saved_ns[piece]) for piece, ns in enumerate(source.work_ns)],
                    [[moved.get(other, other) for other in before] for before in source.before], [*source.time])
    for piece, into in moved.items():
        result.work_ns[into] += result.work_ns[piece]
        result.before[into] += [other for other in result.before[piece] if other != into]
        result.work_ns[piece], result.before[piece] = 0.0, [into]
    return _Changed(result)


def _with_graphs(program: ProgramGraph, runs: list[Run], n_threads: int) -> _Changed | None:
    """The first one of each series is recorded, the others skip the code that creates their tasks."""
    series = repetition.repeated(runs)
    times = {id(same): repetition.replay_ns(program, same.runs, n_threads) for same in series}
    return _replaced(program, series, lambda same, run: times[id(same)])


def _with_loops(program: ProgramGraph, runs: list[Run], n_threads: int) -> _Changed | None:
    series = repetition.loops(runs)
    times = {id(same): repetition.rounds_ns(program, same.runs[1:], n_threads) / (len(same.runs) - 1)
             for same in series}
    return _replaced(program, series, lambda same, run: times[id(same)])


def _replaced(program: ProgramGraph, series: list[Series], ns_of: Callable[[Series, Run], float]) -> _Changed | None:
    """All runs but the first of each series become one piece each: the replay, at the first task's creation, and behind
    all other tasks that its tasks depend on."""
    if not series:
        return None
    source = program.pieces
    result = Pieces([*source.work_ns], [[*before] for before in source.before], [*source.time])
    elsewhere_ns = 0.0
    for same in series:
        for run in same.runs[1:]:
            whole = program.created_by[run.tasks[0]]
            bodies_ns = sum(source.work_ns[program.owners[task].first] for task in run.tasks)
            elsewhere_ns += max(0.0, bodies_ns - ns_of(same, run))
            for task in run.tasks:
                result.work_ns[program.created_by[task]] = 0.0
                result.work_ns[program.owners[task].first] = 0.0
            result.work_ns[whole] = ns_of(same, run)
            others = {other for task in run.tasks for other in program.tasks[task].predecessors} - {*run.tasks}
            result.before[whole] += [program.owners[other].last for other in others if other in program.created_by]
    return _Changed(result, elsewhere_ns)
