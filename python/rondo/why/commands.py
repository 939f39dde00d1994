# SPDX-License-Identifier: Apache-2.0
"""`rondo why`: runs a program and says where the time of its threads was lost."""

import json
import sys
from pathlib import Path
from typing import Any, Optional

import click
import typer

from ..command_line import execute, kProgram, kProgramThreads, kTakesProgram
from ..screen import complain, make_console
from ..trace import timeline
from ..trace.commands import kMegabytes, names_of, say_what_is_missing
from ..trace.program import Outcome, run
from ..trace.rings import Process
from . import accounting, constructs, report

_EPILOG = "The exit status is the program's. With --json the program's own output goes to standard error."
_CPU_STAT = Path("/sys/fs/cgroup/cpu.stat")


def _throttled_ns() -> int:
    """For how long the control group has been stopped because of its quota, so far."""
    try:
        lines = _CPU_STAT.read_text().split()
        return int(lines[lines.index("throttled_usec") + 1]) * 1000
    except (OSError, ValueError):
        return 0


def examine(process: Process, outcome: Outcome, throttled_ns: int) -> dict[str, Any]:
    built = timeline.build(process)
    lengths = constructs.lengths(built)
    chain = constructs.longest_chain(built, lengths)
    account = accounting.make(built, outcome.wall_ns, outcome.queued_ns, throttled_ns,
                              constructs.main_creator(built), chain.place)
    return report.document(built, account, outcome.processor_ns, constructs.constructs(built, lengths), chain,
                           names_of(built))


def why(
    program: Optional[list[str]] = kProgram,
    as_json: bool = typer.Option(False, "--json", help="Print JSON: all causes, places and constructs."),
    megabytes: int = kMegabytes,
    threads: Optional[str] = kProgramThreads,
) -> int:
    """Runs a program on Rondo and says how much of its threads' time was work, and where the rest went: which cause,
    how much, at which place of the source, and what helps."""
    if not program:
        raise click.UsageError("no program to run, write `rondo why -- PROGRAM ARGS`")
    before_ns = _throttled_ns()
    outcome = run(program, threads, megabytes, keeps_output=as_json)
    throttled_ns = _throttled_ns() - before_ns
    if not outcome.processes:
        if outcome.has_run:
            complain("the program has not called OpenMP, so nothing is known of it; is it compiled with -fopenmp?")
        return outcome.status
    # Of several processes the one with most events; all the program's time is taken to be its.
    process = max(outcome.processes, key=lambda process: sum(len(ring.kinds) for ring in process.rings))
    found = examine(process, outcome, throttled_ns)
    if as_json:
        sys.stdout.write(json.dumps(found, indent=1) + "\n")
    else:
        report.show(make_console(), found)
    if len(outcome.processes) > 1:
        complain(f"{len(outcome.processes)} processes have called OpenMP; this is about {process.command}, number "
                 f"{process.pid}, which did most; the others are in `rondo trace`")
    say_what_is_missing([process])
    return outcome.status


def main(arguments: list[str]) -> int:
    return execute(why, "rondo why", arguments, epilog=_EPILOG, **kTakesProgram)
