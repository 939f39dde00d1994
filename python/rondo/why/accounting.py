# SPDX-License-Identifier: Apache-2.0
"""Each thread's time, from the program's beginning to its end: what was work, and which cause took the rest.

All threads are counted for all of the time, so what is lost adds up: work + causes = wall time x threads.
"""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from ..trace.timeline import Region, Slice, Thread, Timeline, What
from .activity import Activity, leaves
from .causes import Cause
from .ledger import Ledger, Moment

_TINY_REGION_NS = 50_000  # a beginning and an end take some microseconds, and waking as much again

Key = tuple[Cause, int]  # with a place


@dataclass
class Account:
    n_threads: int
    wall_ns: float
    work_ns: float = 0.0
    lost_ns: defaultdict[Key, float] = field(default_factory=lambda: defaultdict(float))

    @property
    def total_ns(self) -> float:
        return self.wall_ns * self.n_threads

    def by_cause(self) -> dict[Cause, float]:
        sums: defaultdict[Cause, float] = defaultdict(float)
        for (cause, _), ns in self.lost_ns.items():
            sums[cause] += ns
        return dict(sorted(sums.items(), key=lambda pair: -pair[1]))

    def places(self, cause: Cause) -> list[tuple[int, float]]:
        """Where, the worst first."""
        found = [(place, ns) for (other, place), ns in self.lost_ns.items() if other == cause and ns > 0]
        return sorted(found, key=lambda pair: -pair[1])


def _share_of(piece: Slice | None) -> Slice | None:
    while piece is not None and piece.what != What.SHARE:
        piece = piece.parent
    return piece


def _is_tiny(region: Region | None) -> bool:
    return region is not None and region.end - region.begin < _TINY_REGION_NS


class _Bookkeeper:
    """Of one thread."""

    def __init__(self, thread: Thread, activity: Activity, account: Account, creator_place: int, chain_place: int,
                 ledger: Ledger) -> None:
        self._thread = thread
        self._activity = activity
        self._account = account
        self._creator_place = creator_place
        self._chain_place = chain_place
        self._ledger = ledger
        self._moment = Moment(thread, 0, 0, None)

    def lose(self, cause: Cause, place: int, ns: float) -> None:
        if ns > 0:
            self._account.lost_ns[cause, place] += ns
            self._ledger.enter(self._moment, cause, place, ns)

    def work(self, ns: float) -> None:
        self._account.work_ns += ns
        self._ledger.enter(self._moment, None, 0, ns)

    def enter(self) -> None:
        thread = self._thread
        shares = iter([piece for piece in thread.slices if piece.what == What.SHARE])
        next_share = next(shares, None)
        for begin, end, piece in leaves(thread):
            while next_share is not None and next_share.begin < end:
                next_share = next(shares, None)
            innermost = piece
            if piece is not None and piece.what == What.SLEEP:
                innermost = piece.parent
            self._moment = Moment(thread, begin, end, innermost)
            if innermost is None:
                self._enter_outside(begin, end, next_share)
            elif innermost.what == What.WAIT:
                for part_begin, part_end in self._parts(begin, end):
                    self._moment = Moment(thread, part_begin, part_end, innermost)
                    self._enter_wait(innermost, part_begin, part_end)
            elif innermost.what == What.LOCK:
                self.lose(Cause.MUTEX, innermost.place, end - begin)
            elif innermost.what == What.REGION:
                self.lose(Cause.TINY_REGIONS, innermost.place, end - begin)
            else:
                self.work(end - begin)

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
        self.lose(Cause.SERIAL, 0, end - begin - parallel_ns)

    def work_before_and_after(self, end: int, outside_ns: int) -> None:
        """Of the trace, and before the thread's first event in it."""
        for begin, length_ns in ((0, self._thread.begin), (end, outside_ns)):
            self._moment = Moment(self._thread, begin, begin + length_ns, None)
            self.work(length_ns)

    def _enter_outside(self, begin: int, end: int, next_share: Slice | None) -> None:
        if not self._thread.is_worker:
            return self.work(end - begin)
        parallel_ns = self._activity.parallel.between(begin, end)
        self.lose(Cause.SERIAL, 0, end - begin - parallel_ns)
        # The thread's share of the next region begins here, later than the region.
        waking_ns = 0.0
        if next_share is not None and next_share.region is not None and next_share.begin == end:
            region = next_share.region
            waking_ns = min(parallel_ns, max(0, end - max(begin, region.begin)))
            self.lose(Cause.TINY_REGIONS if _is_tiny(region) else Cause.WAKING, region.place, waking_ns)
        self.lose(Cause.FEWER_THREADS, 0, parallel_ns - waking_ns)

    def _enter_wait(self, wait: Slice, begin: int, end: int) -> None:
        share = _share_of(wait)
        if share is not None and _is_tiny(share.region):
            return self.lose(Cause.TINY_REGIONS, share.place, end - begin)
        ready_ns = self._activity.ready.between(begin, end)
        held_ns = self._activity.held.between(begin, end)
        creating_ns = self._activity.creating.between(begin, end)
        self.lose(Cause.HANDING_OUT, wait.place, ready_ns)
        self.lose(Cause.DEPENDENCES, self._chain_place, held_ns)
        self.lose(Cause.CREATOR, self._creator_place, creating_ns)
        self.lose(Cause.IMBALANCE, wait.place, end - begin - ready_ns - held_ns - creating_ns)


def _take_out(account: Account, queued_ns: float, awake_ns: float) -> float:
    """The thread was ready to run for so long, but had no processor. As far as it was waiting for something else
    anyway, nothing is lost by that; the rest seemed to be work. Returns how much."""
    waiting_ns = max(0.0, awake_ns - account.work_ns)
    taken_ns = min(account.work_ns, max(0.0, queued_ns - waiting_ns))
    account.work_ns -= taken_ns
    return taken_ns


def _asleep_ns(thread: Thread) -> int:
    return sum(piece.end - piece.begin for piece in thread.slices if piece.what == What.SLEEP)


def make(timeline: Timeline, wall_ns: int, queued_ns: dict[tuple[int, int], int], quota_ns: float, creator_place: int,
         chain_place: int, ledger: Ledger = Ledger()) -> Account:
    """`wall_ns`: of the whole program; `quota_ns`: for how long the control group's threads were stopped."""
    threads = [thread for thread in timeline.threads
               if not thread.is_worker or any(piece.what == What.SHARE for piece in thread.slices)]
    whole = Account(max(1, len(threads)), float(wall_ns))
    activity = Activity(timeline)
    outside_ns = max(0, wall_ns - timeline.end)  # before the first call of OpenMP, and after the last event
    taken_ns = 0.0
    for thread in threads:
        account = Account(1, whole.wall_ns)
        book = _Bookkeeper(thread, activity, account, creator_place, chain_place, ledger)
        book.enter()
        book.enter_absence(thread.end, timeline.end)
        awake_ns = thread.end - thread.begin - _asleep_ns(thread)
        taken_ns += _take_out(account, queued_ns.get((timeline.process.pid, thread.tid), 0), awake_ns)
        if thread is threads[0]:  # that of main()
            book.work_before_and_after(timeline.end, outside_ns)
        else:
            book.enter_absence(0, thread.begin)
            book.enter_absence(timeline.end, timeline.end + outside_ns)
        whole.work_ns += account.work_ns
        for key, ns in account.lost_ns.items():
            whole.lost_ns[key] += ns
    whole.lost_ns[Cause.QUOTA, 0] += min(taken_ns, quota_ns)
    whole.lost_ns[Cause.PREEMPTION, 0] += taken_ns - min(taken_ns, quota_ns)
    return whole
