#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of the rows and of the page that is made of results; nothing is run."""

import re
import tempfile
import unittest
from pathlib import Path

from rondo.measure import machine

import results as files
from page import Setting, best, cell_text, gain, missing, write
from results import Cell, Results, Sleep, Wait, wait_key
from rows import kPauses_us, kRows, kSettings
from taking import kContenders

ROOT = Path(__file__).resolve().parents[2]


def invented() -> Results:
    """Every figure is 1 on Rondo and 2 elsewhere; a pause takes 1 s, and 1.02 s on Rondo."""
    found = Results(machine.describe(), 3)
    for row in kRows:
        for figure in row.figures:
            for who in kContenders:
                found.cells[figure.key(who.key)] = Cell(values=[1.0 if who.on_rondo else 2.0] * 3)
    for pause_us in kPauses_us:
        for who in kContenders:
            for setting in kSettings[who.key]:
                wall_s, idle_s = (1.02, 0.01) if who.on_rondo else (1.0, 0.5)
                found.waits[wait_key(pause_us, who.key, setting)] = Wait([wall_s], [idle_s])
        found.sleeps[str(pause_us)] = Sleep([20.0], [6.5])
    return found


class Rows(unittest.TestCase):
    def test_all_twenty_are_there(self) -> None:
        self.assertEqual([row.number for row in kRows], [*range(1, 21)])

    def test_each_has_a_program_a_link_and_a_test_that_exist(self) -> None:
        for row in kRows:
            self.assertTrue(row.done and row.threads and row.tested, row.number)
            for name in row.tested:
                self.assertTrue((ROOT / name).exists(), name)
            for figure in row.figures:
                text = (ROOT / "bench" / "complaints" / f"{figure.program}.c").read_text()
                self.assertRegex(text, r"https://", figure.program)

    def test_links_are_issues(self) -> None:
        for link in (link for row in kRows for link in row.threads):
            self.assertRegex(link, r"^https://(github\.com/[\w.-]+/[\w.-]+/issues/\d+|gcc\.gnu\.org/PR\d+)$")

    def test_keys_differ(self) -> None:
        keys = [figure.key(who.key) for row in kRows for figure in row.figures for who in kContenders]
        self.assertEqual(len(keys), len(set(keys)))


class Page(unittest.TestCase):
    def test_has_all_rows_and_pauses(self) -> None:
        page = write(invented())
        for row in kRows:
            self.assertIn(f"**{row.number}. {row.complaint}**", page)
        ends = re.findall(r"^\| \d+ [um]s \|.*\| 1\.02 \| 0\.02 \| 20 us late, 6\.50 us \|$", page, re.MULTILINE)
        self.assertEqual(len(ends), 5)
        self.assertIn("| 2 us | 2 us | 1 us | 1 us | 2 - 2 |", page)

    def test_names_what_is_missing(self) -> None:
        found = invented()
        self.assertEqual(missing(found), [])
        del found.cells[kRows[6].figures[0].key("libomp")]
        found.waits = {key: wait for key, wait in found.waits.items() if not key.startswith("10 ")}
        self.assertEqual(missing(found), ["row 7", "pauses of 10 us"])

    def test_outcomes(self) -> None:
        self.assertEqual(cell_text(Cell(words=["works", "hangs", "works"]), ""), "hangs")
        self.assertEqual(cell_text(Cell(values=[1.0, 1.0, 2.0], n_disturbed=2), "us"), "1 us ± 25 % !")
        self.assertEqual(cell_text(None, "us"), "not here")

    def test_gain_is_from_the_nearest_to_the_farthest(self) -> None:
        found, figure = invented(), kRows[6].figures[0]
        found.cells[figure.key("libgomp")] = Cell(values=[9.0])
        found.cells[figure.key("rondo-gcc")] = Cell(values=[0.5])
        self.assertEqual(gain(found, figure), "2 - 18")

    def test_best_setting_is_the_fastest_and_then_the_one_that_idles_least(self) -> None:
        settings = [Setting("a", 1.0, 0.9), Setting("b", 1.01, 0.1), Setting("c", 1.5, 0.0)]
        self.assertEqual(best(settings).text, "b")


class Kept(unittest.TestCase):
    def test_is_read_again(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "further" / "results.json"
            found = invented()
            files.write(path, found)
            self.assertEqual(files.read(path), found)
            path.write_text("{}")
            self.assertIsNone(files.read(path))


if __name__ == "__main__":
    unittest.main()
