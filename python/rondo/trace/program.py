# SPDX-License-Identifier: Apache-2.0
"""Running a program on Rondo while it is traced."""

import os
import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from ..measure import layout as layouts
from .rings import Process, read

_IN_MEMORY = Path("/dev/shm")
_LOOK_S = 0.02


@dataclass(frozen=True)
class Outcome:
    status: int  # the program's, or 128 + signal
    processes: list[Process]  # that have called OpenMP
    wall_ns: int  # from its start to its end
    processor_ns: int  # that it and its children have used
    # By process and thread: for how long it was ready to run, but had no processor. Empty if the system does not tell.
    queued_ns: dict[tuple[int, int], int] = field(default_factory=dict)

    @property
    def has_run(self) -> bool:
        return self.status not in (126, 127)  # else `rondo run` has said why


def _folder() -> Path | None:
    """Where files are memory: none is written to a disk while the program runs."""
    return _IN_MEMORY if os.access(_IN_MEMORY, os.W_OK | os.X_OK) else None


def _look(folder: Path, queued_ns: dict[tuple[int, int], int]) -> None:
    """At all threads of the processes that are traced."""
    for pid in {path.name.partition("-")[0] for path in folder.iterdir()}:
        try:
            for thread in Path(f"/proc/{pid}/task").iterdir():
                queued_ns[int(pid), int(thread.name)] = int((thread / "schedstat").read_text().split()[1])
        except (OSError, ValueError, IndexError):  # it has ended
            continue


def run(program: list[str], threads: str | None, megabytes: int, *, keeps_output: bool = False) -> Outcome:
    """`keeps_output`: our own output goes to standard output, the program's to standard error instead."""
    command = [str(layouts.command()), "run", *(["--threads", threads] if threads else []), "--", *program]
    with tempfile.TemporaryDirectory(prefix="rondo-trace-", dir=_folder()) as folder:
        inherited = {name: value for name, value in os.environ.items() if name != "RONDO_COMMAND"}  # ours, not its
        environment = inherited | {"RONDO_TRACE": folder, "RONDO_TRACE_BYTES": f"{megabytes}M"}
        sys.stdout.flush()
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        queued_ns: dict[tuple[int, int], int] = {}
        begin_ns = time.monotonic_ns()
        with subprocess.Popen(command, env=environment, stdout=sys.stderr if keeps_output else None) as child:
            while True:
                try:
                    status = child.wait(_LOOK_S)
                    break
                except subprocess.TimeoutExpired:
                    _look(Path(folder), queued_ns)
        wall_ns = time.monotonic_ns() - begin_ns
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        used_s = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
        return Outcome(status if status >= 0 else 128 - status, read(Path(folder)), wall_ns, int(used_s * 1e9),
                       queued_ns)
