# SPDX-License-Identifier: Apache-2.0
"""Tests of the journal: what survives a crash, what is reused, and what must not be."""

import tempfile
import unittest
from pathlib import Path

from rondo.errors import MeasureError
from rondo.measure.contender import Contender, Observation
from rondo.measure.journal import Journal, Key

_WHO = Contender("libgomp", "spawn on libgomp", "spawn-gcc", "fib", "libgomp")
_KEY = Key(_WHO, ("--n", "24"), 2, "contents")
_SEEN = Observation({"ns_per_task": 8}, ["noise"], 12.0, 0.5)


class TheJournal(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name) / "journal.jsonl"

    def started(self) -> Journal:
        journal = Journal(self.path)
        journal.start({"rounds": 3})
        journal.append(_KEY, 1, _SEEN)
        journal.close()
        return journal

    def loaded(self) -> Journal:
        journal = Journal(self.path)
        journal.load()
        return journal

    def test_what_was_written_is_there_again(self) -> None:
        self.started()
        journal = self.loaded()
        self.assertEqual(journal.asked, {"rounds": 3})
        self.assertEqual(journal.attempts(_KEY, 1), [_SEEN])
        self.assertEqual(journal.attempts(_KEY, 2), [])

    def test_whatever_the_result_depends_on_is_part_of_the_key(self) -> None:
        self.started()
        journal = self.loaded()
        for other in (
            Key(_WHO, ("--n", "24"), 2, "rebuilt"),
            Key(_WHO, ("--n", "25"), 2, "contents"),
            Key(_WHO, ("--n", "24"), 4, "contents"),
            Key(_WHO, ("--n", "24"), 2, "contents", ("OMP_WAIT_POLICY=active",)),
            Key(Contender("rondo-gcc", "", "spawn-gcc", "fib", "rondo"), ("--n", "24"), 2, "contents"),
        ):
            self.assertEqual(journal.attempts(other, 1), [])
        self.assertEqual(journal.n_unused(), 1)

    def test_a_line_cut_short_by_a_crash_costs_itself_only(self) -> None:
        self.started()
        whole = self.path.read_text()
        self.path.write_text(whole + '{"kind": "run", "key": "ab')
        journal = self.loaded()
        journal.go_on()
        journal.append(_KEY, 2, _SEEN)
        journal.finish()
        journal.close()
        again = self.loaded()
        self.assertEqual((again.attempts(_KEY, 1), again.attempts(_KEY, 2)), ([_SEEN], [_SEEN]))
        self.assertTrue(self.path.read_text().startswith(whole))

    def test_damage_elsewhere_is_an_error_with_its_line(self) -> None:
        self.started()
        self.path.write_text("nonsense\n" + self.path.read_text())
        with self.assertRaisesRegex(MeasureError, "damaged in line 1; remove it"):
            self.loaded()

    def test_there_may_be_nothing_to_go_on_with(self) -> None:
        with self.assertRaisesRegex(MeasureError, "nothing to resume in .*; start without --resume"):
            self.loaded()

    def test_starting_afresh_puts_an_unfinished_run_aside_and_drops_a_finished_one(self) -> None:
        journal = self.started()
        old = self.path.read_text()
        self.assertTrue(journal.start({"rounds": 1}))
        self.assertEqual(journal.put_aside().read_text(), old)
        journal.finish()
        journal.close()
        another = Journal(self.path)
        self.assertFalse(another.start({"rounds": 1}))
        another.close()


if __name__ == "__main__":
    unittest.main()
