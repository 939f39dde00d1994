# SPDX-License-Identifier: Apache-2.0
"""Running a program on Rondo while it is traced."""

import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from ..measure import layout as layouts
from .rings import Process, read

_IN_MEMORY = Path("/dev/shm")


@dataclass(frozen=True)
class Outcome:
    status: int  # the program's, or 128 + signal
    processes: list[Process]  # that have called OpenMP
    wall_ns: int  # from its start to its end
    processor_ns: int  # that it and its children have used

    @property
    def has_run(self) -> bool:
        return self.status not in (126, 127)  # else `rondo run` has said why


def _folder() -> Path | None:
    """Where files are memory: none is written to a disk while the program runs."""
    return _IN_MEMORY if os.access(_IN_MEMORY, os.W_OK | os.X_OK) else None


def run(program: list[str], threads: str | None, megabytes: int, *, keeps_output: bool = False) -> Outcome:
    """`keeps_output`: our own output goes to standard output, the program's to standard error instead."""
    command = [str(layouts.command()), "run", *(["--threads", threads] if threads else []), "--", *program]
    with tempfile.TemporaryDirectory(prefix="rondo-trace-", dir=_folder()) as folder:
        inherited = {name: value for name, value in os.environ.items() if name != "RONDO_COMMAND"}  # ours, not its
        environment = inherited | {"RONDO_TRACE": folder, "RONDO_TRACE_BYTES": f"{megabytes}M"}
        sys.stdout.flush()
        before = os.times()
        begin_ns = time.monotonic_ns()
        status = subprocess.run(command, env=environment, stdout=sys.stderr if keeps_output else None).returncode
        wall_ns = time.monotonic_ns() - begin_ns
        after = os.times()
        used_s = after.children_user - before.children_user + after.children_system - before.children_system
        return Outcome(status if status >= 0 else 128 - status, read(Path(folder)), wall_ns, int(used_s * 1e9))
