# SPDX-License-Identifier: Apache-2.0
"""`rondo why`: runs a program and says where the time of its threads was lost."""

import gc
import json
import sys
from pathlib import Path
from typing import Any, Optional, Tuple

import click
import typer

from ..command_line import execute, kProgram, kProgramThreads, kTakesProgram
from ..errors import MeasureError
from ..graph.symbols import Name
from ..needs import need
from ..screen import complain, make_console, rank_of_launcher
from ..trace.commands import kMegabytes, names_of, say_what_is_missing
from ..trace.program import Outcome, run
from ..trace.rings import Process
from . import compare, memory, predictions, report
from .examined import Examined, examine
from .ledger import Ledger
from .predictions import Outlook

_MOST_TASKS = 500_000  # that predictions are made of: they take some 100 us a task
_EPILOG = "The exit status is the program's. With --json the program's own output goes to standard error."


def _examine_alone(program: list[str], megabytes: int, as_json: bool) -> Examined | None:
    outcome = run(program, "1", megabytes, keeps_output=as_json, variables={"OMP_THREAD_LIMIT": "1"})
    process = _main_process(outcome)
    return examine(process, outcome) if process is not None and outcome.status == 0 else None


def document(examined: Examined, alone: Examined | None, outcome: Outcome, names: dict[int, Name]) -> dict[str, Any]:
    references: dict[int, memory.Alone] = {}
    if alone is not None:
        references = memory.alone(examined.timeline, examined.account, alone.timeline, alone.account)
        memory.take_out(examined.timeline, examined.account, references)
    return report.document(examined, references, alone, _outlook(examined), outcome, names)


def _outlook(examined: Examined) -> Outlook | None:
    if len(examined.timeline.tasks) > _MOST_TASKS:
        return None
    try:
        account = examined.account
        return predictions.make(examined.timeline, examined.samples, account.wall_ns, account.n_threads)
    except MeasureError as error:  # a librondo of another version; the rest is known without it
        complain(str(error))
        return None


def _main_process(outcome: Outcome) -> Process | None:
    """Of several processes the one with most events; all the program's time is taken to be its."""
    return max(outcome.processes, key=_n_events) if outcome.processes else None


def _n_events(process: Process) -> int:
    return sum(len(ring.kinds) for ring in process.rings)


def _page(path: Path, has_graph: bool = True) -> Any:
    need("jinja2")
    from .page.page import Page

    return Page(path, has_graph)


def _compare(before: Path, after: Path, as_json: bool, html: Path | None) -> int:
    found = compare.compare(compare.read(before), compare.read(after))
    if html is not None:
        _page(html, has_graph=False).write_comparison(found)
    if as_json:
        sys.stdout.write(json.dumps(compare.document(found), indent=1) + "\n")
    else:
        compare.show(make_console(), found)
    return 0


def _show(found: dict[str, Any]) -> None:
    """In one piece, and with its number, where other ranks show theirs."""
    console = make_console()
    rank = rank_of_launcher()
    if rank is None:
        report.show(console, found)
        return
    with console.capture() as captured:
        report.show(console, found)
    sys.stdout.write(f"rank {rank[0]} of {rank[1]}: {captured.get()}\n")
    sys.stdout.flush()


def _of_rank(html: Path) -> Path:
    rank = rank_of_launcher()
    return html if rank is None else html.with_name(f"{html.stem}.{rank[0]}{html.suffix}")


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
    megabytes: int = kMegabytes,
    threads: Optional[str] = kProgramThreads,
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
    page = _page(_of_rank(html)) if html is not None else None
    outcome = run(program, threads, megabytes, keeps_output=as_json)
    gc.disable()  # it would look at millions of objects again and again, and find nothing
    process = _main_process(outcome)
    if process is None:
        if outcome.has_run:
            complain("the program has not called OpenMP, so nothing is known of it; is it compiled with -fopenmp?")
        return outcome.status
    run_ = examine(process, outcome, page.ledger if page is not None else Ledger())
    alone = _examine_alone(program, megabytes, as_json) if is_compared_alone else None
    names = names_of(run_.timeline)
    found = document(run_, alone, outcome, names)
    if as_json:
        sys.stdout.write(json.dumps(found, indent=1) + "\n")
    else:
        _show(found)
    if page is not None:
        page.write(run_, names, found)
    if len(outcome.processes) > 1:
        complain(f"{len(outcome.processes)} processes have called OpenMP; this is about {process.command}, number "
                 f"{process.pid}, which did most; the others are in `rondo trace`")
    say_what_is_missing([process])
    return outcome.status


def main(arguments: list[str]) -> int:
    return execute(why, "rondo why", arguments, epilog=_EPILOG, **kTakesProgram)
