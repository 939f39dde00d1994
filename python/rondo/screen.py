# SPDX-License-Identifier: Apache-2.0
"""What the user sees: tables on standard output, progress on standard error, no control characters in a pipe."""

import os
import signal
import sys
import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NoReturn

from .errors import MeasureError

# Importing rich takes as long as all else: it waits until something is drawn (--json and errors are not).
if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import TaskID
    from rich.table import Table

kPipeWidth = 120  # columns of a table in a file


def make_console() -> "Console":
    from rich.console import Console

    terminal = sys.stdout.isatty()
    # force_terminal is given in both cases: FORCE_COLOR in the environment must not put colours into files.
    return Console(force_terminal=terminal, width=None if terminal else kPipeWidth, highlight=False)


def complain(message: str) -> None:
    print(f"rondo: {message}", file=sys.stderr, flush=True)


def make_table(*words: str, figures: Iterable[str] = (), **style: Any) -> "Table":
    """With columns of words and, behind them, columns of figures."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, **style)
    for heading in words:
        table.add_column(heading, overflow="fold")
    for heading in figures:
        table.add_column(heading, justify="right", no_wrap=True)
    return table


class ProgressBar:
    """A bar with the time left on a terminal; on anything else one plain line for each note."""

    def __init__(self, total: float) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

        self._start_s = time.monotonic()
        self._shows = sys.stdout.isatty() and sys.stderr.isatty()
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(bar_width=20),
            TextColumn("{task.percentage:3.0f} %"),
            TimeRemainingColumn(),
            TextColumn("left"),
            console=Console(stderr=True),
            transient=True,
            disable=not self._shows,
            speed_estimate_period=600,  # steps differ: only a long look back tells the time left
        )
        self._total = total
        self._task: "TaskID | None" = None
        self._begun: float = 0

    def __enter__(self) -> "ProgressBar":
        self._progress.start()
        self._task = self._progress.add_task("", total=self._total)
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()

    def begin(self, text: str, amount: float) -> None:
        """`amount` of the total begins; what was begun before is done."""
        if self._task is not None:
            self._progress.update(self._task, description=text, advance=self._begun)
        self._begun = amount

    def done(self) -> float:
        return self._progress.tasks[0].completed

    def note(self, text: str) -> None:
        if not self._shows:
            print(f"{text} ({time.monotonic() - self._start_s:.0f} s)", file=sys.stderr, flush=True)


def main_guard(main: Callable[[], int]) -> NoReturn:
    """Turns what may go wrong into one line and a status: 1 failure, 130 stopped by the user."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        status = main()
        sys.stdout.flush()
    except MeasureError as error:
        complain(str(error))
        status = 1
    except KeyboardInterrupt:
        complain("stopped by Ctrl-C; no results were written")
        status = 130
    except BrokenPipeError:
        # The reader of our output has gone (`| head`): keep Python from complaining about it once more at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 1
    except OSError as error:
        where = f" ({error.filename})" if error.filename else ""
        complain(f"{error.strerror}{where}; make room, or choose another folder with --output")
        status = 1
    sys.exit(status)
