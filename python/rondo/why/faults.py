# SPDX-License-Identifier: Apache-2.0
"""What a page fault costs on this machine: the first touch of a small page of memory."""

import mmap
import statistics
import time
from functools import cache

import numpy as np

_PAGES = 1024
_TRIES = 16


@cache
def cost_ns() -> float:
    """The median of some tries, because a processor may be faster for moments; takes some 40 ms."""
    with mmap.mmap(-1, _PAGES * mmap.PAGESIZE, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS) as memory:
        memory.madvise(mmap.MADV_NOHUGEPAGE)
        return statistics.median(_measure(memory) for _ in range(_TRIES))


def _measure(memory: mmap.mmap) -> float:
    """Processor time, so other programs change little. What is touched a second time costs no fault."""
    memory.madvise(mmap.MADV_DONTNEED)
    first_bytes = np.frombuffer(memory, np.uint8)[::mmap.PAGESIZE]
    times = [time.thread_time_ns()]
    for value in (1, 2):
        first_bytes[:] = value
        times.append(time.thread_time_ns())
    del first_bytes  # so that the memory can be closed
    return max(0, (times[1] - times[0]) - (times[2] - times[1])) / _PAGES
