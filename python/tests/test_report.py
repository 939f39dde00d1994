# SPDX-License-Identifier: Apache-2.0
"""Tests of `rondo report`: its statistics on data with known answers, what it distrusts, and that every exhibit is
found. The page in a browser: tests/cli/test_report_page.py."""

import contextlib
import io
import json
import random
import re
import tempfile
import unittest
from pathlib import Path
from typing import Any, ClassVar
from unittest import mock

import pandas

import fake_results
from rondo.measure import results
from rondo.measure.figures import Row
from rondo.measure.samples import Sample, cells
from rondo.measure.significance import change
from rondo.measure.suites import kSuites
from rondo.report import commands, files, picture, render, sentences, statistics, trust
from rondo.report.collect import Report, collect, missing_line
from rondo.report.data import Data
from rondo.report.papers import kPapers

_SUITES = {suite.name for suite in kSuites}


def synthetic(factors: tuple[float, ...] = (1, 1, 1), /, **medians: dict[str, float]) -> results.Document:
    """Rows of a suite named `made`, in ns: row -> contender -> median, of which the samples are these multiples."""
    content = fake_results.made(1, (2,), results=[], lengths=[])
    samples = [Sample(("made", row, 2, key), number, factor * value) for row, by_key in medians.items()
               for key, value in by_key.items() for number, factor in enumerate(factors, 1)]
    rows = {"made": {row: Row("t", row, "ns") for row in medians}}
    content["results"] = results.results(rows, samples, cells(samples))
    return content


class Statistics(unittest.TestCase):
    def test_a_shift_is_found_and_measured(self) -> None:
        draw = random.Random(3)
        before = [100 * draw.uniform(0.97, 1.03) for _ in range(8)]
        after = [80 * draw.uniform(0.97, 1.03) for _ in range(8)]
        found = change(before, after)
        assert found is not None
        self.assertTrue(found.is_real)
        self.assertLess(found.low, 0.8)
        self.assertGreater(found.high, 0.8)
        self.assertLess(found.high - found.low, 0.1)

    def test_noise_is_seldom_called_a_change(self) -> None:
        draw = random.Random(4)
        called = 0
        for _ in range(200):
            found = change(*([draw.gauss(100, 10) for _ in range(5)] for _ in range(2)))
            assert found is not None
            called += found.is_real
        self.assertLessEqual(called, 6)  # 1 % of 200 is 2

    def test_one_wild_sample_does_not_decide(self) -> None:
        found = change([10, 10.1, 10.2, 10.1, 10], [10, 10.1, 10.2, 10.1, 1000])
        assert found is not None
        self.assertFalse(found.is_real)

    def test_too_few_samples(self) -> None:
        self.assertIsNone(change([1, 2, 3, 4], [5, 6, 7, 8]))
        self.assertIsNone(change([0, 1, 1, 1, 1], [5, 6, 7, 8, 9]))

    def test_correlation(self) -> None:
        numbers = pandas.Series([1.0, 2, 3, 4])
        for other, expected in (([2, 4, 6, 8], 1), ([8, 6, 4, 2], -1), ([1, -1, -1, 1], 0)):
            self.assertAlmostEqual(statistics.correlation(numbers, pandas.Series(other)) or 0, expected)
        self.assertIsNone(statistics.correlation(numbers, pandas.Series([5, 5, 5, 5])))
        self.assertIsNone(statistics.correlation(numbers[:2], numbers[:2]))


class Sentences(unittest.TestCase):
    def of(self, **medians: dict[str, float]) -> str:
        return sentences.against_stock(Data([synthetic(**medians)]).rows("made"))

    def test_a_gain(self) -> None:
        said = self.of(a={"libgomp": 40, "libomp": 20, "rondo-gcc": 10, "graph-same": 5},
                       b={"libomp": 10, "taskiter": 10})
        self.assertEqual(said, "Rondo's best form is 2.00 times better than the best stock runtime in the geometric "
                               "mean of 2 places, and nowhere worse by more than 2%.")

    def test_a_loss_is_said(self) -> None:
        said = self.of(a={"libgomp": 8, "rondo-gcc": 16}, b={"libomp": 9, "rondo-clang": 9})
        self.assertIn("1.41 times worse", said)
        self.assertIn("loses by more than 2% at 1, most at “a” on 2 threads: 2.00 times worse than libgomp", said)

    def test_of_one_place(self) -> None:
        self.assertIn("(graph same) is 4.00 times better", self.of(a={"libgomp": 8, "graph-same": 2}))

    def test_nothing_to_compare(self) -> None:
        self.assertIn("nothing is compared", self.of(a={"libgomp": 8}))


class Trust(unittest.TestCase):
    def doubts(self, **changed: Any) -> list[str]:
        found = trust.doubts([{**synthetic(a={"libgomp": 8, "rondo-gcc": 4}), **changed}])
        self.texts = [doubt.text for doubt in found if doubt.is_wrong]
        return [doubt.text for doubt in found]

    def test_nothing_to_doubt(self) -> None:
        self.assertEqual(self.doubts(), [])

    def test_a_wrong_result(self) -> None:
        failure = {"suite": "made", "contender": "libgomp", "threads": 2, "message": "WRONG RESULT: hash 1, not 2"}
        self.doubts(failures=[failure])
        self.assertEqual(self.texts, ["made: WRONG RESULT: hash 1, not 2"])

    def test_a_wrong_runtime(self) -> None:
        for libraries in ({"libomp": "/opt/rondo/faces/libomp.so.5"}, {"libgomp": "/usr/lib/libomp.so.5"},
                          {"rondo": "/usr/lib/libgomp.so.1"}):
            self.doubts(libraries=libraries)
            self.assertRegex(" ".join(self.texts), "^wrong runtime: .* ran on ")

    def test_a_noisy_machine(self) -> None:
        content = synthetic(a={"libgomp": 8}, b={"libgomp": 8})
        content["results"][0]["disturbed"] = True
        self.assertEqual(self.doubts(results=content["results"]),
                         ["noisy machine: 1 of 2 cells have mostly disturbed samples"])
        for cell in content["results"]:
            cell.update(disturbed=False, spread=0.25)
        self.assertIn("±25%", self.doubts(results=content["results"])[0])
        # Before the start it is that of a build which has just ended.
        self.assertEqual(self.doubts(machine={**content["machine"], "load_average_before": 7}), [])


class Command(unittest.TestCase):
    """`rondo report`, as it is called, on files whose answers are known."""

    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.page = self.folder / "page.html"

    def told(self, *arguments: str, **files_of: results.Document) -> tuple[int, str]:
        """Status and what was written to the two streams."""
        for name, content in files_of.items():
            (self.folder / name).write_text(json.dumps(content))
        paths = [str(self.folder / name) for name in files_of]
        output = io.StringIO()
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
            status = commands.main([*paths, *arguments])
        return status, re.sub(r"\s+", " ", output.getvalue())

    def test_compare_tells_what_changed_beyond_noise(self) -> None:
        spread = tuple(1 + 0.002 * step for step in range(-4, 5))
        wide = tuple(1 + 0.2 * step for step in range(-4, 5))
        before = synthetic(spread, stays={"libomp": 50}, rises={"libomp": 100}, falls={"libomp": 100})
        after = synthetic(spread, stays={"libomp": 50}, rises={"libomp": 125}, falls={"libomp": 80})
        status, text = self.told("--compare", old=before, new=after)
        self.assertEqual(status, 0)
        self.assertRegex(text, r"stays, ns .* within the noise rises, ns .* 0\.80x worse falls, ns .* 1\.25x better ")
        status, text = self.told("--compare", old=synthetic(wide, a={"libomp": 100}),
                                 new=synthetic(wide, a={"libomp": 90}))
        self.assertIn("1.11x within the noise", text)

    def test_compare_makes_a_page(self) -> None:
        factors = tuple(1 + 0.002 * step for step in range(-4, 5))
        made = {"old": synthetic(factors, one={"libomp": 100}),
                "new": synthetic(factors, one={"libomp": 150})}
        self.assertEqual(self.told("--compare", "-o", str(self.page), **made)[0], 0)
        self.assertIn("worse", self.page.read_text())
        self.assertEqual(self.told("--compare", old=made["old"])[0], 2)

    def test_a_wrong_result_and_a_wrong_runtime_are_its_status(self) -> None:
        right = synthetic(a={"libgomp": 8, "rondo-gcc": 4})
        self.assertEqual(self.told("--text", one=right)[0], 0)
        failure = {"suite": "made", "contender": "libgomp", "threads": 2, "message": "WRONG RESULT: hash 1, not 2"}
        wrong: tuple[results.Document, ...] = ({**right, "failures": [failure]},
                                               {**right, "libraries": {"libgomp": "/usr/lib/libomp.so.5"}})
        for content, expected in zip(wrong, ("WRONG RESULT: hash 1", "wrong runtime: ")):
            status, text = self.told("--text", one=content)
            self.assertEqual(status, 1)
            self.assertIn(expected, text)


class Exhibits(unittest.TestCase):
    content: ClassVar[dict[str, Any]]
    report: ClassVar[Report]

    @classmethod
    def setUpClass(cls) -> None:
        cls.content = fake_results.made(2, (1, 2))
        cls.report = collect(Data([cls.content]))

    def shown(self, name: str) -> Any:
        return next(shown for chapter in self.report.chapters for shown in chapter.shown
                    if files.name_of(chapter, shown) == name)

    def test_the_results_keep_to_the_schema(self) -> None:
        self.assertIsNone(results.problem_of({**self.content, "results": self.content["results"][:50]}))

    def test_every_exhibit_of_a_suite_that_there_is_is_found(self) -> None:
        for chapter in self.report.chapters:
            for exhibit in chapter.missing:
                self.assertFalse(set(exhibit.suites) & _SUITES, exhibit.title)
            for shown in chapter.shown:
                self.assertTrue(shown.found.sentence.endswith("."), shown.found.sentence)
                self.assertGreater(len(shown.found.plot.table()), 0, shown.exhibit.title)
                self.assertGreater(len(shown.found.plot.shown()), 0, shown.exhibit.title)
                self.assertIn("gcc 12.9 -O3", shown.caption)

    def test_known_answers(self) -> None:
        self.assertIn("is 4 times that of a graph on Rondo for libgomp, and 2 times",
                      self.shown("taskgraph-table-1").found.sentence)
        cells_of_map = self.shown("taskgraph-figure-6").found.plot.table()
        self.assertEqual(set(cells_of_map["time over time"].round(6)), {2.0})
        self.assertIn("taskiter is 2 times as fast as libomp (the paper: 5) and 4 times as fast as libgomp",
                      self.shown("taskiter-figure-4b").found.sentence)
        best = self.shown("applications-best").found
        self.assertRegex(best.sentence, r"takes 1/2 of the time .* of 37 applications, .* 2% nowhere")
        self.assertEqual(set(best.plot.table()["stock over Rondo"]), {"2.00x"})
        self.assertEqual(self.shown("epcc-all").found.plot.table()["libgomp"][0], "40.1 ±140")
        self.assertIn("no simultaneous multithreading", self.shown("uts-figure-4").found.sentence)
        self.assertIn("thousand instructions a task", self.shown("uts-figure-2").found.plot.table().columns)
        self.assertEqual(len(self.shown("uts-table-2").found.plot.table()), 10)
        self.assertIn("wavefront 0.5 us (stock 2)", self.shown("task-bench-metg").found.sentence)

    def test_what_is_missing_says_how_to_measure_it(self) -> None:
        empty = collect(Data([synthetic(a={"libgomp": 1})]))
        for chapter in empty.chapters:
            self.assertEqual(chapter.shown, [])
            for exhibit in chapter.missing:
                self.assertIn("rondo bench", missing_line(exhibit))

    def test_newer_results_count(self) -> None:
        old, new = (synthetic(a={"libgomp": time}) for time in (1.0, 2.0))
        old["machine"] = {**old["machine"], "date": "2020-01-01"}
        self.assertEqual([*Data([new, old]).rows("made")["median"]], [2.0])

    def test_the_page(self) -> None:
        def draw(_: Any, __: str, path: Path) -> None:
            path.with_suffix(".svg").write_text('<svg width="9pt" height="9pt" viewBox="0"><g id="libomp.0"/></svg>')

        few = [chapter for chapter in self.report.chapters if chapter.paper.key in ("taskgraph", "epcc")]
        report = render.Report(few, [trust.Doubt(True, "wrong <runtime>")], self.report.machines)
        with tempfile.TemporaryDirectory() as folder:
            page = Path(folder) / "page.html"
            for kind in ("Curves", "Bars", "HeatMaps"):
                self.enterContext(mock.patch(f"rondo.report.plots.{kind}.draw", draw))
            files.write(few, files.folder_of(page))
            text = render.report(report, page)
            self.assertTrue((files.folder_of(page) / "taskgraph-table-1.csv").read_text().startswith("runtime,1,10,"))
        self.assertIn("wrong &lt;runtime&gt;", text)
        self.assertIn("Processor &lt;X&gt;", text)
        self.assertNotRegex(re.sub(r"data:[^\"]*", "", text), r"(?i)https?://|@import")
        tips = json.loads(re.search(r'id="tips">(.*?)</script>', text, re.DOTALL).group(1))  # type: ignore[union-attr]
        self.assertIn("libomp\nCholesky", " ".join(tips["taskgraph-figure-10--libgomp.0"]).replace("libgomp", "libomp"))

    def test_pictures_have_ids_of_their_own_and_colours_of_the_theme(self) -> None:
        svg = ('<?xml?><svg width="10pt" height="5pt"><defs><path id="m1"/></defs><g id="libomp.0" clip-path="url(#c)">'
               '<use xlink:href="#m1" style="fill: #000000; stroke: #d55e00"/></g></svg>')
        made = picture.inline(svg, "one")
        for part in ('id="one--m1"', 'id="one--libomp.0"', "url(#one--c)", 'href="#one--m1"', "var(--text)",
                     "var(--series-"):
            self.assertIn(part, made)
        self.assertNotIn("#d55e00", made)
        self.assertIn(picture.colour_of("libomp"), made)

    def test_names_are_unique_and_suites_exist(self) -> None:
        names = [f"{paper.key}-{exhibit.key}" for paper in kPapers for exhibit in paper.exhibits]
        self.assertEqual(len(set(names)), len(names))
        for paper in kPapers:
            for exhibit in paper.exhibits:
                self.assertTrue(set(exhibit.suites) & _SUITES, exhibit.title)


if __name__ == "__main__":
    unittest.main()
