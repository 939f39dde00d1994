# SPDX-License-Identifier: Apache-2.0
"""The line about the machine that stands beside every figure."""

import os
import platform
import re
from datetime import datetime, timezone
from pathlib import Path
from typing import Any


def usable_processors() -> int:
    return len(os.sched_getaffinity(0))


def threads_per_core() -> int:
    """1 where there is no simultaneous multithreading, or nobody says."""
    try:
        text = Path("/sys/devices/system/cpu/cpu0/topology/thread_siblings_list").read_text()
    except OSError:
        return 1
    parts = [part.split("-") for part in text.strip().split(",")]
    return sum(int(part[-1]) - int(part[0]) + 1 for part in parts)


def _processor_name() -> str:
    try:
        found = re.search(r"^model name\s*:\s*(.+)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    except OSError:
        found = None
    return found.group(1).strip() if found else platform.machine()


def describe() -> dict[str, Any]:
    return {
        "date": datetime.now(timezone.utc).isoformat(timespec="seconds"),
        "processor": _processor_name(),
        "usable_processors": usable_processors(),
        "threads_per_core": threads_per_core(),
        "kernel": platform.release(),
        "load_average_before": round(os.getloadavg()[0], 2),
    }


def line(machine: dict[str, Any]) -> str:
    """Without the load before the start: it counts the build that has just ended. `weather.py` tells who else ran."""
    processors = machine["usable_processors"]
    return f"{machine['processor']}, {processors} processors usable, Linux {machine['kernel']}"


def caption(machine: dict[str, Any], rounds: int) -> str:
    """Below the title of a picture."""
    return f"{machine['processor']}, {machine['date'][:10]}, median of {rounds} interleaved rounds"
