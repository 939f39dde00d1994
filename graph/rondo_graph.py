#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""`rondo graph`: runs a program and shows the task graphs that its regions were recorded as."""

import signal

# Ctrl-C while Python still loads ends the process without a traceback; main_guard takes over from there.
signal.signal(signal.SIGINT, signal.SIG_DFL)

import argparse  # noqa: E402
import json  # noqa: E402
import sys  # noqa: E402
from pathlib import Path  # noqa: E402

_HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(_HERE), str(_HERE.parent / "bench")]

from rondo_measure.errors import MeasureError  # noqa: E402
from rondo_measure.screen import Parser, complain, main_guard, make_console  # noqa: E402

from graph_view import document, dot, symbols, table  # noqa: E402
from graph_view.program import run, split  # noqa: E402
from graph_view.report import Body, Process  # noqa: E402

_WITH_VALUE = {"--threads", "-n", "--output", "-o", "--boxes"}


def read_boxes(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 100000:
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number from 1 to 100000")
    return int(text)


def make_parser() -> Parser:
    parser = Parser(
        prog="rondo graph",
        usage="rondo graph [OPTIONS] -- PROGRAM [ARGS...]",
        description="Runs a program on Rondo and shows each recorded task graph: nodes, edges, depth, width, work and "
                    "span from measured times, memory, replays, and how it was executed and why.",
        epilog="The exit status is the program's. With --json, --dot or --svg on standard output, the program's own "
               "output goes to standard error.",
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print JSON: all of the table, and every node")
    form.add_argument("--dot", action="store_true", help="print the graphs in Graphviz's language")
    form.add_argument("--svg", action="store_true", help="draw the graphs (needs Graphviz)")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="write to a file, not to standard output")
    parser.add_argument("--boxes", type=read_boxes, metavar="N", default=200,
                        help="most boxes of a drawn graph; a larger graph is drawn by groups (default: %(default)s)")
    parser.add_argument("-n", "--threads", metavar="N", help="threads of a parallel region (as for `rondo run`)")
    return parser


def all_bodies(processes: list[Process]) -> list[Body]:
    bodies: list[Body] = []
    for process in processes:
        for region in process.regions:
            bodies += region.graph.bodies if region.graph else []
            bodies += [body for finding in region.findings for body in (finding.body, finding.current_body) if body]
    return bodies


def write(text: str, output: Path | None) -> None:
    if output is None:
        sys.stdout.write(text)
        return
    try:
        output.write_text(text)
    except OSError as error:
        raise MeasureError(f"cannot write {output} ({error.strerror}); choose another file with --output")


def main() -> int:
    parser = make_parser()
    own, program = split(sys.argv[1:], _WITH_VALUE)
    options = parser.parse_args(own)
    if not program:
        parser.error("no program to run, write `rondo graph -- PROGRAM ARGS`")
    if options.svg:
        dot.svg("digraph { }")  # before a program that may run for hours
    is_text = options.json or options.dot or options.svg
    outcome = run(program, options.threads, {}, keeps_output=is_text and options.output is None)
    names = symbols.resolve(all_bodies(outcome.processes))
    if options.json:
        write(json.dumps(document.make(outcome.processes, names), indent=1) + "\n", options.output)
    elif options.dot or options.svg:
        drawing = dot.text(outcome.processes, names, options.boxes)
        write(dot.svg(drawing) if options.svg else drawing, options.output)
    elif not outcome.processes:
        if outcome.has_run:
            complain("no task graph region was encountered; regions are marked with rondo.h (RONDO_TASKGRAPH)")
    else:
        table.show(make_console(), outcome.processes, names)
        if advice := symbols.remedy(names):
            make_console().print(advice)
    return outcome.status


if __name__ == "__main__":
    main_guard(main)
