# SPDX-License-Identifier: Apache-2.0
"""From the traces of a run to what is shown of it: documents, screens and pages, of one process or of several ranks."""

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..errors import MeasureError
from ..graph.symbols import Name
from ..launcher import Rank
from ..needs import need
from ..screen import complain, make_console
from ..trace.commands import names_of
from ..trace.program import Outcome
from ..trace.rings import Process
from . import memory, predictions, ranks, report
from .examined import Examined, examine
from .ledger import Ledger
from .predictions import Outlook

_MOST_TASKS = 500_000  # that predictions are made of: they take some 100 us a task


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


def main_process(outcome: Outcome) -> Process | None:
    """Of several processes the one with most events; all the program's time is taken to be its."""
    return max(outcome.processes, key=lambda process: process.n_events) if outcome.processes else None


def page_at(path: Path, has_graph: bool = True) -> Any:
    need("jinja2")
    from .page.page import Page

    return Page(path, has_graph)


def _of_rank(html: Path, rank: Rank) -> Path:
    return html.with_name(f"{html.stem}.{rank.number}{html.suffix}")


def _examine_alone(alone: Outcome | None, rank: Rank | None) -> Examined | None:
    if alone is None or alone.status != 0:
        return None
    if rank is not None:
        return next((examine(one.process, one.outcome) for one in ranks.find(alone) if one.rank == rank), None)
    process = main_process(alone)
    return examine(process, alone) if process is not None else None


@dataclass(frozen=True)
class Reports:
    """What is printed, and where pages are written."""

    as_json: bool
    html: Path | None

    def show(self, found: dict[str, Any], rank: Rank | None = None) -> None:
        """`rank`: of a program whose other ranks have reports of their own."""
        which = "" if rank is None else f"rank {rank.number} of {rank.n_ranks}: "
        self._write(found, report.show, which, "" if rank is None else "\n")

    def _write(self, found: dict[str, Any], show: Callable[[Any, dict[str, Any]], None], before: str = "",
               behind: str = "") -> None:
        """In one piece: other ranks write, too."""
        if self.as_json:
            sys.stdout.write(json.dumps(found, indent=1) + "\n")
        else:
            console = make_console()
            with console.capture() as captured:
                show(console, found)
            sys.stdout.write(f"{before}{captured.get()}{behind}")
        sys.stdout.flush()

    def show_ranks(self, documents: list[dict[str, Any]]) -> None:
        found = ranks.document(documents)
        self._write(found, ranks.show)
        if self.html is not None:
            pages = {one["rank"]: _of_rank(self.html, Rank(one["rank"], one["n_ranks"])).name for one in documents}
            page_at(self.html, has_graph=False).write_ranks(found, pages)

    def make(self, process: Process, outcome: Outcome, alone: Outcome | None, rank: Rank | None) -> dict[str, Any]:
        """Of a process, with its page. `alone`: the run on one thread."""
        html = self.html if self.html is None or rank is None else _of_rank(self.html, rank)
        page = page_at(html) if html is not None else None
        run_ = examine(process, outcome, page.ledger if page is not None else Ledger())
        names = names_of(run_.timeline)
        found = document(run_, _examine_alone(alone, rank), outcome, names)
        if page is not None:
            page.write(run_, names, found)
        return found
