# SPDX-License-Identifier: Apache-2.0
"""Traces whose oldest events are gone: what is left is read as what it was, and `rondo why` counts the time that is
there of all threads."""

import unittest

from fake_rings import Events, make_process, make_ring
from rondo.trace import timeline, window
from rondo.trace.dependences import OUT
from rondo.trace.program import Outcome
from rondo.trace.quotas import Periods
from rondo.trace.rings import COUNT_BITS, Kind, Process
from rondo.trace.timeline import Timeline, What
from rondo.trace.watch import Interval, Sample, intervals
from rondo.why import memory
from rondo.why.causes import Cause
from rondo.why.examined import Examined, examine
from rondo.why.report import part_of

_CHUNK = 16384
_REGION, _BODY, _BARRIER, _TASK = 0x1100, 0x1150, 0x1200, 0x1300
_TEAM = 0x60
_IMPLICIT = 3  # id
_BARRIER_KIND, _END_KIND = 4, 9


def _ms(*events: tuple[float, Kind, int, int]) -> Events:
    return [(int(ms * 1000), kind, detail, value) for ms, kind, detail, value in events]


def _gone(events: Events) -> Events:
    """A chunk's events, which these are written over."""
    return [(0, Kind.CHUNK, 0, 0)] * _CHUNK + events


def _said_again(ms: float, kind: int, thread: int, *frames: tuple[Kind, int, int]) -> Events:
    first: list[tuple[float, Kind, int, int]] = [(ms, Kind.RESUMED, kind, thread << COUNT_BITS | len(frames))]
    return _ms(*first, *((ms, *frame) for frame in frames))


def _master_from(ms: float, *inside: tuple[float, Kind, int, int]) -> Events:
    """In the region since before. The region ends at 500 ms, with a barrier, the process at 550."""
    return _gone(_said_again(ms, 1, 10, (Kind.PLACE, 0, _REGION), (Kind.PARALLEL_BEGIN, 0, 2 << 48 | _TEAM),
                             (Kind.IMPLICIT_ID, 0, _IMPLICIT), (Kind.IMPLICIT_BEGIN, 0, _TEAM),
                             (Kind.IMPLICIT_BODY, 0, _BODY))
                 + _ms(*inside, (500, Kind.WAIT_BEGIN, _END_KIND, _BARRIER), (500, Kind.WAIT_END, 0, 0),
                       (500, Kind.IMPLICIT_END, 0, 0), (500, Kind.PARALLEL_END, 0, _TEAM), (550, Kind.EXIT, 0, 0)))


def _worker(*inside: tuple[float, Kind, int, int], waits_from: float = 500) -> Events:
    """`waits_from`: at the barrier at the region's end."""
    before = [event for event in inside if event[0] < waits_from]
    behind = [event for event in inside if event[0] >= waits_from]
    return _ms((0, Kind.THREAD_BEGIN, 2, 11), (100, Kind.IMPLICIT_BEGIN, 0, 1 << 48 | _TEAM), *before,
               (waits_from, Kind.WAIT_BEGIN, _END_KIND, _BARRIER), *behind, (500, Kind.WAIT_END, 0, 0),
               (500, Kind.IMPLICIT_END, 0, 0), (550, Kind.THREAD_END, 0, 0))


def _read(master: Events, worker: Events) -> Timeline:
    return timeline.build(make_process(make_ring(master, n_ids_before=7), make_ring(worker)))


class Rings(unittest.TestCase):
    def test_what_a_chunk_says_again_is_read_once(self) -> None:
        """Only where the chunk before is gone."""
        again = _said_again(1, 2, 11, (Kind.TASK_BEGIN, 0, 5), (Kind.WAIT_BEGIN, 5, _BARRIER))
        whole = make_process(make_ring([(0, Kind.CHUNK, 0, 1)] * _CHUNK + again + _ms((2, Kind.CHUNK, 0, 2)),
                                       n_chunks=2))
        self.assertEqual(whole.rings[0].values.tolist(), [1] * _CHUNK + [2])
        self.assertEqual((whole.rings[0].n_resumed, whole.complete_from_ns, whole.n_missing), (0, 0, 0))
        cut = make_process(make_ring(_gone(again + _ms((2, Kind.CHUNK, 0, 2)))))
        self.assertEqual(cut.rings[0].kinds.tolist(), [Kind.RESUMED, Kind.TASK_BEGIN, Kind.WAIT_BEGIN, Kind.CHUNK])
        self.assertEqual((cut.rings[0].n_resumed, cut.complete_from_ns, cut.n_missing), (3, 1_000_000, _CHUNK))


    def read(self, most_events: int) -> Process:
        """A thread with three chunks, and one with three events."""
        events: Events = []
        for chunk in range(3):
            events += _said_again(chunk * 100, 2, 11, (Kind.TASK_BEGIN, 0, chunk)) if chunk else []
            events += [(chunk * 100_000 + i, Kind.TASK_CREATE, 0, 0) for i in range((chunk + 1) * _CHUNK - len(events))]
        few = _ms((1, Kind.CHUNK, 0, 1), (2, Kind.CHUNK, 0, 2), (250, Kind.CHUNK, 0, 3))
        ids = [0, _CHUNK, 2 * _CHUNK - 2]
        return make_process(make_ring(events, n_chunks=3, n_ids_before=ids), make_ring(few), most_events=most_events)

    def test_only_the_newest_events_are_wanted(self) -> None:
        """By chunks: what the oldest one left says again of its thread is needed then."""
        process = self.read(_CHUNK)
        self.assertEqual([ring.n_left_out for ring in process.rings], [2 * _CHUNK, 0])
        self.assertEqual((process.rings[0].n_resumed, process.rings[0].first_id), (2, 2 * _CHUNK - 2))
        self.assertEqual((process.complete_from_ns, process.n_missing), (200_000_000, 0))
        self.assertEqual(len(process.rings[1].kinds), 3)

    def test_all_events_have_room(self) -> None:
        process = self.read(4 * _CHUNK)
        self.assertEqual((process.n_left_out, process.complete_from_ns), (0, 0))
        self.assertEqual(process.n_events, 3 * _CHUNK - 4 + 3)
        self.assertGreaterEqual(self.read(_CHUNK).n_events, process.n_events, "it has noted as many")
        self.assertEqual(process.rings[0].first_id, 0)


class OpenFrames(unittest.TestCase):
    def test_the_thread_is_known_and_in_its_region(self) -> None:
        built = _read(_master_from(300, (310, Kind.TASK_CREATE, 0, _TASK)), _worker())
        master, worker = built.threads
        self.assertEqual((master.tid, master.kind, master.begin), (10, 1, 300_000_000))
        self.assertEqual([piece.what for piece in master.slices[:2]], [What.REGION, What.SHARE])
        self.assertEqual([piece.place for piece in master.slices[:2]], [_REGION, _REGION])
        self.assertEqual(built.bodies, {_REGION: _BODY})
        [region] = built.regions
        shares = [piece for thread in built.threads for piece in thread.slices if piece.what == What.SHARE]
        self.assertEqual([share.region for share in shares], [region, region],
                         "the worker has entered it before the master's events begin")

    def test_ids_go_on(self) -> None:
        """What is said again has its number already."""
        built = _read(_master_from(300, (310, Kind.TASK_CREATE, 0, _TASK)), _worker())
        [task] = built.explicit_tasks()
        self.assertEqual((task.id, task.creator), (7, _IMPLICIT))
        self.assertTrue(built.tasks[_IMPLICIT].is_implicit)


class Window(unittest.TestCase):
    def cut(self, master: Events, worker: Events) -> Timeline:
        return window.cut(_read(master, worker))

    def test_a_whole_trace_is_left_as_it_is(self) -> None:
        built = timeline.build(make_process(make_ring(_worker())))
        self.assertIs(window.cut(built), built)

    def test_times_begin_where_all_threads_are_known(self) -> None:
        built = self.cut(_master_from(300, (350, Kind.WAIT_BEGIN, _BARRIER_KIND, _BARRIER), (350, Kind.WAIT_END, 0, 0)),
                         _worker((200, Kind.WAIT_BEGIN, _BARRIER_KIND, _BARRIER), (350, Kind.WAIT_END, 0, 0)))
        self.assertEqual((built.end, built.left_out_ns), (250_000_000, 300_000_000))
        self.assertEqual(built.process.begin_ns, 1_000_000 + 300_000_000)
        wait = next(piece for piece in built.threads[1].slices if piece.what == What.WAIT)
        self.assertEqual((wait.begin, wait.end), (0, 50_000_000))
        self.assertEqual([(region.begin, region.end) for region in built.regions], [(0, 200_000_000)])

    def test_tasks_of_before(self) -> None:
        """5 has ended, 6 runs, 7 is created: a later one depends on all of them."""
        built = self.cut(
            _master_from(300, (310, Kind.TASK_CREATE, 0, _TASK), (310, Kind.DEPENDENCE, OUT, 0x9000),
                         (320, Kind.TASK_CREATE, 0, _TASK), (320, Kind.DEPENDENCE, OUT, 0x9000)),
            _worker((200, Kind.TASK_BEGIN, 0, 5), (250, Kind.TASK_END, 0, 5), (260, Kind.TASK_BEGIN, 0, 6),
                    (330, Kind.TASK_END, 0, 6), (340, Kind.TASK_BEGIN, 0, 7), (360, Kind.TASK_END, 0, 7),
                    (370, Kind.TASK_BEGIN, 0, 8), (400, Kind.TASK_END, 0, 8)))
        tasks = {task.id: task for task in built.explicit_tasks()}
        self.assertEqual(sorted(tasks), [6, 7, 8])
        self.assertEqual((tasks[6].created, tasks[6].is_older, tasks[6].is_moved), (0, True, False))
        self.assertEqual((tasks[6].begin, tasks[6].end), (0, 30_000_000))
        self.assertEqual((tasks[7].created, tasks[7].is_older, tasks[7].is_moved), (10_000_000, False, True))
        self.assertEqual((tasks[7].predecessors, tasks[8].predecessors), ([], [7]))

    def test_tasks_that_have_run_before_are_not_waiting(self) -> None:
        """The worker has executed 1, and its events begin later. 2 never begins."""
        master = _ms((0, Kind.THREAD_BEGIN, 1, 10), (100, Kind.PLACE, 0, _REGION),
                     (100, Kind.PARALLEL_BEGIN, 0, 2 << 48 | _TEAM), (100, Kind.IMPLICIT_BEGIN, 0, _TEAM),
                     (110, Kind.TASK_CREATE, 0, _TASK), (310, Kind.TASK_CREATE, 0, _TASK),
                     (500, Kind.IMPLICIT_END, 0, 0), (500, Kind.PARALLEL_END, 0, _TEAM), (550, Kind.EXIT, 0, 0))
        worker = _gone(_said_again(300, 2, 11, (Kind.IMPLICIT_ID, 0, 1 << 40),
                                   (Kind.IMPLICIT_BEGIN, 0, 1 << 48 | _TEAM))
                       + _ms((500, Kind.IMPLICIT_END, 0, 0), (550, Kind.THREAD_END, 0, 0)))
        built = self.cut(master, worker)
        self.assertEqual([(task.id, task.created) for task in built.explicit_tasks()], [(2, 10_000_000)])

    def test_a_task_that_goes_on_begins_anew(self) -> None:
        """It was blocked before, and what its thread did of it then is not there any more."""
        built = self.cut(_master_from(300), _worker(
            (190, Kind.STACK, 0, 0x7000), (200, Kind.TASK_BEGIN, 0, 5), (210, Kind.BLOCKED, 0, 0),
            (210, Kind.STACK, 0, 0), (320, Kind.STACK, 0, 0x7000), (330, Kind.TASK_END, 0, 5),
            (330, Kind.STACK, 0, 0)))
        [part] = [piece for piece in built.threads[1].slices if piece.what == What.TASK]
        self.assertEqual((part.begin, part.end, part.continues), (20_000_000, 30_000_000, None))

    def test_a_thread_that_wakes_up_late_in_a_barrier(self) -> None:
        """The master has left it before its events begin: there is one barrier less on it. Counted from there, the
        worker's next one would be told from the master's."""
        built = self.cut(_master_from(300, (400, Kind.WAIT_BEGIN, _BARRIER_KIND, _BARRIER), (410, Kind.WAIT_END, 0, 0)),
                         _worker((200, Kind.WAIT_BEGIN, _BARRIER_KIND, _BARRIER), (305, Kind.WAIT_END, 0, 0),
                                 (380, Kind.WAIT_BEGIN, _BARRIER_KIND, _BARRIER), (410, Kind.WAIT_END, 0, 0)))
        self.assertEqual(built.left_out_ns, 305_000_000)
        n_waits = [sum(piece.what == What.WAIT for piece in thread.slices) for thread in built.threads]
        self.assertEqual(n_waits, [2, 2])


class Looks(unittest.TestCase):
    def test_of_what_was_between_two_looks_the_part_behind_the_beginning_counts(self) -> None:
        """40 ms of which 10 are there: a quarter of the time without a processor, and of the page faults."""
        looks = [Sample(-30_000_000, 3_000_000, 100, 0, 0), Sample(10_000_000, 11_000_000, 500, 0, 0),
                 Sample(20_000_000, 14_000_000, 510, 0, 0)]
        self.assertEqual(intervals(looks, 0), [Interval(0, 10_000_000, 2_000_000, 100),
                                               Interval(10_000_000, 20_000_000, 3_000_000, 10)])

    def test_a_thread_that_begins_later_has_all_of_it(self) -> None:
        self.assertEqual(intervals([Sample(10_000_000, 3_000_000, 7, 0, 0)], 2_000_000),
                         [Interval(2_000_000, 10_000_000, 3_000_000, 7)])


class Why(unittest.TestCase):
    def examine(self, master: Events, worker: Events) -> Examined:
        process = make_process(make_ring(master, n_ids_before=7), make_ring(worker))
        return examine(process, Outcome(0, [process], 600_000_000, 800_000_000))

    def test_each_moment_of_what_is_there_counts_once(self) -> None:
        """The worker waits from 200 ms on; of the master there is everything from 300 on."""
        found = self.examine(_master_from(300), _worker(waits_from=200))
        account = found.account
        self.assertEqual((account.n_threads, account.wall_ns), (2, 250e6))
        lost_ms = {cause.value: round(ns / 1e6) for cause, ns in account.by_cause().items()}
        self.assertEqual(lost_ms, {"imbalance": 200, "serial": 50})
        self.assertAlmostEqual(account.total_work_ns / 1e6, 250)

    def test_tasks_of_before_are_no_blame(self) -> None:
        """It is not known what they waited for. Nor is the time from one of their creations to the next."""
        found = self.examine(
            _master_from(300, (310, Kind.TASK_CREATE, 0, _TASK), (311, Kind.TASK_CREATE, 0, _TASK)),
            _worker((320, Kind.TASK_BEGIN, 0, 5), (330, Kind.TASK_END, 0, 5), (335, Kind.TASK_BEGIN, 0, 6),
                    (340, Kind.TASK_END, 0, 6), (350, Kind.TASK_BEGIN, 0, 7), (360, Kind.TASK_END, 0, 7),
                    (360, Kind.TASK_BEGIN, 0, 8), (370, Kind.TASK_END, 0, 8),
                    waits_from=200))
        lost_ms = {cause.value: round(ns / 1e6) for cause, ns in found.account.by_cause().items()}
        self.assertEqual(lost_ms["handing out"], 10 + 5 + 10)  # from 310 ms on, when nothing runs
        self.assertEqual({place: overhead.create_ns for place, overhead in found.overheads.items()}, {_TASK: 1e6})

    def test_creations_of_before_are_not_at_one_time(self) -> None:
        """The worker's events begin at 300 ms, the master's are all there. What was created before is at 0."""
        creations = [(ms, Kind.TASK_CREATE, 0, _TASK) for ms in (280, 290, 295, 310, 311)]
        master = _ms((0, Kind.THREAD_BEGIN, 1, 10), (100, Kind.PLACE, 0, _REGION),
                     (100, Kind.PARALLEL_BEGIN, 0, 2 << 48 | _TEAM), (100, Kind.IMPLICIT_BEGIN, 0, _TEAM), *creations,
                     (500, Kind.IMPLICIT_END, 0, 0), (500, Kind.PARALLEL_END, 0, _TEAM), (550, Kind.EXIT, 0, 0))
        runs = [(330 + 10 * number, kind, 0, number) for number in range(1, 6)
                for kind in (Kind.TASK_BEGIN, Kind.TASK_END)]
        worker = _gone(_said_again(300, 2, 11, (Kind.IMPLICIT_ID, 0, 1 << 40),
                                   (Kind.IMPLICIT_BEGIN, 0, 1 << 48 | _TEAM))
                       + _ms(*runs, (500, Kind.IMPLICIT_END, 0, 0), (550, Kind.THREAD_END, 0, 0)))
        process = make_process(make_ring(master), make_ring(worker))
        found = examine(process, Outcome(0, [process], 600_000_000, 800_000_000))
        self.assertEqual(sum(construct.n for construct in found.constructs), 5)
        self.assertEqual({place: overhead.create_ns for place, overhead in found.overheads.items()}, {_TASK: 1e6})

    def test_processor_time_is_that_of_the_part(self) -> None:
        """The master, which the worker waits for, has no processor for 100 of its 200 ms, since the quota is used up.
        The program has used 480 ms in 600, so 200 in these 250: a quota has kept it from using the rest."""
        process = make_process(make_ring(_master_from(300), n_ids_before=7), make_ring(_worker(waits_from=200)))
        begin = process.begin_ns
        looks = [Sample(begin + 300_000_000, 0, 0, 0, 0), Sample(begin + 500_000_000, 100_000_000, 0, 0, 0)]
        periods = [Periods(begin + ms * 1_000_000, ms // 50, ms // 50) for ms in range(0, 600, 50)]
        found = examine(process, Outcome(0, [process], 600_000_000, 480_000_000, {(77, 10): looks}, [periods]))
        self.assertGreater(found.account.by_cause()[Cause.QUOTA], 40_000_000)

    def test_regions_of_which_only_the_end_is_there_are_not_compared(self) -> None:
        """With the run on one thread: it is not known how much of them there is."""
        cut = self.examine(_master_from(300), _worker(waits_from=200))
        self.assertGreater(cut.account.work_ns[_REGION], 0)
        self.assertEqual(memory.alone(cut.timeline, cut.account, cut.timeline, cut.account), {})

    def test_the_report_says_of_which_part_it_is(self) -> None:
        self.assertEqual(part_of({"wall_seconds": 0.6, "examined_seconds": 0.25}), "of the last 250 ms, ")
        self.assertEqual(part_of({"wall_seconds": 0.6, "examined_seconds": 0.6}), "")


if __name__ == "__main__":
    unittest.main()
