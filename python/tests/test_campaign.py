# SPDX-License-Identifier: Apache-2.0
"""Tests of taking samples: what is run again, which attempt counts, and what a failure or a hang costs."""

import dataclasses
import tempfile
import unittest
from collections.abc import Callable, Iterator
from pathlib import Path
from unittest import mock

from rondo.errors import HangError, MeasureError
from rondo.measure import campaign
from rondo.measure.campaign import Campaign, Step, kSwitchesReason, plan
from rondo.measure.columns import kStock
from rondo.measure.contender import Contender, Observation
from rondo.measure.figures import Figure, Row, Suite
from rondo.measure.floor import kFloorRows
from rondo.measure.journal import Journal
from rondo.measure.layout import Layout
from rondo.measure.present import Present
from rondo.screen import ProgressBar


def figure(form: str) -> Figure:
    return Figure("program", form, (Row("ns", form, "ns"),))


class Taking(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.number = 1
        self.runs: list[str] = []  # forms, in order; those that warm up included

    def campaign(self, figures: tuple[Figure, ...], answer: Callable[[str], Observation], rounds: int = 3,
                 again: int = 2) -> tuple[Campaign, list[Step]]:
        """`answer` stands for the programs, on libgomp alone."""

        def observe(who: Contender, layout: Layout, arguments: list[str], threads: int,
                    longest_s: float) -> Observation:
            self.runs.append(who.form)
            return answer(who.form)

        patch = mock.patch.object(campaign, "observe", observe)
        patch.start()
        self.addCleanup(patch.stop)
        (self.folder / "program-gcc").touch()
        present = Present(Layout(Path("rondo"), self.folder, self.folder), [kStock[0]], {"libgomp": "none"})
        steps = plan([Suite("suite", "", "", figures)], present, [2], quick=False)
        journal = Journal(self.folder / "journal.jsonl")
        journal.start({})
        self.addCleanup(journal.close)
        return Campaign(present, journal, rounds, rounds * len(steps), again), steps

    def round(self, taking: Campaign, steps: list[Step], number: int) -> None:
        taking.round(steps, number, lambda _step, _again: None)

    def test_the_first_run_is_not_counted(self) -> None:
        taking, steps = self.campaign((figure("a"),), lambda form: Observation({"ns": len(self.runs)}))
        self.round(taking, steps, 1)
        sample = taking.sample(steps[0], 1)
        self.assertEqual((self.runs, sample and sample.result), (["a", "a"], {"ns": 2}))
        self.assertIsNone(taking.sample(steps[0], 2))

    def test_quick_leaves_out_what_takes_long(self) -> None:
        figures = (figure("a"), dataclasses.replace(figure("b"), is_quick=False))
        _, steps = self.campaign(figures, lambda form: Observation({"ns": 1}))
        present = Present(Layout(Path("rondo"), self.folder, self.folder), [kStock[0]], {"libgomp": "none"})
        quick = plan([Suite("suite", "", "", figures)], present, [2], quick=True)
        self.assertEqual([step.figure.form for step in steps], ["a", "b"])
        self.assertEqual([step.figure.form for step in quick], ["a"])

    def test_a_disturbed_sample_is_taken_again_after_its_round(self) -> None:
        noise: Iterator[list[str]] = iter([[], ["noise"], [], []])  # warm-up, a, b, a again
        taking, steps = self.campaign((figure("a"), figure("b")), lambda form: Observation({"ns": 1}, next(noise)))
        self.round(taking, steps, 1)
        self.assertEqual(self.runs, ["a", "a", "b", "a"])
        sample = taking.sample(steps[0], 1)
        self.assertEqual(sample and sample.disturbed, [])

    def test_but_not_for_ever(self) -> None:
        taking, steps = self.campaign((figure("a"),), lambda form: Observation({"ns": 1}, ["noise"]), rounds=9)
        self.round(taking, steps, 1)
        self.assertEqual(len(self.runs), 4)  # warm-up, sample, two more
        for number in range(2, 10):
            self.round(taking, steps, number)
        self.assertEqual(len(self.runs), 1 + 9 + 4)  # half of all samples, in all
        sample = taking.sample(steps[0], 9)
        self.assertEqual(sample and sample.disturbed, ["noise"])

    def test_nothing_is_taken_again_when_told_so(self) -> None:
        taking, steps = self.campaign((figure("a"),), lambda form: Observation({"ns": 1}, ["noise"]), again=0)
        self.round(taking, steps, 1)
        self.assertEqual(len(self.runs), 2)

    def test_a_sample_that_stands_out_among_its_equals_is_marked(self) -> None:
        rates = iter([10.0, 10.0, 10.0, 900.0, 900.0, 900.0])
        taking, steps = self.campaign((figure("a"),), lambda form: Observation({"ns": 1}, [], next(rates)))
        for number in (1, 2, 3):
            self.round(taking, steps, number)
        samples = [taking.sample(steps[0], number) for number in (1, 2, 3)]
        self.assertEqual([sample and sample.disturbed for sample in samples], [[], [], [kSwitchesReason]])

    def test_a_failure_costs_its_figure_alone(self) -> None:
        def answer(form: str) -> Observation:
            if form == "a":
                raise MeasureError("wrong")
            return Observation({"ns": 1})

        taking, steps = self.campaign((figure("a"), figure("b")), answer)
        self.round(taking, steps, 1)
        self.round(taking, steps, 2)
        self.assertEqual(self.runs, ["a", "b", "b", "b"])
        self.assertEqual([(failure.rows, failure.message) for failure in taking.failures], [(("a",), "wrong")])

    def test_a_result_that_differs_from_the_first_run_of_the_same_arguments_is_a_failure(self) -> None:
        hashes = {"serial": ["1", "1"], "tasks": ["1", "2"]}  # of two rounds
        figures = tuple(dataclasses.replace(figure(form), agree_on="hash") for form in hashes)

        def answer(form: str) -> Observation:
            return Observation({"ns": 1, "hash": hashes[form][self.number - 1]})

        taking, steps = self.campaign(figures, answer)
        for self.number in (1, 2):
            self.round(taking, steps, self.number)
        (failure,) = taking.failures
        self.assertRegex(failure.message, r"^WRONG RESULT: .*: hash 2, not 1; reproduce: OMP_NUM_THREADS=2 ")
        self.assertIsNone(taking.sample(steps[1], 2))

    def test_programs_need_not_agree_with_each_other(self) -> None:
        (self.folder / "other-gcc").touch()
        figures = (figure("a"), dataclasses.replace(figure("b"), program="other"))
        agreeing = tuple(dataclasses.replace(one, agree_on="hash") for one in figures)
        taking, steps = self.campaign(agreeing, lambda form: Observation({"ns": 1, "hash": form}))
        self.round(taking, steps, 1)
        self.assertEqual(taking.failures, [])

    def test_a_floor_keeps_the_number_of_its_round(self) -> None:
        def answer(form: str) -> Observation:
            if len(self.runs) == 2:
                raise MeasureError("wrong")
            return Observation({key: 1.0 for key in kFloorRows})

        taking, _ = self.campaign((), answer)
        for number in (0, 1, 2):
            taking.floor(number)
        self.assertEqual([taking.floor_taken(number) is not None for number in (0, 1, 2)], [True, False, False])
        self.assertEqual([(failure.suite, failure.message) for failure in taking.failures], [("floor", "wrong")])

    def test_others_on_the_floors_second_processor_disturb_it(self) -> None:
        threads: list[int] = []
        taking, _ = self.campaign((), lambda form: Observation({}))

        def observe(who: Contender, layout: Layout, arguments: list[str], n_threads: int,
                    longest_s: float) -> Observation:
            threads.append(1 if who.serial else n_threads)
            return Observation({})

        with mock.patch.object(campaign, "observe", observe):
            taking.floor(0)
        self.assertEqual(threads, [2])

    def test_who_hangs_is_not_asked_again(self) -> None:
        def answer(form: str) -> Observation:
            raise HangError("did not end")

        taking, steps = self.campaign((figure("a"), figure("a")), answer)
        other = Step(steps[0].suite, figure("a"), steps[0].column, steps[0].who, 2, ("--n", "5"))
        self.round(taking, [steps[0], other], 1)
        self.assertEqual(self.runs, ["a"])
        self.assertIn("left out with 2 threads", taking.failures[1].message)

    def test_a_figure_that_did_run_goes_on_when_another_hangs(self) -> None:
        def answer(form: str) -> Observation:
            if len(self.runs) == 3:  # warm-up, the first figure, now the second
                raise HangError("did not end")
            return Observation({"ns": 1})

        taking, steps = self.campaign((figure("a"),), answer)
        long = Step(steps[0].suite, figure("a"), steps[0].column, steps[0].who, 2, ("--n", "5"))
        self.round(taking, [steps[0], long], 1)
        self.round(taking, [steps[0], long], 2)
        self.assertEqual(len(taking.failures), 1)
        self.assertIsNotNone(taking.sample(steps[0], 2))


class TimeLeft(unittest.TestCase):
    def test_counts_what_is_done_not_what_has_begun(self) -> None:
        with ProgressBar(60) as progress:
            done = []
            for amount in (10, 20, 30):
                progress.begin("", amount)
                done.append(progress.done())
        self.assertEqual(done, [0, 10, 30])


if __name__ == "__main__":
    unittest.main()
