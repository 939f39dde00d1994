# SPDX-License-Identifier: Apache-2.0
"""Tests of the METG sweep: what counts as the crossing, which lengths are measured, and what is said beyond them."""

import unittest

from rondo.measure.metg import Sweep, Threshold, crossing, kLengths_ns


class Crossing(unittest.TestCase):
    def test_is_interpolated_in_the_logarithm_of_the_length(self) -> None:
        curve = [(100.0, 0.25), (400.0, 0.75), (1600.0, 0.95)]
        self.assertAlmostEqual(crossing(curve, 0.5).length_ns, 200.0)
        self.assertEqual(crossing(curve, 0.75), Threshold(400.0))

    def test_beyond_what_was_measured_it_says_so(self) -> None:
        self.assertEqual(crossing([(100.0, 0.9), (200.0, 0.95)], 0.8), Threshold(100.0, "<"))
        self.assertEqual(crossing([(100.0, 0.1), (200.0, 0.2)], 0.5), Threshold(200.0, ">"))
        self.assertEqual(Threshold(25.4, "<").text(), "< 0.025")
        self.assertEqual(Threshold(12345.0).text(), "12.3")

    def test_an_efficient_short_length_does_not_count_when_a_longer_one_is_not(self) -> None:
        curve = [(100.0, 0.9), (200.0, 0.4), (400.0, 0.6)]
        self.assertAlmostEqual(crossing(curve, 0.5).length_ns, 200 * 2**0.5)


class Walk(unittest.TestCase):
    """A runtime that charges `overhead_ns` a task has efficiency w / (w + overhead)."""

    def sweep(self, overhead_ns: float, expected_ns: int, rounds: int = 1) -> tuple[Sweep, list[int]]:
        measured: list[int] = []

        def measure(work_ns: int) -> tuple[float, float]:
            measured.append(work_ns)
            return float(work_ns), work_ns / (work_ns + overhead_ns)

        sweep = Sweep(measure, expected_ns)
        for _ in range(rounds):
            sweep.round()
        return sweep, measured

    def test_finds_the_levels_from_either_side(self) -> None:
        for expected_ns in (kLengths_ns[0], 800, kLengths_ns[-1]):
            sweep, _ = self.sweep(400, expected_ns)
            self.assertAlmostEqual(sweep.threshold(0.5).length_ns, 400)
            self.assertAlmostEqual(sweep.threshold(0.8).length_ns, 1600)

    def test_later_rounds_measure_what_encloses_the_levels_and_nothing_else(self) -> None:
        sweep, measured = self.sweep(300, kLengths_ns[-1], rounds=3)
        first = measured[: len(measured) - 8]
        self.assertEqual(sorted(first), list(kLengths_ns[kLengths_ns.index(200) :]))
        self.assertEqual(measured[len(first) :], [200, 400, 800, 1600] * 2)
        self.assertEqual(len(sweep.threshold_by_round(0.8)), 3)

    def test_a_runtime_that_costs_nothing_or_too_much_is_censored(self) -> None:
        self.assertEqual(self.sweep(0.001, 800)[0].threshold(0.5), Threshold(kLengths_ns[0], "<"))
        self.assertEqual(self.sweep(1e6, 800)[0].threshold(0.5), Threshold(kLengths_ns[-1], ">"))

    def test_a_round_that_was_disturbed_is_outvoted(self) -> None:
        rounds = iter([0.9] + [0.3] * 50)  # the first look at 800 ns was lucky

        def measure(work_ns: int) -> tuple[float, float]:
            return float(work_ns), next(rounds) if work_ns == 800 else float(work_ns > 800)

        sweep = Sweep(measure, 800)
        for _ in range(3):
            sweep.round()
        self.assertEqual(sweep.threshold(0.8).censored, "")
        self.assertGreater(sweep.threshold(0.8).length_ns, 800)


if __name__ == "__main__":
    unittest.main()
