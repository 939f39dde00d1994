# SPDX-License-Identifier: Apache-2.0
"""`rondo graph`: runs a program and shows the task graphs that its regions were recorded as."""

import json
import sys
from pathlib import Path
from typing import Optional

import click
import typer

from .. import files
from ..command_line import execute, kProgram, kProgramThreads, kTakesProgram
from ..screen import complain, make_console
from . import document, dot, symbols
from .program import run

_EPILOG = ("The exit status is the program's. With --json, --dot or --svg on standard output, the program's own output "
           "goes to standard error.")


def graph(
    program: Optional[list[str]] = kProgram,
    as_json: bool = typer.Option(False, "--json", help="Print JSON: all of the table, and every node."),
    as_dot: bool = typer.Option(False, "--dot", help="Print the graphs in Graphviz's language."),
    as_svg: bool = typer.Option(False, "--svg", help="Draw the graphs (needs Graphviz)."),
    output: Optional[Path] = typer.Option(None, "-o", "--output", metavar="FILE", show_default=False,
                                          help="Write to a file, not to standard output."),
    most_boxes: int = typer.Option(200, "--boxes", metavar="N", min=1, max=100000,
                                   help="Most boxes of a drawn graph; a larger graph is drawn by groups."),
    autograph: bool = typer.Option(False, "--autograph",
                                   help="Also show tasks that repeat without a directive: the default."),
    no_autograph: bool = typer.Option(False, "--no-autograph", help="Do not (sets RONDO_AUTOGRAPH=false)."),
    threads: Optional[str] = kProgramThreads,
) -> int:
    """Runs a program on Rondo and shows each recorded task graph: nodes, edges, depth, width, work and span from
    measured times, memory, replays, and how it was executed and why."""
    if not program:
        raise click.UsageError("no program to run, write `rondo graph -- PROGRAM ARGS`")
    if as_json + as_dot + as_svg > 1:
        raise click.UsageError("--json, --dot and --svg exclude each other")
    if as_svg:
        dot.require()  # before a program that may run for hours
    is_text = as_json or as_dot or as_svg
    if autograph and no_autograph:
        raise click.UsageError("--autograph and --no-autograph exclude each other")
    settings = {"RONDO_AUTOGRAPH": "true"} if autograph else {"RONDO_AUTOGRAPH": "false"} if no_autograph else {}
    outcome = run(program, threads, settings, keeps_output=is_text and output is None)
    names = symbols.resolve(outcome.bodies())
    if is_text:
        if as_json:
            text = json.dumps(document.make(outcome.processes, names), indent=1) + "\n"
        else:
            text = dot.text(outcome.processes, names, most_boxes)
        text = dot.svg(text) if as_svg else text
        if output is None:
            sys.stdout.write(text)
        else:
            files.write(output, text)
    elif not outcome.processes:
        if outcome.has_run:
            complain("no task graph region was encountered, and no tasks with dependences were found to repeat; "
                     "regions are marked with #pragma omp taskgraph (compiled by rondo-cc) or with rondo.h "
                     "(RONDO_TASKGRAPH)")
    else:
        from . import table  # imports rich

        table.show(make_console(), outcome.processes, names)
        if advice := symbols.remedy(names):
            make_console().print(advice)
    return outcome.status


def main(arguments: list[str]) -> int:
    return execute(graph, "rondo graph", arguments, epilog=_EPILOG, **kTakesProgram)
