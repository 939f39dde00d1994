# SPDX-License-Identifier: Apache-2.0
"""The part of a run of which all events are in the trace.

Rings do not go back equally far: the thread that creates all tasks has overwritten its older events when those of the
threads that execute them are still there. What is known of some threads only would be taken for something else: a task
without its creation, a wait without the work that it was for. So what is computed from a trace, begins with the time
from which on it is complete.
"""

from collections import defaultdict
from dataclasses import replace

from .timeline import Region, Slice, Task, Thread, Timeline, What, barriers

_MOST_STEPS = 16


def cut(timeline: Timeline) -> Timeline:
    """Without what was before, and with times from there on. The timeline that is given cannot be used any more."""
    begin = _behind_barriers(timeline, timeline.process.complete_from_ns)
    if begin == 0:
        return timeline
    clock = _Clock(begin)
    process = replace(timeline.process, begin_ns=timeline.process.begin_ns + begin)
    threads = [clock.thread(thread) for thread in timeline.threads if thread.end > begin]
    regions = [clock.region(region) for region in timeline.regions if region.end > begin]
    tasks = {number: clock.task(task) for number, task in timeline.tasks.items() if _is_later(task, begin)}
    for task in tasks.values():
        task.predecessors = [other for other in task.predecessors if other in tasks]
    words = {thread: replace(said, ns=said.ns - begin) for thread, said in timeline.last_words.items()}
    return Timeline(process, threads, tasks, regions, timeline.bodies, timeline.end - begin, words, begin)


def _is_later(task: Task, begin: int) -> bool:
    """It has not ended before. One that had been created then, and does not begin later, is taken to have ended: the
    events of its thread do not go back as far as those of its creator."""
    return task.end > begin if task.begin >= 0 else task.created >= begin


class _Clock:
    """Times from `begin` on; what was before is at 0."""

    def __init__(self, begin: int) -> None:
        self._begin = begin

    def _at(self, ns: int) -> int:
        return max(0, ns - self._begin)

    def _pairs(self, pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
        return [(self._at(first), self._at(last)) for first, last in pairs if last > self._begin]

    def thread(self, thread: Thread) -> Thread:
        here = self._begin
        thread.begin, thread.end = self._at(thread.begin), self._at(thread.end)
        thread.slices = [self._slice(piece) for piece in thread.slices if piece.end > here]
        thread.instants = [replace(instant, ns=self._at(instant.ns)) for instant in thread.instants
                           if instant.ns >= here]
        thread.held = [replace(held, begin=self._at(held.begin), end=self._at(held.end)) for held in thread.held
                       if held.end > here]
        thread.uses = [replace(use, begin=self._at(use.begin), end=self._at(use.end)) for use in thread.uses
                       if use.end > here]
        thread.times = [(self._at(ns), used) for ns, used in thread.times if ns >= here]
        return thread

    def _slice(self, piece: Slice) -> Slice:
        if piece.continues is not None and piece.continues.end <= self._begin:
            piece.continues = None  # it is not there any more
        piece.begin, piece.end = self._at(piece.begin), self._at(piece.end)
        return piece

    def region(self, region: Region) -> Region:
        region.begin, region.end = self._at(region.begin), self._at(region.end)
        return region

    def task(self, task: Task) -> Task:
        task.is_older = task.created < self._begin
        task.created = self._at(task.created)
        if task.begin >= 0:
            task.begin, task.end = self._at(task.begin), self._at(task.end)
        task.blocked = self._pairs(task.blocked)
        return task


def _behind_barriers(timeline: Timeline, begin: int) -> int:
    """A thread may still be waking up in a barrier that the others have left. From the time returned on, all threads of
    a region have as many barriers before them, by whose number they are told from each other."""
    if begin == 0:
        return 0
    ends: dict[int, list[int]] = {}  # by implicit task: when it has left its barriers
    of_region: defaultdict[int, list[list[int]]] = defaultdict(list)
    for thread in timeline.threads:
        for piece in thread.slices:
            region = piece.region
            # Else it is not known how many there are.
            if piece.what == What.SHARE and region is not None and region.begin < begin < region.end < timeline.end:
                ends[id(piece)] = []
                of_region[id(region)].append(ends[id(piece)])
        for share, wait in barriers(thread):
            if id(share) in ends:
                ends[id(share)].append(wait.end)
    for _ in range(_MOST_STEPS):
        before = begin
        for of_threads in of_region.values():
            left = [[end for end in of_thread if end > begin] for of_thread in of_threads]
            fewest = min(len(later) for later in left)
            begin = max([begin] + [later[len(later) - fewest - 1] for later in left if len(later) > fewest])
        if begin == before:
            break
    return begin
