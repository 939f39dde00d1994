# SPDX-License-Identifier: Apache-2.0
"""Each thread's time, from the program's beginning to its end: what was work, and which cause took the rest.

All threads are counted for all of the time, so what is lost adds up: work + causes = wall time x threads.
"""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from ..trace.rings import HELD
from ..trace.timeline import Region, Slice, Thread, Timeline, What
from ..trace.watch import Sample
from .activity import Activity, leaves
from .causes import Cause
from .lateness import Lateness
from .ledger import Ledger, Moment
from .occupation import Occupation, Starvation, State, Taken
from .throttling import Throttling

_TINY_REGION_NS = 50_000  # a beginning and an end take some microseconds, and waking as much again
LOOPS = (1, 2, 10, 11, 12, 13)  # and sections: what Slice.detail is of these
_DIRECTLY = 0.1  # of a loop's time: what may be between its end and the wait for it

Key = tuple[Cause, int]  # with a place


@dataclass
class Account:
    n_threads: int
    wall_ns: float
    work_ns: defaultdict[int, float] = field(default_factory=lambda: defaultdict(float))  # by place; 0: not in a region
    lost_ns: defaultdict[Key, float] = field(default_factory=lambda: defaultdict(float))

    @property
    def total_ns(self) -> float:
        return self.wall_ns * self.n_threads

    @property
    def total_work_ns(self) -> float:
        return sum(self.work_ns.values())

    def by_cause(self) -> dict[Cause, float]:
        sums: defaultdict[Cause, float] = defaultdict(float)
        for (cause, _), ns in self.lost_ns.items():
            sums[cause] += ns
        return dict(sorted(sums.items(), key=lambda pair: -pair[1]))

    def places(self, cause: Cause) -> list[tuple[int, float]]:
        """Where, the worst first."""
        found = [(place, ns) for (other, place), ns in self.lost_ns.items() if other == cause and ns > 0]
        return sorted(found, key=lambda pair: -pair[1])

    def lose(self, cause: Cause, place: int, ns: float) -> None:
        if ns > 0:
            self.lost_ns[cause, place] += ns

    def turn_into_loss(self, cause: Cause, place: int, ns: float) -> None:
        """What seemed to be work there."""
        ns = min(ns, self.work_ns[place])
        self.work_ns[place] -= ns
        self.lose(cause, place, ns)


@dataclass(frozen=True)
class SystemView:
    """What is known from outside."""

    wall_ns: int  # of the whole program
    samples: dict[int, list[Sample]] = field(default_factory=dict)  # by thread, with the times of the timeline
    fault_ns: float = 0  # what a page fault costs
    throttling: Throttling = Throttling()
    processor_ns: float = 0  # that the program has used
    n_processors: int = 1  # that it may use


@dataclass(frozen=True)
class Blame:
    """Places that are named where a cause itself has none."""

    creator: int  # the construct of the tasks that are not created fast enough
    chain: int  # the construct that most of the longest chain consists of
    blocked: int = 0  # the construct whose tasks are blocked longest
    call: int = 0  # the place of the calls that hold threads longest


def construct_of(piece: Slice) -> int:
    """A task, a loop or a region: what is just around it."""
    while piece.parent is not None and piece.what in (What.GROUP, What.WORK) and piece.detail not in LOOPS:
        piece = piece.parent
    return piece.place


def _end_of_region(wait: Slice, begin: int, end: int) -> int:
    """A thread that sleeps when a region ends finds out when it wakes up: it waits for the region until then only."""
    share = wait.share
    return max(begin, min(end, share.region.end)) if share is not None and share.region is not None else end


def _is_tiny(region: Region | None) -> bool:
    return region is not None and region.end - region.begin < _TINY_REGION_NS


@dataclass(frozen=True)
class _Facts:
    """Of all threads."""

    activity: Activity
    lateness: Lateness
    starvation: dict[int, Starvation]  # by thread's identity
    throttling: Throttling


class _Bookkeeper:
    """Of one thread."""

    def __init__(self, thread: Thread, facts: _Facts, account: Account, blame: Blame, ledger: Ledger) -> None:
        self._thread = thread
        self._activity = facts.activity
        self._lateness = facts.lateness
        self._starvation = facts.starvation
        self._throttling = facts.throttling
        self._account = account
        self._blame = blame
        self._ledger = ledger
        self._moment = Moment(thread, 0, 0, None)
        self._waits_for_loops = {id(wait) for wait in _waits_for_loops(thread)}
        self.occupation = Occupation()

    def lose(self, cause: Cause, place: int, ns: float) -> None:
        if ns > 0:
            self._account.lose(cause, place, ns)
            self._ledger.enter(self._moment, cause, place, ns)

    def work(self, place: int, begin: int, end: int) -> None:
        self._account.work_ns[place] += end - begin
        self._ledger.enter(self._moment, None, place, end - begin)
        self.occupation.add(State.WORK, begin, end, place)

    def enter(self) -> None:
        thread = self._thread
        shares = iter([piece for piece in thread.slices if piece.what == What.SHARE])
        next_share = next(shares, None)
        for begin, end, piece in leaves(thread):
            while next_share is not None and next_share.begin < end:
                next_share = next(shares, None)
            is_asleep = piece is not None and piece.what == What.SLEEP
            innermost = piece.parent if piece is not None and is_asleep else piece
            self._moment = Moment(thread, begin, end, innermost)
            if innermost is None and not thread.is_worker:
                self.work(0, begin, end)
                continue
            if innermost is not None and innermost.what not in (What.WAIT, What.LOCK, What.REGION):
                self.work(construct_of(innermost), begin, end)
                continue
            ready_ns = self._ready_ns(innermost, begin, end)
            self.occupation.add(State.ASLEEP if is_asleep else State.WAITING, begin, end,
                                innermost.place if innermost is not None else 0, ready_ns)
            if innermost is None:
                self._enter_outside(begin, end, next_share)
            elif innermost.what == What.WAIT:
                region_end = _end_of_region(innermost, begin, end)
                for part_begin, part_end in self._parts(begin, region_end):
                    self._moment = Moment(thread, part_begin, part_end, innermost)
                    self._enter_wait(innermost, part_begin, part_end)
                if region_end < end:
                    self._moment = Moment(thread, region_end, end, None)
                    self._enter_outside(region_end, end, next_share)
            else:
                cause = Cause.MUTEX if innermost.what == What.LOCK else Cause.TINY_REGIONS
                self.lose(cause, innermost.place, end - begin)

    def _ready_ns(self, piece: Slice | None, begin: int, end: int) -> float:
        """As _enter_wait() counts them."""
        if piece is None or piece.what != What.WAIT or piece.detail == HELD:
            return 0.0
        share = piece.share
        if share is not None and _is_tiny(share.region):
            return 0.0
        return self._activity.ready.between(begin, _end_of_region(piece, begin, end))

    def _parts(self, begin: int, end: int) -> Iterator[tuple[int, int]]:
        edges = self._ledger.edges
        for edge in edges[bisect_right(edges, begin):bisect_left(edges, end)]:
            yield begin, edge
            begin = edge
        yield begin, end

    def enter_absence(self, begin: int, end: int) -> None:
        """There is no such thread yet, or no longer."""
        self._moment = Moment(self._thread, begin, end, None)
        parallel_ns = self._activity.parallel.between(begin, end)
        self.lose(Cause.WAKING, 0, parallel_ns)
        self._lose_outside(begin, end, end - begin - parallel_ns)

    def _lose_outside(self, begin: int, end: int, ns: float) -> None:
        """The part of this time that no region is active in."""
        held_ns = self._activity.call_outside.between(begin, end)
        self.lose(Cause.HELD, self._blame.call, held_ns)
        self.lose(Cause.SERIAL, 0, ns - held_ns)

    def work_before_and_after(self, end: int, outside_ns: int) -> None:
        """Of the trace, and before the thread's first event in it."""
        for begin, length_ns in ((0, self._thread.begin), (end, outside_ns)):
            self._moment = Moment(self._thread, begin, begin + length_ns, None)
            self._account.work_ns[0] += length_ns
            self._ledger.enter(self._moment, None, 0, length_ns)

    def _enter_outside(self, begin: int, end: int, next_share: Slice | None) -> None:
        parallel_ns = self._activity.parallel.between(begin, end)
        self._lose_outside(begin, end, end - begin - parallel_ns)
        # The thread's share of the next region begins here, later than the region.
        waking_ns = 0.0
        if next_share is not None and next_share.region is not None:
            region = next_share.region
            waking_ns = min(parallel_ns, max(0, end - max(begin, region.begin)))
            self.lose(Cause.TINY_REGIONS if _is_tiny(region) else Cause.WAKING, region.place, waking_ns)
        self.lose(Cause.FEWER_THREADS, 0, parallel_ns - waking_ns)

    def _enter_wait(self, wait: Slice, begin: int, end: int) -> None:
        lose = self.lose
        if wait.detail == HELD:
            return lose(Cause.HELD, wait.place, end - begin)
        share = wait.share
        if share is not None and _is_tiny(share.region):
            return lose(Cause.TINY_REGIONS, share.place, end - begin)
        ready_ns = self._activity.ready.between(begin, end)
        held_ns = self._activity.held.between(begin, end)
        creating_ns = self._activity.creating.between(begin, end)
        lose(Cause.HANDING_OUT, wait.place, ready_ns)
        lose(Cause.DEPENDENCES, self._blame.chain, held_ns)
        lose(Cause.CREATOR, self._blame.creator, creating_ns)
        blocked_ns = self._activity.blocked.between(begin, end)
        lose(Cause.BLOCKED, self._blame.blocked, blocked_ns)
        call_ns = self._activity.call.between(begin, end)
        lose(Cause.HELD, self._blame.call, call_ns)
        rest_ns = end - begin - ready_ns - held_ns - creating_ns - blocked_ns - call_ns
        if share is not None and rest_ns > 0:
            late_ns = self._lateness.take(wait, rest_ns)
            lose(Cause.WAKING, share.place, late_ns)
            rest_ns -= late_ns
        last = self._lateness.last(wait)
        if last is not None and rest_ns > 0:
            starved_ns = min(rest_ns, self._starvation[id(last)].between(begin, end))
            quota_ns = starved_ns * self._throttling.share(begin, end)
            lose(Cause.QUOTA, wait.place, quota_ns)
            lose(Cause.PREEMPTION, wait.place, starved_ns - quota_ns)
            rest_ns -= starved_ns
        lose(Cause.LOOP if id(wait) in self._waits_for_loops else Cause.IMBALANCE, wait.place, rest_ns)


def _waits_for_loops(thread: Thread) -> list[Slice]:
    """Waits in which a thread that has done its part of a loop waits for the others."""
    found = []
    last: dict[int, Slice] = {}  # the last loop in the slice of this identity
    for piece in thread.slices:
        if piece.what == What.WORK and piece.detail in LOOPS:
            last[id(piece.parent)] = piece
        elif piece.what == What.WAIT:
            loop = last.pop(id(piece.parent), None)
            is_inside = piece.parent is not None and piece.parent.what == What.WORK and piece.parent.detail in LOOPS
            if is_inside or loop is not None and piece.begin - loop.end <= _DIRECTLY * (loop.end - loop.begin):
                found.append(piece)
    return found


def make(timeline: Timeline, view: SystemView, blame: Blame, ledger: Ledger = Ledger()) -> Account:
    threads = [thread for thread in timeline.threads
               if not thread.is_worker or any(piece.what == What.SHARE for piece in thread.slices)]
    account = Account(max(1, len(threads)), float(view.wall_ns))
    ledger.begin(max(view.wall_ns, timeline.end))
    starvation = {id(thread): Starvation(view.samples.get(thread.tid, []), thread.begin) for thread in timeline.threads}
    facts = _Facts(Activity(timeline), Lateness(timeline), starvation, view.throttling)
    outside_ns = max(0, view.wall_ns - timeline.end)  # before the first call of OpenMP, and after the last event
    losses: list[tuple[Thread, Taken]] = []
    for thread in threads:
        book = _Bookkeeper(thread, facts, account, blame, ledger)
        book.enter()
        book.enter_absence(thread.end, timeline.end)
        losses += [(thread, taken) for taken in
                   book.occupation.taken(view.samples.get(thread.tid, []), thread.begin, view.fault_ns)]
        if thread is threads[0]:  # that of main()
            book.work_before_and_after(timeline.end, outside_ns)
        else:
            book.enter_absence(0, thread.begin)
            book.enter_absence(timeline.end, timeline.end + outside_ns)
    _take_what_the_system_knows(losses, account, view, ledger)
    return account


def _take_what_the_system_knows(losses: list[tuple[Thread, Taken]], account: Account, view: SystemView,
                                ledger: Ledger) -> None:
    """Of threads that seemed to work, or to look for tasks."""
    shares = [view.throttling.share(taken.begin, taken.end) for _, taken in losses]  # of the quota
    kept = _part_of_quota(account, view, sum((taken.queued_ns + sum(taken.starved_ns.values())) * share
                                             for (_, taken), share in zip(losses, shares)))
    for place, ns in account.places(Cause.QUOTA):
        account.lost_ns[Cause.QUOTA, place] = kept * ns
        account.lose(Cause.PREEMPTION, place, (1 - kept) * ns)
    for (thread, taken), share in zip(losses, shares):
        by_quota = kept * share
        for place, ns in taken.starved_ns.items():
            ns = min(ns, account.lost_ns[Cause.HANDING_OUT, place])
            account.lost_ns[Cause.HANDING_OUT, place] -= ns
            account.lose(Cause.QUOTA, place, by_quota * ns)
            account.lose(Cause.PREEMPTION, place, (1 - by_quota) * ns)
        by_cause = {Cause.PAGE_FAULTS: taken.fault_ns, Cause.QUOTA: by_quota * taken.queued_ns,
                    Cause.PREEMPTION: (1 - by_quota) * taken.queued_ns}
        for cause, ns in by_cause.items():
            for place, part in taken.places.items():
                account.turn_into_loss(cause, place, part * ns)
            if ns > 0:
                ledger.take(thread, taken.begin, min(taken.end, thread.end), cause, ns / taken.work_ns)


def _part_of_quota(account: Account, view: SystemView, taken_ns: float) -> float:
    """Where there are more threads than processors, some of them would have waited without the quota, too."""
    took_ns = account.by_cause().get(Cause.QUOTA, 0.0) + taken_ns
    could_use_ns = min(account.n_threads, view.n_processors) * view.wall_ns
    most_ns = max(0.0, could_use_ns - view.processor_ns) * view.throttling.share(0, view.wall_ns)
    return min(1.0, most_ns / took_ns) if took_ns > 0 else 1.0
