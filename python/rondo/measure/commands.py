# SPDX-License-Identifier: Apache-2.0
"""The command line of `rondo bench`, `rondo bench compare` and `rondo bench counts`."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Optional

import click
import typer

from ..command_line import execute, kMost, read_keys, read_numbers
from ..needs import need
from ..screen import make_console, make_table
from . import machine
from .columns import kColumns
from .session import Options, Session, kNames
from .suites import kSuites

kColumnKeys = [column.key for column in kColumns]


def _read_suites(names: list[str]) -> tuple[str, ...]:
    for name in names:
        if name not in kNames:
            raise click.UsageError(f"unknown suite '{name}', known are {', '.join(kNames)}")
    return tuple(names) or kNames


def _list_suites() -> None:
    table = make_table("suite", "measures", "from")
    for suite in kSuites:
        table.add_row(suite.name, suite.measures, suite.source)
    table.add_row("floor", "what the machine charges: a call, an atomic, a cache line's way, a futex wake", "")
    make_console().print(table)


@dataclass(frozen=True)
class _Preset:
    rounds: int
    quick: bool
    threads: Callable[[], tuple[int, ...]]
    more_threads: tuple[int, ...] = ()  # for suites over threads


def _doubled() -> tuple[int, ...]:
    """1, 2, 4 ... up to the processors, their number, and that of their cores where these have several each."""
    usable = machine.usable_processors()
    cores = max(1, usable // machine.threads_per_core())
    return tuple(sorted({usable, cores, *(1 << power for power in range(usable.bit_length()))}))


_PRESETS = {
    "quick": _Preset(2, True, lambda: (2,), (1, 2, 4)),
    "standard": _Preset(5, False, lambda: (2,)),
    "paper": _Preset(20, False, _doubled, (1, 2, 4)),
}


def measure(
    suites: Optional[list[str]] = typer.Argument(None, metavar="[SUITE]...", show_default=False,
                                              help="What to measure, see --list (default: all)."),
    preset: str = typer.Option("standard", metavar="NAME", help="quick: 2 rounds of shorter runs, in 20 minutes; "
                                                               "standard: 5 rounds; paper: 20 rounds on 1, 2, 4 ... "
                                                               "threads up to the processors."),
    threads: Optional[str] = typer.Option(None, metavar="N,N", show_default=False,
                                          help="Numbers of threads (default: the preset's)."),
    rounds: Optional[int] = typer.Option(None, min=1, max=kMost, show_default=False,
                                         help="Samples of each figure, taken by turns (default: the preset's)."),
    again: int = typer.Option(2, min=0, max=10, help="How often a disturbed sample is taken again."),
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
    if preset not in _PRESETS:
        raise click.UsageError(f"--preset: '{preset}' is none of {', '.join(_PRESETS)}")
    wanted = _PRESETS[preset]
    asked = Options(
        suites=_read_suites(suites or []),
        threads=read_numbers("--threads", threads) if threads is not None else wanted.threads(),
        rounds=rounds or wanted.rounds,
        again=again,
        quick=wanted.quick,
        only=read_keys("--only", only, kColumnKeys) if only is not None else None,
        more_threads=() if threads is not None else wanted.more_threads,
        rondo=rondo.absolute() if rondo else None,
    )
    if resume and asked != Options(rondo=asked.rondo):
        raise click.UsageError("--resume goes on with what was asked for then; give it --output and --rondo only")
    return Session(asked, output, resume).execute()


def compare(
    before: Path = typer.Argument(..., metavar="BEFORE.json", help="A bench.json."),
    after: Path = typer.Argument(..., metavar="AFTER.json", help="Another one."),
) -> int:
    """Compare two files of results, row by row: the gain, and whether it is more than noise."""
    need("scipy")
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

    return counting.count(read_numbers("--threads", threads), n, rondo.absolute() if rondo else None, output)


def main(arguments: list[str]) -> int:
    """A group of typer cannot have arguments of its own, so the subcommands are told apart here."""
    if arguments[:1] == ["counts"]:
        return execute(counts, "rondo bench counts", arguments[1:])
    if arguments[:1] == ["compare"]:
        return execute(compare, "rondo bench compare", arguments[1:])
    return execute(measure, "rondo bench", arguments)
