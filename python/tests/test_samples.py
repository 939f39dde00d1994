# SPDX-License-Identifier: Apache-2.0
"""Tests of the figures: cells from samples, quotients, means and gains from cells."""

import unittest

from rondo.measure import stats
from rondo.measure.derived import Derived, derive, gain
from rondo.measure.figures import Figure, Quotient, Row, Suite
from rondo.measure.samples import Cell, Cells, Sample, cells
from rondo.measure.session import drift

_PLACE = ("suite", "row", 2, "libgomp")


def samples(*values: float, disturbed: tuple[int, ...] = ()) -> list[Sample]:
    """`disturbed`: which of them, from 0."""
    return [
        Sample(_PLACE, number + 1, value, ("noise",) if number in disturbed else ())
        for number, value in enumerate(values)
    ]


class Statistics(unittest.TestCase):
    def test_a_cell_is_median_and_quartiles(self) -> None:
        cell = cells(samples(5, 1, 4, 2, 3))[_PLACE]
        self.assertEqual(cell, Cell(median=3, low=2, high=4, n=5))
        self.assertAlmostEqual(cell.spread, 1 / 3)

    def test_disturbed_samples_do_not_count_while_others_suffice(self) -> None:
        cell = cells(samples(1, 2, 3, 90, 95, disturbed=(3, 4)))[_PLACE]
        self.assertEqual((cell.median, cell.n, cell.disturbed), (2, 3, False))

    def test_where_most_are_disturbed_all_count_and_the_cell_says_so(self) -> None:
        cell = cells(samples(1, 20, 30, disturbed=(1, 2)))[_PLACE]
        self.assertEqual((cell.median, cell.n, cell.disturbed), (20, 3, True))
        self.assertFalse(cells(samples(1, 20, disturbed=(1,)))[_PLACE].disturbed)

    def test_nothing_gives_nothing(self) -> None:
        self.assertEqual(cells([]), {})

    def test_geometric_mean(self) -> None:
        self.assertAlmostEqual(stats.geometric_mean([1, 4, 16]) or 0, 4)
        self.assertIsNone(stats.geometric_mean([]))
        self.assertIsNone(stats.geometric_mean([1, 0]))

    def test_drift_is_judged_by_the_farthest(self) -> None:
        first = {"fixed_loop_ns": 100.0, "line_transfer_ns": None}
        self.assertEqual(drift([first, {"fixed_loop_ns": 104.0, "line_transfer_ns": None}]), [])
        (line,) = drift([first, {"fixed_loop_ns": 80.0, "line_transfer_ns": None}, first])
        self.assertIn("100 ns at first, then 80 ns", line)
        self.assertEqual(drift([]), [])


_A, _B = Row("a", "a", "ns", mean="both"), Row("b", "b", "ns", mean="both")
_SPEED = Row("c", "c", "% efficient", larger_is_better=True)
_SUITE = Suite(
    "suite", "", "", (Figure("program", "form", (_A, _B, _SPEED)),), quotients=(Quotient("b over a", ("b",), ("a",)),)
)


def table(**columns: tuple[float | None, float | None, float | None]) -> Cells:
    """Column -> values of the rows a, b, c."""
    return {
        ("suite", row, 2, key.replace("_", "-")): Cell(value, value, value, 1)
        for key, values in columns.items()
        for row, value in zip("abc", values)
        if value is not None
    }


class Derivation(unittest.TestCase):
    def test_gain_is_best_against_better(self) -> None:
        values = table(
            libgomp=(8, 20, 50),
            libomp=(6, 10, 60),
            libiomp5=(12, 10, 40),
            rondo_gcc=(3, 40, 90),
            rondo_clang=(4, 20, 30),
        )
        self.assertEqual(gain(values, "suite", _A, 2), 2)
        self.assertEqual(gain(values, "suite", _B, 2), 0.5)
        self.assertEqual(gain(values, "suite", _SPEED, 2), 1.5)
        self.assertIsNone(gain(values, "suite", _A, 4))
        self.assertIsNone(gain(table(libgomp=(8, 20, 50)), "suite", _A, 2))

    def test_quotients_and_means(self) -> None:
        values = table(libgomp=(2, 8, 50), rondo_gcc=(1, 1, 90))
        quotient, mean = derive(values, _SUITE, 2, ["libgomp", "rondo-gcc"])
        self.assertEqual(quotient, Derived("b over a", "quotient", "", {"libgomp": 4, "rondo-gcc": 1}))
        self.assertEqual((mean.name, mean.unit), ("geometric mean, both", "ns"))
        self.assertEqual({key: round(value, 9) for key, value in mean.values.items()},
                         {"libgomp": 4, "rondo-gcc": 1, "gain": 4})

    def test_a_mean_of_fewer_rows_is_none(self) -> None:
        values = table(libgomp=(2, None, 50), rondo_gcc=(1, 1, 90))
        (mean,) = [line for line in derive(values, _SUITE, 2, ["libgomp", "rondo-gcc"]) if line.kind != "quotient"]
        self.assertEqual([*mean.values], ["rondo-gcc"])


if __name__ == "__main__":
    unittest.main()
