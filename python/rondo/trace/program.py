# SPDX-License-Identifier: Apache-2.0
"""Running a program on Rondo while it is traced."""

import os
import resource
import select
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from ..measure import layout as layouts
from .quotas import Periods, Quotas
from .rings import Process, read
from .watch import Sample, Seen, Watch

kAnyMpi = "any"  # MPI library: the one that the program uses
_IN_MEMORY = Path("/dev/shm")


@dataclass(frozen=True)
class Outcome:
    status: int  # the program's, or 128 + signal
    processes: list[Process]  # that have called OpenMP
    wall_ns: int  # from its start to its end
    processor_ns: int  # that it and its children have used
    samples: dict[tuple[int, int], list[Sample]] = field(default_factory=dict)  # by process and thread
    quotas: list[list[Periods]] = field(default_factory=list)  # of the control groups that have one
    seen: dict[int, Seen] = field(default_factory=dict)  # processes that were looked at, by their number
    asks_for_mpi: bool = False

    @property
    def has_run(self) -> bool:
        """Else `rondo run` has said why, also if it knows no such MPI library."""
        return self.status not in ((1, 2, 126, 127) if self.asks_for_mpi else (126, 127))


def _folder() -> Path | None:
    """Where files are memory: none is written to a disk while the program runs."""
    return _IN_MEMORY if os.access(_IN_MEMORY, os.W_OK | os.X_OK) else None


def run(program: list[str], threads: str | None, megabytes: int, *, mpi: str | None = None, keeps_output: bool = False,
        variables: dict[str, str] | None = None, most_events: int | None = None) -> Outcome:
    """`mpi`: as for `rondo run --mpi`, kAnyMpi or a name. `keeps_output`: our own output goes to standard output, the
    program's to standard error instead. `variables` of the environment are set for the program. `most_events`: what is
    read of each process, the newest ones; None: all."""
    options = ["--threads", threads] if threads else []
    options += ["--mpi" if mpi == kAnyMpi else f"--mpi={mpi}"] if mpi else []
    command = [str(layouts.command()), "run", *options, "--", *program]
    with tempfile.TemporaryDirectory(prefix="rondo-trace-", dir=_folder()) as folder:
        inherited = {name: value for name, value in os.environ.items() if name != "RONDO_COMMAND"}  # ours, not its
        environment = inherited | (variables or {}) | {"RONDO_TRACE": folder, "RONDO_TRACE_BYTES": f"{megabytes}M"}
        sys.stdout.flush()
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        watch, quotas = Watch(Path(folder)), Quotas()
        begin_ns = time.monotonic_ns()
        # A launcher of MPI may have given it an open file (PMI_FD); those of this process are not inherited.
        with subprocess.Popen(command, env=environment, stdout=sys.stderr if keeps_output else None,
                              close_fds=False) as child:
            ends = select.poll()
            ends.register(os.pidfd_open(child.pid), select.POLLIN)
            next_look = time.monotonic()
            while not ends.poll(max(0.0, min(next_look - time.monotonic(), quotas.pause_s)) * 1000):
                quotas.look([str(pid) for pid in watch.pids()])
                if time.monotonic() >= next_look:
                    watch.look()
                    next_look = time.monotonic() + watch.pause_s
            watch.look()  # its first thread can still be seen
            quotas.look_last()
            status = child.wait()
        wall_ns = time.monotonic_ns() - begin_ns
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        used_s = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
        processes = read(Path(folder), most_events)
        return Outcome(status if status >= 0 else 128 - status, processes, wall_ns, int(used_s * 1e9), watch.samples,
                       list(quotas.periods.values()), watch.processes, mpi is not None)
