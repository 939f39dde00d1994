# SPDX-License-Identifier: Apache-2.0
"""Tests of what `rondo graph` makes of a report: figures, modes, groups, drawings."""

import io
import json
import random
import re
import unittest
from dataclasses import replace
from typing import Any
from unittest import mock

from rich.console import Console

from rondo.errors import MeasureError
from rondo.graph import boxes, commands, document, dot, figures, report, symbols, table
from rondo.graph.program import Outcome
from rondo.graph.report import Body, Graph, Node, Process, Region, Way, kWait

_EVENTS = ("recorded", "left_early", "refused", "pure_replay", "recapture", "mismatch", "checked", "plain_if",
           "plain_off", "plain_nested", "plain_busy", "plain_refused", "plain_short", "loop",
           "loaded", "plain_task")


def graph_of(successors: list[list[int]], ticks: list[int] | None = None, bodies: list[int] | None = None) -> Graph:
    n = len(successors)
    nodes = [Node(body, 0, 0, tick, after)
             for body, tick, after in zip(bodies or [0] * n, ticks or [0] * n, successors)]
    n_edges = sum(map(len, successors))
    sizes = {"nodes": 60 * n, "edges": 4 * n_edges, "data": 64 * n, "instance": 32 * n,
             "recapture_descriptors": 64 * n, "recapture_data": 64 * n}
    n_bodies = max((body for body in bodies or [0]), default=0) + 1
    return Graph(n_edges, n_edges + 1, n_edges + 2, 0, n, {"pure": 1, "recapture": 0}, sizes,
                 [Body(f"{n:#x}", None, n, f"work{n}") for n in range(n_bodies)], nodes)


def region_of(graph: Graph | None = None, reasons: dict[str, str] | None = None, **events: int) -> Region:
    all_reasons: dict[str, str | None] = {"refused": None, "mismatch": None, "not_pure": None}
    return Region("taskgraph", "a.c", 7, 0, dict.fromkeys(_EVENTS, 0) | events, all_reasons | (reasons or {}), [],
                  graph, True, {"spread": Way(0, 0), "alone": Way(0, 0), "plain": Way(0, 0)})


def cyclic_of(successors: list[list[int]], crossing: list[list[int]], iterations: int = 1) -> Graph:
    plain = graph_of(successors)
    nodes = [replace(node, crossing=after) for node, after in zip(plain.nodes, crossing)]
    return replace(plain, nodes=nodes, n_edges=plain.n_edges + sum(map(len, crossing)), iterations=iterations)


def loop_of(graph: Graph | None = None, reasons: dict[str, str] | None = None, unroll: int = 1,
            **events: int) -> Region:
    return replace(region_of(graph, reasons, **events), construct="taskiter", id=unroll)


def chain(n: int) -> list[list[int]]:
    return [[index + 1] for index in range(n - 1)] + [[]]


def ladder(n: int) -> list[list[int]]:
    """As deep as a chain, and no row."""
    return [[after for after in (index + 1, index + 2) if after < n] for index in range(n)]


_DIAMOND: list[list[int]] = [[1, 2], [3], [3], []]


class Figures(unittest.TestCase):
    def test_levels_and_width(self) -> None:
        self.assertEqual(figures.levels(graph_of(_DIAMOND)), [0, 1, 1, 2])
        self.assertEqual(figures.width(graph_of(_DIAMOND)), 2)
        self.assertEqual(figures.width(graph_of([])), 0)
        self.assertEqual(figures.levels(graph_of([[1, 2], [2], []])), [0, 1, 2])

    def test_work_span_and_parallelism(self) -> None:
        times = figures.times(graph_of(_DIAMOND, [10, 20, 50, 10]), 10)
        assert times is not None
        self.assertEqual((times.work_us, times.span_us), (9, 7))
        self.assertAlmostEqual(times.parallelism, 9 / 7)
        self.assertEqual(figures.longest_path(graph_of(_DIAMOND, [10, 20, 50, 10]))[1], [0, 2, 3])
        self.assertIsNone(figures.times(graph_of(_DIAMOND), 10))

    def test_span_of_random_graphs_is_the_longest_of_all_paths(self) -> None:
        source = random.Random(1)
        for _ in range(50):
            n = source.randint(1, 9)
            successors = [[j for j in range(i + 1, n) if source.random() < 0.4] for i in range(n)]
            ticks = [source.randint(1, 99) for _ in range(n)]

            def longest_from(node: int) -> int:
                return ticks[node] + max((longest_from(after) for after in successors[node]), default=0)

            length, path = figures.longest_path(graph_of(successors, ticks))
            self.assertEqual(length, max(longest_from(node) for node in range(n)))
            self.assertEqual(sum(ticks[node] for node in path), length)
            self.assertTrue(all(b in successors[a] for a, b in zip(path, path[1:])))

    def test_times_below_two_steps_of_the_clock_are_not_measured(self) -> None:
        short = replace(graph_of(_DIAMOND, [51, 1, 51, 51]), clock_step=26)
        self.assertIsNone(figures.times(short, 10))
        self.assertEqual(figures.longest_path(short)[0], 3, "every node counts alike")
        drawing = dot.text([Process(1, "p", 10, 26, [region_of(short)])], symbols.resolve(short.bodies), 9)
        self.assertNotIn(" ns", drawing)
        mixed = replace(graph_of(_DIAMOND, [51, 520, 51, 51]), clock_step=26)
        self.assertIsNotNone(figures.times(mixed, 10))
        whole = document.make([Process(1, "p", 10, 26, [region_of(mixed)])], symbols.resolve(mixed.bodies))
        nodes = whole["processes"][0]["regions"][0]["graph"]["node_list"]
        self.assertEqual([node["us"] for node in nodes], [None, 52, None, None])
        self.assertTrue(mixed.is_measured(52))

    def test_counts_of_a_process_that_was_aborted(self) -> None:
        cut = replace(region_of(graph_of(_DIAMOND), recorded=1), is_final=False)
        self.assertFalse(figures.has_counts(cut))
        self.assertIn("is not known", figures.mode(cut).why)
        self.assertTrue(figures.has_counts(region_of(recorded=1)))
        whole = document.make([Process(1, "p", 10, 26, [replace(cut, graph=None)])], symbols.resolve([]))
        self.assertIsNone(whole["processes"][0]["regions"][0]["replays"])

    def test_memory(self) -> None:
        graph = graph_of(_DIAMOND)
        memory = figures.memory(graph)
        self.assertEqual((memory.per_node, memory.per_edge, memory.data), (92, 4, 256))
        self.assertEqual(memory.total, 4 * 92 + 16 + 256)
        graph.instances["recapture"] = 2
        memory = figures.memory(graph)
        self.assertEqual((memory.per_node, memory.data), (92 + 64, 3 * 256))
        self.assertEqual(memory.total, 4 * 60 + 16 + 3 * 256 + 3 * 128 + 2 * 256)

    def test_modes_and_why(self) -> None:
        cases = [
            (region_of(recorded=1, pure_replay=5, reasons={"pure": "a promise"}), "pure", "a promise"),
            (region_of(recorded=1, recapture=5, reasons={"not_pure": "no promise"}), "re-capture", "no promise"),
            (region_of(refused=1, plain_refused=3, reasons={"refused": "it detaches"}),
             "ordinary tasks", "it detaches"),
            (region_of(recorded=1), "recorded", "no later encounter"),
            (region_of(plain_if=2), "ordinary tasks", "if clause"),
            (region_of(plain_nested=2), "ordinary tasks", "another region"),
            (region_of(plain_off=2), "ordinary tasks", "RONDO_GRAPH"),
            (region_of(left_early=1), "ordinary tasks", "to its end"),
            (region_of(recorded=1, checked=4), "checked", "RONDO_CHECK"),
        ]
        for region, name, words in cases:
            mode = figures.mode(region)
            self.assertEqual(mode.name, name)
            self.assertIn(words, mode.why)

    def test_modes_of_loops(self) -> None:
        cases = [
            (loop_of(loop=1, recorded=1, pure_replay=9), "cyclic", "for one iteration only"),
            (loop_of(loop=1, recorded=1, pure_replay=9, unroll=3), "cyclic", "for 3 iterations only"),
            (loop_of(loop=1, recorded=1, recapture=9, reasons={"not_pure": "it asks"}),
             "cyclic, re-capture", "it asks"),
            (loop_of(loop=1, plain_short=1), "ordinary tasks", "after the recorded ones"),
            (loop_of(loop=1, refused=1, reasons={"refused": "it detaches"}), "ordinary tasks", "it detaches"),
            (loop_of(loop=1, recorded=1), "recorded", "iteration"),
        ]
        for region, name, words in cases:
            mode = figures.mode(region)
            self.assertEqual(mode.name, name)
            self.assertIn(words, mode.why)
        notes = figures.mode(loop_of(loop=3, recorded=2, pure_replay=9, mismatch=1, reasons={"mismatch": "x"})).notes
        self.assertEqual(notes, ["encountered 3 times, became a cyclic graph 2 times",
                                 "did not repeat itself once, at last because x"])
        notes = figures.mode(loop_of(loop=3, recorded=3, pure_replay=9, reasons={"not_kept": "it waits"})).notes
        self.assertEqual(notes, ["encountered 3 times, became a cyclic graph 3 times",
                                 "each encounter records it anew: it waits"])
        notes = figures.mode(loop_of(loop=2, recorded=1, pure_replay=9, refused=1, reasons={"refused": "it is"})).notes
        self.assertIn("ordinary tasks once: it is", notes)

    def test_where_rounds_and_blocks_have_run(self) -> None:
        def notes(region: Region, spread: Way, alone: Way, plain: Way = Way(0, 0)) -> list[str]:
            return figures.mode(replace(region, ways={"spread": spread, "alone": alone, "plain": plain})).notes

        loop = replace(region_of(pure_replay=9, loop=1, recorded=1), construct="taskiter")
        self.assertEqual(notes(loop, Way(9, 0), Way(0, 0)), [])
        self.assertEqual(notes(loop, Way(0, 0), Way(9, 2)), ["on one thread, in creation order: 9 of 9 rounds"])
        self.assertEqual(notes(loop, Way(100, 12.5), Way(900, 5)),
                         ["on one thread, in creation order: 900 of 1000 rounds; 5 us each against 12.5 us when spread "
                          "over the threads"])
        taskgraph = region_of(recapture=20, recorded=1)
        self.assertEqual(notes(taskgraph, Way(20, 47), Way(0, 0), Way(80, 20)),
                         ["as ordinary tasks, beside the graph: 80 of 100 encounters; "
                          "plain tasks are faster here: 20 us against the graph's 47 us"])
        self.assertEqual(notes(taskgraph, Way(10, 47), Way(88, 10), Way(2, 20))[1],
                         "as ordinary tasks, beside the graph: 2 of 100 encounters; "
                         "plain tasks are slower here: 20 us against the graph's 10 us")
        tag = replace(region_of(recapture=2, recorded=1), construct="dep_pattern")
        self.assertEqual(notes(tag, Way(1, 0), Way(1, 2)), ["on one thread, in creation order: 1 of 2 blocks"])

    def test_modes_of_patterns(self) -> None:
        def tag(reasons: dict[str, str] | None = None, **events: int) -> Region:
            return replace(region_of(None, reasons, **events), construct="dep_pattern", file="a tag", line=0)

        used = figures.mode(tag(loaded=1, recapture=5, refused=1, reasons={"refused": "too often"}))
        self.assertEqual(used.name, "pattern")
        self.assertEqual(used.notes, ["loaded from a file", "ordinary tasks once: too often"])
        self.assertEqual(figures.mode(tag(recorded=1)).name, "recorded")
        self.assertIn("final", figures.mode(tag(plain_task=2)).why)
        self.assertEqual(tag().where, 'dep_pattern "a tag"')

    def test_a_round_of_a_loop_has_the_figures_of_its_own_edges(self) -> None:
        graph = cyclic_of([[1], [2], []], [[], [0], [1, 2]])
        self.assertEqual((figures.levels(graph), figures.n_crossing(graph)), ([0, 1, 2], 3))

    def test_notes(self) -> None:
        notes = figures.mode(region_of(recorded=3, recapture=1, mismatch=2, plain_busy=1,
                                       reasons={"mismatch": "it shrank", "not_pure": "x"})).notes
        self.assertTrue(any("recorded 3 times" in note for note in notes), notes)
        self.assertTrue(any("2 times" in note and "it shrank" in note for note in notes), notes)
        self.assertTrue(any("ordinary tasks once: another thread" in note for note in notes), notes)


class Groups(unittest.TestCase):
    def check(self, graph: Graph, limit: int) -> boxes.Drawing:
        """Every node and edge is in the drawing exactly once, and the limit holds."""
        drawing = boxes.draw(graph, limit)
        self.assertLessEqual(len(drawing.boxes), limit)
        self.assertEqual(sum(box.n_nodes for box in drawing.boxes), len(graph.nodes))
        self.assertEqual(sum(drawing.arrows.values()) + sum(box.n_inner_edges for box in drawing.boxes),
                         graph.n_edges - figures.n_crossing(graph))
        self.assertEqual(sum(box.ticks for box in drawing.boxes), sum(node.ticks for node in graph.nodes))
        for here, there in drawing.arrows:
            self.assertNotEqual(here, there)
        self.assertEqual(sum(drawing.crossing.values()), figures.n_crossing(graph))
        return drawing

    def test_small_graphs_are_drawn_node_by_node(self) -> None:
        drawing = self.check(graph_of(_DIAMOND), 4)
        self.assertEqual(drawing.arrows, {(0, 1): 1, (0, 2): 1, (1, 3): 1, (2, 3): 1})
        self.assertEqual([box.is_on_longest_path for box in drawing.boxes].count(True), 3)

    def test_edges_into_the_next_round_are_apart(self) -> None:
        drawing = self.check(cyclic_of([[1], [2], []], [[], [0], [1, 2]]), 3)
        self.assertEqual((drawing.arrows, drawing.crossing), ({(0, 1): 1, (1, 2): 1},
                                                              {(1, 0): 1, (2, 1): 1, (2, 2): 1}))
        drawing = self.check(cyclic_of(chain(1000), [[node] for node in range(1000)]), 10)
        self.assertTrue(all(here == there for here, there in drawing.crossing))

    def test_large_graphs_are_drawn_by_groups(self) -> None:
        wide = [[n + 1 for n in range(1000)]] + [[1001]] * 1000 + [[]]
        drawing = self.check(graph_of(wide, [1] * 1002), 200)
        self.assertEqual([box.n_nodes for box in drawing.boxes], [1, 1000, 1])
        self.assertEqual(drawing.arrows, {(0, 1): 1000, (1, 2): 1000})
        drawing = self.check(graph_of(ladder(5000)), 200)
        self.assertGreater(len(drawing.boxes), 50)

    def test_long_rows_are_one_box(self) -> None:
        drawing = self.check(graph_of(chain(5000)), 200)
        self.assertEqual([(box.n_nodes, box.is_row) for box in drawing.boxes], [(5000, True)])
        drawing = self.check(graph_of(chain(5)), 200)
        self.assertEqual([(box.n_nodes, box.is_row) for box in drawing.boxes], [(1, False)] * 5)
        # Between a fork and a join, in the order of their creation by turns.
        rows = [[1, 2, 3]] + [[at + 3] for at in range(1, 148)] + [[151]] * 3 + [[]]
        drawing = self.check(graph_of(rows), 100)
        self.assertEqual([box.n_nodes for box in drawing.boxes], [1, 50, 50, 50, 1])
        self.assertEqual(sorted(drawing.arrows), [(0, 1), (0, 2), (0, 3), (1, 4), (2, 4), (3, 4)])
        # What leads out of a row, or into the next round, ends it.
        branch = chain(30)
        branch[14] = [15, 29]
        drawing = self.check(graph_of(branch), 100)
        self.assertEqual([box.n_nodes for box in drawing.boxes], [15, 14, 1])

    def test_deep_and_wide_graphs_keep_their_shape(self) -> None:
        n = 64
        right = [[at + 1] if (at + 1) % n else [] for at in range(n * n)]
        down = [[at + n] if at + n < n * n else [] for at in range(n * n)]
        graph = graph_of([a + b for a, b in zip(right, down)])
        placed = [Node(0, 65536 * (at % n) // n, 0, 0, node.successors) for at, node in enumerate(graph.nodes)]
        drawing = self.check(replace(graph, nodes=placed), 200)
        self.assertEqual({box.part for box in drawing.boxes}, {f"{part} of 8" for part in range(1, 9)})
        # Each strip is a neighbour only of the next one.
        for here, there in drawing.arrows:
            step = int(drawing.boxes[there].part[0]) - int(drawing.boxes[here].part[0])
            self.assertIn(step, (0, 1))

    def test_waits_stay_apart_from_tasks(self) -> None:
        drawing = self.check(graph_of(chain(100), bodies=[0, kWait] * 50), 30)
        self.assertEqual({boxes.is_wait(box) for box in drawing.boxes}, {True, False})

    def test_more_bodies_than_boxes(self) -> None:
        drawing = self.check(graph_of(chain(400), bodies=list(range(200)) + [0] * 200), 20)
        self.assertIn(boxes.kOthers, [box.body for box in drawing.boxes])
        self.check(graph_of(chain(400), bodies=list(range(400))), 1)

    def test_random_graphs(self) -> None:
        source = random.Random(2)
        for _ in range(30):
            n = source.randint(1, 60)
            successors = [[j for j in range(i + 1, n) if source.random() < 0.1] for i in range(n)]
            bodies = [source.randint(-1, 5) for _ in range(n)]
            self.check(graph_of(successors, [source.randint(0, 9) for _ in range(n)], bodies), source.randint(1, 70))


_STATEMENT = re.compile(
    r'\s*(?:digraph rondo \{|subgraph cluster_\d+ \{|\}|label="(?:[^"\\]|\\.)*";'
    r'|(?:node|edge|graph) \[[^]]*\];'
    r'|g\d+_\d+ \[label="(?:[^"\\]|\\.)*"(?:, \w+=\w+)*\];'
    r'|g\d+_\d+ -> g\d+_\d+(?: \[(?:label="\d+"(?:, )?)?(?:style=dashed, constraint=false)?\])?;)')


class Drawing(unittest.TestCase):
    def draw(self, graph: Graph, limit: int = 200) -> str:
        process = Process(1, "/bin/program", 10, 0, [region_of(graph, recorded=1), region_of(None, plain_if=1)])
        return dot.text([process], symbols.resolve(graph.bodies), limit)

    def test_every_line_is_a_statement_of_the_language(self) -> None:
        for graph in (graph_of(_DIAMOND), graph_of(chain(500), [5] * 500, [0, kWait] * 250), graph_of([]),
                      cyclic_of(_DIAMOND, [[], [], [], [0]]), cyclic_of(chain(500), [[n] for n in range(500)])):
            text = self.draw(graph)
            for line in text.splitlines():
                self.assertIsNotNone(_STATEMENT.fullmatch(line), line)
            self.assertEqual(text.count("{"), text.count("}"))
            named = set(re.findall(r"(g\d+_\d+) \[label", text))
            used = {name for pair in re.findall(r"(g\d+_\d+) -> (g\d+_\d+)", text) for name in pair}
            self.assertLessEqual(used, named)

    def test_names_are_quoted(self) -> None:
        self.assertEqual(dot.quote('operator"" _x\\n\n'), '"operator\\"\\" _x\\\\n\\n"')

    def test_edges_into_the_next_round_are_dashed(self) -> None:
        graph = cyclic_of(_DIAMOND, [[], [], [], [0, 3]], 2)
        text = dot.text([Process(1, "/bin/p", 10, 0, [loop_of(graph, recorded=1)])], symbols.resolve(graph.bodies), 200)
        self.assertIn("a.c:7, a round of 2 iterations: 4 nodes, 4 edges, 2 into the next round", text)
        dashed = re.findall(r"(\w+) -> (\w+) \[style=dashed, constraint=false\];", text)
        self.assertEqual(dashed, [("g0_3", "g0_0"), ("g0_3", "g0_3")])
        self.assertEqual(text.count("->"), 6)

    def test_groups_say_what_they_stand_for(self) -> None:
        text = self.draw(graph_of(ladder(1000)), 10)
        self.assertIn("1000 nodes, 1997 edges, in 8 boxes", text)
        self.assertIn("128 nodes, levels 0 to 127", text)
        self.assertIn("253 edges inside", text)
        text = self.draw(graph_of(chain(1000)), 10)
        self.assertIn("1000 nodes, 999 edges, in 1 box", text)
        self.assertIn("1000 nodes one after the other", text)
        self.assertIn(": 1 node, 0 edges", self.draw(graph_of([[]])))


class Symbols(unittest.TestCase):
    def test_what_compilers_add_is_taken_off(self) -> None:
        for symbol, name in {
            "main._omp_fn.1": "main",
            "solve(double*)._omp_fn.0": "solve(double*)",
            "solve(double*) [clone ._omp_fn.0]": "solve(double*)",
            "f._omp_fn.0.constprop.0": "f",
            ".omp_task_entry..3": "",
            ".omp_outlined.": "",
            "plain": "plain",
        }.items():
            self.assertEqual(symbols._clean(symbol), name)

    def test_a_patterns_tasks_have_no_code_of_their_own(self) -> None:
        names = symbols.resolve([Body("(nil)", None, 0, None)])
        self.assertEqual([name.text for name in names.values()], ["of any code"])
        self.assertIsNone(symbols.remedy(names))

    def test_a_body_without_debug_information_keeps_a_name(self) -> None:
        bodies = [Body("0x9", None, 9, None), Body("0x8", "/no/such/file", 0x18, None),
                  Body("0x7", "/no/such/file", 7, "fun._omp_fn.2")]
        names = symbols.resolve(bodies)
        self.assertEqual([names[body].text for body in bodies], ["0x9", "file+0x18", "fun"])
        self.assertIsNotNone(symbols.remedy(names))


def lines_of(**changes: Any) -> list[str]:
    head = {"format": 1, "rondo": "0", "process": 5, "ticks_per_us": 1000, "program": "/bin/p"}
    region = {"construct": "taskgraph", "file": "a.c", "line": 3, "id": 0, "region": "0x1", "final": True,
              "events": dict.fromkeys(_EVENTS, 0), "reasons": {"refused": None, "mismatch": None, "not_pure": None},
              "ways": {"spread": {"n": 0, "ticks": 0}, "alone": {"n": 4, "ticks": 300},
                       "plain": {"n": 0, "ticks": 0}},
              "findings": [], "graph": None}
    return [json.dumps(head), json.dumps(region | changes)]


class Reading(unittest.TestCase):
    def test_the_last_line_of_a_region_counts(self) -> None:
        first, second = lines_of(final=False), lines_of()
        processes = report.parse([*first, second[1]])
        self.assertEqual([region.is_final for region in processes[0].regions], [True])

    def test_regions_and_ids_are_apart(self) -> None:
        lines = [*lines_of(), lines_of(id=1)[1], lines_of(region="0x2")[1]]
        self.assertEqual(len(report.parse(lines)[0].regions), 3)

    def test_tasks_that_repeat_without_a_directive(self) -> None:
        code = {"address": "0x9", "module": "", "offset": 9, "symbol": "sweep._omp_fn.0"}
        row = {"code": code, "period": 4, "n_dependences": 12, "n_edges": 1, "n_recorded": 1, "n_resumed": 3,
               "n_forecast": 80, "misses": {"number": 0, "asked": 2}}
        others = [row | {"code": None, "n_forecast": n} for n in range(10)]
        lines = [*lines_of()[:1], json.dumps({"automatic": {"given_up": 1, "repetitions": [*others, row]}})]
        [process] = report.parse(lines)
        assert process.automatic is not None
        self.assertEqual(process.regions, [])
        names = symbols.resolve(Outcome(0, [process]).bodies())
        whole = document.make([process], names)["processes"][0]["automatic"]
        self.assertEqual((whole["given_up"], len(whole["repetitions"])), (1, 11))
        self.assertEqual(whole["repetitions"][-1]["body"]["name"], "sweep")
        console = Console(record=True, width=150, file=io.StringIO())
        table.show(console, [process], names)
        text = console.export_text()
        self.assertNotIn("replays", text)
        self.assertIn("""
  sweep
    repeats after 4 tasks with 12 dependences and 1 edge: 80 tasks forecast, taken down 1 time, resumed 3 times
    ended 2 times: there was a wait with dependences, or an undeferred task
  tasks that ran where they were created
""", text)
        self.assertTrue(text.endswith("  and 3 more: --json\n  1 creator not watched any more: no period, or too many "
                                      "misses\n"), text)

    def test_a_line_that_was_cut_off_is_left_out(self) -> None:
        lines = lines_of()
        self.assertEqual(len(report.parse([*lines, lines[1][:40]])[0].regions), 1)

    def test_a_process_that_became_another_program(self) -> None:
        processes = report.parse(lines_of() + lines_of())
        self.assertEqual([len(process.regions) for process in processes], [1, 1])

    def test_another_format_is_refused(self) -> None:
        with self.assertRaisesRegex(MeasureError, "format 2.*; use the `rondo`"):
            report.parse([json.dumps({"format": 2})])

    def test_rows_of_a_cyclic_graph_say_what_crosses(self) -> None:
        counts = dict.fromkeys(("n_edges", "n_edges_distinct", "n_edges_unreduced", "depth", "n_units"), 3)
        values = counts | {"iterations": 1, "instances": {}, "bytes": {}, "bodies": [],
                           "nodes": [[-1, 0, 0, 0, [], [0, 1]], [-1, 0, 0, 0, [0], []]]}
        graph = report.parse(lines_of(construct="taskiter", graph=values))[0].regions[0].graph
        assert graph is not None
        self.assertEqual([node.successors for node in graph.nodes], [[1], []])
        self.assertEqual([node.crossing for node in graph.nodes], [[0], [0]])

    def test_the_program_itself_gets_its_name(self) -> None:
        body = {"address": "0x1", "module": "", "offset": 1, "symbol": None}
        finding = {"kind": "data", "n_places": 1, "node": 0, "text": "t", "body": body, "current_body": None}
        region = report.parse(lines_of(findings=[finding]))[0].regions[0]
        found = region.findings[0].body
        assert found is not None
        self.assertEqual(found.module, "/bin/p")


class Document(unittest.TestCase):
    def test_is_json_with_every_node(self) -> None:
        graph = graph_of(_DIAMOND, [10, 20, 50, 10], [0, 1, kWait, 0])
        process = Process(1, "/bin/program", 10, 0, [region_of(graph, recorded=1, pure_replay=2)])
        made = json.loads(json.dumps(document.make([process], symbols.resolve(graph.bodies))))
        region = made["processes"][0]["regions"][0]
        self.assertEqual((region["mode"], region["replays"]), ("pure", 2))
        self.assertEqual(region["graph"]["edges"], {"created": 6, "distinct": 5, "kept": 4, "crossing": 0})
        nodes = region["graph"]["node_list"]
        self.assertEqual([node["body"] for node in nodes], [0, 1, None, 0])
        self.assertEqual([node["level"] for node in nodes], [0, 1, 1, 2])
        self.assertEqual(nodes[2]["us"], 5)


class CommandLine(unittest.TestCase):
    def asked(self, *words: str) -> tuple[list[str], str | None]:
        """The program and --threads of `rondo graph WORDS`."""
        outcome = Outcome(0, [])
        with mock.patch.object(commands, "run", return_value=outcome) as run, mock.patch.object(commands, "complain"):
            self.assertEqual(commands.main([*words]), 0)
        program, threads = run.call_args.args[:2]
        return program, threads

    def test_the_programs_arguments_are_its_own(self) -> None:
        options = ("--dot", "-o", "/dev/null")
        self.assertEqual(self.asked(*options, "--", "p", "--json", "--"), (["p", "--json", "--"], None))
        self.assertEqual(self.asked("-n", "4", "p", "-n", "5"), (["p", "-n", "5"], "4"))
        self.assertEqual(self.asked("--threads=4", "p", "--help"), (["p", "--help"], "4"))
        self.assertEqual(self.asked("p", "--", "x"), (["p", "--", "x"], None))
        self.assertEqual(self.asked("--", "--", "p"), (["--", "p"], None))


if __name__ == "__main__":
    unittest.main()
