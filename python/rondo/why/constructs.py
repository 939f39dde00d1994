# SPDX-License-Identifier: Apache-2.0
"""The program's task constructs: how many tasks, how long, and the longest chain of dependences through them."""

from collections import Counter
from dataclasses import dataclass
from itertools import groupby

import numpy as np

from ..trace.rings import TASKWAIT
from ..trace.timeline import Task, Timeline, What
from .activity import blocked_by_place, calls_by_place, leaves


@dataclass(frozen=True)
class Construct:
    place: int
    n: int
    total_ns: int
    mean_ns: float
    low_ns: float  # a tenth of the tasks is shorter,
    high_ns: float  # and a tenth longer
    n_moved: int  # executed by another thread than the one that has created them


@dataclass(frozen=True)
class Chain:
    """Tasks of which each depends on the one before, the longest in time."""

    ns: int
    work_ns: int  # of all tasks
    places: Counter[int]  # how much of it, by construct
    steps: list[tuple[int, int]]  # constructs in their order, and how many tasks of each follow each other

    @property
    def place(self) -> int:
        return self.places.most_common(1)[0][0] if self.places else 0


def lengths(timeline: Timeline) -> dict[int, int]:
    """Of each task's own code: without waits, and without tasks that run on top of it."""
    found: Counter[int] = Counter()
    for thread in timeline.threads:
        for begin, end, piece in leaves(thread):
            while piece is not None and piece.what in (What.WORK, What.GROUP):
                piece = piece.parent
            if piece is not None and piece.what == What.TASK:
                found[piece.task] += end - begin
    return found


def _run(timeline: Timeline) -> list[Task]:
    return [task for task in timeline.explicit_tasks() if task.begin >= 0 and not task.detail & TASKWAIT]


def constructs(timeline: Timeline, lengths_ns: dict[int, int]) -> list[Construct]:
    """Those with the most work first."""
    by_place: dict[int, list[Task]] = {}
    for task in _run(timeline):
        by_place.setdefault(task.place, []).append(task)
    found = []
    for place, tasks in by_place.items():
        values = np.array([lengths_ns.get(task.id, 0) for task in tasks])
        low, high = np.quantile(values, [0.1, 0.9])
        found.append(Construct(place, len(tasks), int(values.sum()), float(values.mean()), float(low), float(high),
                               sum(task.is_moved for task in tasks)))
    return sorted(found, key=lambda construct: -construct.total_ns)


def longest_chain(timeline: Timeline, lengths_ns: dict[int, int]) -> Chain:
    best: dict[int, tuple[int, int]] = {}  # until the end of a task, and the task before it
    order = sorted(_run(timeline), key=lambda task: task.id)  # siblings in the order of their creation
    for task in order:
        before = max(((best[other][0], other) for other in task.predecessors if other in best), default=(0, -1))
        best[task.id] = before[0] + lengths_ns.get(task.id, 0), before[1]
    places: Counter[int] = Counter()
    last = max(best, key=lambda number: best[number][0], default=-1)
    ns = best[last][0] if last >= 0 else 0
    path: list[int] = []
    while last >= 0:
        path.append(timeline.tasks[last].place)
        places[path[-1]] += lengths_ns.get(last, 0)
        last = best[last][1]
    steps = [(place, len(list(same))) for place, same in groupby(reversed(path))]
    return Chain(ns, sum(lengths_ns.get(task.id, 0) for task in order), places, steps)


def main_creator(timeline: Timeline) -> int:
    """The construct of most tasks."""
    counts = Counter(task.place for task in timeline.explicit_tasks())
    return counts.most_common(1)[0][0] if counts else 0


def most_blocked(timeline: Timeline) -> int:
    """The construct whose tasks are blocked longest."""
    return _longest(blocked_by_place(timeline))


def longest_call(timeline: Timeline) -> int:
    """The place of the calls that hold threads longest."""
    return _longest(calls_by_place(timeline))


def _longest(by_place: dict[int, list[tuple[int, int]]]) -> int:
    lengths_ns = {place: sum(end - begin for begin, end in pairs) for place, pairs in by_place.items()}
    return max(lengths_ns, key=lambda place: lengths_ns[place], default=0)
