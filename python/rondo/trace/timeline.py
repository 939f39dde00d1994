# SPDX-License-Identifier: Apache-2.0
"""What each thread of a process did and when: slices of time inside of each other, and the tasks."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np

from .dependences import Siblings
from .rings import ADDRESS_BITS, COUNT_BITS, FORKED, ID_BITS, Kind, Process, Ring
from .stacks import Stacks

_ADDRESS = (1 << ADDRESS_BITS) - 1


class What(StrEnum):
    REGION = "parallel region"  # on its master
    SHARE = "implicit task"  # a thread's share of a region
    TASK = "task"
    WAIT = "wait"
    GROUP = "taskgroup"
    LOCK = "wait for a mutex"
    WORK = "worksharing"
    SLEEP = "sleep"


BARRIERS = (3, 4, 8, 9)  # what Slice.detail is of waits at one
_WITH_CHUNKS = (What.WORK, What.TASK)  # a task that is part of a taskloop


@dataclass(slots=True)
class Slice:
    what: What
    begin: int  # ns, as all times
    end: int
    place: int  # address of code, 0: unknown
    detail: int  # of the event: which kind of wait, mutex or worksharing
    parent: "Slice | None"
    task: int = -1  # id, of a task or implicit task
    mutex: int = 0
    n_chunks: int = 0
    n_iterations: int = 0
    is_open: bool = False  # it had not ended when the trace did
    region: "Region | None" = None  # of an implicit task
    is_left: bool = False  # the thread has gone to another stack; if it comes back, another part begins
    continues: "Slice | None" = None  # the part before it
    share: "Slice | None" = None  # the implicit task around it, or itself

    @property
    def first(self) -> "Slice":
        """Of its parts."""
        piece = self
        while piece.continues is not None:
            piece = piece.continues
        return piece


@dataclass(slots=True)
class Instant:
    """A moment: `other` is the ring of the other thread, a task, or a processor."""

    what: str  # "create", "steal", "wake", "fulfil", "processor"
    ns: int
    other: int


@dataclass(slots=True)
class Held:
    """From when to when a thread had a mutex."""

    mutex: int
    kind: int
    place: int
    begin: int
    end: int


@dataclass(slots=True)
class Use:
    """Of a task graph: from where a thread enters the region, loop or block until it leaves it."""

    detail: int  # the construct, and how the graph is used
    place: int
    begin: int
    end: int
    graph_id: int = 0
    n_tasks: int = 0  # that it has created
    is_open: bool = True


@dataclass(slots=True)
class Task:
    id: int
    place: int = 0
    is_body: bool = False  # the place is its function
    detail: int = 0
    is_implicit: bool = False
    creator: int = -1
    is_of_later_round: bool = False  # of a taskiter loop: it is created when it is about to run
    created_on: int = -1  # ring; -1: that is not in the trace
    created: int = -1
    is_older: bool = False  # than the part of the trace that is looked at, which begins at 0
    begin: int = -1
    end: int = -1
    run_on: int = -1
    status: int = 0
    dependences: list[tuple[int, int]] = field(default_factory=list)
    predecessors: list[int] = field(default_factory=list)
    blocked: list[tuple[int, int]] = field(default_factory=list)  # from when to when it could not go on
    n_in_unit: int = 1  # nodes of a graph that run as one, of which it is the first

    @property
    def is_moved(self) -> bool:
        """Created by one thread and executed by another one."""
        return self.created_on >= 0 and self.run_on >= 0 and self.run_on != self.created_on


@dataclass(slots=True)
class Region:
    address: int
    place: int
    begin: int
    end: int


@dataclass
class Thread:
    ring: int
    index: int  # among those of the ring
    tid: int
    kind: int
    begin: int
    end: int
    slices: list[Slice] = field(default_factory=list)
    instants: list[Instant] = field(default_factory=list)
    held: list[Held] = field(default_factory=list)
    uses: list[Use] = field(default_factory=list)  # of task graphs, in the order of their beginnings
    times: list[tuple[int, int]] = field(default_factory=list)  # when it had used how much processor time
    has_ended: bool = False

    @property
    def is_forked(self) -> bool:
        return self.kind == FORKED

    @property
    def is_worker(self) -> bool:
        return self.kind == 2


@dataclass(slots=True)
class LastWords:
    """What the program has said of a thread when the thread or the process ended."""

    ns: int = 0  # when
    queued_ns: int = 0  # since its beginning: ready to run, but without a processor
    minor_faults: int = 0


@dataclass
class Timeline:
    process: Process
    threads: list[Thread]
    tasks: dict[int, Task]
    regions: list[Region]
    bodies: dict[int, int]  # of parallel regions: their functions by their places
    end: int
    last_words: dict[int, LastWords] = field(default_factory=dict)  # by tid
    left_out_ns: int = 0  # of the run, before its beginning (window.py)

    def explicit_tasks(self) -> Iterator[Task]:
        return (task for task in self.tasks.values() if not task.is_implicit)


class _Regions:
    """Regions by the address of their team, which is used again and again."""

    def __init__(self, process: Process, end: int) -> None:
        self.all: list[Region] = []
        self._by_address: dict[int, tuple[list[int], list[Region]]] = {}
        begun: list[Region] = []
        for ring in process.rings:
            open_regions: list[Region] = []
            place = 0
            kinds, values = ring.kinds, ring.values
            wanted = (kinds == Kind.PLACE) | (kinds == Kind.PARALLEL_BEGIN) | (kinds == Kind.PARALLEL_END)
            n_left = int(np.count_nonzero(wanted[:ring.n_resumed]))
            for kind, value, ns in zip(kinds[wanted].tolist(), values[wanted].tolist(), ring.ns[wanted].tolist()):
                if kind == Kind.PLACE:
                    place = value
                elif kind == Kind.PARALLEL_BEGIN:
                    # Where an older chunk is gone, it has begun before all that other threads may say of it.
                    begin = 0 if n_left > 0 else ns
                    open_regions.append(Region(value & _ADDRESS, place, begin, end))
                    begun.append(open_regions[-1])
                elif open_regions and open_regions[-1].address == value & _ADDRESS:
                    open_regions.pop().end = ns
                n_left -= 1
        for region in sorted(begun, key=lambda region: region.begin):
            times, regions = self._by_address.setdefault(region.address, ([], []))
            times.append(region.begin)
            regions.append(region)
            self.all.append(region)

    def find(self, address: int, ns: int) -> Region | None:
        times, regions = self._by_address.get(address, ([], []))
        index = bisect_right(times, ns) - 1
        return regions[index] if index >= 0 else None


class _Reader:
    """One ring's events, in their order."""

    def __init__(self, ring: Ring, regions: _Regions, tasks: dict[int, Task], end: int) -> None:
        self._ring = ring
        self._regions = regions
        self._tasks = tasks
        self._end = end
        self.threads: list[Thread] = []
        self.bodies: dict[int, int] = {}
        self.last_words: defaultdict[int, LastWords] = defaultdict(LastWords)
        self._stacks = Stacks()
        self._stack: list[Slice] = []  # open ones, on all stacks that lie on top of each other
        self._running: list[int] = []  # ids of tasks, the innermost last
        self._held: dict[int, Held] = {}
        self._uses: list[Use] = []  # open ones
        self._next_id = ring.number << ID_BITS | ring.first_id
        self._id_before: int | None = None  # of the next implicit task, which has one already

    def _task(self, number: int) -> Task:
        task = self._tasks.get(number)
        if task is None:
            task = self._tasks[number] = Task(number)
        return task

    def _last_words(self, ns: int, value: int) -> LastWords:
        words = self.last_words[value >> COUNT_BITS]
        words.ns = ns
        return words

    def _thread(self, ns: int) -> Thread:
        if not self.threads or self.threads[-1].has_ended:
            self.threads.append(Thread(self._ring.number, len(self.threads), 0, 0, ns, self._end))
        return self.threads[-1]

    def _open(self, what: What, ns: int, place: int, detail: int) -> Slice:
        parent = self._stack[-1] if self._stack else None
        if place == 0 and parent is not None:  # the runtime itself waits, at the end of what is around
            place = parent.place
        piece = Slice(what, ns, self._end, place, detail, parent, is_open=True)
        piece.share = piece if what == What.SHARE else parent.share if parent is not None else None
        self._stack.append(piece)
        self._thread(ns).slices.append(piece)
        return piece

    def _close(self, what: What, ns: int) -> Slice | None:
        """With those that have been opened inside of it. None: its beginning is not in the trace."""
        if not any(piece.what == what for piece in reversed(self._stack)):
            return None
        while True:
            piece = self._stack.pop()
            piece.end, piece.is_open = ns, False
            if piece.what in (What.TASK, What.SHARE) and self._running:
                self._running.pop()
            if piece.what == what:
                return piece

    def _create(self, place: int, detail: int, ns: int) -> Task:
        if self._id_before is None:
            task = self._task(self._next_id)
            self._next_id += 1
        else:
            task, self._id_before = self._task(self._id_before), None
        task.place, task.detail = place, detail
        task.created, task.created_on = ns, self._ring.number
        task.creator = self._running[-1] if self._running else -1
        if self._uses:
            self._uses[-1].n_tasks += 1
        return task

    def read(self) -> list[Thread]:
        place = 0
        newest: Task | None = None
        n_in_unit = 1
        creator: int | None = None  # of the next task, if it is not the one that runs here
        ring = self._ring
        for ns, kind, detail, value in zip(ring.ns.tolist(), ring.kinds.tolist(), ring.details.tolist(),
                                           ring.values.tolist()):
            if kind == Kind.TASK_BEGIN:
                task = self._task(value)
                task.begin, task.run_on, task.end = ns, ring.number, self._end
                task.n_in_unit, n_in_unit = n_in_unit, 1
                self._running.append(value)
                self._open(What.TASK, ns, 0, 0).task = value
            elif kind == Kind.TASK_END:
                closed = self._close(What.TASK, ns)
                task = self._task(value)
                task.end, task.status = ns, detail
                if closed is not None:
                    closed.detail = detail
                if task.begin < 0:  # a taskwait with dependences; or the beginning is lost
                    task.begin, task.run_on = ns, ring.number
            elif kind == Kind.TASK_CREATE:
                newest = self._create(value, detail & 31, ns)
                newest.is_body = detail >= 32
                if creator is not None:
                    newest.creator, newest.is_of_later_round, creator = creator, True, None
            elif kind == Kind.CREATOR:
                creator = value
            elif kind == Kind.UNIT:
                n_in_unit = value
            elif kind == Kind.GRAPH_BEGIN:
                self._uses.append(Use(detail, value, ns, self._end))
                self._thread(ns).uses.append(self._uses[-1])
            elif kind == Kind.GRAPH_ID:
                if self._uses:
                    self._uses[-1].graph_id = value
            elif kind == Kind.GRAPH_END:
                if self._uses:
                    use = self._uses.pop()
                    use.end, use.is_open = ns, False
            elif kind == Kind.DEPENDENCE:
                if newest is not None:
                    newest.dependences.append((detail, value))
            elif kind == Kind.WAIT_BEGIN:
                self._open(What.WAIT, ns, value, detail)
            elif kind == Kind.WAIT_END:
                self._close(What.WAIT, ns)
            elif kind == Kind.PLACE:
                place = value
            elif kind == Kind.MUTEX_WAIT:
                self._open(What.LOCK, ns, place, detail).mutex = value
            elif kind == Kind.MUTEX_ACQUIRED:
                waited = self._close(What.LOCK, ns)
                where = waited.place if waited is not None else 0
                self._held[value] = Held(value, detail, where, ns, self._end)
            elif kind == Kind.MUTEX_RELEASED:
                held = self._held.pop(value, None)
                if held is not None:
                    held.end = ns
                    self._thread(ns).held.append(held)
            elif kind == Kind.STEAL:
                self._thread(ns).instants.append(Instant("steal", ns, value))
            elif kind == Kind.WORK_BEGIN:
                self._open(What.WORK, ns, value, detail)
            elif kind == Kind.WORK_END:
                self._close(What.WORK, ns)
            elif kind == Kind.CHUNK:
                shared = next((piece for piece in reversed(self._stack) if piece.what in _WITH_CHUNKS), None)
                if shared is not None:
                    shared.n_chunks += 1
                    shared.n_iterations += value
            elif kind == Kind.GROUP_BEGIN:
                self._open(What.GROUP, ns, value, 0)
            elif kind == Kind.GROUP_END:
                self._close(What.GROUP, ns)
            elif kind == Kind.PARALLEL_BEGIN:
                self._open(What.REGION, ns, place, 0)
            elif kind == Kind.PARALLEL_END:
                self._close(What.REGION, ns)
            elif kind == Kind.IMPLICIT_BEGIN:
                self._begin_share(ns, value)
            elif kind == Kind.IMPLICIT_BODY:
                if self._stack and self._stack[-1].what == What.SHARE:
                    self.bodies[self._stack[-1].place] = value
            elif kind == Kind.IMPLICIT_END:
                closed = self._close(What.SHARE, ns)
                if closed is not None:
                    self._task(closed.task).end = ns
            elif kind == Kind.SLEEP:
                self._thread(ns).times.append((ns, value))
                self._open(What.SLEEP, ns, 0, 0)
            elif kind == Kind.AWAKE:
                self._close(What.SLEEP, ns)
                self._thread(ns).times.append((ns, value))
            elif kind == Kind.WAKE:
                self._thread(ns).instants.append(Instant("wake", ns, value))
            elif kind == Kind.PROCESSOR:
                self._thread(ns).instants.append(Instant("processor", ns, value))
            elif kind == Kind.WAITED:
                self._last_words(ns, value).queued_ns = _count(value) * 1000
            elif kind == Kind.FAULTED:
                self._last_words(ns, value).minor_faults = _count(value)
            elif kind == Kind.BLOCKED:
                self._stacks.is_top_blocked = True
                if self._running:
                    self._task(self._running[-1]).blocked.append((ns, self._end))
            elif kind == Kind.STACK:
                self._turn_to(value, ns)
            elif kind == Kind.UNBLOCKED:
                blocked = self._task(self._running[-1]).blocked if self._running else []
                if blocked:
                    blocked[-1] = blocked[-1][0], max(blocked[-1][0], ns - value)
            elif kind == Kind.TASK_FULFIL:
                self._thread(ns).instants.append(Instant("fulfil", ns, value))
            elif kind == Kind.THREAD_BEGIN:
                self.threads.append(Thread(ring.number, len(self.threads), value, detail, ns, self._end))
            elif kind == Kind.RESUMED:
                self.threads.append(Thread(ring.number, len(self.threads), value >> COUNT_BITS, detail, ns, self._end))
            elif kind == Kind.IMPLICIT_ID:
                self._id_before = value
            elif kind in (Kind.THREAD_END, Kind.EXIT):
                self._end_thread(ns, value, kind == Kind.THREAD_END)
        return self.threads

    def _turn_to(self, stack: int, ns: int) -> None:
        """What is on stacks that the thread leaves ends here, and what is on the one that it comes to goes on."""
        stacks = self._stacks
        for piece in stacks.leave(stack, self._stack, self._running):
            piece.end, piece.is_open, piece.is_left = ns, False, True
        for piece in stacks.come(stack, self._stack, self._running):
            self._open(piece.what, ns, piece.place, piece.detail)
            again = self._stack[-1]
            again.task, again.mutex, again.region, again.continues = piece.task, piece.mutex, piece.region, piece

    def _begin_share(self, ns: int, value: int) -> None:
        region = self._regions.find(value & _ADDRESS, ns)
        task = self._create(region.place if region is not None else 0, 0, ns)
        task.is_implicit = True
        task.begin, task.run_on, task.end = ns, self._ring.number, self._end
        self._running.append(task.id)
        if region is not None:  # else it is what a thread does outside of regions
            share = self._open(What.SHARE, ns, region.place, value >> ADDRESS_BITS)
            share.task, share.region = task.id, region

    def _end_thread(self, ns: int, used: int, is_last: bool) -> None:
        """`is_last`: after the end of the process a tool may still be told of ends."""
        while self._stack:
            self._close(self._stack[-1].what, ns)
        for piece in self._stacks.left():
            piece.is_open = True
        self._stacks = Stacks()
        while self._uses:
            self._uses.pop().end = ns
        thread = self._thread(ns)
        thread.times.append((ns, used))
        thread.end, thread.has_ended = ns, is_last
        self._running.clear()


def _count(value: int) -> int:
    return value & (1 << COUNT_BITS) - 1


def _connect(tasks: dict[int, Task]) -> None:
    families: dict[int, Siblings] = {}
    # Tasks of one creator may be created on several threads: iterations of a taskiter loop.
    for task in sorted((task for task in tasks.values() if task.dependences), key=lambda task: (task.created, task.id)):
        siblings = families.setdefault(task.creator, Siblings())
        task.predecessors = siblings.enter(task.id, task.dependences)


def _note_creations(threads: list[Thread], tasks: dict[int, Task]) -> None:
    by_ring: dict[int, list[Thread]] = {}
    for thread in threads:
        by_ring.setdefault(thread.ring, []).append(thread)
    for task in tasks.values():
        if task.is_moved and not task.is_implicit:
            here = by_ring[task.created_on]
            creator = next((thread for thread in here if task.created <= thread.end), here[-1])
            creator.instants.append(Instant("create", task.created, task.id))


def build(process: Process) -> Timeline:
    end = process.end_ns
    regions = _Regions(process, end)
    tasks: dict[int, Task] = {}
    threads: list[Thread] = []
    bodies: dict[int, int] = {}
    last_words: dict[int, LastWords] = {}
    for ring in process.rings:
        reader = _Reader(ring, regions, tasks, end)
        threads += reader.read()
        bodies |= reader.bodies
        last_words |= reader.last_words
    _connect(tasks)
    _note_creations(threads, tasks)
    for piece in (piece for thread in threads for piece in thread.slices if piece.what == What.TASK):
        piece.place = tasks[piece.task].place
    return Timeline(process, threads, tasks, regions.all, bodies, end, last_words)


def barriers(thread: Thread) -> Iterator[tuple[Slice, Slice]]:
    """The waits at barriers of implicit tasks, each behind its implicit task."""
    for piece in thread.slices:
        if piece.what != What.WAIT or piece.detail not in BARRIERS:
            continue
        share = piece.parent
        while share is not None and share.what == What.WORK:
            share = share.parent
        if share is not None and share.what == What.SHARE:
            yield share, piece


def thread_of(timeline: Timeline, ring: int, ns: int) -> Thread:
    there = [thread for thread in timeline.threads if thread.ring == ring]
    return next((thread for thread in there if thread.begin <= ns <= thread.end), there[0])


def marks(thread: Thread, more: Iterable[Instant] = ()) -> Iterator[Slice | Instant | int]:
    """The beginnings (Slice) and ends (a time) of slices, and instants, in the order of time."""
    instants = iter(sorted([*thread.instants, *more], key=lambda instant: instant.ns))
    instant = next(instants, None)
    stack: list[Slice] = []

    def until(ns: int) -> Iterator[Slice | Instant | int]:
        nonlocal instant
        while True:
            ends = stack[-1].end if stack else ns + 1
            if instant is not None and instant.ns <= min(ends, ns):
                yield instant
                instant = next(instants, None)
            elif ends <= ns:
                stack.pop()
                yield ends
            else:
                return

    for piece in thread.slices:
        while stack and stack[-1] is not piece.parent:
            yield from until(stack[-1].end)
        yield from until(piece.begin - 1)
        yield piece
        stack.append(piece)
    yield from until(max([piece.end for piece in stack] + [thread.end]))
