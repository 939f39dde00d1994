#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""`make complaints`: runs the programs of this folder on libgomp, libomp and Rondo, by turns, and writes
docs/complaints.md."""

import argparse
import sys
from pathlib import Path

from rich.console import Console
from rich.table import Table

from rondo.errors import MeasureError
from rondo.measure import layout as layouts
from rondo.measure import machine
from rondo.measure.contender import Contender
from rondo.screen import ProgressBar, complain

import results as files
from page import cell_of, cell_text, gain, missing, write
from results import Cell, Results, Sleep, Wait, wait_key
from rows import Figure, kPauses_us, kRows, kSettings
from taking import Taking, Wrong, can, kContenders

ROOT = Path(__file__).resolve().parents[2]
kRun_s = 0.8  # about


def waiting(pause_us: int) -> Figure:
    return Figure("", "waiting", "wall_s", "s", ("0", str(pause_us)), ("3", str(pause_us)))


class Session:
    def __init__(self, taking: Taking, results: Results, contenders: list[Contender]) -> None:
        self._taking = taking
        self._results = results
        self._contenders = contenders

    def take(self, figures: list[Figure], takes_waits: bool) -> None:
        """Rounds are outermost: all contenders see the same disturbances."""
        for figure in figures:
            self._results.cells.update((figure.key(who.key), Cell()) for who in self._contenders)
        ways = {figure.way: can(figure.way) for figure in figures}
        n_waits = sum(len(kSettings[who.key]) for who in self._contenders) * len(kPauses_us) if takes_waits else 0
        n_runs = self._results.rounds * (len(figures) * len(self._contenders) + n_waits)
        with ProgressBar(n_runs * kRun_s) as progress:
            for number in range(1, self._results.rounds + 1):
                what = f"round {number} of {self._results.rounds}"
                for figure in figures:
                    self._take_figure(figure, ways[figure.way], what, progress)
                if takes_waits:
                    self._take_waits(number == 1, what, progress)

    def _take_figure(self, figure: Figure, is_possible: bool, what: str, progress: ProgressBar) -> None:
        for who in self._contenders:
            progress.begin(f"{what}, {figure.program}, {who.label}", kRun_s)
            cell = self._results.cells[figure.key(who.key)]
            if figure.way == "why" and not who.on_rondo:
                cell.words = ["none"]  # they have nothing that could say it
            elif is_possible:
                self._taking.take(figure, who, cell)

    def _take_waits(self, is_first: bool, what: str, progress: ProgressBar) -> None:
        for pause_us in kPauses_us:
            if is_first:
                self._results.sleeps[str(pause_us)] = Sleep()
            self._taking.sleep(pause_us, self._results.sleeps[str(pause_us)])
            for who in self._contenders:
                for setting in kSettings[who.key]:
                    progress.begin(f"{what}, pauses of {pause_us} us, {who.label}", kRun_s)
                    found = self._taking.take(waiting(pause_us), who, Cell(), setting)
                    key = wait_key(pause_us, who.key, setting)
                    wait = Wait() if is_first else self._results.waits.setdefault(key, Wait())
                    self._results.waits[key] = wait
                    if "wall_s" in found:
                        wait.wall_s.append(float(found["wall_s"]))
                        wait.idle_s.append(max(0.0, float(found["others_s"])))


def show(results: Results, figures: list[Figure]) -> None:
    table = Table("measured", *(who.label for who in kContenders), "rival / Rondo")
    for figure in figures:
        cells = [cell_text(cell_of(results, figure, who), figure.unit) for who in kContenders]
        table.add_row(figure.text, *cells, gain(results, figure))
    Console(width=None if sys.stdout.isatty() else 160).print(table)


def failures(results: Results, figures: list[Figure], contenders: list[Contender]) -> list[str]:
    """Programs that did not do on Rondo what they were to do."""
    cells = [(figure, who, cell_of(results, figure, who)) for figure in figures for who in contenders if who.on_rondo]
    return [f"{figure.program} on {who.label}: {cell.word}" for figure, who, cell in cells
            if figure.way != "why" and cell and cell.word not in ("", "works")]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one round of short runs, for tests; keeps nothing")
    parser.add_argument("--rounds", type=int, default=5, help="samples of each figure, taken by turns")
    parser.add_argument("--only", default="", metavar="N,N", help="only these rows, or `waits`; others are kept")
    parser.add_argument("--on", default="", metavar="K,K", help="only these runtimes; keeps nothing")
    parser.add_argument("--rondo", type=Path, help="the rondo command (default: this build's)")
    parser.add_argument("--output", type=Path, default=ROOT / "docs" / "complaints.md", help="the page")
    asked = parser.parse_args()
    only = {row for row in asked.only.split(",") if row}
    figures = [figure for row in kRows if not only or str(row.number) in only for figure in row.figures]
    contenders = [who for who in kContenders if not asked.on or who.key in asked.on.split(",")]
    keeps = not asked.quick and not asked.on
    kept = ROOT / "build" / "complaints" / "results.json"
    results = Results(machine.describe(), 1 if asked.quick else asked.rounds)
    before = files.read(kept) if keeps and only else None
    if before is not None:
        results.cells, results.waits, results.sleeps = before.cells, before.waits, before.sleeps
    try:
        session = Session(Taking(layouts.find(asked.rondo), asked.quick), results, contenders)
        session.take([figure for figure in figures if not asked.quick or figure.is_quick],
                     not asked.quick and (not only or "waits" in only))
    except (MeasureError, Wrong) as error:
        complain(str(error))
        return 1
    show(results, figures)
    if keeps:
        files.write(kept, results)
        lacking = missing(results)
        if lacking:
            print(f"the page is not written: {', '.join(lacking)} not measured yet")
        else:
            asked.output.write_text(write(results), encoding="utf-8")
            print(f"written: {asked.output}")
    bad = failures(results, figures, contenders)
    for line in bad:
        complain(line)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
