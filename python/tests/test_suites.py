# SPDX-License-Identifier: Apache-2.0
"""Tests of what the suites state: every name in them means something, and nothing is said twice."""

import re
import unittest
from collections import Counter

from rondo.measure.columns import kColumns
from rondo.measure.commands import _PRESETS
from rondo.measure.figures import Bars, contender, seconds, Suite
from rondo.measure.floor import kFloorRows
from rondo.measure.palette import kColours, kMarkers
from rondo.measure.session import kSweep_s
from rondo.measure.suites import kSuites


def problems(suite: Suite) -> list[str]:
    found = []
    rows = {row.name: row for row in suite.rows()}
    repeated = Counter(row.name for row in suite.rows()) + Counter(quotient.name for quotient in suite.quotients)
    found += [f"two rows are named {name}" for name, times in repeated.items() if times > 1]
    if not re.fullmatch(r"[a-z][a-z0-9-]*", suite.name):
        found.append(f"{suite.name} is no name for a command line")
    found += [f"the floor has no row {key}" for key in suite.floor if key not in kFloorRows]
    for quotient in suite.quotients:
        unknown = [name for name in (*quotient.over, *quotient.under) if name not in rows]
        found += [f"{quotient.name}: there is no row {name}" for name in unknown]
        if not unknown and len({rows[name].unit for name in (*quotient.over, *quotient.under)}) != 1:
            found.append(f"{quotient.name}: divides rows of different units")
    for plot in suite.plots:
        if isinstance(plot, Bars):
            drawn = [rows[name] for name in plot.rows if name in rows] if plot.rows else [*rows.values()]
            found += [f"{plot.name}: there is no row {name}" for name in plot.rows if name not in rows]
        else:
            drawn = [row for row in rows.values() if row.series and (not plot.series or row.series in plot.series)]
            missing = set(plot.series) - {row.series for row in drawn}
            found += [f"{plot.name}: there is no series {name}" for name in sorted(missing)]
            found += [f"{row.name} has a series and no x" for row in drawn if row.x is None]
        if not drawn:
            found.append(f"{plot.name}: there is nothing to draw")
        if len({row.unit for row in drawn}) > 1:
            found.append(f"{plot.name}: draws rows of different units")
    for mean in {row.mean for row in rows.values() if row.mean}:
        if len({(row.unit, row.larger_is_better) for row in rows.values() if row.mean == mean}) != 1:
            found.append(f"the mean {mean} is of rows of different units")
    return found


class Suites(unittest.TestCase):
    def test_state_nothing_unknown_or_twice(self) -> None:
        for suite in kSuites:
            self.assertEqual(problems(suite), [], suite.name)
        self.assertEqual(len({suite.name for suite in kSuites}), len(kSuites))

    def test_pictures_have_names_of_their_own(self) -> None:
        names = [plot.name for suite in kSuites for plot in suite.plots]
        self.assertEqual(len(names), len(set(names)))

    def test_every_suite_measures_something(self) -> None:
        for suite in kSuites:
            self.assertTrue(suite.figures or suite.sweeps, suite.name)
            self.assertTrue(suite.measures and suite.source, suite.name)

    def test_a_quick_run_takes_half_an_hour(self) -> None:
        """By what the suites state, with every column but that of libiomp5."""
        quick = _PRESETS["quick"]
        columns = [column for column in kColumns if column.key != "libiomp5"]
        total_s = 0.0
        for suite in kSuites:
            for figure in (figure for figure in suite.figures if figure.is_quick):
                is_over_threads = suite.is_over_threads and figure.is_over_threads
                n_counts = len(quick.more_threads if is_over_threads else quick.threads())
                total_s += n_counts * sum(seconds(figure, True) for column in columns if contender(figure, column))
            total_s += kSweep_s * sum(contender(sweep.figure, column) is not None for sweep in suite.sweeps
                                      if sweep.figure.is_quick for column in columns)
        self.assertLess(quick.rounds * total_s / 60, 29)

    def test_every_column_is_drawn_in_its_own_way(self) -> None:
        ways = {column.key: (kColours[column.key], kMarkers[column.key]) for column in kColumns}
        self.assertEqual(len(set(ways.values())), len(kColumns))
        # Bars have no markers: the columns of one picture differ in their colours.
        for suite in kSuites:
            for program in {figure.program for figure in suite.figures}:
                forms = [figure for figure in suite.figures if figure.program == program]
                drawn = [c.key for c in kColumns if any(contender(figure, c) for figure in forms)]
                self.assertEqual(len({kColours[key] for key in drawn}), len(drawn), f"{suite.name}, {program}: {drawn}")


if __name__ == "__main__":
    unittest.main()
