#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""`rondo check graph`: runs a program in check mode and shows what its replays would have done wrong."""

import signal

# Ctrl-C while Python still loads ends the process without a traceback; main_guard takes over from there.
signal.signal(signal.SIGINT, signal.SIG_DFL)

import json  # noqa: E402
import sys  # noqa: E402
from pathlib import Path  # noqa: E402

_HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(_HERE), str(_HERE.parent / "bench")]

from rich.console import Console  # noqa: E402

from rondo_measure.screen import Parser, complain, main_guard, make_console  # noqa: E402

from graph_view import document, symbols  # noqa: E402
from graph_view.program import run, split  # noqa: E402
from graph_view.report import Body, Process, Region  # noqa: E402
from rondo_graph import all_bodies  # noqa: E402

_FOUND = 1  # exit status


def make_parser() -> Parser:
    parser = Parser(
        prog="rondo check graph",
        usage="rondo check graph [OPTIONS] -- PROGRAM [ARGS...]",
        description="Runs a program and compares each encounter of a task graph region with its record: tasks, order, "
                    "and the data that a pure replay would use.",
        epilog="Every encounter is executed by ordinary tasks, so results are right whatever is found. The exit status "
               f"is {_FOUND} when something was found, else the program's.",
    )
    parser.add_argument("--json", action="store_true", help="print JSON; the program's output goes to standard error")
    parser.add_argument("-n", "--threads", metavar="N", help="threads of a parallel region (as for `rondo run`)")
    return parser


def show_region(console: Console, region: Region, names: dict[Body, symbols.Name]) -> None:
    for finding in region.findings:
        console.print(f"{region.where} (graph id {region.id}): the region {finding.text}", markup=False, soft_wrap=True)
        if finding.body:
            console.print(f"  task {finding.node}: {names[finding.body].text}", markup=False, soft_wrap=True)
        if finding.current_body:
            console.print(f"  now: {names[finding.current_body].text}", markup=False, soft_wrap=True)
        if finding.n_places > 1:
            console.print(f"  and at {finding.n_places - 1} more places or encounters", markup=False, soft_wrap=True)


def show(console: Console, regions: list[Region], names: dict[Body, symbols.Name]) -> None:
    for region in regions:
        show_region(console, region, names)
    n_checked = sum(region.events["checked"] for region in regions)
    n_findings = sum(len(region.findings) for region in regions)
    found = "nothing was found" if n_findings == 0 else f"{n_findings} finding{'s' if n_findings > 1 else ''}"
    console.print(f"{n_checked} encounters compared with their records: {found}")
    if not all(region.is_final for region in regions):
        complain("a process did not end by exit(): what it did last is not in these figures")


def main() -> int:
    parser = make_parser()
    arguments = sys.argv[1:]
    if arguments[:1] in (["--help"], ["-h"]):
        parser.print_help()
        return 0
    if arguments[:1] != ["graph"]:
        what = f"there is no check '{arguments[0]}'" if arguments else "nothing to check"
        parser.error(f"{what}, write `rondo check graph -- PROGRAM ARGS`")
    own, program = split(arguments[1:], {"--threads", "-n"})
    options = parser.parse_args(own)
    if not program:
        parser.error("no program to run, write `rondo check graph -- PROGRAM ARGS`")
    outcome = run(program, options.threads, {"RONDO_CHECK": "graph"}, keeps_output=options.json)
    processes: list[Process] = outcome.processes
    # Loops are recorded anew in each encounter, so there is no record to compare with; patterns check every use.
    regions = [region for process in processes for region in process.regions
               if not region.is_loop and not region.is_pattern]
    names = symbols.resolve(all_bodies(processes))
    if options.json:
        print(json.dumps(document.make(processes, names), indent=1))
    elif not regions:
        if outcome.has_run:
            complain("no task graph region was encountered, nothing was compared; "
                     "regions are marked with rondo.h (RONDO_TASKGRAPH)")
    else:
        show(make_console(), regions, names)
    return _FOUND if any(region.findings for region in regions) else outcome.status


if __name__ == "__main__":
    main_guard(main)
