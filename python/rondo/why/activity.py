# SPDX-License-Identifier: Apache-2.0
"""Why a thread that waits finds nothing: for each moment, whether tasks are ready, held by dependences, being created,
or blocked, or a thread is held by a call."""

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator

import numpy as np

from ..trace.rings import BLOCKED_IN_PLACE, HELD, TASKWAIT
from ..trace.timeline import Slice, Task, Thread, Timeline, What


_Moments = np.ndarray[tuple[int], np.dtype[np.int64]]
_Truth = np.ndarray[tuple[int], np.dtype[np.bool_]]
_Shares = np.ndarray[tuple[int], np.dtype[np.float64]]


class Integral:
    """Of a function of time, from 0 to 1."""

    def __init__(self, times: _Moments, values: _Truth | _Shares) -> None:
        """`values[i]` holds from `times[i]` on."""
        # Asked for single moments a million times: searched in arrays of Python, whose elements are had at once.
        self._times = array("q", times.astype(np.int64).tobytes())
        self._values = array("d", values.astype(np.float64).tobytes())
        lengths = np.diff(times) * values[:-1] if len(times) else np.zeros(0)
        self._sums = array("d", np.concatenate([[0.0], np.cumsum(lengths)]).tobytes())

    def _until(self, ns: int) -> float:
        at = bisect_right(self._times, ns) - 1
        if at < 0:
            return 0.0
        if at + 1 >= len(self._times):
            return self._sums[-1]
        return self._sums[at] + (ns - self._times[at]) * self._values[at]

    def between(self, begin: int, end: int) -> float:
        return self._until(end) - self._until(begin) if self._sums and self._sums[-1] != 0 else 0.0


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
            if task.created_on < 0 or task.detail & TASKWAIT:  # nobody knows since when, nor what it depends on
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
        creation = _Creation(timeline)
        regions = [(piece.begin, piece.end) for thread in timeline.threads for piece in thread.slices
                   if piece.what == What.REGION]
        waiting = [pair for pairs in blocked.values() for pair in pairs]
        calls = [pair for pairs in calls_by_place(timeline).values() for pair in pairs]
        kinds = (ready, held, creation.all, waiting, calls, regions)
        times = np.unique(np.array([moment for pairs in (*kinds, creation.interrupted, creation.waits) for pair in pairs
                                    for moment in pair] + [0, timeline.end], dtype=np.int64))
        is_ready, is_held, is_creating, is_blocked, is_in_call, is_parallel = (
            _counts(pairs, times) > 0 for pairs in kinds)
        made_up_for = creation.made_up_for(times, is_ready, is_ready | is_held)
        self.ready = Integral(times, is_ready - made_up_for)
        self.held = Integral(times, is_held & ~is_ready)
        self.creating = Integral(times, (is_creating & ~is_held & ~is_ready) + made_up_for)
        nothing_comes = ~is_creating & ~is_held & ~is_ready
        self.blocked = Integral(times, is_blocked & nothing_comes)
        self.call = Integral(times, is_in_call & ~is_blocked & nothing_comes)
        self.call_outside = Integral(times, is_in_call & ~is_parallel)  # of the only thread that works then
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


def calls_by_place(timeline: Timeline) -> dict[int, list[tuple[int, int]]]:
    """From when to when a thread was held by a call."""
    found: dict[int, list[tuple[int, int]]] = {}
    for piece in (piece for thread in timeline.threads for piece in thread.slices):
        if piece.what == What.WAIT and piece.detail == HELD:
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


def _counts(pairs: list[tuple[int, int]], times: _Moments) -> _Moments:
    """How many of the intervals each of the times lies in."""
    if not pairs:
        return np.zeros(len(times), dtype=np.int64)
    begins, ends = (np.sort(np.array(column, dtype=np.int64)) for column in zip(*pairs))
    return np.searchsorted(begins, times, side="right") - np.searchsorted(ends, times, side="right")


class _Creation:
    """When tasks that create others were on the way to the next creation, and who waited for that."""

    def __init__(self, timeline: Timeline) -> None:
        self.all: list[tuple[int, int]] = []
        self.interrupted: list[tuple[int, int]] = []  # of these, when their threads executed other tasks in between
        self.waits: list[tuple[int, int]] = []  # of all threads
        self._n_threads = sum(any(piece.what == What.SHARE for piece in thread.slices) for thread in timeline.threads)
        creators = _creators(timeline)
        for thread in timeline.threads:
            for begin, end, piece in leaves(thread):
                if piece is not None and piece.what == What.SLEEP:
                    piece = piece.parent
                if piece is not None and piece.what == What.WAIT:
                    self.waits += [(begin, end)] if piece.detail != HELD else []
                    continue
                for depth, task in enumerate(_running(piece)):
                    since, until = creators.get(task, (0, 0))
                    pair = max(begin, since), min(end, until)
                    if pair[0] < pair[1]:
                        self.all.append(pair)
                        self.interrupted += [pair] if depth > 0 else []
                        break

    def made_up_for(self, times: _Moments, is_ready: _Truth, is_something_left: _Truth) -> _Shares:
        """The share of each moment when tasks were ready, but handed out in time: later, while the same task still
        creates, there is nothing left. Until then threads have done all that was created; had they got it earlier, they
        would have waited longer for the creator. (What several tasks create depends on when these were handed out.)

        But what the creator has executed itself, while others waited, has kept it from creating. So much, for all
        threads, is lost because these did not get it."""
        is_one = _counts(self.all, times) == 1
        phase = np.cumsum(~is_one)
        last = np.full(len(times) + 1, -1)  # moment with nothing left, of each phase
        [nothing_left] = np.nonzero(is_one & ~is_something_left)
        np.maximum.at(last, phase[nothing_left], nothing_left)
        is_before = is_one & (np.arange(len(times)) < last[phase])
        length = np.append(np.diff(times), 0).astype(np.float64)
        n_waiting = _counts(self.waits, times)
        kept_ns = length * ((_counts(self.interrupted, times) > 0) & (n_waiting > 0) & is_before) * self._n_threads
        waited_ns = length * n_waiting * (is_ready & is_before)
        kept, waited = (np.bincount(phase, weights=ns, minlength=len(times) + 1) for ns in (kept_ns, waited_ns))
        shares = np.clip(1 - kept / np.maximum(waited, 1.0), 0.0, 1.0)
        return shares[phase] * (is_ready & is_before)


def _creators(timeline: Timeline) -> dict[int, tuple[int, int]]:
    """From when to when a task was on the way to its creations."""
    found: dict[int, tuple[int, int]] = {}
    for task in timeline.explicit_tasks():
        if task.created >= 0 and task.creator in timeline.tasks:
            begin, end = found.get(task.creator, (min(timeline.tasks[task.creator].begin, task.created), task.created))
            found[task.creator] = min(begin, task.created), max(end, task.created)
    return found


def _running(piece: Slice | None) -> Iterator[int]:
    """The task whose code runs, and those in the middle of which it does; none of them waits."""
    while piece is not None and piece.what not in (What.WAIT, What.REGION):
        if piece.what in (What.TASK, What.SHARE):
            yield piece.task
        piece = piece.parent
