# SPDX-License-Identifier: Apache-2.0
"""How `rondo why` accounts for threads' time: every moment of every thread once, waits by what there was to do."""

import unittest

from fake_rings import Events, make_process, make_ring
from rondo.trace import timeline
from rondo.trace.dependences import IN_OUT
from rondo.trace.rings import Kind
from rondo.why import accounting, constructs
from rondo.why.accounting import Account
from rondo.why.causes import WORDS, Cause
from rondo.why.ledger import Ledger, Moment

_REGION, _BARRIER, _TASK = 0x1100, 0x1200, 0x1300
_MS = 1000  # us


def _master(*inside: tuple[int, Kind, int, int], end: int) -> Events:
    """A region of two threads from 100 ms to `end`, the process's end 50 ms later; times are ms."""
    events = [(0, Kind.THREAD_BEGIN, 1, 10), (0, Kind.IMPLICIT_BEGIN, 0, 1 << 48 | 0x50), (100, Kind.PLACE, 0, _REGION),
              (100, Kind.PARALLEL_BEGIN, 0, 2 << 48 | 0x60), (100, Kind.IMPLICIT_BEGIN, 0, 0x60), *inside,
              (end, Kind.IMPLICIT_END, 0, 0), (end, Kind.PARALLEL_END, 0, 0x60), (end + 50, Kind.EXIT, 0, 0)]
    return [(ms * _MS, kind, detail, value) for ms, kind, detail, value in events]


def _worker(*inside: tuple[int, Kind, int, int], end: int) -> Events:
    events = [(0, Kind.THREAD_BEGIN, 2, 11), (100, Kind.IMPLICIT_BEGIN, 0, 1 << 48 | 0x60), *inside,
              (end, Kind.IMPLICIT_END, 0, 0), (end + 50, Kind.THREAD_END, 0, 0)]
    return [(ms * _MS, kind, detail, value) for ms, kind, detail, value in events]


class _Notes(Ledger):
    def __init__(self, edges_ms: list[int]) -> None:
        self.edges = [ms * 1_000_000 for ms in edges_ms]
        self.entries: list[tuple[Moment, Cause | None, float]] = []

    def enter(self, moment: Moment, cause: Cause | None, place: int, ns: float) -> None:
        self.entries.append((moment, cause, ns))

    def of(self, thread: int, cause: Cause | None) -> list[tuple[float, float, float]]:
        return [(moment.begin / 1e6, moment.end / 1e6, ns / 1e6) for moment, other, ns in self.entries
                if moment.thread.ring == thread and other == cause and ns > 0]


def _account(first: Events, second: Events, wall_ms: int, queued_ms: dict[int, int] | None = None,
             quota_ms: int = 0, ledger: Ledger = Ledger()) -> Account:
    built = timeline.build(make_process(make_ring(first), make_ring(second)))
    queued = {(77, thread): ms * 1_000_000 for thread, ms in (queued_ms or {}).items()}
    return accounting.make(built, wall_ms * 1_000_000, queued, quota_ms * 1e6, constructs.main_creator(built),
                           constructs.longest_chain(built, constructs.lengths(built)).place, ledger)


class Accounts(unittest.TestCase):
    def check(self, account: Account, work_ms: float, **lost_ms: float) -> None:
        self.assertAlmostEqual(account.work_ns + sum(account.by_cause().values()), account.total_ns)
        self.assertAlmostEqual(account.work_ns / 1e6, work_ms)
        lost = {cause.value: ns / 1e6 for cause, ns in account.by_cause().items() if abs(ns) > 1}
        self.assertEqual(set(lost), {name.replace("_", " ") for name in lost_ms})
        for name, ms in lost_ms.items():
            self.assertAlmostEqual(lost[name.replace("_", " ")], ms)

    def test_serial_parts_and_imbalance(self) -> None:
        account = _account(_master((400, Kind.WAIT_BEGIN, 9, 0), (401, Kind.WAIT_END, 9, 0), end=401),
                           _worker((200, Kind.WAIT_BEGIN, 9, 0), (401, Kind.WAIT_END, 9, 0), end=401), 500)
        # The worker: 100 ms before the region, 50 behind it, 49 before and after the trace, and 201 at the barrier.
        self.check(account, 500 - 1 + 100, serial=199, imbalance=202)
        self.assertEqual(account.places(Cause.IMBALANCE), [(_REGION, 202e6)])

    def test_waits_by_what_there_was_to_do(self) -> None:
        # The master creates a task each 50 ms until 300; the second depends on the first, which runs until 260.
        master = _master((150, Kind.TASK_CREATE, 0, _TASK), (150, Kind.DEPENDENCE, IN_OUT, 8),
                         (200, Kind.TASK_CREATE, 0, _TASK), (200, Kind.DEPENDENCE, IN_OUT, 8),
                         (300, Kind.TASK_CREATE, 0, _TASK), (300, Kind.WAIT_BEGIN, 3, _BARRIER),
                         (380, Kind.WAIT_END, 3, 0), end=380)
        worker = _worker((100, Kind.WAIT_BEGIN, 3, _BARRIER), (160, Kind.TASK_BEGIN, 0, 2), (180, Kind.TASK_END, 1, 2),
                         (210, Kind.TASK_BEGIN, 0, 3), (230, Kind.TASK_END, 1, 3),
                         (330, Kind.TASK_BEGIN, 0, 4), (370, Kind.TASK_END, 1, 4), (380, Kind.WAIT_END, 3, 0), end=380)
        account = _account(master, worker, 430)
        # Worker: 50 until the first creation, 10 ready, 20 work, 20 creator, 10 ready, 20 work, 70 creator, 30 ready,
        # 40 work, 10 at the end; the master waits for 30 of these while the last task is ready, and 50 others.
        self.check(account, 100 + 200 + 50 + 80, serial=150, creator=140, handing_out=80, imbalance=60)
        self.assertEqual(account.places(Cause.CREATOR), [(_TASK, 140e6)])

    def test_dependences(self) -> None:
        master = _master((100, Kind.TASK_CREATE, 0, _TASK), (100, Kind.DEPENDENCE, IN_OUT, 8),
                         (100, Kind.TASK_CREATE, 0, _TASK), (100, Kind.DEPENDENCE, IN_OUT, 8),
                         (100, Kind.WAIT_BEGIN, 3, _BARRIER), (300, Kind.WAIT_END, 3, 0), end=300)
        worker = _worker((100, Kind.WAIT_BEGIN, 3, _BARRIER), (100, Kind.TASK_BEGIN, 0, 2), (200, Kind.TASK_END, 1, 2),
                         (200, Kind.TASK_BEGIN, 0, 3), (300, Kind.TASK_END, 1, 3), (300, Kind.WAIT_END, 3, 0), end=300)
        account = _account(master, worker, 350)
        self.check(account, 150 + 200, serial=150, dependences=100, imbalance=100)
        self.assertEqual(account.places(Cause.DEPENDENCES), [(_TASK, 100e6)])

    def test_mutexes_and_sleep(self) -> None:
        worker = _worker((110, Kind.PLACE, 0, 0x1400), (110, Kind.MUTEX_WAIT, 5, 0x30),
                         (190, Kind.MUTEX_ACQUIRED, 5, 0x30), (200, Kind.MUTEX_RELEASED, 5, 0x30),
                         (200, Kind.WAIT_BEGIN, 9, 0), (210, Kind.SLEEP, 0, 0),
                         (300, Kind.AWAKE, 0, 0), (300, Kind.WAIT_END, 9, 0), end=300)
        self.check(_account(_master(end=300), worker, 350), 350 + 20, serial=150, mutex=80, imbalance=100)

    def test_a_tiny_region(self) -> None:
        account = _account([(100, Kind.THREAD_BEGIN, 1, 10), (100, Kind.PLACE, 0, _REGION),
                            (100, Kind.PARALLEL_BEGIN, 0, 0x60), (110, Kind.IMPLICIT_BEGIN, 0, 0x60),
                            (130, Kind.IMPLICIT_END, 0, 0), (140, Kind.PARALLEL_END, 0, 0x60), (140, Kind.EXIT, 0, 0)],
                           [(0, Kind.THREAD_BEGIN, 2, 11), (115, Kind.IMPLICIT_BEGIN, 0, 0x60),
                            (125, Kind.WAIT_BEGIN, 9, 0), (140, Kind.WAIT_END, 9, 0),
                            (140, Kind.IMPLICIT_END, 0, 0)], 1)
        self.assertAlmostEqual(account.by_cause()[Cause.TINY_REGIONS] / 1e3, 10 + 10 + 15 + 15)
        self.assertNotIn(Cause.IMBALANCE, account.by_cause())

    def test_without_a_processor(self) -> None:
        account = _account(_master(end=300), _worker((200, Kind.WAIT_BEGIN, 9, 0), (300, Kind.WAIT_END, 9, 0), end=300),
                           350, {10: 120, 11: 130}, quota_ms=20)
        # The worker seems to have waited 250 ms anyway, for the region and in it.
        self.check(account, 350 - 120 + 100, serial=150, imbalance=100, preemption=100, quota=20)

    def test_moments(self) -> None:
        master = _master((100, Kind.TASK_CREATE, 0, _TASK), (150, Kind.WAIT_BEGIN, 3, _BARRIER),
                         (300, Kind.WAIT_END, 3, 0), end=300)
        worker = _worker((100, Kind.WAIT_BEGIN, 3, _BARRIER), (200, Kind.TASK_BEGIN, 0, 2), (260, Kind.TASK_END, 1, 2),
                         (300, Kind.WAIT_END, 3, 0), end=300)
        notes = _Notes([180, 280])
        account = _account(master, worker, 360, ledger=notes)
        self.check(account, 150 + 60 + 50 + 10, serial=160, handing_out=150, imbalance=140)
        self.assertEqual(account.lost_ns, _account(master, worker, 360).lost_ns)
        self.assertAlmostEqual(sum(ns for _, _, ns in notes.entries), account.total_ns)
        self.assertEqual(notes.of(0, Cause.HANDING_OUT), [(150, 180, 30), (180, 280, 20)])
        self.assertEqual(notes.of(0, Cause.IMBALANCE), [(180, 280, 80), (280, 300, 20)])
        self.assertEqual(notes.of(1, None), [(200, 260, 60)])
        self.assertEqual(notes.of(1, Cause.SERIAL), [(0, 100, 100), (300, 350, 50), (350, 360, 10)])

    def test_each_cause_has_words(self) -> None:
        self.assertEqual(set(WORDS), set(Cause))


if __name__ == "__main__":
    unittest.main()
