# SPDX-License-Identifier: Apache-2.0
"""Which OpenMP runtime really ran: the names of the threads of a process and of all its descendants, looked at while
they run. Rondo's threads are called rondo-N; nobody else's are."""

import threading
from pathlib import Path

LOOK_EVERY_S = 0.005
PROC = Path("/proc")


def _read(path: Path) -> str:
    try:
        return path.read_text()
    except OSError:
        return ""  # the process or thread has just ended


class Witness:
    """with Witness(pid) as witness: ...; afterwards `rondo_threads` is the largest number seen at one time."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._look)
        self.rondo_threads = 0

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
        n = sum(_read(task / "comm").startswith("rondo-") for task in tasks)
        children = [child for task in tasks for child in _read(task / "children").split()]
        return n + sum(self._count(int(child)) for child in children)
