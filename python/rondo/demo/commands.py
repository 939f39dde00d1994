# SPDX-License-Identifier: Apache-2.0
"""The command line of `rondo demo`. Every run is checked against the serial result, bit for bit, and against the
runtime it was meant for; all raw times are kept in a file."""

from pathlib import Path
from typing import Optional

import click
import typer

from ..command_line import execute, kMost, read_keys, read_numbers
from ..errors import MeasureError
from ..files import hold_folder
from ..measure import layout as layouts
from ..measure import machine, results
from ..measure.contender import settings
from ..measure.present import look
from ..measure.samples import cells
from ..measure.suites import heat_demo
from ..screen import complain, make_console
from . import plot, summary, table
from .contenders import kAll, kDefault, kSerial
from .measure import measure

kKeys = [contender.key for contender in kAll]


def _read_blocks(text: str) -> tuple[int, ...]:
    blocks = read_numbers("--blocks", text, heat_demo.kGridSize)
    for block in blocks:
        if heat_demo.kGridSize % block:
            raise click.UsageError(f"--blocks: '{block}' does not divide {heat_demo.kGridSize}")
    return blocks[::-1]


def demo(
    quick: bool = typer.Option(False, "--quick", help="Fewer sizes, sweeps and rounds: about 20 seconds."),
    threads: Optional[int] = typer.Option(None, metavar="N", min=1, max=kMost, show_default=False,
                                          help="Threads (default: all usable processors)."),
    block_sizes: Optional[str] = typer.Option(
        None, "--blocks", metavar="B,B", show_default=False,
        help=f"Block sizes (default: {','.join(map(str, heat_demo.kBlocks))}).",
    ),
    rounds: Optional[int] = typer.Option(None, metavar="N", min=1, max=kMost, show_default=False,
                                         help="Rounds, each over everything (default: 5, or what the limit allows)."),
    keys: Optional[str] = typer.Option(
        None, "--contenders", metavar="K,K", show_default=False,
        help=f"Only these (serial is always run): {', '.join(kKeys)}.",
    ),
    limit: int = typer.Option(80, metavar="S", min=1, max=kMost,
                              help="Start no round that would end later than this many seconds."),
    output: Optional[Path] = typer.Option(None, metavar="DIR", show_default=False,
                                          help="Folder for picture and raw results."),
    rondo: Optional[Path] = typer.Option(None, metavar="FILE", show_default=False,
                                         help="The rondo command (default: this build's)."),
) -> int:
    """One heat solver with OpenMP task dependences on libgomp, libomp and Rondo, and with its graph recorded."""
    team = threads or machine.usable_processors()
    blocks = _read_blocks(block_sizes) if block_sizes else heat_demo.kQuickBlocks if quick else heat_demo.kBlocks
    chosen = read_keys("--contenders", keys, kKeys) if keys else ()
    wanted = [one for one in kAll if one == kSerial or one.key in chosen] if chosen else [*kDefault]
    layout = layouts.find(rondo, "demo")
    folder = output or layout.output
    hold_folder(folder, "rondo demo")
    present = look(layout, [*dict.fromkeys(contender.column for contender in wanted)])
    contenders = [contender for contender in wanted if contender.column in present.columns]
    for problem in present.problems:
        if kSerial not in contenders:
            raise MeasureError(problem)
        complain(f"{problem} (showing the other runtimes only)")

    console = make_console()
    about = machine.describe()
    size = heat_demo.kGridSize
    console.print(f"Gauss-Seidel heat, {size} x {size} cells, one OpenMP task for each block and sweep, {team} threads")
    console.print(f"[dim]{machine.line(about)}[/dim]")
    suite = heat_demo.suite(blocks, blocks)
    samples, n_rounds, hangs = measure(present, suite, contenders, rounds or (2 if quick else 5), team, quick,
                                       float(limit))
    by_place = cells(samples)
    rows = summary.summarise(by_place, contenders, blocks, team, quick)
    table.show(console, rows, contenders, team)
    if seen := summary.sentence(rows, team):
        console.print(seen)

    paths = plot.draw(rows, contenders, team, machine.caption(about, n_rounds), folder)
    raw = folder / "heat.json"
    asked = {"threads": [team], "rounds": n_rounds, "quick": quick, "settings": [*settings()]}
    libraries = {contender.key: present.libraries[contender.column.runtime] for contender in contenders}
    content = results.document("heat", about, asked, present.rondo_version, libraries, complete=True)
    content["suites"] = [{"name": suite.name, "measures": suite.measures, "source": suite.source}]
    content["failures"] = [hang.as_json() for hang in hangs]
    content["results"] = summary.as_json(rows, samples, by_place)
    results.write(raw, content)
    for hang in hangs:
        console.print(f"{hang.rows[0]}: {hang.message}", soft_wrap=True, style="yellow")
    console.print(f"Every one of {len(samples)} runs gave the serial result, bit for bit.")
    disturbed = sum(bool(sample.disturbed) for sample in samples)
    if disturbed:
        console.print(f"Others used the machine during {disturbed} of them; {raw.name} says which.", style="yellow")
    for path in (*paths, raw):
        console.print(str(path), soft_wrap=True)
    for problem in present.problems:
        complain(problem)
    return 1 if present.problems else 0


def main(arguments: list[str]) -> int:
    return execute(demo, "rondo demo", arguments)
