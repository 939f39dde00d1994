# SPDX-License-Identifier: Apache-2.0
"""The command line of `rondo bench`, `rondo bench compare` and `rondo bench counts`."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Optional

import click
import typer

from .columns import kColumns
from .screen import complain, make_console
from .session import Options, Session, kNames
from .suites import kSuites

kUsageStatus = 2
kMost = 1024
kColumnKeys = [column.key for column in kColumns]


def _read_threads(text: str) -> tuple[int, ...]:
    counts = []
    for word in text.split(","):
        if not word.isdecimal() or not 1 <= int(word) <= kMost:
            raise click.UsageError(f"--threads: '{word}' is not a whole number from 1 to {kMost}")
        counts.append(int(word))
    return tuple(sorted(set(counts)))


def _read_only(text: str) -> tuple[str, ...]:
    keys = tuple(text.split(","))
    for key in keys:
        if key not in kColumnKeys:
            raise click.UsageError(f"--only: '{key}' is none of {', '.join(kColumnKeys)}")
    return keys


def _read_suites(names: list[str]) -> tuple[str, ...]:
    for name in names:
        if name not in kNames:
            raise click.UsageError(f"unknown suite '{name}', known are {', '.join(kNames)}")
    return tuple(names) or kNames


def _list_suites() -> None:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD)
    for heading in ("suite", "measures", "from"):
        table.add_column(heading)
    for suite in kSuites:
        table.add_row(suite.name, suite.measures, suite.source)
    table.add_row("floor", "what the machine charges: a call, an atomic, a cache line's way, a futex wake", "")
    make_console().print(table)


def measure(
    suites: Optional[list[str]] = typer.Argument(None, metavar="[SUITE]...", show_default=False,
                                              help="What to measure, see --list (default: all)."),
    threads: str = typer.Option("2", metavar="N,N", help="Numbers of threads."),
    rounds: int = typer.Option(5, min=1, max=kMost, help="Samples of each figure, taken by turns."),
    again: int = typer.Option(2, min=0, max=10, help="How often a disturbed sample is taken again."),
    quick: bool = typer.Option(False, "--quick", help="Two rounds, shorter runs."),
    only: Optional[str] = typer.Option(
        None, metavar="K,K", help=f"Only these columns: {', '.join(kColumnKeys)}.", show_default=False
    ),
    resume: bool = typer.Option(False, "--resume", help="Go on with the run in the output folder that was stopped."),
    output: Optional[Path] = typer.Option(None, metavar="DIR", show_default=False,
                                          help="Folder for results, pictures and journal."),
    rondo: Optional[Path] = typer.Option(None, metavar="FILE", show_default=False,
                                         help="The rondo command (default: this build's)."),
    show_list: bool = typer.Option(False, "--list", help="List the suites."),
) -> int:
    """Measure what tasks and other constructs cost on Rondo and its rivals, by turns.

    `rondo bench compare BEFORE.json AFTER.json` tells what changed between two runs, `rondo bench counts` how many
    operations on shared memory each construct takes.
    """
    if show_list:
        _list_suites()
        return 0
    asked = Options(
        _read_suites(suites or []), _read_threads(threads), rounds, again, quick,
        _read_only(only) if only is not None else None, rondo.absolute() if rondo else None,
    )
    if resume and asked != Options(rondo=asked.rondo):
        raise click.UsageError("--resume goes on with what was asked for then; give it --output and --rondo only")
    return Session(asked, output, resume).execute()


def compare(
    before: Path = typer.Argument(..., metavar="BEFORE.json", help="A bench.json."),
    after: Path = typer.Argument(..., metavar="AFTER.json", help="Another one."),
) -> int:
    """Compare two files of results, row by row: the gain, and whether it is more than the spread."""
    from . import compare as comparing
    from . import results

    old, new = results.read(before), results.read(after)
    comparing.show(make_console(), (str(before), str(after)), old, new)
    return 0


def counts(
    threads: str = typer.Option("1,2,4,8", metavar="N,N", help="Numbers of threads."),
    n: int = typer.Option(4096, "--n", min=256, max=10_000_000, help="How often each construct is executed."),
    output: Optional[Path] = typer.Option(None, metavar="FILE", show_default=False,
                                          help="All counts as JSON, by construct of the runtime."),
    rondo: Optional[Path] = typer.Option(None, metavar="FILE", show_default=False,
                                         help="The rondo command (default: that of the preset `count`)."),
) -> int:
    """Count what each construct takes of operations on shared memory, on the library that counts."""
    from . import counts as counting

    return counting.count(_read_threads(threads), n, rondo.absolute() if rondo else None, output)


def _run(command: Callable[..., Any], name: str, arguments: list[str]) -> int:
    app = typer.Typer(add_completion=False, rich_markup_mode=None)
    app.command()(command)
    try:
        status = typer.main.get_command(app).main(arguments, prog_name=name, standalone_mode=False)
    except click.ClickException as error:
        complain(f"{error.format_message().rstrip('.')}; {name} --help lists the options")
        return kUsageStatus
    except click.Abort:
        raise KeyboardInterrupt
    return status if isinstance(status, int) else 0


def main(arguments: list[str]) -> int:
    """A group of typer cannot have arguments of its own, so the subcommands are told apart here."""
    if arguments[:1] == ["counts"]:
        return _run(counts, "rondo bench counts", arguments[1:])
    if arguments[:1] == ["compare"]:
        return _run(compare, "rondo bench compare", arguments[1:])
    return _run(measure, "rondo bench", arguments)
