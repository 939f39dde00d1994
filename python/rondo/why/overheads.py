# SPDX-License-Identifier: Apache-2.0
"""What a task costs besides its own code, by construct, and how long it has to be therefore: as the trace shows it,
with what tracing adds (some 80 ns a task)."""

from collections import Counter, defaultdict
from dataclasses import dataclass

import numpy as np

from ..trace.rings import TASKWAIT
from ..trace.timeline import Slice, Task, Timeline, What

_SHORT = 0.1  # of a construct's creations: what its creator does otherwise takes no time in these
_ONE_CREATOR = 0.9  # of a construct's tasks


@dataclass(frozen=True)
class Overhead:
    create_ns: float | None  # None: there are no two tasks to tell it from
    start_ns: float | None  # from the end of a task to the beginning of the next one, which was ready
    has_one_creator: bool

    def metg_ns(self, n_threads: int) -> float | None:
        """The length at which half of the threads' time is lost: as long as creating and starting it takes, or, where
        one thread creates for many, so long that they are busy for half of the time."""
        if self.create_ns is None:
            return None
        together_ns = self.create_ns + (self.start_ns or 0.0)
        return max(together_ns, self.create_ns * n_threads / 2) if self.has_one_creator else together_ns


def find(timeline: Timeline) -> dict[int, Overhead]:
    creations = _creations(timeline)
    starts = _starts(timeline)
    creators: defaultdict[int, Counter[int]] = defaultdict(Counter)
    for task in _tasks(timeline):
        creators[task.place][task.creator] += 1
    return {place: Overhead(_quantile(creations.get(place), _SHORT), _quantile(starts.get(place), 0.5),
                            max(counts.values()) >= _ONE_CREATOR * counts.total())
            for place, counts in creators.items()}


def _tasks(timeline: Timeline) -> list[Task]:
    return [task for task in timeline.explicit_tasks()
            if task.created >= 0 and not task.is_older and task.begin >= 0 and not task.detail & TASKWAIT]


def _quantile(values: list[int] | None, part: float) -> float | None:
    return float(np.quantile(values, part)) if values else None


def _creations(timeline: Timeline) -> dict[int, list[int]]:
    """By construct, from one creation to the next one by the same task, if nothing else begins between them."""
    found: defaultdict[int, list[int]] = defaultdict(list)
    begins = {thread.ring: np.sort(np.array([piece.begin for piece in thread.slices], dtype=np.int64))
              for thread in timeline.threads}
    last: dict[int, Task] = {}
    for task in sorted(_tasks(timeline), key=lambda task: task.created):
        before = last.get(task.creator)
        last[task.creator] = task
        if before is None or before.created_on != task.created_on:
            continue
        first, second = np.searchsorted(begins[task.created_on], [before.created, task.created])
        if first == second:
            found[task.place].append(task.created - before.created)
    return found


def _starts(timeline: Timeline) -> dict[int, list[int]]:
    found: defaultdict[int, list[int]] = defaultdict(list)
    for thread in timeline.threads:
        last: dict[int, Slice] = {}  # by identity of what is around
        for piece in thread.slices:
            before = last.get(id(piece.parent))
            last[id(piece.parent)] = piece
            if piece.what != What.TASK or piece.continues is not None or before is None or before.what != What.TASK:
                continue
            task = timeline.tasks[piece.task]
            ready = max([task.created] + [timeline.tasks[other].end for other in task.predecessors])
            if 0 <= ready <= before.end:
                found[task.place].append(piece.begin - before.end)
    return found
