# SPDX-License-Identifier: Apache-2.0
"""Running a program on Rondo with a report of its graphs."""

import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from ..measure import layout as layouts

from .report import Body, Process, read


@dataclass(frozen=True)
class Outcome:
    status: int  # the program's, or 128 + signal
    processes: list[Process]  # that encountered regions

    @property
    def has_run(self) -> bool:
        return self.status not in (126, 127)  # else `rondo run` has said why

    def bodies(self) -> list[Body]:
        """Of all tasks that graphs and findings speak of."""
        found: list[Body] = []
        for region in (region for process in self.processes for region in process.regions):
            found += region.graph.bodies if region.graph else []
            found += [body for finding in region.findings for body in (finding.body, finding.current_body) if body]
        for automatic in (process.automatic for process in self.processes if process.automatic):
            found += [repetition.code for repetition in automatic.repetitions if repetition.code]
        return found


def run(program: list[str], threads: str | None, settings: dict[str, str], *, keeps_output: bool) -> Outcome:
    """`keeps_output`: our own output goes to standard output, the program's to standard error instead."""
    command = [str(layouts.command()), "run", *(["--threads", threads] if threads else []), "--", *program]
    with tempfile.TemporaryDirectory(prefix="rondo-graph-") as folder:
        prefix = Path(folder) / "graphs"
        inherited = {name: value for name, value in os.environ.items() if name != "RONDO_COMMAND"}  # ours, not its
        environment = inherited | settings | {"RONDO_GRAPH_REPORT": str(prefix)}
        sys.stdout.flush()
        status = subprocess.run(command, env=environment, stdout=sys.stderr if keeps_output else None).returncode
        return Outcome(status if status >= 0 else 128 - status, read(prefix))
