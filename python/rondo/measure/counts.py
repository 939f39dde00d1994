# SPDX-License-Identifier: Apache-2.0
"""`rondo bench counts`: each construct many times on the counting library, and what that took of operations on shared
memory, an execution. No clock is looked at, so one run of each is enough; what depends on who came first, such as the
number of steals, varies from run to run all the same."""

import dataclasses
import json
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.box import SIMPLE_HEAD
from rich.table import Table

from .. import files
from ..errors import MeasureError
from ..screen import make_console
from . import layout as layouts
from .contender import by_hand, Contender, observe
from .layout import Layout

kEvents = {
    "rmw": "RMWs",
    "publish": "stores for others",
    "fence": "fences",
    "push": "pushes",
    "take": "takes",
    "steal": "steals",
    "post": "posts",
    "sleep": "sleeps",
    "wake": "wakes",
}
# A row each: of all threads together, for one construct of the team, one critical of each thread, or one task.
kForms = {
    "parallel": "parallel region",
    "barrier": "barrier",
    "for_static": "for, static, 8 a thread",
    "for_dynamic": "for, dynamic, 8 a thread",
    "for_guided": "for, guided, 8 a thread",
    "single": "single",
    "critical": "critical by each thread",
    "lock": "lock by each thread",
    "ordered": "ordered by each thread",
    "reduction": "parallel with reduction",
    "task": "task, one creator",
    "task_by_all": "task, all create",
    "chain": "task in a chain",
    "grid": "task with two predecessors",
    "taskwait": "task and taskwait",
    "taskgroup": "task in a taskgroup",
    "taskloop": "iteration of a taskloop",
    "replayed": "replayed task",
    "replayed_chain": "replayed task in a chain",
    "replayed_grid": "replayed task, two predecessors",
}
kReplayFactor = 16


@dataclass(frozen=True)
class Counted:
    """One run of one form."""

    form: str
    threads: int
    executions: int
    constructs: dict[str, dict[str, int]]

    def each(self, event: str) -> float:
        """Of all constructs, an execution."""
        return sum(events[event] for events in self.constructs.values()) / self.executions



def _counting_layout(command: Path | None) -> Layout:
    """That of the counting build beside the usual one, or of the command that was named."""
    usual = layouts.command()
    beside = usual.parent.parent.parent / "count" / "bin" / "rondo"
    layout = layouts.find(command or (beside if beside.is_file() else usual))
    answer = subprocess.run([str(layout.command), "run", "--count", "--", "true"], capture_output=True, text=True)
    if answer.returncode != 0:
        lines = answer.stderr.strip().splitlines()
        raise MeasureError(lines[-1].removeprefix("rondo: ") if lines else f"{layout.command} cannot count")
    return layout


def _observe(layout: Layout, form: str, threads: int, n: int) -> Counted:
    who = Contender("counts", f"counting {form}", "counts-gcc", form, "rondo")
    replays = form.startswith("replayed")
    # The first encounter records: among many replays it does not show.
    arguments = ["--n", str(kReplayFactor * n if replays else n)]
    again = by_hand(who, layout, arguments, threads)
    with tempfile.TemporaryDirectory() as folder:
        settings = {"RONDO_COUNT": str(Path(folder) / "counts"), "RONDO_GRAPH_WAY": "spread"}
        result = observe(who, layout, arguments, threads, settings).result
        if replays and (result["records"] > 1 or result["pure_replays"] < 1):
            done = f"{result['records']} records, {result['pure_replays']} replays"
            raise MeasureError(f"{who.label}: its graph was not replayed ({done}); reproduce: {again}")
        written = list(Path(folder).iterdir())
        if len(written) != 1:
            raise MeasureError(f"{who.label}: {len(written)} files of counts were written, not one; reproduce: {again}")
        counts = json.loads(written[0].read_text())
        return Counted(form, threads, int(result["executions"]), counts["constructs"])


def _number(value: float) -> str:
    return "" if value < 0.0005 else f"{value:.2f}" if value < 9.995 else f"{value:.1f}"


def _show(threads: int, counted: Sequence[Counted]) -> None:
    title = f"{threads} threads: operations of all threads, an execution"
    table = Table(box=SIMPLE_HEAD, title=title, title_justify="left")
    table.add_column("construct")
    for heading in kEvents.values():
        table.add_column(heading, justify="right")
    for one in counted:
        table.add_row(kForms[one.form], *(_number(one.each(event)) for event in kEvents))
    make_console().print(table)


def count(threads: Sequence[int], n: int, command: Path | None, output: Path | None) -> int:
    layout = _counting_layout(command)
    everything: list[Counted] = []
    for team in threads:
        counted = [_observe(layout, form, team, n) for form in kForms]
        _show(team, counted)
        everything += counted
    if output is not None:
        files.write(output, json.dumps({"counts": [*map(dataclasses.asdict, everything)]}, indent=1) + "\n")
    return 0
