# SPDX-License-Identifier: Apache-2.0
"""Two runs of `rondo why` beside each other: constructs are matched by place, and causes by name."""

import io
import json
import tempfile
import unittest
from pathlib import Path
from typing import Any

from rich.console import Console

from rondo.errors import MeasureError
from rondo.why import compare
from rondo.why.compare import Document


def run(wall_s: float = 1.0, causes: dict[str, float] | None = None, tasks: list[tuple[str | None, int]] | None = None,
        **more: Any) -> Document:
    shares = causes or {}
    return {"program": "/a/program", "wall_seconds": wall_s, "processor_seconds": 2 * wall_s, "threads": 2,
            "efficiency": 1 - sum(shares.values()),
            "causes": [{"cause": name, "share": share, "what": f"what {name} is"} for name, share in shares.items()],
            "tasks": [{"place": place, "tasks": n, "mean_us": 10.0} for place, n in tasks or []]} | more


def matches(before: list[tuple[str | None, int]], after: list[tuple[str | None, int]]) -> set[tuple[str, int, int]]:
    found = compare.compare(run(tasks=before), run(tasks=after))
    return {(item.place, item.before["tasks"] if item.before else 0, item.after["tasks"] if item.after else 0)
            for item in found.constructs}


class Compare(unittest.TestCase):
    def test_constructs_of_the_same_place(self) -> None:
        self.assertEqual(matches([("f a.c:3", 1), ("g a.c:9", 2)], [("g a.c:9", 20), ("f a.c:3", 10)]),
                         {("f a.c:3", 1, 10), ("g a.c:9", 2, 20)})

    def test_lines_that_have_moved(self) -> None:
        # Line 9 is still there; 3 has become 5, and there is a new one behind it.
        self.assertEqual(matches([("f a.c:3", 1), ("f a.c:9", 2)], [("f a.c:5", 10), ("f a.c:7", 30), ("f a.c:9", 20)]),
                         {("f a.c:5", 1, 10), ("f a.c:9", 2, 20), ("f a.c:7", 0, 30)})

    def test_constructs_of_one_run_only(self) -> None:
        self.assertEqual(matches([("f a.c:3", 1), (None, 4)], [("g b.c:3", 2)]),
                         {("f a.c:3", 1, 0), ("g b.c:3", 0, 2), ("unknown place", 4, 0)})

    def test_places_without_a_line(self) -> None:
        self.assertEqual(matches([("f", 1), ("f", 2)], [("f", 10), ("f", 20)]), {("f", 1, 10), ("f", 2, 20)})

    def test_the_longest_construct_is_first(self) -> None:
        found = compare.compare(run(tasks=[("short a.c:1", 1)]), run(tasks=[("long a.c:2", 5)]))
        self.assertEqual([item.place for item in found.constructs], ["long a.c:2", "short a.c:1"])

    def test_causes(self) -> None:
        found = compare.compare(run(causes={"serial": 0.2, "mutex": 0.1, "creator": 0.0004}),
                                run(causes={"serial": 0.05, "dependences": 0.15}))
        self.assertEqual([(cause.name, cause.before, cause.after) for cause in found.causes],
                         [("serial", 0.2, 0.05), ("dependences", 0, 0.15), ("mutex", 0.1, 0)])

    def test_a_document_of_several_ranks(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "ranks.json")
            path.write_text(json.dumps({"n_ranks": 2, "ranks": [run(), run()]}))
            with self.assertRaisesRegex(MeasureError, r"of several ranks; .*jq .ranks\[0\]"):
                compare.read(path)

    def test_verdict(self) -> None:
        for after_s, words in ((0.5, "2.00 times as fast"), (1.5, "1.50 times as long"), (1.001, "the same time")):
            self.assertIn(words, compare.verdict(compare.compare(run(1.0), run(after_s))))

    def test_screen(self) -> None:
        console = Console(file=io.StringIO(), width=120)
        compare.show(console, compare.compare(run(causes={"serial": 0.2}, tasks=[("f a.c:3", 12)]),
                                              run(0.5, causes={"serial": 0.05}, tasks=[("f a.c:4", 7)])))
        text = console.file.getvalue()  # type: ignore[attr-defined]
        for words in ("1 s on 2 threads", "500 ms on 2 threads", "2.00 times as fast", "what serial is", "20.0%",
                      "-15.0", "f a.c:4", "12", "7", "10 us"):
            self.assertIn(words, text)

    def test_files(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "run.json")
            with self.assertRaisesRegex(MeasureError, "cannot read .*run.json .No such file"):
                compare.read(path)
            for text, why in (("{", "is not JSON"), ("[1]", "is not of `rondo why`"), ('{"program": 1}', "is not of")):
                path.write_text(text)
                with self.assertRaisesRegex(MeasureError, why):
                    compare.read(path)
            path.write_text(json.dumps(run()))
            self.assertEqual(compare.read(path), run())


if __name__ == "__main__":
    unittest.main()
