# SPDX-License-Identifier: Apache-2.0
"""Which OpenMP runtime really ran, looked at from outside while a process and all its descendants run. Rondo's threads
are called rondo-N, nobody else's are. libomp leaves a note in shared memory when it starts to serve a process."""

import os
import threading
import time
from pathlib import Path

LOOK_EVERY_S = 0.02  # a look takes some tenths of a millisecond, on a processor that the program may need
PROC = Path("/proc")
NOTES = Path("/dev/shm")


def _read(path: Path) -> str:
    try:
        return path.read_text()
    except OSError:
        return ""  # the process or thread has just ended


class Witness:
    """with Witness(pid) as witness: ...; afterwards `rondo_threads` is the largest number seen at one time, and
    `libomp_processes` that of the processes libomp has served."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._since = time.time() - 1  # files' times are coarse
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._look)
        self._on_libomp: set[int] = set()
        self.rondo_threads = 0

    @property
    def libomp_processes(self) -> int:
        return len(self._on_libomp)

    def __enter__(self) -> "Witness":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._end.set()
        self._thread.join()

    def _look(self) -> None:
        while not self._end.wait(LOOK_EVERY_S):
            self.rondo_threads = max(self.rondo_threads, self._count(self._pid))

    def _count(self, pid: int) -> int:
        try:
            tasks = list((PROC / str(pid) / "task").iterdir())
        except OSError:
            return 0
        if pid not in self._on_libomp and self._has_note(pid):
            self._on_libomp.add(pid)
        n = sum(_read(task / "comm").startswith("rondo-") for task in tasks)
        children = [child for task in tasks for child in _read(task / "children").split()]
        return n + sum(self._count(int(child)) for child in children)

    def _has_note(self, pid: int) -> bool:
        """Processes that were killed left theirs behind; numbers of processes come again."""
        return _modified(NOTES / f"__KMP_REGISTERED_LIB_{pid}_{os.getuid()}") >= self._since


def _modified(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0
