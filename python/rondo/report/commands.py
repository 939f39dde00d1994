# SPDX-License-Identifier: Apache-2.0
"""The command line of `rondo report`."""

from pathlib import Path
from typing import Optional

import click
import typer

from ..command_line import execute
from ..files import write
from ..measure import results
from ..needs import need
from ..screen import complain, make_console


def _compare(old: Path, new: Path, output: Optional[Path]) -> int:
    from ..measure import compare as comparing
    from . import render

    before, after = results.read(old), results.read(new)
    if output is None:
        comparing.show(make_console(), (str(old), str(new)), before, after)
        return 0
    write(output, render.comparison((str(old), str(new)), before, after))
    complain(f"{output}: open it in a browser; it needs no network")
    return 0


def report(
    files: list[Path] = typer.Argument(..., metavar="RESULTS...",
                                       help="Files bench.json; where two have the same figure, the newer counts."),
    output: Optional[Path] = typer.Option(None, "-o", "--output", metavar="FILE", show_default=False,
                                          help="The page; pictures and tables go to a folder beside it (default: "
                                               "report.html beside the first file)."),
    text: bool = typer.Option(False, "--text", help="Show it in the terminal instead."),
    compare: bool = typer.Option(False, "--compare", help="Two files, old and new: what changed beyond noise, as a "
                                                          "page with -o, otherwise in the terminal."),
) -> int:
    """Show results of `rondo bench` as the tables and figures of the papers they are from, on one page."""
    need("scipy", "jinja2")
    if compare:
        if len(files) != 2:
            raise click.UsageError("--compare takes two files, the old one and the new one")
        return _compare(files[0], files[1], output)
    from . import files as beside
    from . import render, terminal
    from .collect import collect
    from .data import Data

    found = collect(Data([results.read(path) for path in files]))
    if text:
        terminal.show(make_console(), found)
    else:
        page = output or files[0].with_name("report.html")
        beside.write(found.chapters, beside.folder_of(page))
        write(page, render.report(found, page))
        terminal.show_list(make_console(), found)
        complain(f"{page}: open it in a browser; it needs no network")
    for doubt in found.doubts:
        if doubt.is_wrong:
            complain(doubt.text)
    return 1 if found.is_wrong else 0


def main(arguments: list[str]) -> int:
    return execute(report, "rondo report", arguments)
