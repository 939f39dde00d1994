# SPDX-License-Identifier: Apache-2.0
"""`rondo why`'s graph of a run, its repetitions, and what tasks cost; how long graphs take is librondo's to say."""

import unittest

from fake_rings import Events, make_process, make_ring
from rondo.trace import timeline
from rondo.trace.dependences import IN_OUT
from rondo.trace.rings import Kind
from rondo.trace.timeline import Timeline
from rondo.trace.watch import Sample
from rondo.why import overheads, predictions, program_graph, repetition
from rondo.why.simulator import Graph, Pieces

_REGION, _TASK = 0x1100, 0x1300


def _build(inside: Events, end: int, n_threads: int = 1) -> Timeline:
    """A region from 100 to `end`; times are us."""
    rings: list[Events] = [[(0, Kind.THREAD_BEGIN, 1, 10), (0, Kind.IMPLICIT_BEGIN, 0, 1 << 48 | 0x50),
                            (100, Kind.PLACE, 0, _REGION), (100, Kind.PARALLEL_BEGIN, 0, n_threads << 48 | 0x60),
                            (100, Kind.IMPLICIT_BEGIN, 0, 0x60), *inside, (end, Kind.WAIT_BEGIN, 9, 0),
                            (end, Kind.WAIT_END, 9, 0), (end, Kind.IMPLICIT_END, 0, 0),
                            (end, Kind.PARALLEL_END, 0, 0x60), (end + 50, Kind.EXIT, 0, 0)]]
    for number in range(1, n_threads):
        rings.append([(0, Kind.THREAD_BEGIN, 2, 10 + number), (100, Kind.IMPLICIT_BEGIN, 0, number << 48 | 0x60),
                      (end - 10, Kind.WAIT_BEGIN, 9, 0), (end, Kind.WAIT_END, 9, 0), (end, Kind.IMPLICIT_END, 0, 0),
                      (end + 50, Kind.THREAD_END, 0, 0)])
    return timeline.build(make_process(*(make_ring(events) for events in rings)))


def _creation(us: int, address: int) -> Events:
    return [(us, Kind.TASK_CREATE, 0, _TASK), (us, Kind.DEPENDENCE, IN_OUT, address)]


def _body(begin: int, end: int, number: int) -> Events:
    return [(begin, Kind.TASK_BEGIN, 0, number), (end, Kind.TASK_END, 1, number)]


def _rounds(n: int, addresses: tuple[int, int]) -> tuple[Events, int]:
    """Each creates two tasks of 100 us, 10 us apart, and waits for them."""
    events: Events = []
    us, task = 100, 2
    for _ in range(n):
        events += [*_creation(us + 10, addresses[0]), *_creation(us + 20, addresses[1]),
                   (us + 20, Kind.WAIT_BEGIN, 5, 0), *_body(us + 20, us + 120, task),
                   *_body(us + 120, us + 220, task + 1), (us + 220, Kind.WAIT_END, 5, 0)]
        us, task = us + 220, task + 2
    return events, us


class Graphs(unittest.TestCase):
    def test_pieces(self) -> None:
        pieces = Pieces()
        last = pieces.add(30, [pieces.add(10, [], 0), pieces.add(20, [], 5)], 9)
        pieces.add(5, [last, last], 20)
        graph = Graph(pieces)
        self.assertEqual((graph.n, graph.n_edges, graph.work_ns, graph.span_ns), (4, 3, 65, 55))

    def test_tasks_that_depend_on_each_other(self) -> None:
        for addresses, span_us in (((8, 8), 100 + 3 * (10 + 200)), ((8, 16), 100 + 3 * (20 + 100))):
            events, end = _rounds(3, addresses)
            graph = Graph(program_graph.build(_build(events, end), {}).pieces)
            self.assertEqual(graph.work_ns, 1000 * (100 + 3 * 220 + 50))
            self.assertEqual(graph.span_ns, 1000 * (span_us + 50))

    def test_what_is_created_is_not_begun_before(self) -> None:
        events = [*_creation(110, 8), *_creation(300, 16), *_body(400, 500, 2), *_body(500, 600, 3)]
        graph = Graph(program_graph.build(_build(events, 600), {}).pieces)
        self.assertEqual(graph.span_ns, 1000 * (100 + 200 + 100 + 50))  # creations at 110 and 300, then a body

    def test_tasks_that_take_a_lock(self) -> None:
        for mutexes, span_us in (((0x30, 0x30), 110 + 20 + 60 + 60 + 20), ((0x30, 0x40), 120 + 100)):
            events = [*_creation(110, 8), *_creation(120, 16)]
            for number, mutex in enumerate(mutexes):
                us = 200 + 100 * number
                begin, end = _body(us, us + 100, 2 + number)
                events += [begin, (us + 20, Kind.PLACE, 0, 0x1400), (us + 20, Kind.MUTEX_WAIT, 1, mutex),
                           (us + 20, Kind.MUTEX_ACQUIRED, 1, mutex), (us + 80, Kind.MUTEX_RELEASED, 1, mutex), end]
            graph = Graph(program_graph.build(_build(events, 400), {}).pieces)
            self.assertEqual(graph.work_ns, 1000 * (100 + 20 + 200 + 80 + 50))
            self.assertEqual(graph.span_ns, 1000 * (span_us + 50))

    def test_a_piece_that_was_interrupted(self) -> None:
        events: Events = []
        for i in range(5):
            events += [*_creation(110 + i, 8), *_body(200 + 1000 * i, 300 + 1000 * i, 2 + i)]
        events += [*_creation(115, 8), *_body(5200, 5900, 7)]
        built = _build(events, 6000)
        work_ns = Graph(program_graph.build(built, {}).pieces).work_ns
        samples = {10: [Sample(5_000_000, 50_000, 0, 0, 0), Sample(6_000_000, 450_000, 0, 0, 0)]}
        taken = [before - after for before, after in zip(
            program_graph.build(built, {}).pieces.work_ns, program_graph.build(built, samples).pieces.work_ns)]
        # 400 us of the last task, which took 700. Before, none is too long, so each has lost its part of 50 us.
        self.assertEqual(max(taken), 400_000)
        self.assertAlmostEqual(work_ns - Graph(program_graph.build(built, samples).pieces).work_ns, 450_000, delta=20)

    def test_a_hidden_loop_is_divided(self) -> None:
        program = program_graph.build(_build([], 400, n_threads=2), {})
        graph = Graph(program.pieces)
        self.assertAlmostEqual(graph.work_ns, 1000 * (100 + 300 + 290 + 50), delta=256)
        self.assertLess(graph.span_ns, 1000 * (100 + 10 + 50))

    def test_repetition(self) -> None:
        events, end = _rounds(3, (8, 8))
        program = program_graph.build(_build(events, end), {})
        runs = repetition.find(program)
        self.assertEqual([run.tasks for run in runs], [(2, 3), (4, 5), (6, 7)])
        self.assertEqual({run.signature for run in runs}, {((_TASK, ()), (_TASK, (0,)))})
        for series in (repetition.repeated(runs), repetition.loops(runs)):
            self.assertEqual([len(same.runs) for same in series], [3])
        others, end = _rounds(1, (8, 16))
        self.assertEqual(repetition.repeated(repetition.find(program_graph.build(_build(others, end), {}))), [])

    def test_a_run_in_the_middle_stands_for_all(self) -> None:
        events: Events = []
        us, task = 100, 2
        for body_us in (9000, 100, 110):  # the first one touches new memory
            events += [*_creation(us + 10, 8), *_creation(us + 20, 8), (us + 20, Kind.WAIT_BEGIN, 5, 0),
                       *_body(us + 20, us + 20 + body_us, task), *_body(us + 20 + body_us, us + 40 + body_us, task + 1),
                       (us + 40 + body_us, Kind.WAIT_END, 5, 0)]
            us, task = us + 40 + body_us, task + 2
        program = program_graph.build(_build(events, us), {})
        runs = repetition.find(program)
        self.assertEqual(len(repetition.repeated(runs)[0].runs), 3)
        self.assertEqual(repetition.typical(program, runs, 1), [*runs[2].tasks])
        self.assertEqual(repetition.typical(program, runs, 3), [task for run in runs for task in run.tasks])

    def test_a_task_whose_beginning_is_lost(self) -> None:
        """It has an end, but no code of its own that another task could come behind."""
        events = [*_creation(110, 8), *_creation(120, 8), (300, Kind.TASK_END, 1, 2), *_body(300, 400, 3)]
        program = program_graph.build(_build(events, 500), {})
        self.assertEqual(list(program.created_by), [3])
        self.assertEqual(program.pieces.before[program.owners[3].first], [program.created_by[3]])
        for piece, before in enumerate(program.pieces.before):
            self.assertTrue(all(0 <= other < len(program.pieces.work_ns) and other != piece for other in before))
        self.assertEqual(Graph(program.pieces).work_ns, 1000 * (500 + 50))

    def test_rounds_without_a_wait(self) -> None:
        """Of three tasks, of which the last depends on the first one, behind another task that comes once."""
        other: Events = [(105, Kind.TASK_CREATE, 0, 0x1400), *_body(105, 105, 2)]
        addresses = (8, 16, 8)
        for n in (2, 3, 4):
            events = [*other]
            for i in range(3 * n):
                events += [*_creation(110 + 10 * i, addresses[i % 3])]
            for i in range(3 * n):
                events += _body(1000 + 100 * i, 1100 + 100 * i, 3 + i)
            program = program_graph.build(_build(events, 1000 + 300 * n), {})
            runs = repetition.find(program)
            if n == 2:  # each of two rounds has other dependences: the first one has none
                self.assertEqual(len(runs), 1)
                continue
            self.assertEqual([run.tasks for run in runs], [(3 + 3 * i, 4 + 3 * i, 5 + 3 * i) for i in range(n)])
            self.assertEqual({run.signature for run in runs}, {((_TASK, ()), (_TASK, ()), (_TASK, (0,)))})
            for series in (repetition.repeated(runs), repetition.loops(runs)):
                self.assertEqual([len(same.runs) for same in series], [n])

    def test_tasks_that_are_all_alike_have_rounds_by_their_dependences(self) -> None:
        """Chains side by side do; one chain, and tasks without dependences, do not."""
        for n_chains, lengths in ((4, [4, 4, 4, 4]), (1, [16]), (16, [16])):
            events: Events = []
            for i in range(16):
                events += [*_creation(110 + 10 * i, 8 * (1 + i % n_chains))]
            for i in range(16):
                events += _body(1000 + 100 * i, 1100 + 100 * i, 2 + i)
            program = program_graph.build(_build(events, 2700), {})
            self.assertEqual([len(run.tasks) for run in repetition.find(program)], lengths)

    def test_a_replay_comes_behind_what_its_tasks_depend_on(self) -> None:
        """Without waits between the rounds, too: four rounds of two chains, of which each task takes 100 us."""
        events: Events = []
        for i in range(8):
            events += [*_creation(110 + i, 8 * (1 + i % 2))]
        for i in range(8):
            events += _body(200 + 100 * i, 300 + 100 * i, 2 + i)
        outlook = predictions.make(_build(events, 1000), {}, 1_050_000, 2)
        by_change = {item.change: item.ns for item in outlook.predictions}
        for change in ("taskgraph", "taskiter"):
            ns = by_change[change]
            assert ns is not None
            self.assertGreaterEqual(ns, 1000 * (100 + 4 * 100 + 50))

    def test_replays_at_the_same_time_share_the_threads(self) -> None:
        """Four tasks, each of which creates two of 100 us and waits for them."""
        events: Events = []
        for i in range(4):
            us, task = 110 + 300 * i, 2 + 3 * i
            events += [(us, Kind.TASK_CREATE, 0, 0x1400), (us, Kind.TASK_BEGIN, 0, task),
                       (us + 10, Kind.TASK_CREATE, 0, _TASK), (us + 20, Kind.TASK_CREATE, 0, _TASK),
                       (us + 20, Kind.WAIT_BEGIN, 5, 0), *_body(us + 20, us + 120, task + 1),
                       *_body(us + 120, us + 220, task + 2), (us + 220, Kind.WAIT_END, 5, 0),
                       (us + 220, Kind.TASK_END, 1, task)]
        outlook = predictions.make(_build(events, 1310), {}, 1_360_000, 2)
        ns = next(item.ns for item in outlook.predictions if item.change == "taskgraph")
        assert ns is not None
        self.assertGreaterEqual(ns, 1000 * (100 + 50 + 4 * 80 + 8 * 100) / 2)
        self.assertLess(ns, outlook.as_it_is_ns)

    def test_what_tasks_cost(self) -> None:
        events, end = _rounds(2, (8, 8))
        found = overheads.find(_build(events, end))[_TASK]
        self.assertEqual((found.create_ns, found.has_one_creator), (10_000, True))
        self.assertEqual(found.start_ns, 0)
        self.assertEqual(found.metg_ns(2), 10_000)
        self.assertEqual(found.metg_ns(8), 40_000)


if __name__ == "__main__":
    unittest.main()
