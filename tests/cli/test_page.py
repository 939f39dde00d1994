#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The pages of `rondo why` in a browser: they are drawn, their parts lead to each other, and nothing is fetched.

Needs Chromium with its driver, and Selenium; `make test-page` installs them. Without them it is skipped."""

import importlib.util
import json
import re
import shutil
import tempfile
import unittest
from pathlib import Path
from typing import Any

from browser import BrowserTest
from support import PROGRAMS, CommandLineTest, rondo

_N_TASKS = 50  # of the program, in two chains
_MISSING = [name for name in ("jinja2", "numpy") if importlib.util.find_spec(name) is None]
_MISSING += [] if shutil.which("dot") else ["dot"]


def write_page(path: Path, program: str) -> str:
    """What the command prints."""
    result = rondo("why", "--json", "--html", str(path), "--", str(PROGRAMS / "planted.gcc"), program)
    if result.returncode != 0:
        raise AssertionError(result.stderr)
    return result.stdout


class Page(BrowserTest):
    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        for name, program in (("first", "healthy chains"), ("second", "healthy chains"), ("starved", "preemption")):
            cls.path(f"{name}.json").write_text(write_page(cls.path(f"{name}.html"), program))

    def pointer(self, kind: str, selector: str, x: float, y: float) -> None:
        self.run_script("""
            const [node, kind, x, y] = arguments;
            const box = node.getBoundingClientRect();
            const Kind = kind === "click" ? MouseEvent : PointerEvent;
            const where = {clientX: box.left + x, clientY: box.top + y};
            node.dispatchEvent(new Kind(kind, {bubbles: true, view: window, ...where}));""",
                        self.find(selector), kind, x, y)
        self.settle()

    def key(self, key: str) -> None:
        self.run_script("""
            document.getElementById("time").dispatchEvent(new KeyboardEvent("keydown", {key: arguments[0]}))""", key)
        self.settle()

    def view(self) -> Any:
        return self.run_script("return JSON.parse(document.getElementById('view').textContent)")

    def place_of(self, task: int) -> tuple[float, float]:
        """Where it is in the canvas, when all of the run is seen."""
        view = self.view()
        at = view["spans"]["task"].index(task)
        width, height = self.run_script("const c = document.getElementById('timeline'); "
                                        "return [c.clientWidth, c.clientHeight]")
        x = (view["spans"]["begin"][at] + view["spans"]["length"][at] / 2) / view["end_ns"] * width
        return x, (view["spans"]["thread"][at] + 0.6) * (height / len(view["threads"]))

    def test_it_is_drawn(self) -> None:
        self.open("first")
        found = json.loads(self.path("first.json").read_text())
        self.assertEqual(self.run_script("return JSON.parse(document.getElementById('document').textContent)"), found)
        self.assertGreater(self.run_script("""
            const canvas = document.getElementById("timeline");
            const pixels = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
            return new Set(new Uint32Array(pixels.buffer)).size"""), 3)
        self.assertEqual(self.count("#bands path"), len(self.view()["kinds"]))
        self.assertGreater(self.count("#axis .tick"), 3)
        self.assertEqual(self.count("#graph-whole .box"), len(self.view()["graphs"]["whole"]))
        self.assertEqual(self.count("#tasks tr[data-kind]"), len(found["tasks"]))

    def test_predictions(self) -> None:
        self.open("first")
        found = json.loads(self.path("first.json").read_text())
        known = [item for item in found["predictions"] if item["seconds"] is not None]
        self.assertEqual(self.count("#predictions circle"), len(known))
        self.assertRegex(self.text("#changes"), r"2 threads \(as it is\) [\d.]+ m?s 1\.00")

    def test_a_row_chooses_in_graph_and_timeline(self) -> None:
        self.open("first")
        self.click("#tasks tr[data-kind]")
        self.assertEqual(self.count("#tasks tr.chosen"), 1)
        self.assertEqual(self.count("#graph-whole .box.chosen"), self.count("#graph-whole .box"))
        self.assertRegex(self.text("#chosen"), r"\Achosen: healthy_chains planted\.c:\d+\Z")
        self.assertLess(float(self.find("#bands path[data-kind='1']").get_attribute("opacity")), 1)
        self.click("#forget")
        self.assertEqual((self.count(".chosen"), self.text("#chosen")), (0, ""))
        self.click("#causes tr[data-kind]")
        first = json.loads(self.path("first.json").read_text())["causes"][0]["cause"]
        self.assertEqual(self.text("#chosen"), f"chosen: {first}")
        self.assertEqual((self.count("#causes tr.chosen"), self.count("#graph-whole .box.chosen")), (1, 0))

    def test_a_box_chooses_in_timeline_and_table(self) -> None:
        self.open("first")
        tasks = self.view()["graphs"]["path"][3]["tasks"]
        before = self.text("#range")
        self.click("button[data-drawing='path']")
        self.assertFalse(self.find("#graph-whole").is_displayed())
        self.click("#path-3")
        self.assertEqual(self.count("#graph-path .box.chosen"), 1)
        self.assertEqual(self.count("#tasks tr.chosen"), 1)
        self.assertRegex(self.text("#chosen"), f"chosen: ({len(tasks)} tasks|task {tasks[0]}) of healthy_chains")
        self.assertNotEqual(self.text("#range"), before)  # it goes where they are

    def test_a_task_in_the_timeline_chooses_its_box(self) -> None:
        self.open("first")
        task = 20
        self.pointer("click", "#timeline", *self.place_of(task))
        self.assertRegex(self.text("#chosen"), f"chosen: task {task} of healthy_chains")
        [box] = [number for number, box in enumerate(self.view()["graphs"]["whole"]) if task in box["tasks"]]
        chosen = self.run_script("return [...document.querySelectorAll('#graph-whole .chosen')].map((box) => box.id)")
        self.assertEqual(chosen, [f"whole-{box}"])
        self.assertEqual(self.count("#tasks tr.chosen"), 1)

    def test_hovering(self) -> None:
        self.open("first")
        self.pointer("pointermove", "#timeline", *self.place_of(7))
        self.assertRegex(self.text(".tip"), r"\Ahealthy_chains planted\.c:\d+\ntask 7\n[\d.]+ ms, from .* ms, ")
        self.pointer("pointerleave", "#timeline", 0, 0)
        self.assertFalse(self.find(".tip").is_displayed())
        self.pointer("pointermove", "#bands", 400, 50)
        self.assertRegex(self.text(".tip"), r"% +healthy_chains planted\.c:")

    def test_time_without_a_processor(self) -> None:
        """Four threads on one processor: most of what seemed to be a thread's work was none, and its row shows that."""
        self.open("starved")
        view = self.view()
        [cause] = [number for number, kind in enumerate(view["kinds"]) if kind["name"] == "preemption"]
        losses = view["losses"]
        at = max((number for number, kind in enumerate(losses["kind"]) if kind == cause),
                 key=lambda number: losses["share"][number] * losses["length"][number])
        width, height = self.run_script("const c = document.getElementById('timeline'); "
                                        "return [c.clientWidth, c.clientHeight / arguments[0]]", len(view["threads"]))
        x = (losses["begin"][at] + losses["length"][at] / 2) / view["end_ns"] * width
        row = losses["thread"][at]
        top, bottom, wanted = self.run_script("""
            const [x, above, below, cause] = arguments;
            const canvas = document.getElementById("timeline");
            const column = canvas.getContext("2d").getImageData(x * devicePixelRatio, 0, 1, canvas.height).data;
            const pixel = (y) => [...column.slice(Math.round(y * devicePixelRatio) * 4).slice(0, 3)];
            const {r, g, b} = d3.rgb(document.querySelector(`#bands path[data-kind="${cause}"]`).getAttribute("fill"));
            return [pixel(above), pixel(below), [r, g, b]];""", x, row * height + 18, (row + 1) * height - 6, cause)
        self.assertEqual(top, wanted)
        self.assertNotEqual(bottom, wanted)
        self.pointer("pointermove", "#timeline", x, row * height + 20)
        self.assertRegex(self.text(".tip"),
                         r"\Aregion preemption planted\.c:\d+\n.*\n(.*\n)?\d+ % of it: threads had no processor")

    def test_zoom(self) -> None:
        self.open("first")
        whole = self.text("#range")
        self.assertRegex(whole, r"from 0")
        self.key("+")
        closer = self.text("#range")
        self.assertNotEqual(closer, whole)
        self.key("ArrowRight")
        self.assertNotEqual(self.text("#range"), closer)
        self.assertEqual(self.text("#range").split(" from ")[0], closer.split(" from ")[0])
        self.key("0")
        self.assertEqual(self.text("#range"), whole)
        for held, changes in (("false", False), ("true", True)):  # the wheel alone scrolls the page
            self.run_script("""document.getElementById("timeline").dispatchEvent(new WheelEvent("wheel", {
                bubbles: true, cancelable: true, deltaY: -300, ctrlKey: arguments[0], clientX: 500, view: window}))""",
                            held == "true")
            self.settle()
            self.assertEqual(self.text("#range") != whole, changes)

    def test_the_time_that_is_seen_stays(self) -> None:
        """When the window changes its width, and when the page is not displayed."""
        self.open("first")
        whole = self.text("#range")
        self.key("+")
        zoomed = self.text("#range")
        self.assertNotEqual(zoomed, whole)
        size = self.browser.get_window_size()
        self.addCleanup(self.browser.set_window_size, size["width"], size["height"])
        self.browser.set_window_size(900, 900)
        self.settle()
        self.assertEqual(self.text("#range"), zoomed)
        self.run_script("document.body.hidden = true")
        self.settle()
        self.assertEqual(self.run_script("return document.getElementById('range').textContent"), zoomed)

    def test_filter_and_legend(self) -> None:
        self.open("first")
        n_kinds = self.count("#bands path")
        self.find("#filter").send_keys("healthy")
        self.settle()
        n_found = sum("healthy" in kind["name"] for kind in self.view()["kinds"])
        self.assertEqual(self.count("#bands path"), n_found)
        self.assertLess(n_found, n_kinds)
        self.run_script("""
            const field = document.getElementById("filter");
            field.value = "";
            field.dispatchEvent(new Event("input"))""")
        self.settle()
        self.click("#legend button")
        self.assertEqual(self.count("#bands path"), n_kinds - 1)
        self.assertEqual(self.find("#legend button").get_attribute("aria-pressed"), "false")

    def test_light_and_dark(self) -> None:
        def colours() -> tuple[Any, ...]:
            self.settle()
            return tuple(self.run_script("""return [document.documentElement.dataset.theme,
                getComputedStyle(document.body).backgroundColor,
                document.querySelector("#bands path").getAttribute("fill")]"""))

        found = {}
        for system in ("light", "dark"):
            self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {
                "features": [{"name": "prefers-color-scheme", "value": system}]})
            self.open("first")
            found[system] = colours()
            self.assertEqual(found[system][0], system)
        self.assertTrue(all(one != other for one, other in zip(found["light"], found["dark"])), found)
        self.click("#theme")
        self.assertEqual(colours(), found["light"])
        self.run_script("localStorage.clear()")
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})

    def test_two_runs(self) -> None:
        result = rondo("why", "--compare", str(self.path("first.json")), str(self.path("second.json")),
                       "--html", str(self.path("both.html")))
        self.assertEqual(result.returncode, 0, result.stderr)
        self.open("both")
        self.assertEqual(self.count("#shares circle"), 2 * self.count("#causes tr") - 2)
        self.assertRegex(self.text("#tasks"), rf"healthy_chains planted\.c:\d+ {_N_TASKS} {_N_TASKS} ")


class WithoutBrowser(CommandLineTest):
    @unittest.skipIf(_MISSING, f"{', '.join(_MISSING)} not found")
    def test_losses_add_up_to_the_causes(self) -> None:
        """What the rows show of work and of time without a processor are the shares that the text gives."""
        with tempfile.TemporaryDirectory(prefix="rondo-page-") as folder:
            path = Path(folder, "page.html")
            found = json.loads(write_page(path, "preemption"))
            [text] = re.findall(r'<script [^>]*id="view">(.*?)</script>', path.read_text(), re.DOTALL)
        view = json.loads(text)
        names = [kind["name"] for kind in view["kinds"]]
        shown_ns = dict.fromkeys(names, 0.0)
        spans, losses = view["spans"], view["losses"]
        for thread, begin, length, kind in zip(*(spans[name] for name in ("thread", "begin", "length", "kind"))):
            shown_ns[names[kind]] += length
            if view["kinds"][kind]["lost"]:
                continue
            for other, start, time, cause, share in zip(*(losses[name] for name in (
                    "thread", "begin", "length", "kind", "share"))):
                both = min(begin + length, start + time) - max(begin, start)
                if other == thread and both > 0:
                    shown_ns[names[cause]] += both * share / 1000
                    shown_ns[names[kind]] -= both * share / 1000
        total_ns = view["end_ns"] * found["threads"]
        work_ns = sum(shown_ns[kind["name"]] for kind in view["kinds"] if not kind["lost"])
        self.assertAlmostEqual(work_ns / total_ns, found["efficiency"], delta=0.02)
        [cause] = [cause for cause in found["causes"] if cause["cause"] == "preemption"]
        self.assertGreater(cause["share"], 0.5)  # 4 threads of which one at a time has the processor
        self.assertAlmostEqual(shown_ns["preemption"] / total_ns, cause["share"], delta=0.05)
        of_bands = {kind["name"]: kind["ns"] for kind in view["kinds"]}
        self.assertAlmostEqual(of_bands["preemption"] / total_ns, cause["share"], delta=0.001)

    def test_a_page_that_cannot_be_written(self) -> None:
        result = rondo("why", "--html", "/nowhere/page.html", "--", str(PROGRAMS / "planted.gcc"), "healthy chains")
        self.assertEqual((result.returncode, result.stdout), (1, ""))
        self.assertRegex(result.stderr, r"\Arondo: .*; .*\n\Z")  # also where something is missing


if __name__ == "__main__":
    unittest.main()
