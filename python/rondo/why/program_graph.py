# SPDX-License-Identifier: Apache-2.0
"""The run as a graph of pieces of work: what each task does between creating tasks and waiting, and what it waits for.

A task is cut where it creates another one, waits for tasks, or begins a parallel region. Its pieces follow each other;
the first piece of a new task also follows the piece that has created it, and all that its dependences name. What comes
behind a wait follows all that was waited for. Loops that are divided among threads become equal parts, so that more
threads can share them. What was done with a mutex that was held for long is a piece of its own, behind the one that had
the mutex before.
"""

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from dataclasses import dataclass, field

import numpy as np

from ..trace.rings import TASKWAIT, UNDEFERRED
from ..trace.timeline import BARRIERS, Region, Slice, Task, Thread, Timeline, What
from ..trace.watch import Sample
from .accounting import LOOPS, construct_of
from .activity import leaves
from .interruptions import lengths_without, medians
from .simulator import Pieces

MAIN = -1  # what the initial thread does outside of regions, as if it were a task
_MOST_PARTS = 256  # of a loop: so many threads can share it
_SHORTEST_PART_NS = 1000.0
_TASKWAIT, _TASKGROUP = 5, 6  # what Slice.detail of a wait is
_BUSY = 0.05  # of the time a mutex is held, or it is not worth its pieces
_ALIKE = 0.5  # threads of a region that all have at least so much of the longest one's code are in a loop of gcc

_Piece = tuple[int, int, Slice | None]  # begin, end, the innermost slice
Phase = tuple[int, int]  # identity of a region, and how many barriers are before


@dataclass
class Mark:
    """Where a task is cut."""

    ns: int
    created: int = MAIN  # a task
    region: Region | None = None
    is_barrier: bool = False
    group_begin: int = -1  # of the taskgroup that ends here
    taken: int = 0  # a mutex, from here on
    given_back: int = 0


@dataclass
class Owner:
    """A task, an implicit task, or MAIN: whose code it is."""

    begins: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    region: Region | None = None  # whose implicit task it is
    first: int = -1  # piece
    last: int = -1
    runs: list[list[int]] = field(default_factory=list)  # tasks that it creates between two waits, in their order

    def work_until(self, moments: list[int]) -> list[float]:
        """Since the beginning; `moments` in their order."""
        pieces = list(zip(sorted(self.begins), sorted(self.ends)))
        found = []
        at = done_ns = 0
        for moment in moments:
            while at < len(pieces) and pieces[at][1] <= moment:
                done_ns += pieces[at][1] - pieces[at][0]
                at += 1
            inside_ns = max(0, moment - pieces[at][0]) if at < len(pieces) else 0
            found.append(float(done_ns + inside_ns))
        return found


@dataclass
class ProgramGraph:
    pieces: Pieces
    owners: dict[int, Owner]  # by task
    tasks: dict[int, Task]
    created_by: dict[int, int]  # task -> the piece that ends with its creation
    undeferred: set[int]  # tasks that their creators wait for

    @property
    def n_tasks(self) -> int:
        return len(self.created_by)

    def is_leaf(self, task: int) -> bool:
        """It creates nothing and waits for nothing: one piece."""
        return not self.owners[task].marks  # locks divide it, too


class _Builder:
    def __init__(self, timeline: Timeline, samples: dict[int, list[Sample]]) -> None:
        self._timeline = timeline
        self._samples = samples
        self._phases: dict[int, Phase] = {}  # of loops, by identity
        self._owners: defaultdict[int, Owner] = defaultdict(Owner)
        self._pieces = Pieces()
        self._created_by: dict[int, int] = {}
        self._undeferred: set[int] = set()
        self._shares: defaultdict[int, list[Owner]] = defaultdict(list)  # by identity of the region
        self._divided_ns: defaultdict[Phase, float] = defaultdict(float)  # loops
        self._n_iterations: defaultdict[Phase, int] = defaultdict(int)  # 0: not known
        self._hidden: set[Phase] = set()  # whose code is a loop
        self._begins: dict[int, int] = {}  # identity of a region -> the piece before it
        self._barriers: dict[Phase, int] = {}  # the piece behind the phase
        self._ends: dict[int, int] = {}  # identity of a region -> the piece behind it
        self._mutexes = _busy_mutexes(timeline)
        self._held_ns: defaultdict[tuple[Phase, int], float] = defaultdict(float)  # in loops, by mutex
        self._holds: defaultdict[int, list[tuple[int, int, int]]] = defaultdict(list)  # when, first and last piece
        self._awaited: list[tuple[int, int]] = []  # piece, and a task before it
        self._left: dict[int, list[int]] = {}  # by task: those that it has created and not waited for
        self._descendants: defaultdict[int, list[int]] = defaultdict(list)  # task -> those that it creates

    def build(self) -> ProgramGraph:
        pieces = [_pieces_of_work(thread) for thread in self._timeline.threads]
        work = [[(begin, end, construct_of(piece) if piece is not None else 0) for begin, end, piece in of_thread]
                for of_thread in pieces]
        usual = medians(work)
        for thread, of_thread, its_work in zip(self._timeline.threads, pieces, work):
            self._take_marks(thread)
            self._take_locks(thread, of_thread)
            samples = self._samples.get(thread.tid, [])
            self._take_work(of_thread, lengths_without(its_work, samples, thread.begin, usual))
        self._take_creations()
        for owner in self._owners.values():
            owner.marks.sort(key=lambda mark: (mark.ns, mark.created == MAIN))  # a wait is behind what it waits for
        for region, shares in self._shares.items():
            self._find_hidden_loops(region, shares)
        for number, owner in self._owners.items():
            self._cut(number, owner)
        self._add_parts()
        self._connect()
        return ProgramGraph(self._pieces, dict(self._owners), self._timeline.tasks, self._created_by,
                            self._undeferred)

    def _owner_of(self, piece: Slice | None) -> int:
        while piece is not None and piece.what not in (What.TASK, What.SHARE):
            piece = piece.parent
        return piece.task if piece is not None else MAIN

    def _take_marks(self, thread: Thread) -> None:
        n_barriers: defaultdict[int, int] = defaultdict(int)  # by implicit task
        for piece in thread.slices:
            number = self._owner_of(piece if piece.what in (What.TASK, What.SHARE) else piece.parent)
            owner = self._owners[number]
            if piece.continues is not None and piece.what != What.WORK:
                continue
            if piece.what == What.SHARE and piece.region is not None:
                owner.region = piece.region
                self._shares[id(piece.region)].append(owner)
            elif piece.what == What.REGION:
                region = self._region(piece)
                if region is not None:
                    owner.marks.append(Mark(piece.begin, region=region))
            elif piece.what == What.WAIT and piece.detail in BARRIERS and owner.region is not None:
                owner.marks.append(Mark(piece.begin, is_barrier=True))
                n_barriers[number] += 1
            elif piece.what == What.WAIT and piece.detail == _TASKWAIT:
                owner.marks.append(Mark(piece.begin))
            elif piece.what == What.WAIT and piece.detail == _TASKGROUP and piece.parent is not None:
                owner.marks.append(Mark(piece.begin, group_begin=piece.parent.first.begin))
            elif piece.what == What.WORK and piece.detail in LOOPS and owner.region is not None:
                phase = (id(owner.region), n_barriers[number])
                self._phases[id(piece)] = phase
                self._n_iterations[phase] += piece.n_iterations

    def _take_locks(self, thread: Thread, pieces: list[_Piece]) -> None:
        begins = [begin for begin, _, _ in pieces]
        for held in thread.held:
            at = bisect_right(begins, held.begin) - 1
            if held.mutex not in self._mutexes or at < 0:
                continue
            phase = self._phase_around(pieces[at][2])
            if phase is not None:
                self._held_ns[phase, held.mutex] += held.end - held.begin
                continue
            marks = self._owners[self._owner_of(pieces[at][2])].marks
            marks += [Mark(held.begin, taken=held.mutex), Mark(held.end, given_back=held.mutex)]

    def _phase_around(self, piece: Slice | None) -> Phase | None:
        """Of the loop that the code is in."""
        while piece is not None and piece.what in (What.WORK, What.GROUP) and id(piece) not in self._phases:
            piece = piece.parent
        return self._phases.get(id(piece)) if piece is not None else None

    def _region(self, piece: Slice) -> Region | None:
        regions = self._timeline.regions
        index = bisect_left(regions, piece.begin, key=lambda region: region.begin)
        same = (region for region in regions[index:index + len(self._timeline.threads)]
                if region.begin == piece.begin and region.place == piece.place)
        return next(same, None)

    def _take_work(self, pieces: list[_Piece], lengths: list[int]) -> None:
        for (begin, _, piece), length in zip(pieces, lengths):
            phase = self._phase_around(piece)
            if phase is not None:
                self._divided_ns[phase] += length
            else:
                owner = self._owners[self._owner_of(piece)]
                owner.begins.append(begin)
                owner.ends.append(begin + length)

    def _take_creations(self) -> None:
        for task in self._timeline.explicit_tasks():
            if task.created < 0 or task.begin < 0 or task.detail & TASKWAIT:
                continue
            if task.id not in self._owners:  # its beginning had no room in the trace
                continue
            creator = task.creator if task.creator in self._owners else MAIN
            mark = Mark(task.created, created=task.id)
            self._owners[creator].marks.append(mark)
            self._descendants[creator].append(task.id)

    def _find_hidden_loops(self, region: int, shares: list[Owner]) -> None:
        """Static loops of gcc do not call the runtime: code that all threads of a region are in for as long."""
        edges = [[0, *(mark.ns for mark in owner.marks if mark.is_barrier), self._timeline.end] for owner in shares]
        if len({len(moments) for moments in edges}) != 1 or len(shares) < 2:
            return
        if any(mark.created != MAIN for owner in shares for mark in owner.marks):
            return
        lengths = np.array([np.diff(owner.work_until(moments)) for owner, moments in zip(shares, edges)])
        for phase, here in enumerate(lengths.T):
            if here.max() >= _SHORTEST_PART_NS and here.min() >= _ALIKE * here.max():
                self._hidden.add((region, phase))
                self._divided_ns[region, phase] += float(here.sum())
                for owner, moments in zip(shares, edges):
                    self._take_holds(owner, (region, phase), moments[phase], moments[phase + 1])

    def _take_holds(self, owner: Owner, phase: Phase, begin: int, end: int) -> None:
        """Of a loop's code."""
        left = []
        for mark in owner.marks:
            if not (begin <= mark.ns < end and (mark.taken or mark.given_back)):
                left.append(mark)
            elif mark.taken:
                self._held_ns[phase, mark.taken] -= mark.ns
            else:
                self._held_ns[phase, mark.given_back] += mark.ns
        owner.marks = left

    def _cut(self, number: int, owner: Owner) -> None:
        """Into pieces."""
        phase = 0
        run: list[int] = []
        before: list[int] = []  # tasks that nobody has waited for yet
        taken: dict[int, tuple[int, int]] = {}  # by mutex
        done_ns = 0.0
        if not owner.marks and owner.region is None:
            self._add(owner, float(sum(owner.ends) - sum(owner.begins)), min(owner.begins, default=0))
            return
        moments = [mark.ns for mark in owner.marks] + [self._timeline.end]
        time = min(owner.begins, default=moments[0])
        for mark, until_ns in zip([*owner.marks, None], owner.work_until(moments)):
            is_hidden = owner.region is not None and (id(owner.region), phase) in self._hidden
            self._add(owner, 0.0 if is_hidden else until_ns - done_ns, time)
            done_ns = until_ns
            if mark is None:
                break
            time = mark.ns
            if mark.taken:
                taken[mark.taken] = time, self._add(owner, 0.0, time)
                continue
            if mark.given_back:
                if mark.given_back in taken:
                    self._holds[mark.given_back].append((*taken.pop(mark.given_back), owner.last))
                continue
            if mark.created != MAIN:
                self._created_by[mark.created] = owner.last
                run.append(mark.created)
                before.append(mark.created)
                if self._timeline.tasks[mark.created].detail & UNDEFERRED and not self._is_alone(number):
                    self._wait(owner, [mark.created], time)
                    self._undeferred.add(mark.created)
                continue
            owner.runs.append(run)
            run = []
            if mark.region is not None:
                self._begins[id(mark.region)] = owner.last
                self._ends[id(mark.region)] = self._add(owner, 0.0, time)
            elif mark.is_barrier and owner.region is not None:
                barrier = self._barriers.setdefault((id(owner.region), phase), self._pieces.add(0.0, [], time))
                self._pieces.before[barrier].append(owner.last)
                self._awaited += [(barrier, task) for child in before for task in self._family(child)]
                owner.last = barrier
                phase, before = phase + 1, []
            elif mark.group_begin >= 0:
                inside = [task for task in before if self._timeline.tasks[task].created >= mark.group_begin]
                self._wait(owner, [task for child in inside for task in self._family(child)], time)
                before = before[:len(before) - len(inside)]
            else:
                self._wait(owner, before, time)
                before = [task for task in before if task in self._descendants]  # which it has not waited for
        owner.runs.append(run)
        self._left[number] = before

    def _is_alone(self, number: int) -> bool:
        """In a team of one no task is deferred; in a larger one it would be."""
        while number in self._owners and self._owners[number].region is None and number in self._timeline.tasks:
            number = self._timeline.tasks[number].creator
        region = self._owners[number].region if number in self._owners else None
        return region is not None and len(self._shares[id(region)]) == 1

    def _family(self, task: int) -> list[int]:
        found = [task]
        for member in found:
            found += self._descendants[member] if member in self._descendants else []
        return found

    def _add(self, owner: Owner, work_ns: float, time: int) -> int:
        owner.last = self._pieces.add(work_ns, [owner.last] if owner.last >= 0 else [], time)
        owner.first = owner.first if owner.first >= 0 else owner.last
        return owner.last

    def _wait(self, owner: Owner, tasks: list[int], time: int) -> None:
        self._add(owner, 0.0, time)
        self._awaited += [(owner.last, task) for task in tasks]

    def _add_parts(self) -> None:
        for (region, phase), ns in self._divided_ns.items():
            begin = self._barriers.get((region, phase - 1), self._begins.get(region))
            end = self._barriers.get((region, phase), self._ends.get(region))
            if begin is None or end is None:
                continue
            n = max(1, min(_MOST_PARTS, int(ns / _SHORTEST_PART_NS), self._n_iterations[region, phase] or _MOST_PARTS))
            time = self._pieces.time[begin]
            held = [min(held_ns, ns) for (where, _), held_ns in self._held_ns.items() if where == (region, phase)]
            held = [held_ns * min(1.0, ns / sum(held)) for held_ns in held]
            last = [begin] * len(held)  # that had the mutex
            for _ in range(n):
                part = self._pieces.add((ns - sum(held)) / n, [begin], time)
                for number, held_ns in enumerate(held):
                    part = last[number] = self._pieces.add(held_ns / n, [part, last[number]], time)
                self._pieces.before[end].append(part)

    def _connect(self) -> None:
        for number, owner in self._owners.items():
            if owner.region is None or id(owner.region) not in self._ends:
                continue
            self._pieces.before[owner.first].append(self._begins[id(owner.region)])
            end = self._ends[id(owner.region)]
            self._pieces.before[end].append(owner.last)
            self._awaited += [(end, task) for child in self._left[number] for task in self._family(child)]
        for number, piece in self._created_by.items():
            before = self._pieces.before[self._owners[number].first]
            before.append(piece)
            before += [self._owners[task].last for task in self._timeline.tasks[number].predecessors
                       if task in self._created_by]
        for holds in self._holds.values():
            holds.sort()
            for (_, _, last), (_, first, _) in zip(holds, holds[1:]):
                self._pieces.before[first].append(last)
        for piece, task in self._awaited:
            if task in self._created_by:
                self._pieces.before[piece].append(self._owners[task].last)


def _pieces_of_work(thread: Thread) -> list[_Piece]:
    return [(begin, end, piece) for begin, end, piece in leaves(thread)
            if (piece is not None or not thread.is_worker)
            and (piece is None or piece.what not in (What.WAIT, What.LOCK, What.SLEEP))]


def _busy_mutexes(timeline: Timeline) -> set[int]:
    held_ns: Counter[int] = Counter()
    for thread in timeline.threads:
        for held in thread.held:
            held_ns[held.mutex] += held.end - held.begin
    return {mutex for mutex, ns in held_ns.items() if ns >= _BUSY * timeline.end}


def build(timeline: Timeline, samples: dict[int, list[Sample]]) -> ProgramGraph:
    """`samples`: by thread, with the times of the timeline."""
    return _Builder(timeline, samples).build()
