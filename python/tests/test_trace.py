# SPDX-License-Identifier: Apache-2.0
"""What `rondo trace` makes of the runtime's files: numbers, rings that went round, dependences, slices."""

import io
import os
import re
import tempfile
import unittest
from contextlib import redirect_stderr
from dataclasses import replace
from pathlib import Path
from unittest import mock

from fake_rings import Events, make_process, make_ring
from rondo.launcher import Rank
from rondo.meeting import Meeting
from rondo.trace import commands, rings, schema, timeline
from rondo.trace.dependences import ALL_MEMORY, IN_OUT, Siblings
from rondo.trace.program import Outcome
from rondo.trace.rings import Kind
from rondo.trace.timeline import What

_HEADER = Path(__file__).resolve().parents[2] / "src" / "trace" / "event.hpp"
_IN, _MUTEX, _IN_OUT_SET = 1, 4, 7

class Files(unittest.TestCase):
    def test_numbers_are_those_of_the_runtime(self) -> None:
        text = _HEADER.read_text()
        block = text[text.index("enum class Kind"):text.index("};")]
        theirs = {re.sub(r"(?<!^)(?=[A-Z])", "_", name).upper(): int(number)
                  for name, number in re.findall(r"^\s+(\w+) = (\d+),", block, re.MULTILINE)}
        self.assertEqual(theirs, {kind.name: kind.value for kind in Kind})
        for name, value in {"kIdBits": rings.ID_BITS, "kCountBits": rings.COUNT_BITS, "kChunkEvents": 16384,
                            "kMostChunks": 448, "kForked": 8, "kBlockedInPlace": rings.BLOCKED_IN_PLACE,
                            "kRingHeaderBytes": 4096, "kMostModules": 255}.items():
            self.assertRegex(text, rf"\b{name} = {value};")

    def test_a_process(self) -> None:
        process = make_process(make_ring([(1, Kind.THREAD_BEGIN, 1, 99), (3, Kind.EXIT, 0, 5)], n_lost=4))
        self.assertEqual((process.pid, process.parent_pid, process.command), (77, 1, "/a/program"))
        self.assertEqual((process.rank, process.processor_ns), (Rank(2, 4), 5))
        [module] = process.modules
        self.assertEqual((module.begin, module.end, module.base, module.path), (0x1000, 0x2000, 0x800, "/a/program"))
        self.assertEqual(process.module_of(0x1fff), module)
        self.assertIsNone(process.module_of(0x2000))
        [ring] = process.rings
        self.assertEqual(ring.ns.tolist(), [1000, 3000])
        self.assertEqual(ring.kinds.tolist(), [Kind.THREAD_BEGIN, Kind.EXIT])
        self.assertEqual((ring.first_id, ring.n_overwritten, process.n_missing), (0, 0, 4))

    def test_processor_time(self) -> None:
        """Of two threads behind each other, of which one has ended, and of one that sleeps."""
        process = make_process(make_ring([(1, Kind.SLEEP, 0, 3), (2, Kind.AWAKE, 0, 3), (3, Kind.THREAD_END, 0, 10),
                                          (4, Kind.SLEEP, 0, 4), (5, Kind.AWAKE, 0, 5), (6, Kind.CHUNK, 0, 1000)]),
                               make_ring([(1, Kind.SLEEP, 0, 70)]), make_ring([(1, Kind.CHUNK, 0, 1000)]))
        self.assertEqual(process.processor_ns, 85)

    def test_the_clock_may_pass_what_an_event_holds(self) -> None:
        process = make_process(make_ring([((1 << 48) // 1000 - 1, Kind.EXIT, 0, 0)]))
        self.assertGreater(process.rings[0].ns[0], 0)

    def test_a_ring_that_went_round(self) -> None:
        events: Events = [(i, Kind.TASK_CREATE, 0, i) for i in range(2 * 16384 + 7)]
        [ring] = make_process(make_ring(events, n_chunks=2, n_ids_before=16384)).rings
        self.assertEqual(ring.values.tolist(), list(range(16384, 2 * 16384 + 7)))
        self.assertEqual((ring.first_id, ring.n_overwritten), (16384, 16384))
        self.assertTrue((ring.ns[1:] > ring.ns[:-1]).all())


class Ranks(unittest.TestCase):
    """Each with a `rondo trace` of its own, behind their launcher."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name) / "run.pftrace"

    def outcome(self, number: int, status: int = 0) -> Outcome:
        process = make_process(make_ring([(0, Kind.THREAD_BEGIN, 1, 10), (9, Kind.EXIT, 0, 0)]))
        return Outcome(status, [replace(process, pid=100 + number, rank=Rank(number, 2))], 0, 0)

    def trace(self, number: int, status: int = 0) -> int:
        variables = {"PMI_RANK": str(number), "PMI_SIZE": "2"}
        with (mock.patch.dict(os.environ, variables), redirect_stderr(io.StringIO()),
              mock.patch.object(commands, "run", return_value=self.outcome(number, status))):
            return commands.trace(["program"], self.path, None, 16, None, None)

    def names(self) -> list[str]:
        trace = schema.trace_class()()
        trace.ParseFromString(self.path.read_bytes())
        found = [packet.track_descriptor.process.process_name for packet in trace.packet]
        return [name for name in found if name]

    def test_the_last_one_writes_all(self) -> None:
        other = Meeting("trace", Rank(0, 2))
        self.assertEqual(self.trace(1), 0)
        self.assertEqual(self.path.read_bytes(), b"")
        commands.write_all(other.end(self.outcome(0)) or [], self.path, None)
        self.assertEqual(self.names(), ["rank 0: /a/program", "rank 1: /a/program"])

    def test_one_that_fails_does_not_wait(self) -> None:
        other = Meeting("trace", Rank(0, 2))
        self.assertEqual(self.trace(1, status=3), 3)
        self.assertEqual(self.names(), ["rank 1: /a/program"])
        found = other.end(self.outcome(0))
        self.assertEqual([outcome.processes[0].rank for outcome in found or []], [Rank(0, 2), Rank(1, 2)])


class Dependences(unittest.TestCase):
    def test_readers_wait_for_the_writer_and_the_next_writer_for_all_of_them(self) -> None:
        siblings = Siblings()
        self.assertEqual(siblings.enter(1, [(IN_OUT, 8)]), [])
        self.assertEqual(siblings.enter(2, [(_IN, 8)]), [1])
        self.assertEqual(siblings.enter(3, [(_IN, 8)]), [1])
        self.assertEqual(siblings.enter(4, [(IN_OUT, 8)]), [2, 3])
        self.assertEqual(siblings.enter(5, [(_IN, 16)]), [])

    def test_sets_exclude_other_kinds_only(self) -> None:
        for kind in (_MUTEX, _IN_OUT_SET):
            siblings = Siblings()
            siblings.enter(1, [(_IN, 8)])
            self.assertEqual(siblings.enter(2, [(kind, 8)]), [1])
            self.assertEqual(siblings.enter(3, [(kind, 8)]), [1])
            self.assertEqual(siblings.enter(4, [(_IN, 8)]), [2, 3])

    def test_all_memory(self) -> None:
        siblings = Siblings()
        siblings.enter(1, [(IN_OUT, 8)])
        siblings.enter(2, [(_IN, 16)])
        self.assertEqual(siblings.enter(3, [(ALL_MEMORY, 0)]), [1, 2])
        self.assertEqual(siblings.enter(4, [(_IN, 8), (_IN, 24)]), [3])
        self.assertEqual(siblings.enter(5, [(IN_OUT, 24)]), [4])

    def test_one_address_twice(self) -> None:
        siblings = Siblings()
        siblings.enter(1, [(IN_OUT, 8)])
        self.assertEqual(siblings.enter(2, [(_IN, 8), (IN_OUT, 8)]), [1])
        self.assertEqual(siblings.enter(3, [(_IN, 8), (_IN, 8)]), [2])


class Slices(unittest.TestCase):
    def test_chunks_belong_to_the_innermost_construct_or_task(self) -> None:
        events: Events = [
            (0, Kind.THREAD_BEGIN, 1, 10), (1, Kind.WORK_BEGIN, 3, 0), (2, Kind.TASK_CREATE, 0, 0),
            (3, Kind.TASK_BEGIN, 0, 1), (4, Kind.CHUNK, 0, 7), (5, Kind.TASK_END, 1, 1),
            (6, Kind.CHUNK, 0, 2), (7, Kind.CHUNK, 0, 3), (8, Kind.WORK_END, 3, 0), (9, Kind.EXIT, 0, 0)]
        [thread] = timeline.build(make_process(make_ring(events))).threads
        self.assertEqual([(piece.what, piece.n_chunks, piece.n_iterations) for piece in thread.slices],
                         [(timeline.What.WORK, 2, 5), (timeline.What.TASK, 1, 7)])

    def test_tasks_of_two_threads(self) -> None:
        first: Events = [
            (0, Kind.THREAD_BEGIN, 1, 10), (0, Kind.IMPLICIT_BEGIN, 0, 1 << 48 | 0x50),  # outside of regions
            (1, Kind.PLACE, 0, 0x1100), (1, Kind.PARALLEL_BEGIN, 0, 2 << 48 | 0x60),
            (2, Kind.IMPLICIT_BEGIN, 0, 0x60), (2, Kind.IMPLICIT_BODY, 0, 0x1500),
            (3, Kind.TASK_CREATE, 0, 0x1200), (3, Kind.DEPENDENCE, IN_OUT, 8),
            (4, Kind.TASK_CREATE, rings.BODY_ONLY | rings.UNTIED, 0x1300), (4, Kind.DEPENDENCE, IN_OUT, 8),
            (5, Kind.WAIT_BEGIN, 9, 0), (9, Kind.TASK_BEGIN, 0, 3), (10, Kind.TASK_END, 1, 3),
            (11, Kind.WAIT_END, 9, 0), (11, Kind.IMPLICIT_END, 0, 0), (12, Kind.PARALLEL_END, 0, 0x60),
        ]
        second: Events = [
            (2, Kind.THREAD_BEGIN, 2, 11), (3, Kind.IMPLICIT_BEGIN, 0, 1 << 48 | 0x60),
            (4, Kind.WAIT_BEGIN, 9, 0), (5, Kind.STEAL, 0, 0), (6, Kind.TASK_BEGIN, 0, 2), (8, Kind.TASK_END, 1, 2),
            (8, Kind.SLEEP, 0, 100),
        ]
        built = timeline.build(make_process(make_ring(first), make_ring(second)))
        self.assertEqual(built.end, 12000)
        self.assertEqual([(thread.tid, thread.is_worker) for thread in built.threads], [(10, False), (11, True)])
        one, two = list(built.explicit_tasks())
        self.assertEqual((one.id, one.creator, one.created_on, one.run_on, one.is_moved), (2, 1, 0, 1, True))
        self.assertEqual((two.place, two.is_body, two.detail), (0x1300, True, rings.UNTIED))
        self.assertEqual((two.predecessors, two.begin, two.end, two.is_moved), ([2], 9000, 10000, False))
        self.assertEqual(built.bodies, {0x1100: 0x1500})
        self.assertEqual([(piece.what, piece.begin, piece.end, piece.place) for piece in built.threads[0].slices], [
            (What.REGION, 1000, 12000, 0x1100), (What.SHARE, 2000, 11000, 0x1100), (What.WAIT, 5000, 11000, 0x1100),
            (What.TASK, 9000, 10000, 0x1300)])
        # The second thread is cut off in the region.
        self.assertEqual([(piece.what, piece.end, piece.is_open) for piece in built.threads[1].slices], [
            (What.SHARE, 12000, True), (What.WAIT, 12000, True), (What.TASK, 8000, False), (What.SLEEP, 12000, True)])
        self.assertEqual([instant.what for instant in built.threads[0].instants], ["create"])

    def test_an_end_whose_beginning_is_gone(self) -> None:
        events: Events = [(1, Kind.TASK_END, 1, 5), (2, Kind.WAIT_END, 5, 0), (3, Kind.WORK_END, 10, 0)]
        built = timeline.build(make_process(make_ring(events)))
        self.assertEqual([thread.slices for thread in built.threads if thread.slices], [])

    def test_threads_that_follow_each_other_in_a_ring(self) -> None:
        events: Events = [(1, Kind.THREAD_BEGIN, 2, 10), (2, Kind.SLEEP, 0, 1), (3, Kind.AWAKE, 0, 2),
                          (4, Kind.THREAD_END, 0, 3), (6, Kind.THREAD_BEGIN, 2, 11), (7, Kind.THREAD_END, 0, 1)]
        built = timeline.build(make_process(make_ring(events)))
        self.assertEqual([(thread.tid, thread.begin, thread.end) for thread in built.threads],
                         [(10, 1000, 4000), (11, 6000, 7000)])
        self.assertEqual(built.threads[0].times, [(2000, 1), (3000, 2), (4000, 3)])

    def test_mutexes(self) -> None:
        events: Events = [(0, Kind.THREAD_BEGIN, 1, 10), (1, Kind.PLACE, 0, 0x1400), (1, Kind.MUTEX_WAIT, 5, 0x30),
                          (4, Kind.MUTEX_ACQUIRED, 5, 0x30), (6, Kind.MUTEX_RELEASED, 5, 0x30)]
        [thread] = timeline.build(make_process(make_ring(events))).threads
        self.assertEqual([(piece.what, piece.begin, piece.end, piece.mutex) for piece in thread.slices],
                         [(What.LOCK, 1000, 4000, 0x30)])
        self.assertEqual([(held.place, held.begin, held.end) for held in thread.held], [(0x1400, 4000, 6000)])


class Stacks(unittest.TestCase):
    """A thread's tasks 2 and 3, at 10 us after another: each on a stack of its own."""

    def rows(self, *events: tuple[Kind, int]) -> list[tuple[str, int, int, int]]:
        """Slices: what it is, from when to when (in us), and how deep it lies."""
        listed: Events = [(0, Kind.THREAD_BEGIN, 1, 99), (0, Kind.IMPLICIT_BEGIN, 0, 0x50), (0, Kind.TASK_CREATE, 0, 1),
                          (0, Kind.TASK_CREATE, 0, 1)]
        listed += [((i + 1) * 10, kind, 5 if kind == Kind.WAIT_BEGIN else 1, value)
                   for i, (kind, value) in enumerate(events)]
        self.timeline = timeline.build(make_process(make_ring(listed)))
        [thread] = self.timeline.threads

        def depth(piece: timeline.Slice) -> int:
            return 0 if piece.parent is None else depth(piece.parent) + 1

        begun = sum(isinstance(mark, timeline.Slice) for mark in timeline.marks(thread))
        ended = sum(isinstance(mark, int) for mark in timeline.marks(thread))
        self.assertEqual((begun, ended), (len(thread.slices), len(thread.slices)))
        return [(f"task {piece.task}" if piece.what == What.TASK else piece.what.value, piece.begin // 1000,
                 piece.end // 1000, depth(piece)) for piece in thread.slices]

    def test_a_blocked_task_is_not_around_what_its_thread_runs_meanwhile(self) -> None:
        rows = self.rows((Kind.WAIT_BEGIN, 0), (Kind.STACK, 0x100), (Kind.TASK_BEGIN, 1), (Kind.BLOCKED, 0),
                         (Kind.STACK, 0), (Kind.STACK, 0x200), (Kind.TASK_BEGIN, 2), (Kind.TASK_END, 2),
                         (Kind.STACK, 0), (Kind.STACK, 0x100), (Kind.UNBLOCKED, 15_000), (Kind.TASK_END, 1),
                         (Kind.STACK, 0), (Kind.WAIT_END, 0))
        self.assertEqual(rows, [("wait", 10, 140, 0), ("task 1", 30, 50, 1), ("task 2", 70, 80, 1),
                                ("task 1", 100, 120, 1)])
        task = self.timeline.tasks[1]
        self.assertEqual((task.begin, task.end, task.blocked), (30_000, 120_000, [(40_000, 95_000)]))
        [_, first, _, second] = self.timeline.threads[0].slices
        self.assertIs(second.continues, first)
        self.assertEqual((first.is_left, second.is_left, first.is_open), (True, False, False))

    def test_a_wait_that_is_left_for_an_older_one(self) -> None:
        rows = self.rows((Kind.WAIT_BEGIN, 0), (Kind.STACK, 0x100), (Kind.TASK_BEGIN, 1), (Kind.GROUP_BEGIN, 0),
                         (Kind.WAIT_BEGIN, 0), (Kind.STACK, 0x200), (Kind.TASK_BEGIN, 2), (Kind.BLOCKED, 0),
                         (Kind.STACK, 0x100), (Kind.STACK, 0), (Kind.STACK, 0x200), (Kind.TASK_END, 2),
                         (Kind.STACK, 0x100), (Kind.WAIT_END, 0), (Kind.GROUP_END, 0), (Kind.TASK_END, 1),
                         (Kind.STACK, 0), (Kind.WAIT_END, 0))
        self.assertEqual(rows, [("wait", 10, 180, 0), ("task 1", 30, 100, 1), ("taskgroup", 40, 100, 2),
                                ("wait", 50, 100, 3), ("task 2", 70, 90, 4), ("task 2", 110, 120, 1),
                                ("task 1", 130, 160, 1), ("taskgroup", 130, 150, 2), ("wait", 130, 140, 3)])
        self.assertEqual(self.timeline.threads[0].slices[-2].first.begin, 40_000)

    def test_what_never_goes_on_is_cut_off(self) -> None:
        self.rows((Kind.STACK, 0x100), (Kind.TASK_BEGIN, 1), (Kind.BLOCKED, 0), (Kind.STACK, 0), (Kind.EXIT, 0))
        [part] = self.timeline.threads[0].slices
        self.assertEqual((part.end, part.is_open), (40_000, True))


if __name__ == "__main__":
    unittest.main()
