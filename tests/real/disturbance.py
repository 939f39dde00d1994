# SPDX-License-Identifier: Apache-2.0
"""How much of the machine others used meanwhile. A runtime whose threads spin suffers more from neighbours than one
whose threads sleep, so a time taken beside others compares something else."""

import resource
import time
from collections.abc import Callable

from rondo.measure.weather import Weather, look

TOLERATED = 0.15  # processors; the look-out of witness.py and the kernel's own threads are among the others


def _own_s() -> float:
    """Those of the children that have ended, and of this process."""
    return sum(usage.ru_utime + usage.ru_stime
               for usage in map(resource.getrusage, (resource.RUSAGE_CHILDREN, resource.RUSAGE_SELF)))


class Disturbance:
    """Disturbance().processors(): of how many processors others, the hypervisor among them, had the use since it was
    made, on average."""

    def __init__(self, weather: Callable[[], Weather] = look) -> None:
        self._weather = weather
        self._start = self._now()

    def _now(self) -> tuple[float, float]:
        weather = self._weather()
        return time.monotonic(), weather.busy_s + weather.stolen_s - _own_s()

    def processors(self) -> float:
        (start, before), (end, after) = self._start, self._now()
        return max(0.0, (after - before) / (end - start)) if end > start else 0.0
