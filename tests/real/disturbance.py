# SPDX-License-Identifier: Apache-2.0
"""How much of the machine others used meanwhile. A runtime whose threads spin suffers more from neighbours than one
whose threads sleep, so a time taken beside others compares something else."""

import os
import resource
import time
from pathlib import Path

TICKS_A_SECOND = os.sysconf("SC_CLK_TCK")
TOLERATED = 0.15  # processors; the look-out of witness.py and the kernel's own threads are among the others


def _busy_s(stat: str) -> float:
    """The seconds that all processors together have worked: user, nice, system, irq, softirq."""
    user, nice, system, _, _, irq, softirq = map(int, stat.split()[1:8])
    return (user + nice + system + irq + softirq) / TICKS_A_SECOND


def _own_s() -> float:
    """Those of the children that have ended, and of this process."""
    return sum(usage.ru_utime + usage.ru_stime
               for usage in map(resource.getrusage, (resource.RUSAGE_CHILDREN, resource.RUSAGE_SELF)))


class Disturbance:
    """Disturbance().processors(): of how many processors others had the use since it was made, on average."""

    def __init__(self, stat: Path = Path("/proc/stat")) -> None:
        self._stat = stat
        self._start = self._now()

    def _now(self) -> tuple[float, float]:
        return time.monotonic(), _busy_s(self._stat.read_text()) - _own_s()

    def processors(self) -> float:
        (start, before), (end, after) = self._start, self._now()
        return max(0.0, (after - before) / (end - start)) if end > start else 0.0
