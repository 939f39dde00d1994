# SPDX-License-Identifier: Apache-2.0
"""`rondo why`: runs a program and says where the time of its threads was lost."""

import gc
import json
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Optional, Tuple

import click
import typer

from .. import launcher
from ..command_line import execute, kProgram, kProgramThreads, kTakesProgram, with_value
from ..launcher import Rank
from ..meeting import Meeting
from ..screen import complain, make_console
from ..trace.commands import kMpi, kUsualMegabytes, say_what_is_missing
from ..trace.program import kAnyMpi, Outcome, run
from . import compare, ranks
from .reports import Reports, main_process, page_at

_MOST_EVENTS = 500_000  # examined in some 10 to 20 s, of however many threads
kMegabytes = typer.Option(None, "--memory", metavar="MIB", min=1, max=112, show_default=False,
                          help="Most memory for the events of a thread, and examine all of them (without it: 16, and "
                               "the newest half million of all threads).")
_EPILOG = "The exit status is the program's. With --json the program's own output goes to standard error."


def _compare(before: Path, after: Path, as_json: bool, html: Path | None) -> int:
    found = compare.compare(compare.read(before), compare.read(after))
    if html is not None:
        page_at(html, has_graph=False).write_comparison(found)
    if as_json:
        sys.stdout.write(json.dumps(compare.document(found), indent=1) + "\n")
    else:
        compare.show(make_console(), found)
    return 0


def _end_of_rank(meeting: Meeting, rank: Rank, found: dict[str, Any] | None, status: int, reports: Reports) -> None:
    """Below a launcher. Whoever is last shows all; a rank that has failed does not wait for that, since its launcher
    may end the others."""
    if status != 0 and found is not None and not reports.as_json:
        reports.show(found, rank)
        found = None
    documents = meeting.end(ranks.with_rank(rank, found) if found is not None else None)
    if documents is not None and len(documents) > 1:
        reports.show_ranks(documents)
    elif documents:
        [one] = documents
        reports.show(one, Rank(one["rank"], one["n_ranks"]))


def _find(outcome: Outcome, rank: Rank | None, reports: Reports, alone: Callable[[], Outcome | None]) -> (
        dict[str, Any] | None):
    """Shows it, unless it is that of a rank below a launcher, which is returned."""
    found = ranks.find(outcome)
    if len(found) > 1:
        other = alone()
        reports.show_ranks([ranks.with_rank(one.rank, reports.make(one.process, one.outcome, other, one.rank))
                            for one in found])
        say_what_is_missing([one.process for one in found])
        return None
    process = main_process(outcome)
    if process is None:
        if outcome.has_run:
            complain("the program has not called OpenMP, so nothing is known of it; is it compiled with -fopenmp?")
        return None
    document_ = reports.make(process, outcome, alone(), rank)
    if rank is None:
        reports.show(document_)
    if len(outcome.processes) > 1:
        complain(f"{len(outcome.processes)} processes have called OpenMP; this is about {process.command}, number "
                 f"{process.pid}, which did most; the others are in `rondo trace`")
    say_what_is_missing([process])
    return document_


def why(
    program: Optional[list[str]] = kProgram,
    as_json: bool = typer.Option(False, "--json", help="Print JSON: all causes, places and constructs."),
    as_text: bool = typer.Option(False, "--text", help="Print text for terminals, as without --json."),
    is_compared_alone: bool = typer.Option(
        False, "--alone", help="Run the program a second time, on one thread; say what takes longer on all threads."),
    compared: Tuple[str, str] = typer.Option(
        ("", ""), "--compare", metavar="A.json B.json", show_default=False,
        help="Run nothing; show what differs between two runs, from what --json has printed for them."),
    html: Optional[Path] = typer.Option(
        None, "--html", metavar="FILE", show_default=False,
        help="Write a page, too: timeline, causes over time, constructs, and the graph of dependences."),
    megabytes: Optional[int] = kMegabytes,
    threads: Optional[str] = kProgramThreads,
    mpi: Optional[str] = kMpi,
) -> int:
    """Runs a program on Rondo and says how much of its threads' time was work, and where the rest went: which cause,
    how much, at which place of the source, and what helps."""
    if as_json and as_text:
        raise click.UsageError("either --json or --text")
    if any(compared):
        before, after = compared
        return _compare(Path(before), Path(after), as_json, html)
    if not program:
        raise click.UsageError("no program to run, write `rondo why -- PROGRAM ARGS`")
    if html is not None:
        page_at(html)  # says what is missing before the program runs
    rank = launcher.rank_here()
    if rank is not None and is_compared_alone:
        raise click.UsageError("--alone would start a rank a second time; write `rondo why --alone -- mpirun ...`")
    meeting = Meeting("why", rank) if rank is not None else None
    reports = Reports(as_json, html)
    trace = partial(run, megabytes=megabytes or kUsualMegabytes, mpi=mpi, keeps_output=as_json,
                    most_events=_MOST_EVENTS if megabytes is None else None)
    outcome = trace(program, threads)
    gc.disable()  # it would look at millions of objects again and again, and find nothing
    words = program

    def alone() -> Outcome | None:
        return trace(words, "1", variables={"OMP_THREAD_LIMIT": "1"}) if is_compared_alone else None

    found = _find(outcome, rank, reports, alone)
    if meeting is not None and rank is not None:
        _end_of_rank(meeting, rank, found, outcome.status, reports)
    return outcome.status


def main(arguments: list[str]) -> int:
    return execute(why, "rondo why", with_value(arguments, "--mpi", kAnyMpi), epilog=_EPILOG, **kTakesProgram)
