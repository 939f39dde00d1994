# SPDX-License-Identifier: Apache-2.0
"""`rondo check graph`: runs a program in check mode and shows what its replays would have done wrong."""

import json
from typing import TYPE_CHECKING, Optional

import click
import typer

from ..command_line import execute, kProgram, kProgramThreads, kTakesProgram, kUsageStatus
from ..screen import complain, make_console
from ..words import count
from . import document, symbols
from .program import run
from .report import Body, Region

if TYPE_CHECKING:
    from rich.console import Console

_FOUND = 1  # exit status

_EPILOG = ("Regions and loops are executed by ordinary tasks, so results are right whatever is found. The exit status "
           f"is {_FOUND} when something was found, else the program's.")


def _subject(region: Region) -> str:
    if region.is_loop:
        return f"{region.where}: the loop"
    if region.is_pattern:
        return f"{region.where}: a block"
    return f"{region.where} (graph id {region.id}): the region"


def _counts(regions: list[Region]) -> str:
    """What was compared: "4 encounters, 19 iterations compared with their records"."""
    n_checked = {"encounter": 0, "iteration": 0, "block": 0}
    for region in regions:
        what = "iteration" if region.is_loop else "block" if region.is_pattern else "encounter"
        n_checked[what] += region.events["checked"]
    n_all = sum(n_checked.values())
    parts = [count(n, what) for what, n in n_checked.items() if n]
    return f"{', '.join(parts) or '0 encounters'} compared with {'its record' if n_all == 1 else 'their records'}"


def show_region(console: "Console", region: Region, names: dict[Body, symbols.Name]) -> None:
    for finding in region.findings:
        console.print(f"{_subject(region)} {finding.text}", markup=False, soft_wrap=True)
        if finding.body:
            console.print(f"  task {finding.node}: {names[finding.body].text}", markup=False, soft_wrap=True)
        if finding.current_body:
            console.print(f"  now: {names[finding.current_body].text}", markup=False, soft_wrap=True)
        if finding.n_places > 1:
            more = "place or encounter" if finding.n_places == 2 else "places or encounters"
            console.print(f"  and at {finding.n_places - 1} more {more}", markup=False, soft_wrap=True)


def show(console: "Console", regions: list[Region], names: dict[Body, symbols.Name]) -> None:
    for region in regions:
        show_region(console, region, names)
    n_findings = sum(len(region.findings) for region in regions)
    found = count(n_findings, "finding") if n_findings else "nothing was found"
    console.print(f"{_counts(regions)}: {found}")
    if not all(region.is_final for region in regions):
        complain("a process did not end by exit(): what it did last is not in these figures")


def check(
    program: Optional[list[str]] = kProgram,
    as_json: bool = typer.Option(False, "--json", help="Print JSON; the program's output goes to standard error."),
    threads: Optional[str] = kProgramThreads,
) -> int:
    """Runs a program and compares each encounter of a task graph region with its record, each iteration of a taskiter
    loop with the recorded one, and each block of a dep_pattern with the pattern: tasks, order, and the data that a
    replay would use."""
    if not program:
        raise click.UsageError("no program to run, write `rondo check graph -- PROGRAM ARGS`")
    outcome = run(program, threads, {"RONDO_CHECK": "graph"}, keeps_output=as_json)
    regions = [region for process in outcome.processes for region in process.regions]
    names = symbols.resolve(outcome.bodies())
    if as_json:
        print(json.dumps(document.make(outcome.processes, names), indent=1))
    elif not regions:
        if outcome.has_run:
            complain("no task graph region, taskiter loop or dep_pattern was encountered, nothing was compared; "
                     "they are marked with directives (#pragma omp taskgraph, compiled by rondo-cc) or with rondo.h "
                     "(RONDO_TASKGRAPH)")
    else:
        show(make_console(), regions, names)
    return _FOUND if any(region.findings for region in regions) else outcome.status


def main(arguments: list[str]) -> int:
    """There is one check; its name is a word of its own, so that there can be others."""
    if arguments[:1] == ["graph"]:
        arguments = arguments[1:]
    elif arguments[:1] not in (["--help"], ["-h"]):
        what = f"there is no check '{arguments[0]}'" if arguments else "nothing to check"
        complain(f"{what}; write `rondo check graph -- PROGRAM ARGS`")
        return kUsageStatus
    return execute(check, "rondo check graph", arguments, epilog=_EPILOG, **kTakesProgram)
