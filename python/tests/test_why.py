# SPDX-License-Identifier: Apache-2.0
"""How `rondo why` accounts for threads' time: every moment of every thread once, waits by what there was to do."""

import unittest

from fake_rings import Events, make_process, make_ring
from rondo.trace import timeline
from rondo.trace.dependences import IN_OUT
from rondo.trace.quotas import Periods
from rondo.trace.rings import HELD, Kind
from rondo.trace.timeline import Timeline
from rondo.trace.watch import Sample
from rondo.why import accounting, constructs, memory, mutexes, report
from rondo.why.accounting import Account, Blame, SystemView
from rondo.why.causes import WORDS, Cause
from rondo.why.ledger import Ledger, Moment
from rondo.why.throttling import Throttling

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
             throttling: Throttling = Throttling(), ledger: Ledger = Ledger()) -> Account:
    samples = {thread: [_sample(wall_ms, queued_ms=ms)] for thread, ms in (queued_ms or {}).items()}
    view = SystemView(wall_ms * 1_000_000, samples, throttling=throttling, n_processors=2)
    return _make(_build(first, second), view, ledger)


def _quota(*periods: tuple[int, int, int]) -> list[Periods]:
    """ms, number, and how many were used up."""
    return [Periods(ms * 1_000_000, n, n_used_up) for ms, n, n_used_up in periods]


def _build(first: Events, second: Events) -> Timeline:
    return timeline.build(make_process(make_ring(first), make_ring(second)))


def _make(built: Timeline, view: SystemView, ledger: Ledger = Ledger()) -> Account:
    chain = constructs.longest_chain(built, constructs.lengths(built))
    blame = Blame(constructs.main_creator(built), chain.place, constructs.most_blocked(built),
                  constructs.longest_call(built))
    return accounting.make(built, view, blame, ledger)


def _sample(ms: int, queued_ms: int = 0, faults: int = 0, system_ms: int = 0) -> Sample:
    return Sample(ms * 1_000_000, queued_ms * 1_000_000, faults, 0, system_ms * 1_000_000)


class Accounts(unittest.TestCase):
    def check(self, account: Account, work_ms: float, **lost_ms: float) -> None:
        self.assertAlmostEqual(account.total_work_ns + sum(account.by_cause().values()), account.total_ns)
        self.assertAlmostEqual(account.total_work_ns / 1e6, work_ms)
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
        # 40 work, 10 at the end; the master waits for 30 of these while the last task is ready, and 50 others. Had the
        # worker begun the first two tasks earlier, it would have waited longer for the creator.
        self.check(account, 100 + 200 + 50 + 80, serial=150, creator=160, handing_out=60, imbalance=60)
        self.assertEqual(account.places(Cause.CREATOR), [(_TASK, 160e6)])

    def test_what_is_handed_out_too_late(self) -> None:
        # When the creator ends there is still something ready: all that was ready before has come too late, too.
        creations = ((100, Kind.TASK_CREATE, 0, _TASK), (120, Kind.TASK_CREATE, 0, _TASK),
                     (200, Kind.TASK_CREATE, 0, _TASK), (200, Kind.WAIT_BEGIN, 3, _BARRIER),
                     (300, Kind.WAIT_END, 3, 0))
        worker = _worker((100, Kind.WAIT_BEGIN, 3, _BARRIER), (150, Kind.TASK_BEGIN, 0, 2), (180, Kind.TASK_END, 1, 2),
                         (205, Kind.TASK_BEGIN, 0, 3), (230, Kind.TASK_END, 1, 3), (230, Kind.TASK_BEGIN, 0, 4),
                         (300, Kind.TASK_END, 1, 4), (300, Kind.WAIT_END, 3, 0), end=300)
        account = _account(_master(*creations, end=300), worker, 350)
        self.check(account, 150 + 100 + 125, serial=150, handing_out=50 + 25 + 30, imbalance=70)

    def test_a_call_that_holds_its_thread(self) -> None:
        # Outside of the region both wait for the call; in the region the worker does when there is nothing else.
        call = 0x1600
        outside = [(20_000, Kind.WAIT_BEGIN, HELD, call), (80_000, Kind.WAIT_END, HELD, 0)]
        master = _master((200, Kind.WAIT_BEGIN, HELD, call), (300, Kind.WAIT_END, HELD, 0), end=300)
        worker = _worker((150, Kind.WAIT_BEGIN, 9, _BARRIER), (300, Kind.WAIT_END, 9, 0), end=300)
        account = _account([*master[:2], *outside, *master[2:]], worker, 350)
        self.check(account, 350 - 160 + 50, serial=150 - 60, held=160 + 160, imbalance=50)
        self.assertEqual(account.places(Cause.HELD), [(call, 320e6)])

    def test_blocked_tasks(self) -> None:
        # The worker's first task is blocked from 120 to 180, and could go on from 170 on; the second one depends on it.
        master = _master((100, Kind.TASK_CREATE, 0, _TASK), (100, Kind.DEPENDENCE, IN_OUT, 8),
                         (100, Kind.TASK_CREATE, 0, _TASK), (100, Kind.DEPENDENCE, IN_OUT, 8),
                         (100, Kind.WAIT_BEGIN, 3, _BARRIER), (300, Kind.WAIT_END, 3, 0), end=300)
        worker = _worker((100, Kind.WAIT_BEGIN, 3, _BARRIER), (100, Kind.STACK, 0, 0x100),
                         (100, Kind.TASK_BEGIN, 0, 2), (120, Kind.BLOCKED, 0, 0), (120, Kind.STACK, 0, 0),
                         (180, Kind.STACK, 0, 0x100), (180, Kind.UNBLOCKED, 0, 10_000_000), (200, Kind.TASK_END, 1, 2),
                         (200, Kind.STACK, 0, 0), (200, Kind.TASK_BEGIN, 0, 3), (300, Kind.TASK_END, 1, 3),
                         (300, Kind.WAIT_END, 3, 0), end=300)
        account = _account(master, worker, 350)
        # Both wait for 50; the master for 40 while the task runs, and both for 10 until it goes on, as for any thread.
        self.check(account, 100 + 50 + 40 + 100, serial=150, blocked=100, dependences=60, imbalance=100)
        self.assertEqual(account.places(Cause.BLOCKED), [(_TASK, 100e6)])

    def test_a_thread_that_is_blocked_in_place(self) -> None:
        master = _master((200, Kind.WAIT_BEGIN, 16, 0), (300, Kind.WAIT_END, 16, 0), (300, Kind.WAIT_BEGIN, 9, 0),
                         (300, Kind.WAIT_END, 9, 0), end=300)
        worker = _worker((200, Kind.WAIT_BEGIN, 9, 0), (300, Kind.WAIT_END, 9, 0), end=300)
        self.check(_account(master, worker, 350), 150 + 100 + 100, serial=150, blocked=200)

    def test_dependences(self) -> None:
        master = _master((100, Kind.TASK_CREATE, 0, _TASK), (100, Kind.DEPENDENCE, IN_OUT, 8),
                         (100, Kind.TASK_CREATE, 0, _TASK), (100, Kind.DEPENDENCE, IN_OUT, 8),
                         (100, Kind.WAIT_BEGIN, 3, _BARRIER), (300, Kind.WAIT_END, 3, 0), end=300)
        worker = _worker((100, Kind.WAIT_BEGIN, 3, _BARRIER), (100, Kind.TASK_BEGIN, 0, 2), (200, Kind.TASK_END, 1, 2),
                         (200, Kind.TASK_BEGIN, 0, 3), (300, Kind.TASK_END, 1, 3), (300, Kind.WAIT_END, 3, 0), end=300)
        account = _account(master, worker, 350)
        self.check(account, 150 + 200, serial=150, dependences=100, imbalance=100)
        self.assertEqual(account.places(Cause.DEPENDENCES), [(_TASK, 100e6)])

    def test_later_rounds_of_a_loop(self) -> None:
        # Their tasks are created when they begin, at 150 and 200; until then they wait for those before them.
        master = _master((100, Kind.GRAPH_BEGIN, 17, 0), (100, Kind.TASK_CREATE, 0, _TASK),
                         (100, Kind.DEPENDENCE, IN_OUT, 8), (100, Kind.WAIT_BEGIN, 6, 0),
                         (100, Kind.TASK_BEGIN, 0, 2), (150, Kind.TASK_END, 1, 2),
                         (150, Kind.CREATOR, 0, 1), (150, Kind.TASK_CREATE, 0, _TASK),
                         (150, Kind.DEPENDENCE, IN_OUT, 8), (150, Kind.TASK_BEGIN, 0, 3), (200, Kind.TASK_END, 1, 3),
                         (200, Kind.CREATOR, 0, 1), (200, Kind.TASK_CREATE, 0, _TASK),
                         (200, Kind.DEPENDENCE, IN_OUT, 8), (200, Kind.TASK_BEGIN, 0, 4),
                         (300, Kind.TASK_END, 1, 4), (300, Kind.WAIT_END, 6, 0),
                         (300, Kind.GRAPH_END, 0, 0), end=300)
        worker = _worker((100, Kind.WAIT_BEGIN, 9, 0), (300, Kind.WAIT_END, 9, 0), end=300)
        self.check(_account(master, worker, 350), 350, serial=150, dependences=50, imbalance=150)

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
                           350, {10: 120, 11: 130})
        # The worker seems to have waited 250 ms anyway, for the region and in it.
        self.check(account, 350 - 120 + 100, serial=150, imbalance=100, preemption=120)

    def test_a_quota(self) -> None:
        # Of ten periods of 35 ms six were used up, between 0 and 210 ms.
        throttling = Throttling([_quota((0, 7, 2), (210, 13, 8), (350, 17, 8))])
        account = _account(_master(end=300), _worker(end=300), 350, {10: 120, 11: 200}, throttling)
        self.check(account, 350 - 120 + 200 - 50, serial=150, preemption=170 * 0.4, quota=170 * 0.6)

    def test_what_the_last_thread_waits_for_is_the_quota_too(self) -> None:
        built = _build(_master((200, Kind.WAIT_BEGIN, 9, 0), (300, Kind.WAIT_END, 9, 0), end=300),
                       _worker((290, Kind.WAIT_BEGIN, 9, 0), (300, Kind.WAIT_END, 9, 0), end=300))
        view = SystemView(350_000_000, {11: [_sample(200), _sample(280, 70), _sample(350, 70)]},
                          throttling=Throttling([_quota((0, 0, 0), (100, 1, 1))]), n_processors=2)
        self.check(_make(built, view), 250 + 190 - 70, serial=150, quota=140, imbalance=40)

    def test_a_quota_takes_no_more_than_there_are_processors(self) -> None:
        view = SystemView(350_000_000, {10: [_sample(350, 100)], 11: [_sample(350, 200)]},
                          throttling=Throttling([_quota((0, 0, 0), (100, 1, 1))]), processor_ns=290e6, n_processors=1)
        account = _make(_build(_master(end=300), _worker(end=300)), view)
        self.check(account, 350 - 100 + 200 - 50, serial=150, quota=60, preemption=90)

    def test_a_processor_is_missed_where_there_was_work(self) -> None:
        # The worker waits from 200 on. It had no processor for 60 of the first 190 ms, so this was no wait.
        built = _build(_master((290, Kind.WAIT_BEGIN, 9, 0), (300, Kind.WAIT_END, 9, 0), end=300),
                       _worker((200, Kind.WAIT_BEGIN, 9, 0), (300, Kind.WAIT_END, 9, 0), end=300))
        view = SystemView(350_000_000, {11: [_sample(110), _sample(190, 60), _sample(340, 60)]})
        self.check(_make(built, view), 350 - 10 + 100 - 60, serial=150, imbalance=110, preemption=60)

    def test_a_wait_for_a_processor_may_have_begun_long_before(self) -> None:
        built = _build(_master(end=300), _worker(end=300))
        view = SystemView(350_000_000, {11: [_sample(110), _sample(200, 10), _sample(220, 100)]})
        self.check(_make(built, view), 350 + 200 - 100, serial=150, preemption=100)

    def test_waiting_for_a_thread_that_has_no_processor(self) -> None:
        built = _build(_master((200, Kind.WAIT_BEGIN, 9, 0), (300, Kind.WAIT_END, 9, 0), end=300),
                       _worker((290, Kind.WAIT_BEGIN, 9, 0), (300, Kind.WAIT_END, 9, 0), end=300))
        view = SystemView(350_000_000, {11: [_sample(200), _sample(280, 70), _sample(350, 70)]})
        self.check(_make(built, view), 250 + 190 - 70, serial=150, preemption=140, imbalance=40)

    def test_page_faults(self) -> None:
        built = _build(_master(end=300), _worker(end=300))
        samples = {10: [_sample(100), _sample(200, faults=4000, system_ms=20)], 11: [_sample(200, faults=100)]}
        account = _make(built, SystemView(350_000_000, samples, fault_ns=2000))
        # 8 ms of the 20 that the first thread was in the kernel; the second was never seen there.
        self.check(account, 350 + 200 - 8, serial=150, page_faults=8)
        self.assertEqual(account.places(Cause.PAGE_FAULTS), [(_REGION, 8e6)])
        samples[10][-1] = _sample(200, faults=4000, system_ms=5)
        self.check(_make(built, SystemView(350_000_000, samples, fault_ns=2000)), 350 + 200 - 5, serial=150,
                   page_faults=5)

    def test_a_loop(self) -> None:
        for after, cause in ((201, "loop_imbalance"), (250, "imbalance")):
            worker = _worker((100, Kind.WORK_BEGIN, 11, 0x1500), (200, Kind.WORK_END, 11, 0),
                             (after, Kind.WAIT_BEGIN, 8, 0x1500), (300, Kind.WAIT_END, 8, 0), end=300)
            master = _master((100, Kind.WORK_BEGIN, 11, 0x1500), (300, Kind.WORK_END, 11, 0),
                             (300, Kind.WAIT_BEGIN, 8, 0x1500), (300, Kind.WAIT_END, 8, 0), end=300)
            account = _account(master, worker, 350)
            self.check(account, 350 + after - 100, serial=150, **{cause: 300 - after})
            self.assertEqual(account.places(Cause(cause.replace("_", " "))), [(0x1500, (300 - after) * 1e6)])

    def test_the_last_thread_has_come_late(self) -> None:
        master = _master((250, Kind.WAIT_BEGIN, 9, 0), (300, Kind.WAIT_END, 9, 0), end=300)
        worker = [(0, Kind.THREAD_BEGIN, 2, 11), (130_000, Kind.IMPLICIT_BEGIN, 0, 1 << 48 | 0x60),
                  (290_000, Kind.WAIT_BEGIN, 9, 0), (300_000, Kind.WAIT_END, 9, 0), (300_000, Kind.IMPLICIT_END, 0, 0),
                  (350_000, Kind.THREAD_END, 0, 0)]
        # The master waits for 40 ms until the worker arrives: for 30 of them because it was late.
        self.check(_account(master, worker, 350), 300 + 160, serial=150, waking=60, imbalance=30)

    def test_asleep_when_the_region_ends(self) -> None:
        worker = [(0, Kind.THREAD_BEGIN, 2, 11), (100_000, Kind.IMPLICIT_BEGIN, 0, 1 << 48 | 0x60),
                  (200_000, Kind.WAIT_BEGIN, 9, 0), (210_000, Kind.SLEEP, 0, 0), (340_000, Kind.AWAKE, 0, 0),
                  (340_000, Kind.WAIT_END, 9, 0), (340_000, Kind.IMPLICIT_END, 0, 0), (350_000, Kind.THREAD_END, 0, 0)]
        self.check(_account(_master(end=300), worker, 350), 350 + 100, serial=150, imbalance=100)

    def test_longer_than_alone(self) -> None:
        tasks = ((100, Kind.TASK_CREATE, 0, _TASK), (100, Kind.TASK_CREATE, 0, _TASK), (100, Kind.WAIT_BEGIN, 9, 0))
        first = ((100, Kind.TASK_BEGIN, 0, 2), (200, Kind.TASK_END, 1, 2))
        built = _build(_master(*tasks, *first, (200, Kind.WAIT_END, 9, 0), end=200),
                       _worker((100, Kind.WAIT_BEGIN, 9, 0), (100, Kind.TASK_BEGIN, 0, 3), (200, Kind.TASK_END, 1, 3),
                               (200, Kind.WAIT_END, 9, 0), end=200))
        account = _make(built, SystemView(250_000_000))
        reference = _build(_master(*tasks, (100, Kind.TASK_BEGIN, 0, 2), (160, Kind.TASK_END, 1, 2),
                                   (160, Kind.WAIT_END, 9, 0), end=200), [])
        found = memory.alone(built, account, reference, _make(reference, SystemView(250_000_000)))
        self.assertEqual(found[_TASK].mean_ns, 60e6)
        memory.take_out(built, account, found)
        self.assertAlmostEqual(account.places(Cause.MEMORY)[0][1], 80e6)
        self.check(account, 150 + 120, serial=150, memory=80)

    def test_which_mutex(self) -> None:
        one = _worker((110, Kind.PLACE, 0, 0x1400), (110, Kind.MUTEX_WAIT, 5, 0x30),
                      (190, Kind.MUTEX_ACQUIRED, 5, 0x30), (200, Kind.MUTEX_RELEASED, 5, 0x30), end=300)
        other = _master((100, Kind.PLACE, 0, 0x1450), (100, Kind.MUTEX_WAIT, 5, 0x30),
                        (100, Kind.MUTEX_ACQUIRED, 5, 0x30), (190, Kind.MUTEX_RELEASED, 5, 0x30), end=300)
        found = mutexes.find(_build(other, one))[0x1400]
        self.assertEqual((found.kind, found.address, found.holders), ("critical", 0x30, [0x1450, 0x1400]))

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


class Screens(unittest.TestCase):
    """What a terminal shows."""

    def test_constructs_have_their_place_on_narrow_terminals(self) -> None:
        from rich.console import Console

        item = {"place": "solve_with_tasks heat.c:11", "tasks": 214123, "mean_us": 81.1, "p10_us": 81.1, "p90_us": 82.4,
                "moved": 12, "create_us": 0.241, "start_us": 0.07, "metg_us": 0.311}
        found = {"program": "./heat", "wall_seconds": 1.0, "processor_seconds": 1.0, "threads": 2, "efficiency": 0.5,
                 "causes": [{"what": "serial part", "advice": "", "share": 0.5, "places": []}], "tasks": [item],
                 "longest_chain": {"tasks": 0, "seconds": 0.0}, "graph": None}
        for width, has_prices in ((80, False), (120, True)):
            console = Console(width=width, highlight=False)
            with console.capture() as captured:
                report.show(console, found)
            shown = captured.get()
            self.assertNotIn("\N{HORIZONTAL ELLIPSIS}", shown)
            self.assertIn("heat.c:11", shown)
            self.assertIn("half lost below", shown)
            self.assertEqual("to create" in shown, has_prices)


if __name__ == "__main__":
    unittest.main()
