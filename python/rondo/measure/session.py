# SPDX-License-Identifier: Apache-2.0
"""One call of `rondo bench`: from what was asked for to tables, pictures and the file of results."""

import dataclasses
import signal
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console

from ..errors import MeasureError
from ..files import hold_folder
from ..screen import ProgressBar, complain, make_console
from ..words import count, minutes
from . import layout as layouts
from . import machine, metg_table, pictures, results, tables
from .campaign import Campaign, Step, plan
from .columns import Column, kColumns
from .contender import settings
from .derived import derive
from .figures import seconds, Suite
from .floor import kDrift, kFloor, kFloorRows
from .journal import Journal
from .present import Present, lead_to_intel, look
from .samples import Cells, Sample, cells, rows_of
from .stats import median
from .suites import kSuites

kNames = (*(suite.name for suite in kSuites), kFloor.key)
kSweep_s = 3  # a round of a sweep, about
kFloor_s = 0.7

kStopped = 130

Floors = dict[int, dict[str, float | None]]  # round -> prices; 0: before the first one


@dataclass(frozen=True)
class Options:
    suites: tuple[str, ...] = kNames
    threads: tuple[int, ...] = (2,)
    rounds: int = 5
    again: int = 2
    quick: bool = False
    only: tuple[str, ...] | None = None
    more_threads: tuple[int, ...] = ()  # in place of `threads` for suites over threads; empty: none
    rondo: Path | None = None

    def as_json(self) -> dict[str, Any]:
        asked = dataclasses.asdict(self)
        return {**asked, "rondo": str(self.rondo) if self.rondo else None}

    @staticmethod
    def from_json(asked: dict[str, Any]) -> "Options":
        read: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in asked.items()
        }
        read["rondo"] = Path(asked["rondo"]) if asked["rondo"] else None
        return Options(**read)


class Session:
    def __init__(self, options: Options, output: Path | None, resume: bool) -> None:
        layout = layouts.find(options.rondo)
        self._folder = output or layout.output
        hold_folder(self._folder, "rondo bench")
        self._journal = Journal(self._folder / "journal.jsonl")
        if resume:
            self._journal.load()
            asked = Options.from_json(self._journal.asked)
            options = dataclasses.replace(asked, rondo=options.rondo or asked.rondo)
            layout = layouts.find(options.rondo)
        self._usual_folder = layout.output
        layout = dataclasses.replace(layout, output=self._folder)  # for runs that leave something there
        self._options = options
        self._resumes = resume
        self._layout = layout
        self._chosen = [suite for suite in kSuites if suite.name in options.suites]
        self._threads = list(options.threads)
        self._rounds = options.rounds
        self._console: Console = make_console()
        self._machine = machine.describe()
        self._complete = False
        self._rounds_done = 0
        self._sweeps: metg_table.Sweeps = {}
        self._steps: list[Step] = []

    def execute(self) -> int:
        present = self._look()
        quick = self._options.quick
        self._steps = [
            step
            for suite in self._chosen
            for step in plan([suite], present, self._threads_of(suite), quick, self._threads)
        ]
        campaign = Campaign(
            present, self._journal, self._rounds, self._rounds * len(self._steps), self._options.again
        )
        for suite in self._chosen:
            self._sweeps.update(metg_table.plan_sweeps(suite, present, self._threads, campaign, quick))
        missing = [*present.missing, *present.lines_not_built()]
        if self._chosen and not self._steps and not self._sweeps:
            columns = ", ".join(column.key for column in present.columns)
            why = "; ".join(missing) or f"these suites have no program for {columns}; choose other columns with --only"
            raise MeasureError(f"there is nothing to measure: {why}")
        self._console.print(machine.line(self._machine), style="dim")
        for line in missing:
            self._console.print(line, style="dim")
        self._show_plan()
        self._begin_journal()
        # Others that end us, such as a batch system, get the report as well.
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        try:
            self._measure(campaign)
            self._complete = True
            self._journal.finish()
        except KeyboardInterrupt:
            pass
        finally:
            self._journal.close()
        self._report(present, campaign)
        for line in dict.fromkeys([*(failure.message for failure in campaign.failures), *present.problems]):
            complain(line)
        if not self._complete:
            output = f" --output {self._folder}" if self._folder != self._usual_folder else ""
            complain(f"stopped; what was measured is kept, go on: rondo bench --resume{output}")
            return kStopped
        return 1 if campaign.failures or present.problems else 0

    def _threads_of(self, suite: Suite) -> list[int]:
        more = self._options.more_threads if suite.is_over_threads else ()
        return sorted({*self._threads, *more})

    # ---- Before -------------------------------------------------------------------------------------------------

    def _look(self) -> Present:
        only = self._options.only
        wanted = [column for column in kColumns if only is None or column.key in only]
        if not self._chosen:  # the floor alone
            return Present(self._layout)
        if any(column.runtime == "libiomp5" for column in wanted):
            self._layout = lead_to_intel(self._layout, self._folder)
        present = look(self._layout, wanted)
        if not present.columns:
            raise MeasureError("; ".join([*present.problems, *present.missing]))
        for problem in present.problems:
            complain(f"{problem} (measuring the others only)")
        return present

    def _begin_journal(self) -> None:
        if self._resumes:
            self._journal.go_on()
            self._console.print(f"going on after {self._journal.n_runs()} runs in {self._folder}", soft_wrap=True)
        elif self._journal.start(self._options.as_json()):
            aside = self._journal.put_aside()
            self._console.print(f"starting afresh; the run that was not finished is kept as {aside}", soft_wrap=True)

    def _seconds_of(self, suite: Suite) -> float:
        """Of all rounds."""
        steps = (step for step in self._steps if step.suite == suite)
        sweeps = sum(place.suite == suite.name for place in self._sweeps)
        return self._rounds * (sum(seconds(step.figure, self._options.quick) for step in steps) + kSweep_s * sweeps)

    def _show_plan(self) -> None:
        """A line for each suite, and how long all takes at most."""
        for suite in self._chosen:
            steps = [step for step in self._steps if step.suite == suite]
            n = len({step.figure for step in steps}) + len({p.program for p in self._sweeps if p.suite == suite.name})
            columns = len({step.column for step in steps} | {p.column for p in self._sweeps if p.suite == suite.name})
            threads = ", ".join(map(str, self._threads_of(suite)))
            about = f"{count(n, 'figure')}, {count(columns, 'column')}, threads {threads}"
            line = f"{suite.name}: {about}; {minutes(self._seconds_of(suite))}"
            self._console.print(line, style="dim", soft_wrap=True)
        total = minutes(sum(map(self._seconds_of, self._chosen)) + (self._rounds + 1) * kFloor_s)
        self._console.print(f"in all: {count(self._rounds, 'round')}, {total} at most on a machine of our own",
                            soft_wrap=True)

    # ---- During -------------------------------------------------------------------------------------------------

    def _measure(self, campaign: Campaign) -> None:
        total_s = sum(map(self._seconds_of, self._chosen)) + (self._rounds + 1) * kFloor_s
        with ProgressBar(total_s) as progress:
            progress.begin("floor", kFloor_s)
            campaign.floor(0)
            for number in range(1, self._rounds + 1):
                what = f"round {number} of {self._rounds}"

                def begin(step: Step, again: bool) -> None:
                    where = f"{step.suite.name}, {step.column.key}"
                    text = f"{what}, {where}{', again: disturbed' if again else ''}"
                    progress.begin(text, 0 if again else seconds(step.figure, self._options.quick))

                def begin_sweep(place: metg_table.Place) -> None:
                    progress.begin(f"{what}, {place.suite}, {place.program}, {place.column}", kSweep_s)

                campaign.round(self._steps, number, begin)
                metg_table.round_of_sweeps(self._sweeps, number, campaign.failures, begin_sweep)
                progress.begin(f"{what}, floor", kFloor_s)
                campaign.floor(number)
                self._rounds_done = number
                progress.note(f"{what} done")
        if self._resumes and self._journal.n_unused():
            count = self._journal.n_unused()
            self._console.print(f"{count} earlier runs are left out: their program, library or settings have changed")

    # ---- After --------------------------------------------------------------------------------------------------

    def _floors(self, campaign: Campaign) -> Floors:
        taken = {number: campaign.floor_taken(number) for number in range(self._rounds + 1)}
        return {number: values for number, values in taken.items() if values is not None}

    def _report(self, present: Present, campaign: Campaign) -> None:
        samples = campaign.samples(self._steps)
        summary = cells(samples)
        floors = self._floors(campaign)
        floor = {
            key: median([value for values in floors.values() if (value := values[key]) is not None])
            if any(values[key] is not None for values in floors.values())
            else None
            for key in kFloorRows
        }
        for suite in self._chosen:
            has_rows = any(place[0] == suite.name for place in summary)
            if has_rows:
                tables.show_suite(self._console, suite, summary, present.columns, self._threads_of(suite))
            has_sweeps = metg_table.show_sweeps(self._console, suite, self._sweeps, present.columns)
            if has_rows or has_sweeps:
                tables.show_suite_floor(self._console, suite, floor)
        disturbed = [cell.disturbed for cell in summary.values()]
        disturbed += [swept.measure.is_disturbed for swept in self._sweeps.values()]
        tables.show_legend(self._console, present.columns if summary else [], any(disturbed))
        if kFloor.key in self._options.suites and floors:
            tables.show_floor(self._console, floor)
        for line in drift([*floors.values()]):
            self._console.print(line, style="yellow")
        path = self._folder / "bench.json"
        results.write(path, self._document(present, campaign, samples, summary, floors))
        drawn = self._draw(present.columns, summary) if self._complete else []
        for written in (*drawn, path):
            self._console.print(str(written), soft_wrap=True)

    def _draw(self, columns: list[Column], summary: Cells) -> list[Path]:
        caption = machine.caption(self._machine, self._rounds)
        drawn: list[Path] = []
        for suite in self._chosen:
            drawn += pictures.draw_suite(suite, summary, columns, self._threads_of(suite), caption, self._folder)
        drawn += pictures.draw_sweeps(self._sweeps, columns, self._threads, caption, self._folder)
        return [path for path in drawn if path.suffix == ".svg"]  # the PNG lies beside it

    def _document(
        self,
        present: Present,
        campaign: Campaign,
        samples: list[Sample],
        summary: Cells,
        floors: Floors,
    ) -> results.Document:
        asked = {**self._options.as_json(), "rounds": self._rounds, "settings": [*settings()]}
        libraries = present.libraries
        content = results.document(
            "bench", self._machine, asked, present.rondo_version, libraries, complete=self._complete
        )
        content["compilers"] = present.compilers
        content["floor"] = [{"round": number, "values": values} for number, values in floors.items()]
        content["suites"] = [
            {"name": suite.name, "measures": suite.measures, "source": suite.source} for suite in self._chosen
        ]
        rows = {suite.name: rows_of(suite) for suite in self._chosen}
        content["results"] = results.results(rows, samples, summary)
        keys = [column.key for column in present.columns]
        content["derived"] = [
            {"suite": suite.name, "name": line.name, "kind": line.kind, "threads": threads, "values": line.values}
            for suite in self._chosen
            for threads in self._threads_of(suite)
            for line in derive(summary, suite, threads, keys)
        ]
        content["lengths"] = metg_table.sweeps_as_json(self._sweeps)
        content["failures"] = [failure.as_json() for failure in campaign.failures]
        return content


def drift(floors: list[dict[str, float | None]]) -> list[str]:
    """Whether the machine became another one while it was measured on: a line for each price that moved too far."""
    found = []
    for key, allowed in kDrift.items():
        values = [value for floor in floors if (value := floor[key]) is not None]
        if not values or values[0] <= 0:
            continue
        farthest = max(values, key=lambda value: max(value / values[0], values[0] / value))
        if max(farthest / values[0], values[0] / farthest) > 1 + allowed:
            prices = f"{tables.number(values[0])} ns at first, then {tables.number(farthest)} ns"
            found.append(f"the machine changed while it was measured on: {kFloorRows[key]} took {prices}")
    return found
