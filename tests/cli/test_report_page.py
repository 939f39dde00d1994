#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The page of `rondo report` in a browser: every figure is drawn, filters and the texts of marks work, and nothing is
fetched. Its results are made of a rule (python/tests/fake_results.py). `make test-page` installs what it needs."""

import json
import sys
import unittest
from pathlib import Path
from typing import Any

from browser import BrowserTest
from support import rondo

_PYTHON = Path(__file__).resolve().parents[2] / "python"
sys.path[:0] = [str(_PYTHON), str(_PYTHON / "tests")]


class ReportPage(BrowserTest):
    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        import fake_results

        for name, content in (("whole", fake_results.made(1, (1, 2))), ("old", fake_results.made(5, (2,))),
                              ("new", fake_results.made(5, (2,), {"libomp": 0.5}))):
            cls.path(f"{name}.json").write_text(json.dumps(content))
        cls.expect(rondo("report", str(cls.path("whole.json")), "-o", str(cls.path("report.html"))))
        cls.expect(rondo("report", "--compare", str(cls.path("old.json")), str(cls.path("new.json")),
                         "-o", str(cls.path("changes.html"))))

    @staticmethod
    def expect(result: Any) -> None:
        if result.returncode != 0:
            raise AssertionError(result.stderr)

    def hover(self, text: str) -> str:
        """The text beside the pointer over the first mark of the group with this id."""
        self.run_script("""
            const mark = document.getElementById(arguments[0]).querySelector(".marked");
            const {left, top} = mark.getBoundingClientRect();
            mark.dispatchEvent(new PointerEvent("pointermove", {bubbles: true, clientX: left, clientY: top}));""",
                        text)
        return self.text(".tip")

    def test_every_figure_is_drawn(self) -> None:
        self.open("report")
        sizes = self.run_script("return [...document.querySelectorAll('figure svg')].map(svg => "
                                "[svg.closest('figure').id, svg.getBoundingClientRect().width, "
                                "svg.querySelectorAll('path, use').length, svg.querySelectorAll('text').length])")
        self.assertGreater(len(sizes), 12)
        for name, width, marks, texts in sizes:
            self.assertGreater(width, 300, name)
            self.assertGreater(marks, 10, name)
            self.assertGreater(texts, 5, name)
            files = self.path("report-files")
            for ending in ("svg", "png", "csv"):
                self.assertGreater((files / f"{name}.{ending}").stat().st_size, 50, name)
        self.assertEqual(self.count("figure figcaption"), self.count("figure"))
        self.assertLess(self.path("report.html").stat().st_size, 3e6)

    def test_marks_say_what_they_are(self) -> None:
        self.open("report")
        tips = self.run_script("return JSON.parse(document.getElementById('tips').textContent)")
        lost = self.run_script("return Object.keys(arguments[0]).filter(id => "
                               "!document.getElementById(id)?.querySelector('.marked'))", tips)
        self.assertEqual(lost, [])
        self.assertIn("Cholesky", self.hover("taskgraph-figure-10--libgomp.0"))
        self.assertIn("of the best", self.hover("taskiter-figure-4b--taskiter.0"))
        self.assertIn("time over time: 2.00", self.hover("taskgraph-figure-6--cell.0.0"))

    def test_a_contender_can_be_hidden(self) -> None:
        self.open("report")
        shown = """return [...document.querySelectorAll(`g[id*="--libomp."]`)]
            .filter(mark => mark.getBoundingClientRect().width > 0).length"""
        before = self.run_script(shown)
        self.assertGreater(before, 20)
        self.click("#contenders button[data-contender=libomp]")
        self.assertEqual(self.run_script(shown), 0)
        self.click("#contenders button[data-contender=libomp]")
        self.assertEqual(self.run_script(shown), before)

    def test_both_themes_can_be_read(self) -> None:
        self.open("report")
        contrast = """
            const style = getComputedStyle(document.body);
            const light = (text) => text.match(/[\\d.]+/g).slice(0, 3).reduce((sum, part) => sum + Number(part), 0);
            const pictures = [...document.querySelectorAll("figure svg")];
            const onPaper = pictures.filter(svg => !svg.querySelector("[id*='--cell.']"));
            return onPaper.flatMap(svg => [...svg.querySelectorAll("text")]).slice(0, 200)
              .map(text => Math.abs(light(getComputedStyle(text).fill) - light(style.backgroundColor)))"""
        for _ in range(2):
            self.assertGreater(min(self.run_script(contrast)), 100)
            self.click("#theme")

    def test_the_comparison(self) -> None:
        self.open("changes")
        visible = "return [...document.querySelectorAll('#changes tr[data-verdict]')].filter(row => !row.hidden).length"
        before = self.run_script(visible)
        better = self.count("#changes tr[data-verdict=better]")
        self.assertGreater(better, 100)
        self.assertEqual(self.count("#changes tr[data-verdict=worse]"), 0)
        self.click("#verdicts button[data-verdict=better]")
        self.assertEqual(self.run_script(visible), before - better)


if __name__ == "__main__":
    unittest.main()
