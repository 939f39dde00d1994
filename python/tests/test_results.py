# SPDX-License-Identifier: Apache-2.0
"""Tests of the file of results: it keeps to its schema, and two of them can be compared."""

import io
import json
import tempfile
import unittest
from pathlib import Path
from typing import Any

from rich.console import Console

from rondo.errors import MeasureError
from rondo.measure import compare, machine, results
from rondo.measure.figures import Row
from rondo.measure.samples import Sample, cells

_TIME = Row("t", "time", "ns")
_SPEED = Row("s", "speed", "% efficient", larger_is_better=True)


def made(**rows: tuple[float, ...]) -> results.Document:
    """A file with the samples of the rows time and speed."""
    content = results.document(
        "bench", machine.describe(), {"threads": [2], "rounds": 3, "quick": False, "settings": []}, "9.9", {},
        complete=True,
    )
    samples = [
        Sample(("suite", row, 2, "rondo-gcc"), number + 1, value)
        for row, values in rows.items()
        for number, value in enumerate(values)
    ]
    content["results"] = results.results({"suite": {"time": _TIME, "speed": _SPEED}}, samples, cells(samples))
    return content


class Schema(unittest.TestCase):
    def test_what_is_written_keeps_to_it(self) -> None:
        self.assertIsNone(results.problem_of(made(time=(1, 2, 3))))
        self.assertIsNone(results.problem_of(json.loads(json.dumps(made(speed=(5,))))))

    def test_it_finds_what_is_wrong(self) -> None:
        content = made(time=(1, 2, 3))
        content["results"][0]["median"] = "fast"
        self.assertIn("results/0/median", results.problem_of(content) or "")
        lacking = made(time=(1, 2, 3))
        del lacking["machine"]["kernel"]
        self.assertIn("'kernel' is a required property", results.problem_of(lacking) or "")
        self.assertIsNotNone(results.problem_of({**made(), "surprise": 1}))

    def test_reading_says_what_is_the_matter(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "bench.json"
            results.write(path, made(time=(1, 2, 3)))
            self.assertEqual(results.read(path)["results"][0]["median"], 2)
            for text, words in (
                ("{", "is no JSON file"),
                ('{"schema": 1}', "schema version 1, not 2; measure again"),
                ("[]", "schema version None"),
                (json.dumps({**made(), "complete": 3}), r"keep to the schema \(complete: .*; measure again"),
            ):
                path.write_text(text)
                with self.assertRaisesRegex(MeasureError, words):
                    results.read(path)


class Comparison(unittest.TestCase):
    def only(self, before: results.Document, after: results.Document) -> compare.Difference:
        (difference,) = compare.differences(before, after)
        return difference

    def test_beyond_the_spread(self) -> None:
        faster = self.only(made(time=(10, 11, 12, 11, 11)), made(time=(5, 5.5, 6, 5.5, 5.5)))
        self.assertEqual((faster.ratio, faster.verdict), (2, "better"))
        slower = self.only(made(time=(5, 5.5, 6, 5.5, 5.5)), made(time=(10, 11, 12, 11, 11)))
        self.assertEqual((slower.ratio, slower.verdict), (0.5, "worse"))

    def test_more_may_be_better(self) -> None:
        difference = self.only(made(speed=(40, 41, 42, 41, 41)), made(speed=(80, 82, 84, 82, 82)))
        self.assertEqual((difference.ratio, difference.verdict), (2, "better"))

    def test_within_the_noise(self) -> None:
        overlapping = self.only(made(time=(8, 10, 14, 10, 10)), made(time=(9, 12, 15, 12, 12)))
        self.assertEqual(overlapping.verdict, "within the noise")
        tiny = self.only(made(time=(10, 10, 10, 10, 10)), made(time=(10.05, 10.05, 10.05, 10.05, 10.05)))
        self.assertEqual(tiny.verdict, "within the noise")

    def test_few_samples_prove_nothing(self) -> None:
        self.assertEqual(self.only(made(time=(10, 10, 10, 10)), made(time=(1, 1, 1, 1))).verdict, "too few samples")

    def test_what_makes_it_unfair_is_said(self) -> None:
        other: dict[str, Any] = made(time=(1, 2, 3), speed=(5,))
        other["machine"] = {**other["machine"], "processor": "another"}
        other["options"] = {**other["options"], "quick": True, "settings": ["OMP_WAIT_POLICY=active"]}
        said = " ".join(compare.warnings(made(time=(1, 2, 3)), other))
        for words in ("machines differ: processor", "a quick run", "1 results are in one file only",
                      "set otherwise: nothing before, OMP_WAIT_POLICY=active after"):
            self.assertIn(words, said)
        self.assertEqual(compare.warnings(made(time=(1, 2, 3)), made(time=(3, 4, 5))), [])

    def test_the_table_shows_both_and_the_verdict(self) -> None:
        screen = io.StringIO()
        console = Console(file=screen, width=120)
        compare.show(console, ("a.json", "b.json"), made(time=(10, 11, 12, 11, 11)),
                     made(time=(5, 5.5, 6, 5.5, 5.5)))
        self.assertNotIn("geometric mean", screen.getvalue())  # of one row
        self.assertRegex(screen.getvalue(), r"time, ns +2 +rondo-gcc +11 ±0% +5\.5 ±0% +2\.00x +better")

    def test_a_mean_counts_the_rows_that_it_is_of(self) -> None:
        screen = io.StringIO()
        before, after = (made(time=(times, times), speed=(times, times)) for times in (10, 5))
        nothing = {**before["results"][0], "row": "nothing", "median": 0}
        for content in (before, after):
            content["results"].append(nothing)
        compare.show(Console(file=screen, width=120), ("a.json", "b.json"), before, after)
        self.assertIn("rondo-gcc: 1.00x, geometric mean of 2 rows", screen.getvalue())


if __name__ == "__main__":
    unittest.main()
