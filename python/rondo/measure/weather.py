# SPDX-License-Identifier: Apache-2.0
"""Was the machine ours while a sample was taken? The kernel's accounts of processor time say who else ran.

A run is disturbed when others used processors that it needed, or when a hypervisor took them away. What others may use
freely are the processors that the run leaves alone. Involuntary context switches are no such absolute measure, as a
runtime that wakes its own threads causes them, too; but a run with far more of them than its equals was disturbed.
"""

import os
from dataclasses import dataclass
from pathlib import Path

from .stats import median

kStat = Path("/proc/stat")

# The kernel counts in ticks of 10 ms: an account of two processors may be wrong by two of them.
kLeast_s = 0.025
kShare = 0.03  # of the processors that the run needs
kMoreSwitches = 4.0  # times the median of its equals
kLeastSwitches_per_s = 50.0


@dataclass(frozen=True)
class Weather:
    """Seconds since boot, over the processors that this process may use."""

    busy_s: float
    stolen_s: float  # by the hypervisor


def read_stat(text: str, processors: set[int], ticks_per_s: int) -> Weather:
    busy = stolen = 0
    for line in text.splitlines():
        name, *fields = line.split()
        if not name.startswith("cpu") or not name[3:].isdecimal() or int(name[3:]) not in processors:
            continue
        user, nice, system, _idle, _iowait, irq, softirq, steal = (int(field) for field in fields[:8])
        busy += user + nice + system + irq + softirq
        stolen += steal
    return Weather(busy / ticks_per_s, stolen / ticks_per_s)


def look() -> Weather:
    """Zero where the kernel gives no account: then nothing is ever marked for it."""
    try:
        text = kStat.read_text()
    except OSError:
        return Weather(0.0, 0.0)
    return read_stat(text, os.sched_getaffinity(0), os.sysconf("SC_CLK_TCK"))


def disturbances(
    before: Weather, after: Weather, elapsed_s: float, cpu_s: float, threads: int, processors: int
) -> list[str]:
    """What made the sample worth less; empty when nothing did."""
    needed = min(threads, processors)
    allowed_s = max(kLeast_s, kShare * needed * elapsed_s)
    others_s = after.busy_s - before.busy_s - cpu_s
    free_s = (processors - needed) * elapsed_s
    found = []
    if others_s - free_s > allowed_s:
        found.append(f"others used {others_s / elapsed_s:.2f} processors")
    stolen_s = after.stolen_s - before.stolen_s
    if stolen_s > allowed_s:
        found.append(f"the hypervisor took {stolen_s / elapsed_s:.2f} processors")
    return found


def stands_out(switches_per_s: float, equals_per_s: list[float]) -> bool:
    """Among at least two equals: other samples of the same figure, contender and number of threads."""
    if len(equals_per_s) < 2:
        return False
    return switches_per_s > max(kLeastSwitches_per_s, kMoreSwitches * median(equals_per_s))
