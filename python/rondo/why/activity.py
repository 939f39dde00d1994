# SPDX-License-Identifier: Apache-2.0
"""Why a thread that waits finds nothing: for each moment, whether tasks are ready, held by dependences, being created,
or blocked."""

from bisect import bisect_right
from collections.abc import Iterable

import numpy as np

from ..trace.rings import BLOCKED_IN_PLACE, TASKWAIT
from ..trace.timeline import Slice, Task, Thread, Timeline, What


class Integral:
    """Of a function of time that is 0 or 1."""

    def __init__(self, times: "np.ndarray[tuple[int], np.dtype[np.int64]]",
                 values: "np.ndarray[tuple[int], np.dtype[np.bool_]]") -> None:
        """`values[i]` holds from `times[i]` on."""
        lengths = np.diff(times) * values[:-1] if len(times) else np.zeros(0)
        self._times = times.astype(np.float64)
        self._sums = np.concatenate([[0.0], np.cumsum(lengths)]) if len(times) else np.zeros(0)

    def between(self, begin: int, end: int) -> float:
        if not len(self._times):
            return 0.0
        first, last = np.interp([begin, end], self._times, self._sums)
        return float(last - first)


def leaves(thread: Thread) -> Iterable[tuple[int, int, Slice | None]]:
    """The thread's life in pieces, each with the innermost slice."""
    stack: list[Slice] = []
    now = thread.begin
    for piece in [*thread.slices, None]:
        begin = piece.begin if piece is not None else thread.end
        parent = piece.parent if piece is not None else None
        while stack and (stack[-1] is not parent):
            top = stack.pop()
            if top.end > now:
                yield now, top.end, top
                now = top.end
        if begin > now:
            yield now, begin, stack[-1] if stack else None
            now = begin
        if piece is not None:
            stack.append(piece)


class Activity:
    def __init__(self, timeline: Timeline) -> None:
        ready: list[tuple[int, int]] = []  # from when to when a task was ready and nobody ran it
        held: list[tuple[int, int]] = []
        blocked = blocked_by_place(timeline)
        loops = _Loops(timeline)
        rounds: dict[tuple[int, int], tuple[int, int]] = {}  # of loops: from when to when there were tasks to come
        for task in timeline.explicit_tasks():
            if task.created < 0 or task.detail & TASKWAIT:
                continue
            begin = task.begin if task.begin >= 0 else timeline.end
            ends = [timeline.tasks[before].end for before in task.predecessors]
            if task.is_of_later_round:
                loop = loops.of(task)
                first, last = rounds.get(loop, (task.created, task.created))
                rounds[loop] = first, max(last, begin)
                released = min(begin, max(ends, default=task.created))
            else:
                released = min(begin, max([task.created] + ends))
                held += _held(timeline, task, released) if blocked else [(task.created, released)]
            ready.append((released, begin))
        held += rounds.values()
        creating = _creating(timeline)
        regions = [(piece.begin, piece.end) for thread in timeline.threads for piece in thread.slices
                   if piece.what == What.REGION]
        waiting = [pair for pairs in blocked.values() for pair in pairs]
        times = np.unique(np.array([moment for pairs in (ready, held, creating, waiting, regions) for pair in pairs
                                    for moment in pair] + [0, timeline.end], dtype=np.int64))
        is_ready, is_held, is_creating, is_blocked, is_parallel = (
            _counts(pairs, times) > 0 for pairs in (ready, held, creating, waiting, regions))
        self.ready = Integral(times, is_ready)
        self.held = Integral(times, is_held & ~is_ready)
        self.creating = Integral(times, is_creating & ~is_held & ~is_ready)
        self.blocked = Integral(times, is_blocked & ~is_creating & ~is_held & ~is_ready)
        self.parallel = Integral(times, is_parallel)


def blocked_by_place(timeline: Timeline) -> dict[int, list[tuple[int, int]]]:
    """From when to when tasks of a construct, or threads, waited for what ends outside of OpenMP."""
    found: dict[int, list[tuple[int, int]]] = {}
    for task in timeline.explicit_tasks():
        if task.blocked:
            found.setdefault(task.place, []).extend(task.blocked)
    for piece in (piece for thread in timeline.threads for piece in thread.slices):
        if piece.what == What.WAIT and piece.detail == BLOCKED_IN_PLACE:
            found.setdefault(piece.place, []).append((piece.begin, piece.end))
    return found


def _held(timeline: Timeline, task: Task, released: int) -> list[tuple[int, int]]:
    """By the last one that ends, while that one runs. Before, that one is held, or ready, itself; while it is blocked,
    no running task holds this one."""
    last = max((timeline.tasks[before] for before in task.predecessors), key=lambda task: task.end, default=None)
    if last is None:
        return [(task.created, released)]
    pairs = []
    begin = max(task.created, last.begin)
    for left, goes_on in last.blocked:
        pairs.append((begin, left))
        begin = max(begin, goes_on)
    return [(first, final) for first, final in [*pairs, (begin, released)] if first < final]


class _Loops:
    """taskiter loops, which tasks of later rounds belong to."""

    def __init__(self, timeline: Timeline) -> None:
        self._tasks = timeline.tasks
        self._begins: dict[int, list[int]] = {}  # of uses of graphs, by ring
        for thread in timeline.threads:
            self._begins.setdefault(thread.ring, []).extend(use.begin for use in thread.uses)

    def of(self, task: Task) -> tuple[int, int]:
        """The task that has met the loop, and which of its uses of graphs that is."""
        begins = self._begins.get(self._tasks[task.creator].run_on, [])
        return task.creator, bisect_right(begins, task.created)


def _counts(pairs: list[tuple[int, int]],
            times: "np.ndarray[tuple[int], np.dtype[np.int64]]") -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    """How many of the intervals each of the times lies in."""
    if not pairs:
        return np.zeros(len(times), dtype=np.int64)
    begins, ends = (np.sort(np.array(column, dtype=np.int64)) for column in zip(*pairs))
    return np.searchsorted(begins, times, side="right") - np.searchsorted(ends, times, side="right")


def _creating(timeline: Timeline) -> list[tuple[int, int]]:
    """When tasks that create others worked towards the next creation."""
    last: dict[int, tuple[int, int]] = {}  # the first and the last creation
    for task in timeline.explicit_tasks():
        if task.created >= 0:
            first, final = last.get(task.creator, (task.created, task.created))
            last[task.creator] = min(first, task.created), max(final, task.created)
    pairs: list[tuple[int, int]] = []
    for thread in timeline.threads:
        for begin, end, piece in leaves(thread):
            owner = piece
            while owner is not None and owner.what in (What.WORK, What.GROUP, What.LOCK):
                owner = owner.parent
            if owner is None or owner.what not in (What.TASK, What.SHARE) or owner.task not in last:
                continue
            own_begin = timeline.tasks[owner.task].begin
            first, final = max(begin, min(own_begin, last[owner.task][0])), min(end, last[owner.task][1])
            if final > first:
                pairs.append((first, final))
    return pairs
