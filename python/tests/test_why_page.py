# SPDX-License-Identifier: Apache-2.0
"""The page of `rondo why --html`: what goes into it, without a browser (tests/cli/test_page.py opens it in one)."""

import json
import re
import tempfile
import unittest
from dataclasses import replace
from html.parser import HTMLParser
from itertools import combinations
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np

from fake_rings import Events, make_process, make_ring
from rondo.errors import MeasureError
from rondo.graph import dot
from rondo.graph.symbols import Name
from rondo.page import assemble, d3
from rondo.trace.dependences import IN_OUT
from rondo.trace.program import Outcome
from rondo.trace.rings import Kind
from rondo.why import compare, report
from rondo.why.examined import examine
from rondo.why.page import bands, graph, render, view
from rondo.why.page.page import Page
from rondo.why.page.spans import Losses, Recorder, Spans, dominant, joined
from rondo.why.predictions import Outlook, Prediction
from test_why_compare import run

_REGION, _BARRIER, _TASK, _OTHER = 0x1100, 0x1200, 0x1300, 0x1400
_NAMES = {0: Name("", "", 0, "unknown place"), _REGION: Name("main", "a.c", 3, "main a.c:3"),
          _BARRIER: Name("main", "a.c", 9, "main a.c:9"), _TASK: Name("</script>", "a.c", 5, "</script> a.c:5"),
          _OTHER: Name("g", "a.c", 6, "g a.c:6")}
_MS = 1_000_000
_OUTLOOK = Outlook(3, 1, 150e6, 100e6, 2, 190e6, [Prediction("threads", 1, 200e6), Prediction("threads", 2, 190e6),
                                                  Prediction("taskgraph", 2, 150e6), Prediction("taskiter", 2, None)])


def _events(*events: tuple[int, Kind, int, int]) -> Events:
    return [(ms * 1000, kind, detail, value) for ms, kind, detail, value in events]


def _page(has_dependences: bool = True) -> tuple[view.View, dict[str, Any], Recorder]:
    """Of three tasks, each 50 ms, in a region from 10 to 170 ms; the second depends on the first."""
    depends = [(10, Kind.DEPENDENCE, IN_OUT, 8)] if has_dependences else []
    master = _events((0, Kind.THREAD_BEGIN, 1, 10), (0, Kind.IMPLICIT_BEGIN, 0, 1 << 48 | 0x50),
                     (10, Kind.PLACE, 0, _REGION), (10, Kind.PARALLEL_BEGIN, 0, 2 << 48 | 0x60),
                     (10, Kind.IMPLICIT_BEGIN, 0, 0x60), (10, Kind.TASK_CREATE, 0, _TASK), *depends,
                     (10, Kind.TASK_CREATE, 0, _TASK), *depends, (10, Kind.TASK_CREATE, 0, _OTHER),
                     (10, Kind.WAIT_BEGIN, 3, _BARRIER), (20, Kind.TASK_BEGIN, 0, 2), (70, Kind.TASK_END, 1, 2),
                     (70, Kind.TASK_BEGIN, 0, 3), (120, Kind.TASK_END, 1, 3), (170, Kind.WAIT_END, 3, 0),
                     (170, Kind.IMPLICIT_END, 0, 0), (170, Kind.PARALLEL_END, 0, 0x60), (180, Kind.EXIT, 0, 0))
    worker = _events((5, Kind.THREAD_BEGIN, 2, 11), (15, Kind.IMPLICIT_BEGIN, 0, 1 << 48 | 0x60),
                     (15, Kind.WAIT_BEGIN, 3, _BARRIER), (120, Kind.TASK_BEGIN, 0, 4), (170, Kind.TASK_END, 1, 4),
                     (170, Kind.WAIT_END, 3, 0), (170, Kind.IMPLICIT_END, 0, 0), (180, Kind.THREAD_END, 0, 0))
    process = make_process(make_ring(master), make_ring(worker))
    outcome = Outcome(0, [process], 190 * _MS, 100 * _MS)
    recorder = Recorder()
    examined = examine(process, outcome, recorder)
    found = report.document(examined, {}, None, _OUTLOOK, outcome, _NAMES)
    with mock.patch.object(dot, "svg", lambda text: f"<svg width='1' height='1'><g>{len(text)}</g></svg>"):
        return view.make(recorder, examined, _NAMES, found), found, recorder


class _Reader(HTMLParser):
    """Elements that must be closed are, in their order; the texts of scripts by their ids."""

    _EMPTY = {"meta", "link", "input"}

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: dict[str, str] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in self._EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if self.open[-1:] not in ([tag], ["p"]):
            raise AssertionError(f"</{tag}> closes {self.open}")
        while self.open.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        if self.open[-1:] == ["script"]:
            name = self.tags[-1][1].get("id")
            if name:
                self.scripts[name] = data


def read(page: str) -> _Reader:
    reader = _Reader()
    reader.feed(page)
    reader.close()
    if reader.open:
        raise AssertionError(f"not closed: {reader.open}")
    return reader


class View(unittest.TestCase):
    def test_kinds_add_up_to_the_document(self) -> None:
        data, found = _page()[0].data, _page()[1]
        whole_ns = found["wall_seconds"] * found["threads"] * 1e9
        shares = {kind["name"]: kind["ns"] / whole_ns for kind in data["kinds"]}
        for cause in found["causes"]:
            if cause["share"] > 0:
                self.assertAlmostEqual(shares[cause["cause"]], cause["share"], places=5)
        self.assertAlmostEqual(sum(kind["ns"] for kind in data["kinds"] if not kind["lost"]) / whole_ns,
                               found["efficiency"], places=5)
        self.assertAlmostEqual(shares["</script> a.c:5"], 100 / 380, places=5)
        self.assertAlmostEqual(sum(map(sum, data["bands"]["ns"])) / whole_ns, 1, places=5)

    def test_spans(self) -> None:
        data = _page()[0].data
        columns = data["spans"]
        names = [data["kinds"][kind]["name"] for kind in columns["kind"]]
        rows = list(zip(columns["thread"], columns["begin"], columns["length"], names, columns["task"]))
        self.assertIn((0, 20 * _MS, 50 * _MS, "</script> a.c:5", 0), rows)
        self.assertIn((0, 70 * _MS, 50 * _MS, "</script> a.c:5", 1), rows)
        self.assertIn((1, 120 * _MS, 50 * _MS, "g a.c:6", 2), rows)
        self.assertEqual(data["threads"], ["initial thread 0", "worker 1"])
        self.assertEqual(data["cells"]["thread"], [])
        for thread in (0, 1):  # no gap, no overlap
            own = sorted((begin, length) for row, begin, length, *_ in rows if row == thread)
            self.assertEqual([begin for begin, _ in own][1:], [begin + length for begin, length in own][:-1])
            self.assertEqual((own[0][0], sum(own[-1])), (0, 190 * _MS))

    def test_graphs_name_their_tasks(self) -> None:
        made, found, _ = _page()
        kinds = [kind["name"] for kind in made.data["kinds"]]
        self.assertEqual([(kinds[box["kind"]], box["tasks"]) for box in made.data["graphs"]["whole"]],
                         [("</script> a.c:5", [0]), ("</script> a.c:5", [1])])
        self.assertEqual([kinds[kind] for kind in made.data["constructs"]],
                         [task["place"] for task in found["tasks"]])
        self.assertEqual(_page(has_dependences=False)[0].drawings, {})

    def test_time_that_the_whole_run_lost_is_spread_over_work(self) -> None:
        made, found, _ = _page()
        kinds = [view.Shown(kind["name"], kind["lost"], "") for kind in made.data["kinds"]]
        matrix = np.array(made.data["bands"]["ns"], dtype=np.float64)
        work_ns = sum(kind["ns"] for kind in made.data["kinds"] if not kind["lost"])
        totals = {cause["cause"]: cause["seconds"] * 1e9 for cause in found["causes"]}
        kinds.append(view.Shown("preemption", True, ""))
        matrix = np.vstack([matrix, np.zeros(matrix.shape[1])])
        fixed = view._corrected(matrix, kinds, totals | {"preemption": work_ns / 4}, work_ns * 3 / 4)
        self.assertAlmostEqual(fixed[-1].sum() / work_ns, 0.25, places=5)
        np.testing.assert_allclose(fixed.sum(axis=0), matrix.sum(axis=0), rtol=1e-6)
        is_work = [not kind.is_lost for kind in kinds]
        np.testing.assert_allclose(fixed[-1], matrix[is_work].sum(axis=0) / 4, rtol=1e-5, atol=10)


class Text(unittest.TestCase):
    def page(self, has_dependences: bool = True) -> tuple[str, dict[str, Any]]:
        made, found, _ = _page(has_dependences)
        with mock.patch.object(d3, "source", lambda: "var d3 = '</script>';"):
            return render.report(found, made), found

    def test_it_is_whole_and_has_the_documents_data(self) -> None:
        page, found = self.page()
        reader = read(page)
        self.assertEqual(json.loads(reader.scripts["document"]), json.loads(json.dumps(found)))
        shown = json.loads(reader.scripts["view"])
        self.assertEqual([kind["colour"] for kind in shown["kinds"]][:3], ["work-0", "work-1", "work-2"])
        text = re.sub(r"<script.*?</script>|<style.*?</style>", "", page, flags=re.S)
        for words in ("main a.c:9", "g a.c:6", "&lt;/script&gt; a.c:5", "with taskgraph",
                      "nothing to change", found["causes"][0]["advice"].split("'")[0]):
            self.assertIn(words, text)

    def test_it_needs_nothing_from_elsewhere(self) -> None:
        page, _ = self.page()
        for tag, attributes in read(page).tags:
            for name in ("src", "href", "action"):
                self.assertTrue(str(attributes.get(name) or "data:").startswith("data:"), (tag, attributes))
        self.assertNotRegex(re.sub(r"data:[^\"]*", "", page), r"(?i)https?://|@import|url\(")

    def test_modules_import_what_there_is(self) -> None:
        modules = assemble._modules(render._HERE)
        for path in sorted([*(render._HERE / "scripts").glob("*.js"), *(assemble._HERE / "scripts").glob("*.js")]):
            text = path.read_text(encoding="utf-8")
            self.assertTrue(text.startswith("// SPDX-License-Identifier: Apache-2.0\n// "), path)
            for name in re.findall(r'from "([^"]*)"', text):
                self.assertIn(name, modules, path)

    def test_without_dependences(self) -> None:
        page, _ = self.page(has_dependences=False)
        read(page)
        self.assertIn("No task waits for another one", page)

    def test_comparison(self) -> None:
        found = compare.compare(run(causes={"serial": 0.2}, tasks=[("f a.c:3", 1), ("<x> a.c:3", 2)]),
                                run(0.5, causes={"serial": 0.1, "mutex": 0.3}, tasks=[("f a.c:4", 1)]))
        with mock.patch.object(d3, "source", lambda: ""):
            page = render.comparison(found)
        reader = read(page)
        self.assertEqual(json.loads(reader.scripts["document"]), json.loads(json.dumps(compare.document(found))))
        for words in ("2.00 times as fast", "f a.c:4", "&lt;x&gt; a.c:3", "-10.0", "+30.0", "-50\u00a0%"):
            self.assertIn(words, page)

    def test_what_is_missing_is_said_before_a_program_runs(self) -> None:
        with mock.patch.object(d3, "_FOLDERS", ()), mock.patch.dict("os.environ", {"NODE_PATH": "/nowhere"}):
            with self.assertRaisesRegex(MeasureError, "apt-get install node-d3"):
                d3.source()


class Files(unittest.TestCase):
    def test_no_file_is_left_by_a_program_without_openmp(self) -> None:
        with tempfile.TemporaryDirectory() as folder, mock.patch.object(d3, "source", lambda: ""):
            path = Path(folder, "report.html")
            Page(path, has_graph=False)
            self.assertFalse(path.exists())
            for wrong in (Path(folder), Path(folder, "nowhere", "report.html")):
                with self.assertRaisesRegex(MeasureError, "cannot write .*; choose another file with --html"):
                    Page(wrong, has_graph=False)


def _many(n_threads: int, n_spans: int) -> tuple[Spans, int]:
    """Tasks of 1 us with pauses between them, and every 500th of 1 ms."""
    rng = np.random.default_rng(7)
    lengths = rng.integers(500, 1500, (n_threads, n_spans // n_threads))
    lengths[:, ::500] = 1_000_000
    ends = np.cumsum(lengths + 100, axis=1)
    n = lengths.size
    thread = np.repeat(np.arange(n_threads), lengths.shape[1])
    return Spans(thread, (ends - lengths).ravel(), ends.ravel(), rng.integers(0, 5, n), np.arange(n), np.zeros(n, int),
                 lengths.ravel().astype(np.float64)), int(ends.max())


def _no_losses() -> Losses:
    none = np.zeros(0, int)
    return Losses(none, none, none, none, np.zeros(0))


class Large(unittest.TestCase):
    """Limits hold whatever the number of tasks is: a page of ten million takes no more than one of 200000."""

    def test_spans_become_cells(self) -> None:
        for n_threads in (2, 300):
            spans, end_ns = _many(n_threads, 200_000)
            shown, cells = view.thin(spans, _no_losses(), np.ones(5, bool), n_threads, end_ns)
            self.assertLessEqual(len(shown.begin), 60_000)
            self.assertLessEqual(len(cells.thread), 500_000)
            self.assertTrue(np.all(shown.end - shown.begin >= 1_000_000))  # the long ones are as they were
            per_band = np.bincount(cells.thread * 2000 + cells.band, weights=cells.ns)
            self.assertLessEqual(per_band.max(), cells.width_ns * 1.001)  # nothing counts twice
            self.assertAlmostEqual((shown.ns.sum() + cells.ns.sum()) / spans.ns.sum(), 1, places=2)
            columns = view._columns(thread=cells.thread, band=cells.band, kind=cells.kind, share=cells.ns)
            self.assertLess(len(json.dumps(columns)), 12_000_000)

    def test_parts_of_a_wait_count_once(self) -> None:
        n = 16  # parts that are narrow each, but wide together
        begins = np.arange(n) * 100
        spans = Spans(np.zeros(n, int), begins, begins + 100, np.arange(n) // 8, np.full(n, -1), np.zeros(n, int),
                      np.full(n, 100.0))
        with mock.patch.object(view, "_MOST_SPANS", 1), mock.patch.object(view, "_MOST_BANDS", 10), \
                mock.patch.object(view, "_FEWEST_BANDS", 1):
            shown, cells = view.thin(spans, _no_losses(), np.ones(2, bool), 1, 1600)
        self.assertEqual(shown.ns.sum() + cells.ns.sum(), spans.ns.sum())

    def test_cells_of_many_kinds(self) -> None:
        spans, end_ns = _many(300, 200_000)
        n_kinds = 25
        mixed = replace(spans, kind=np.arange(len(spans.kind)) % n_kinds)
        _, cells = view.thin(mixed, _no_losses(), np.ones(n_kinds, bool), 300, end_ns)
        self.assertLessEqual(len(cells.thread), 500_000)

    def test_bands_are_exact(self) -> None:
        spans, end_ns = _many(4, 4000)
        edges = np.linspace(0, end_ns, 101)
        found = bands.sums(spans, 5, edges)
        for band in (0, 50, 99):
            shared = np.minimum(spans.end, edges[band + 1]) - np.maximum(spans.begin, edges[band])
            for kind in range(5):
                self.assertAlmostEqual(found[kind, band], np.maximum(shared, 0)[spans.kind == kind].sum(), delta=100)

    def test_the_longest_of_those_that_begin_together_is_shown(self) -> None:
        spans = Spans(np.array([0, 0, 0, 0]), np.array([0, 10, 10, 20]), np.array([10, 20, 20, 30]),
                      np.array([1, 2, 1, 1]), np.full(4, -1), np.zeros(4, int), np.array([10.0, 3.0, 7.0, 10.0]))
        shown = joined(dominant(spans))
        self.assertEqual((shown.begin.tolist(), shown.end.tolist(), shown.ns.tolist()), ([0], [30], [27.0]))

    def test_graphs_become_few_boxes(self) -> None:
        n = 150_000
        source = np.concatenate([np.arange(n - 1), np.arange(n - 400)])
        target = np.concatenate([np.arange(1, n), np.arange(400, n)])
        order = np.argsort(target, kind="stable")
        tasks = graph.Tasks(np.arange(n), np.arange(n) % 3, np.full(n, 1000), source[order], target[order])
        path = graph.longest_path(tasks)
        self.assertEqual(path, list(range(n)))
        whole, around = graph.whole(tasks, path, 60), graph.around(tasks, path, 60)
        self.assertEqual([box.n_tasks for box in whole.boxes], [n // 3] * 3)
        self.assertEqual(whole.arrows[0, 1], 2 * n // 3 - 133)
        self.assertEqual(whole.path, {(0, 1), (1, 2), (2, 0)})
        self.assertEqual(len(around.boxes), 20)
        self.assertEqual(sum(box.n_tasks for box in around.boxes), n)


class Colours(unittest.TestCase):
    """Every two can be told apart, also by readers who lack one kind of cones (after Machado and others, 2009)."""

    _SEEN_BY = {
        "all cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
        "no long": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216),
                    (-0.003882, -0.048116, 1.051998)),
        "no medium": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413),
                      (-0.011820, 0.042940, 0.968881)),
        "no short": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602),
                     (0.004733, 0.691367, 0.303900)),
    }
    _TO_XYZ = ((0.4339, 0.3762, 0.1899), (0.2127, 0.7152, 0.0722), (0.0178, 0.1095, 0.8729))  # white is 1, 1, 1
    _LEAST = 9  # of CIE 1976; 2.3 can just be noticed side by side

    def _lab(self, colour: str, seen_by: str) -> "np.ndarray[tuple[int], np.dtype[np.float64]]":
        value = np.array([int(colour[at:at + 2], 16) for at in (1, 3, 5)]) / 255
        linear = np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)
        x, y, z = np.array(self._TO_XYZ) @ np.clip(np.array(self._SEEN_BY[seen_by]) @ linear, 0, 1)
        x, y, z = (np.cbrt(part) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, y, z))
        return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])

    def test_colours_differ(self) -> None:
        style = (render._HERE / "style.css").read_text(encoding="utf-8")
        themes = re.findall(r":root[^{]*\{([^}]*)\}", style)
        self.assertEqual(len(themes), 2)
        for theme in themes:
            colours = dict(re.findall(r"--((?:work|lost)-\w+): (#\w{6});", theme))
            self.assertEqual(len(colours), 2 * (render._COLOURS + 1))
            for seen_by in self._SEEN_BY:
                for (one, first), (other, second) in combinations(colours.items(), 2):
                    distance = np.linalg.norm(self._lab(first, seen_by) - self._lab(second, seen_by))
                    self.assertGreater(distance, self._LEAST, (one, other, seen_by))


class Drawings(unittest.TestCase):
    def tasks(self) -> graph.Tasks:
        """0 -> 1 -> 3 -> 4 is the longest path; 2 is beside it, and 5 and 6 beside that."""
        edges = [(0, 1), (0, 2), (1, 3), (2, 3), (3, 4), (2, 5), (5, 6)]
        return graph.Tasks(np.array([10, 11, 12, 13, 14, 15, 16]), np.array([0, 1, 1, 0, 2, 1, 1]),
                           np.array([5, 20, 10, 5, 5, 1, 1]), *np.array(sorted(edges, key=lambda edge: edge[1])).T)

    def test_longest_path(self) -> None:
        self.assertEqual(graph.longest_path(self.tasks()), [0, 1, 3, 4])

    def test_whole(self) -> None:
        drawing = graph.whole(self.tasks(), [0, 1, 3, 4], 60)
        self.assertEqual([(box.tasks, box.is_on_path) for box in drawing.boxes],
                         [([10 + at], at in (0, 1, 3, 4)) for at in range(7)])
        self.assertEqual(drawing.path, {(0, 1), (1, 3), (3, 4)})

    def test_around_the_path(self) -> None:
        drawing = graph.around(self.tasks(), [0, 1, 3, 4], 60)
        self.assertEqual([(box.tasks, box.is_on_path) for box in drawing.boxes],
                         [([10], True), ([11], True), ([13], True), ([14], True), ([12], False)])
        self.assertEqual(drawing.path, {(0, 1), (1, 2), (2, 3)})
        self.assertEqual(dict(drawing.arrows), {(0, 1): 1, (1, 2): 1, (2, 3): 1, (0, 4): 1, (4, 2): 1})

    def test_a_path_of_few_steps(self) -> None:
        drawing = graph.around(self.tasks(), [0, 1, 3, 4], 6)  # two steps, and what is beside them
        self.assertEqual([(box.tasks, box.body) for box in drawing.boxes], [([10, 11], 1), ([13, 14], 0), ([12], 1)])


if __name__ == "__main__":
    unittest.main()
